declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
define internal void @pass_0(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between) #0 {
entry:
%1 = getelementptr ptr, ptr %arrays, i64 0
%start_q = load ptr, ptr %1
br label %loop
loop:
%visited = phi i64 [%first_body, %entry], [%next, %left]
%more = icmp slt i64 %visited, %end_body
br i1 %more, label %visit, label %done
visit:
%next = add i64 %visited, 1
%2 = mul i64 %visited, 4
%row = getelementptr i32, ptr %bodies, i64 %2
%3 = mul i64 %visited, 0
%own_constants = getelementptr double, ptr %constants, i64 %3
%4 = mul i64 %visited, 8
%body_kept = getelementptr double, ptr %kept, i64 %4
%own_kept_0 = getelementptr double, ptr %body_kept, i64 0
%own_kept_1 = getelementptr double, ptr %own_kept_0, i64 %kept_between
%array_q_0 = getelementptr double, ptr %start_q, i64 0
%array_q_1 = getelementptr double, ptr %array_q_0, i64 %columns_between
br label %step_0
step_0:
%5 = getelementptr i32, ptr %row, i64 3
%6 = load i32, ptr %5
%7 = sext i32 %6 to i64
%8 = mul i64 %7, 4
%9 = getelementptr double, ptr %array_q_0, i64 %8
%10 = getelementptr double, ptr %array_q_1, i64 %8
%11 = load <4 x double>, ptr %9, align 32
%12 = load <4 x double>, ptr %10, align 32
%13 = shufflevector <4 x double> %11, <4 x double> %12, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%14 = call <8 x double> @llvm.fma.v8f64(<8 x double> %13, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%15 = fsub <8 x double> %14, splat (double 0x4338000000000000)
%16 = fneg <8 x double> %15
%17 = call <8 x double> @llvm.fma.v8f64(<8 x double> %16, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %13)
%18 = fneg <8 x double> %15
%19 = call <8 x double> @llvm.fma.v8f64(<8 x double> %18, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %17)
%20 = fneg <8 x double> %15
%21 = call <8 x double> @llvm.fma.v8f64(<8 x double> %20, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %19)
%22 = fcmp ogt <8 x double> %21, splat (double 0x3FF0000000000000)
%23 = select <8 x i1> %22, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %21
%24 = fcmp olt <8 x double> %23, splat (double 0xBFF0000000000000)
%25 = select <8 x i1> %24, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %23
%26 = bitcast <8 x double> %14 to <8 x i64>
%27 = fmul <8 x double> %25, %25
%28 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %27, <8 x double> splat (double 0xBE5AE5E61690F248))
%29 = call <8 x double> @llvm.fma.v8f64(<8 x double> %28, <8 x double> %27, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%30 = call <8 x double> @llvm.fma.v8f64(<8 x double> %29, <8 x double> %27, <8 x double> splat (double 0xBF2A01A019C0B086))
%31 = call <8 x double> @llvm.fma.v8f64(<8 x double> %30, <8 x double> %27, <8 x double> splat (double 0x3F8111111110F848))
%32 = call <8 x double> @llvm.fma.v8f64(<8 x double> %31, <8 x double> %27, <8 x double> splat (double 0xBFC5555555555549))
%33 = fmul <8 x double> %27, %25
%34 = call <8 x double> @llvm.fma.v8f64(<8 x double> %32, <8 x double> %33, <8 x double> %25)
%35 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %27, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%36 = call <8 x double> @llvm.fma.v8f64(<8 x double> %35, <8 x double> %27, <8 x double> splat (double 0xBE927E4F805C419B))
%37 = call <8 x double> @llvm.fma.v8f64(<8 x double> %36, <8 x double> %27, <8 x double> splat (double 0x3EFA01A019CAC33E))
%38 = call <8 x double> @llvm.fma.v8f64(<8 x double> %37, <8 x double> %27, <8 x double> splat (double 0xBF56C16C16C15148))
%39 = call <8 x double> @llvm.fma.v8f64(<8 x double> %38, <8 x double> %27, <8 x double> splat (double 0x3FA555555555554C))
%40 = call <8 x double> @llvm.fma.v8f64(<8 x double> %39, <8 x double> %27, <8 x double> splat (double 0xBFE0000000000000))
%41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %40, <8 x double> %27, <8 x double> splat (double 0x3FF0000000000000))
%42 = shl <8 x i64> %26, splat (i64 63)
%43 = icmp slt <8 x i64> %42, splat (i64 0)
%44 = shl <8 x i64> %26, splat (i64 62)
%45 = and <8 x i64> %44, splat (i64 -9223372036854775808)
%46 = select <8 x i1> %43, <8 x double> %41, <8 x double> %34
%47 = bitcast <8 x double> %46 to <8 x i64>
%48 = xor <8 x i64> %47, %45
%49 = bitcast <8 x i64> %48 to <8 x double>
%50 = select <8 x i1> %43, <8 x double> %34, <8 x double> %41
%51 = xor <8 x i64> %45, %42
%52 = bitcast <8 x double> %50 to <8 x i64>
%53 = xor <8 x i64> %52, %51
%54 = bitcast <8 x i64> %53 to <8 x double>
%55 = shufflevector <8 x double> %49, <8 x double> %49, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%56 = shufflevector <8 x double> %49, <8 x double> %49, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%57 = getelementptr double, ptr %own_kept_0, i64 4
store <4 x double> %55, ptr %57, align 32
%58 = getelementptr double, ptr %own_kept_1, i64 4
store <4 x double> %56, ptr %58, align 32
%59 = shufflevector <8 x double> %54, <8 x double> %54, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%60 = shufflevector <8 x double> %54, <8 x double> %54, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
store <4 x double> %59, ptr %own_kept_0, align 32
store <4 x double> %60, ptr %own_kept_1, align 32
br label %end
end:
br label %left
left:
br label %loop
done:
ret void
}

define internal void @pass_1(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between) #0 {
entry:
br label %loop
loop:
%visited = phi i64 [%first_body, %entry], [%next, %left]
%more = icmp slt i64 %visited, %end_body
br i1 %more, label %visit, label %done
visit:
%next = add i64 %visited, 1
%1 = mul i64 %visited, 3
%row = getelementptr i32, ptr %bodies, i64 %1
%2 = mul i64 %visited, 1
%own_constants = getelementptr double, ptr %constants, i64 %2
%3 = mul i64 %visited, 8
%body_kept = getelementptr double, ptr %kept, i64 %3
%4 = getelementptr i32, ptr %row, i64 1
%5 = load i32, ptr %4
%6 = sext i32 %5 to i64
%7 = mul i64 %6, 16
%body_own_seat = getelementptr double, ptr %seats, i64 %7
%8 = getelementptr i32, ptr %row, i64 2
%9 = load i32, ptr %8
%10 = sext i32 %9 to i64
%11 = mul i64 %10, 16
%body_parent_seat = getelementptr double, ptr %seats, i64 %11
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%own_seat = phi ptr [%body_own_seat, %visit], [%next_own_seat, %again]
%parent_seat = phi ptr [%body_parent_seat, %visit], [%next_parent_seat, %again]
%12 = getelementptr i32, ptr %row, i64 0
%13 = load i32, ptr %12
%14 = sext i32 %13 to i64
switch i64 %14, label %end [ i64 0, label %step_0 i64 1, label %step_1 ]
step_0:
%15 = load <4 x double>, ptr %parent_seat, align 32
%16 = getelementptr double, ptr %own_kept, i64 4
%17 = load <4 x double>, ptr %16, align 32
%18 = fmul <4 x double> %15, %17
%19 = getelementptr double, ptr %parent_seat, i64 4
%20 = load <4 x double>, ptr %19, align 32
%21 = load <4 x double>, ptr %own_kept, align 32
%22 = fneg <4 x double> %18
%23 = call <4 x double> @llvm.fma.v4f64(<4 x double> %20, <4 x double> %21, <4 x double> %22)
%24 = load double, ptr %own_constants
%25 = insertelement <4 x double> poison, double %24, i32 0
%26 = shufflevector <4 x double> %25, <4 x double> %25, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
%27 = fmul <4 x double> %26, %23
store <4 x double> %27, ptr %own_kept, align 32
br label %end
step_1:
%28 = getelementptr double, ptr %own_kept, i64 4
%29 = load <4 x double>, ptr %28, align 32
%30 = fmul <4 x double> splat (double 0x40239EB851EB851F), %29
store <4 x double> %30, ptr %own_seat, align 32
%31 = load <4 x double>, ptr %own_kept, align 32
%32 = fmul <4 x double> splat (double 0x40239EB851EB851F), %31
%33 = getelementptr double, ptr %own_seat, i64 4
store <4 x double> %32, ptr %33, align 32
store <4 x double> %32, ptr %own_kept, align 32
br label %end
end:
%has_next = icmp slt i64 %turn, %strands
br i1 %has_next, label %again, label %left
again:
%next_turn = add i64 %turn, 1
%next_own_kept = getelementptr double, ptr %own_kept, i64 %kept_between
%next_own_seat = getelementptr double, ptr %own_seat, i64 8
%next_parent_seat = getelementptr double, ptr %parent_seat, i64 8
br label %strand
left:
br label %loop
done:
ret void
}

define internal void @pass_2(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between) #0 {
entry:
%1 = getelementptr ptr, ptr %arrays, i64 1
%start_result = load ptr, ptr %1
br label %loop
loop:
%visited = phi i64 [%first_body, %entry], [%next, %left]
%more = icmp slt i64 %visited, %end_body
br i1 %more, label %visit, label %done
visit:
%next = add i64 %visited, 1
%2 = add i64 %first_body, %end_body
%3 = sub i64 %2, %next
%4 = mul i64 %3, 4
%row = getelementptr i32, ptr %bodies, i64 %4
%5 = mul i64 %3, 1
%own_constants = getelementptr double, ptr %constants, i64 %5
%6 = mul i64 %3, 8
%body_kept = getelementptr double, ptr %kept, i64 %6
%7 = getelementptr i32, ptr %row, i64 1
%8 = load i32, ptr %7
%9 = sext i32 %8 to i64
%10 = mul i64 %9, 16
%body_own_seat = getelementptr double, ptr %seats, i64 %10
%11 = getelementptr i32, ptr %row, i64 2
%12 = load i32, ptr %11
%13 = sext i32 %12 to i64
%14 = mul i64 %13, 16
%body_parent_seat = getelementptr double, ptr %seats, i64 %14
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%own_seat = phi ptr [%body_own_seat, %visit], [%next_own_seat, %again]
%parent_seat = phi ptr [%body_parent_seat, %visit], [%next_parent_seat, %again]
%array_result = phi ptr [%start_result, %visit], [%next_array_result, %again]
%15 = getelementptr i32, ptr %row, i64 0
%16 = load i32, ptr %15
%17 = sext i32 %16 to i64
switch i64 %17, label %end [ i64 0, label %step_0 i64 1, label %step_1 ]
step_0:
%18 = load <4 x double>, ptr %own_kept, align 32
store <4 x double> %18, ptr %parent_seat, align 32
%19 = getelementptr i32, ptr %row, i64 3
%20 = load i32, ptr %19
%21 = sext i32 %20 to i64
%22 = mul i64 %21, 4
%23 = getelementptr double, ptr %array_result, i64 %22
store <4 x double> %18, ptr %23, align 32
br label %end
step_1:
%24 = load double, ptr %own_constants
%25 = insertelement <4 x double> poison, double %24, i32 0
%26 = shufflevector <4 x double> %25, <4 x double> %25, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
%27 = load <4 x double>, ptr %own_kept, align 32
%28 = load <4 x double>, ptr %own_seat, align 32
%29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %26, <4 x double> %27, <4 x double> %28)
%30 = getelementptr i32, ptr %row, i64 3
%31 = load i32, ptr %30
%32 = sext i32 %31 to i64
%33 = mul i64 %32, 4
%34 = getelementptr double, ptr %array_result, i64 %33
store <4 x double> %29, ptr %34, align 32
br label %end
end:
%has_next = icmp slt i64 %turn, %strands
br i1 %has_next, label %again, label %left
again:
%next_turn = add i64 %turn, 1
%next_own_kept = getelementptr double, ptr %own_kept, i64 %kept_between
%next_own_seat = getelementptr double, ptr %own_seat, i64 8
%next_parent_seat = getelementptr double, ptr %parent_seat, i64 8
%next_array_result = getelementptr double, ptr %array_result, i64 %columns_between
br label %strand
left:
br label %loop
done:
ret void
}

define internal void @clear(ptr %start, i64 %size) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %done
body:
  %place = getelementptr double, ptr %start, i64 %i
  store double 0.0, ptr %place
  %next = add i64 %i, 1
  br label %loop
done:
  ret void
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define internal <4 x double> @columns_in(ptr %rows, i64 %start, i64 %size, ptr %columns) #0 {
entry:
%1 = getelementptr ptr, ptr %rows, i64 0
%2 = load ptr, ptr %1
%row_0 = getelementptr double, ptr %2, i64 %start
%3 = getelementptr ptr, ptr %rows, i64 1
%4 = load ptr, ptr %3
%row_1 = getelementptr double, ptr %4, i64 %start
%5 = getelementptr ptr, ptr %rows, i64 2
%6 = load ptr, ptr %5
%row_2 = getelementptr double, ptr %6, i64 %start
%7 = getelementptr ptr, ptr %rows, i64 3
%8 = load ptr, ptr %7
%row_3 = getelementptr double, ptr %8, i64 %start
br label %tiles
tiles:
%tile = phi i64 [0, %entry], [%tile_end, %tile_body]
%tile_sum = phi <4 x double> [splat (double 0x0000000000000000), %entry], [%tile_next, %tile_body]
%tile_end = add i64 %tile, 4
%tile_fits = icmp sle i64 %tile_end, %size
br i1 %tile_fits, label %tile_body, label %rest
tile_body:
%9 = getelementptr double, ptr %row_0, i64 %tile
%10 = getelementptr double, ptr %row_1, i64 %tile
%11 = getelementptr double, ptr %row_2, i64 %tile
%12 = getelementptr double, ptr %row_3, i64 %tile
%13 = load <2 x double>, ptr %9, align 8
%14 = load <2 x double>, ptr %11, align 8
%15 = shufflevector <2 x double> %13, <2 x double> %14, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%16 = load <2 x double>, ptr %10, align 8
%17 = load <2 x double>, ptr %12, align 8
%18 = shufflevector <2 x double> %16, <2 x double> %17, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%19 = getelementptr double, ptr %9, i64 2
%20 = load <2 x double>, ptr %19, align 8
%21 = getelementptr double, ptr %11, i64 2
%22 = load <2 x double>, ptr %21, align 8
%23 = shufflevector <2 x double> %20, <2 x double> %22, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%24 = getelementptr double, ptr %10, i64 2
%25 = load <2 x double>, ptr %24, align 8
%26 = getelementptr double, ptr %12, i64 2
%27 = load <2 x double>, ptr %26, align 8
%28 = shufflevector <2 x double> %25, <2 x double> %27, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%29 = shufflevector <4 x double> %15, <4 x double> %18, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%30 = shufflevector <4 x double> %15, <4 x double> %18, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%31 = shufflevector <4 x double> %23, <4 x double> %28, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%32 = shufflevector <4 x double> %23, <4 x double> %28, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%33 = mul i64 %tile, 4
%34 = getelementptr double, ptr %columns, i64 %33
store <4 x double> %29, ptr %34, align 32
%35 = getelementptr double, ptr %34, i64 4
store <4 x double> %30, ptr %35, align 32
%36 = getelementptr double, ptr %34, i64 8
store <4 x double> %31, ptr %36, align 32
%37 = getelementptr double, ptr %34, i64 12
store <4 x double> %32, ptr %37, align 32
%38 = fmul <4 x double> %29, splat (double 0x0000000000000000)
%39 = call <4 x double> @llvm.fma.v4f64(<4 x double> %30, <4 x double> splat (double 0x0000000000000000), <4 x double> %38)
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %31, <4 x double> splat (double 0x0000000000000000), <4 x double> %39)
%41 = call <4 x double> @llvm.fma.v4f64(<4 x double> %32, <4 x double> splat (double 0x0000000000000000), <4 x double> %40)
%42 = fadd <4 x double> %tile_sum, %41
%tile_next = bitcast <4 x double> %42 to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%43 = getelementptr double, ptr %row_0, i64 %one
%44 = getelementptr double, ptr %row_1, i64 %one
%45 = getelementptr double, ptr %row_2, i64 %one
%46 = getelementptr double, ptr %row_3, i64 %one
%47 = load double, ptr %43, align 8
%48 = insertelement <4 x double> poison, double %47, i32 0
%49 = load double, ptr %44, align 8
%50 = insertelement <4 x double> %48, double %49, i32 1
%51 = load double, ptr %45, align 8
%52 = insertelement <4 x double> %50, double %51, i32 2
%53 = load double, ptr %46, align 8
%54 = insertelement <4 x double> %52, double %53, i32 3
%55 = mul i64 %one, 4
%56 = getelementptr double, ptr %columns, i64 %55
store <4 x double> %54, ptr %56, align 32
%57 = fmul <4 x double> %54, splat (double 0x0000000000000000)
%58 = fadd <4 x double> %one_sum, %57
%one_next = bitcast <4 x double> %58 to <4 x double>
br label %rest
done:
ret <4 x double> %one_sum
}

define internal <4 x double> @columns_out(ptr %rows, i64 %start, i64 %size, ptr %columns) #0 {
entry:
%1 = getelementptr ptr, ptr %rows, i64 0
%2 = load ptr, ptr %1
%row_0 = getelementptr double, ptr %2, i64 %start
%3 = getelementptr ptr, ptr %rows, i64 1
%4 = load ptr, ptr %3
%row_1 = getelementptr double, ptr %4, i64 %start
%5 = getelementptr ptr, ptr %rows, i64 2
%6 = load ptr, ptr %5
%row_2 = getelementptr double, ptr %6, i64 %start
%7 = getelementptr ptr, ptr %rows, i64 3
%8 = load ptr, ptr %7
%row_3 = getelementptr double, ptr %8, i64 %start
br label %tiles
tiles:
%tile = phi i64 [0, %entry], [%tile_end, %tile_body]
%tile_sum = phi <4 x double> [splat (double 0x0000000000000000), %entry], [%tile_next, %tile_body]
%tile_end = add i64 %tile, 4
%tile_fits = icmp sle i64 %tile_end, %size
br i1 %tile_fits, label %tile_body, label %rest
tile_body:
%9 = mul i64 %tile, 4
%10 = getelementptr double, ptr %columns, i64 %9
%11 = load <4 x double>, ptr %10, align 32
%12 = getelementptr double, ptr %10, i64 4
%13 = load <4 x double>, ptr %12, align 32
%14 = getelementptr double, ptr %10, i64 8
%15 = load <4 x double>, ptr %14, align 32
%16 = getelementptr double, ptr %10, i64 12
%17 = load <4 x double>, ptr %16, align 32
%18 = getelementptr double, ptr %row_0, i64 %tile
%19 = getelementptr double, ptr %row_1, i64 %tile
%20 = getelementptr double, ptr %row_2, i64 %tile
%21 = getelementptr double, ptr %row_3, i64 %tile
%22 = shufflevector <4 x double> %11, <4 x double> %13, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%23 = shufflevector <4 x double> %11, <4 x double> %13, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%24 = shufflevector <4 x double> %15, <4 x double> %17, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%25 = shufflevector <4 x double> %15, <4 x double> %17, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%26 = shufflevector <4 x double> %22, <4 x double> %24, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%27 = shufflevector <4 x double> %22, <4 x double> %24, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%28 = shufflevector <4 x double> %23, <4 x double> %25, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%29 = shufflevector <4 x double> %23, <4 x double> %25, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
store <4 x double> %26, ptr %18, align 8
store <4 x double> %28, ptr %19, align 8
store <4 x double> %27, ptr %20, align 8
store <4 x double> %29, ptr %21, align 8
%tile_next = bitcast <4 x double> %tile_sum to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%30 = mul i64 %one, 4
%31 = getelementptr double, ptr %columns, i64 %30
%32 = load <4 x double>, ptr %31, align 32
%33 = getelementptr double, ptr %row_0, i64 %one
%34 = getelementptr double, ptr %row_1, i64 %one
%35 = getelementptr double, ptr %row_2, i64 %one
%36 = getelementptr double, ptr %row_3, i64 %one
%37 = extractelement <4 x double> %32, i32 0
store double %37, ptr %33, align 8
%38 = extractelement <4 x double> %32, i32 1
store double %38, ptr %34, align 8
%39 = extractelement <4 x double> %32, i32 2
store double %39, ptr %35, align 8
%40 = extractelement <4 x double> %32, i32 3
store double %40, ptr %36, align 8
%one_next = bitcast <4 x double> %one_sum to <4 x double>
br label %rest
done:
ret <4 x double> %one_sum
}

define internal void @ask_ahead(ptr %rows, i64 %start, i64 %size) #0 {
entry:
br label %loop
loop:
%place = phi i64 [0, %entry], [%next, %body]
%more = icmp slt i64 %place, %size
br i1 %more, label %body, label %done
body:
%1 = getelementptr ptr, ptr %rows, i64 0
%2 = load ptr, ptr %1
%row_0 = getelementptr double, ptr %2, i64 %start
%3 = getelementptr ptr, ptr %rows, i64 1
%4 = load ptr, ptr %3
%row_1 = getelementptr double, ptr %4, i64 %start
%5 = getelementptr ptr, ptr %rows, i64 2
%6 = load ptr, ptr %5
%row_2 = getelementptr double, ptr %6, i64 %start
%7 = getelementptr ptr, ptr %rows, i64 3
%8 = load ptr, ptr %7
%row_3 = getelementptr double, ptr %8, i64 %start
%9 = getelementptr double, ptr %row_0, i64 %place
%10 = getelementptr double, ptr %row_1, i64 %place
%11 = getelementptr double, ptr %row_2, i64 %place
%12 = getelementptr double, ptr %row_3, i64 %place
call void @llvm.prefetch.p0(ptr %9, i32 0, i32 3, i32 1)
call void @llvm.prefetch.p0(ptr %10, i32 0, i32 3, i32 1)
call void @llvm.prefetch.p0(ptr %11, i32 0, i32 3, i32 1)
call void @llvm.prefetch.p0(ptr %12, i32 0, i32 3, i32 1)
%next = add i64 %place, 8
br label %loop
done:
ret void
}

define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
entry:
%nothing = alloca [2 x <4 x double>], align 32
%arrays = alloca [2 x ptr], align 8
%rows = alloca [16 x ptr], align 8
%1 = getelementptr i64, ptr %table, i64 4
%2 = load ptr, ptr %1
%3 = getelementptr i64, ptr %table, i64 6
%4 = load ptr, ptr %3
%5 = getelementptr i64, ptr %table, i64 8
%6 = load ptr, ptr %5
%7 = getelementptr i64, ptr %table, i64 10
%8 = load ptr, ptr %7
%9 = getelementptr i64, ptr %6, i64 0
%10 = load i64, ptr %9
%11 = mul i64 %10, 8
%12 = mul i64 %11, 2
%13 = getelementptr double, ptr %workspace, i64 %12
%14 = getelementptr i64, ptr %6, i64 1
%15 = load i64, ptr %14
%16 = mul i64 %15, 16
%17 = getelementptr double, ptr %13, i64 %16
%18 = getelementptr i64, ptr %6, i64 4
%19 = load i64, ptr %18
%20 = mul i64 %19, 4
%21 = add i64 %first, 4
%22 = icmp sle i64 %21, %last
%23 = select i1 %22, i64 2, i64 1
store <4 x double> splat (double 0x0000000000000000), ptr %nothing, align 32
%24 = getelementptr double, ptr %nothing, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %24, align 32
%25 = getelementptr i64, ptr %table, i64 0
%26 = load ptr, ptr %25
%27 = getelementptr i64, ptr %table, i64 1
%28 = load i64, ptr %27
%29 = mul i64 %first, %28
%30 = getelementptr double, ptr %26, i64 %29
%31 = add i64 %first, 1
%32 = icmp slt i64 %31, %last
%33 = select i1 %32, i64 %31, i64 %last
%34 = mul i64 %33, %28
%35 = getelementptr double, ptr %26, i64 %34
%36 = add i64 %first, 2
%37 = icmp slt i64 %36, %last
%38 = select i1 %37, i64 %36, i64 %last
%39 = mul i64 %38, %28
%40 = getelementptr double, ptr %26, i64 %39
%41 = add i64 %first, 3
%42 = icmp slt i64 %41, %last
%43 = select i1 %42, i64 %41, i64 %last
%44 = mul i64 %43, %28
%45 = getelementptr double, ptr %26, i64 %44
%46 = getelementptr i64, ptr %table, i64 0
%47 = load ptr, ptr %46
%48 = getelementptr i64, ptr %table, i64 1
%49 = load i64, ptr %48
%50 = mul i64 %21, %49
%51 = getelementptr double, ptr %47, i64 %50
%52 = add i64 %21, 1
%53 = icmp slt i64 %52, %last
%54 = select i1 %53, i64 %52, i64 %last
%55 = mul i64 %54, %49
%56 = getelementptr double, ptr %47, i64 %55
%57 = add i64 %21, 2
%58 = icmp slt i64 %57, %last
%59 = select i1 %58, i64 %57, i64 %last
%60 = mul i64 %59, %49
%61 = getelementptr double, ptr %47, i64 %60
%62 = add i64 %21, 3
%63 = icmp slt i64 %62, %last
%64 = select i1 %63, i64 %62, i64 %last
%65 = mul i64 %64, %49
%66 = getelementptr double, ptr %47, i64 %65
%67 = getelementptr ptr, ptr %rows, i64 0
store ptr %30, ptr %67
%68 = getelementptr ptr, ptr %rows, i64 1
store ptr %35, ptr %68
%69 = getelementptr ptr, ptr %rows, i64 2
store ptr %40, ptr %69
%70 = getelementptr ptr, ptr %rows, i64 3
store ptr %45, ptr %70
%71 = getelementptr ptr, ptr %rows, i64 4
store ptr %51, ptr %71
%72 = getelementptr ptr, ptr %rows, i64 5
store ptr %56, ptr %72
%73 = getelementptr ptr, ptr %rows, i64 6
store ptr %61, ptr %73
%74 = getelementptr ptr, ptr %rows, i64 7
store ptr %66, ptr %74
%75 = getelementptr i64, ptr %6, i64 7
%76 = load i64, ptr %75
%77 = mul i64 %76, 4
%78 = getelementptr double, ptr %17, i64 %77
%79 = getelementptr ptr, ptr %arrays, i64 0
store ptr %78, ptr %79
%80 = getelementptr i64, ptr %6, i64 5
%81 = load i64, ptr %80
%82 = getelementptr i64, ptr %6, i64 6
%83 = load i64, ptr %82
%84 = getelementptr i64, ptr %table, i64 1
%85 = load i64, ptr %84
%86 = mul i64 %85, 8
%87 = mul i64 %85, %last
%88 = icmp sge i64 %87, 262144
%89 = select i1 %88, i64 %83, i64 0
%90 = add i64 0, %86
%91 = getelementptr ptr, ptr %rows, i64 0
%92 = icmp sgt i64 %23, 0
%93 = select i1 %92, i64 %83, i64 0
%94 = mul i64 %20, 0
%95 = getelementptr double, ptr %78, i64 %94
%96 = call <4 x double> @columns_in(ptr %91, i64 0, i64 %93, ptr %95)
call void @ask_ahead(ptr %91, i64 %90, i64 %89)
%97 = load <4 x double>, ptr %nothing, align 32
%98 = fadd <4 x double> %97, %96
store <4 x double> %98, ptr %nothing, align 32
%99 = getelementptr ptr, ptr %rows, i64 4
%100 = icmp sgt i64 %23, 1
%101 = select i1 %100, i64 %83, i64 0
%102 = mul i64 %20, 1
%103 = getelementptr double, ptr %78, i64 %102
%104 = call <4 x double> @columns_in(ptr %99, i64 0, i64 %101, ptr %103)
call void @ask_ahead(ptr %99, i64 %90, i64 %89)
%105 = getelementptr double, ptr %nothing, i64 4
%106 = load <4 x double>, ptr %105, align 32
%107 = fadd <4 x double> %106, %104
%108 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %107, ptr %108, align 32
%109 = getelementptr i64, ptr %table, i64 2
%110 = load ptr, ptr %109
%111 = getelementptr i64, ptr %table, i64 3
%112 = load i64, ptr %111
%113 = mul i64 %first, %112
%114 = getelementptr double, ptr %110, i64 %113
%115 = add i64 %first, 1
%116 = icmp slt i64 %115, %last
%117 = select i1 %116, i64 %115, i64 %last
%118 = mul i64 %117, %112
%119 = getelementptr double, ptr %110, i64 %118
%120 = add i64 %first, 2
%121 = icmp slt i64 %120, %last
%122 = select i1 %121, i64 %120, i64 %last
%123 = mul i64 %122, %112
%124 = getelementptr double, ptr %110, i64 %123
%125 = add i64 %first, 3
%126 = icmp slt i64 %125, %last
%127 = select i1 %126, i64 %125, i64 %last
%128 = mul i64 %127, %112
%129 = getelementptr double, ptr %110, i64 %128
%130 = getelementptr i64, ptr %table, i64 2
%131 = load ptr, ptr %130
%132 = getelementptr i64, ptr %table, i64 3
%133 = load i64, ptr %132
%134 = mul i64 %21, %133
%135 = getelementptr double, ptr %131, i64 %134
%136 = add i64 %21, 1
%137 = icmp slt i64 %136, %last
%138 = select i1 %137, i64 %136, i64 %last
%139 = mul i64 %138, %133
%140 = getelementptr double, ptr %131, i64 %139
%141 = add i64 %21, 2
%142 = icmp slt i64 %141, %last
%143 = select i1 %142, i64 %141, i64 %last
%144 = mul i64 %143, %133
%145 = getelementptr double, ptr %131, i64 %144
%146 = add i64 %21, 3
%147 = icmp slt i64 %146, %last
%148 = select i1 %147, i64 %146, i64 %last
%149 = mul i64 %148, %133
%150 = getelementptr double, ptr %131, i64 %149
%151 = getelementptr ptr, ptr %rows, i64 8
store ptr %114, ptr %151
%152 = getelementptr ptr, ptr %rows, i64 9
store ptr %119, ptr %152
%153 = getelementptr ptr, ptr %rows, i64 10
store ptr %124, ptr %153
%154 = getelementptr ptr, ptr %rows, i64 11
store ptr %129, ptr %154
%155 = getelementptr ptr, ptr %rows, i64 12
store ptr %135, ptr %155
%156 = getelementptr ptr, ptr %rows, i64 13
store ptr %140, ptr %156
%157 = getelementptr ptr, ptr %rows, i64 14
store ptr %145, ptr %157
%158 = getelementptr ptr, ptr %rows, i64 15
store ptr %150, ptr %158
%159 = getelementptr i64, ptr %6, i64 10
%160 = load i64, ptr %159
%161 = mul i64 %160, 4
%162 = getelementptr double, ptr %17, i64 %161
%163 = getelementptr ptr, ptr %arrays, i64 1
store ptr %162, ptr %163
%164 = getelementptr i64, ptr %6, i64 8
%165 = load i64, ptr %164
%166 = getelementptr i64, ptr %6, i64 3
%167 = load i64, ptr %166
%168 = getelementptr i64, ptr %6, i64 2
%169 = load i64, ptr %168
br label %group_0
group_0:
%done_0 = phi i64 [0, %entry], [%next_0, %chunk_0]
%more_0 = icmp slt i64 %done_0, %169
br i1 %more_0, label %chunk_0, label %end_0
chunk_0:
%next_0 = add i64 %done_0, 1
%170 = mul i64 %done_0, %167
%171 = add i64 %170, %167
%172 = icmp slt i64 %171, %10
%173 = select i1 %172, i64 %171, i64 %10
%174 = mul i64 %169, 0
%175 = add i64 %174, %done_0
%176 = mul i64 %175, 2
%177 = getelementptr i64, ptr %8, i64 %176
%178 = getelementptr i64, ptr %177, i64 0
%179 = load i64, ptr %178
%180 = getelementptr i64, ptr %177, i64 1
%181 = load i64, ptr %180
%182 = mul i64 %179, -4
%183 = getelementptr double, ptr %78, i64 %182
%184 = getelementptr ptr, ptr %arrays, i64 0
store ptr %183, ptr %184
%185 = getelementptr i64, ptr %table, i64 1
%186 = load i64, ptr %185
%187 = mul i64 %186, 8
%188 = mul i64 %186, %last
%189 = icmp sge i64 %188, 262144
%190 = select i1 %189, i64 %181, i64 0
%191 = add i64 %179, %187
%192 = getelementptr ptr, ptr %rows, i64 0
%193 = icmp sgt i64 %23, 0
%194 = select i1 %193, i64 %181, i64 0
%195 = mul i64 %20, 0
%196 = getelementptr double, ptr %78, i64 %195
%197 = call <4 x double> @columns_in(ptr %192, i64 %179, i64 %194, ptr %196)
call void @ask_ahead(ptr %192, i64 %191, i64 %190)
%198 = load <4 x double>, ptr %nothing, align 32
%199 = fadd <4 x double> %198, %197
store <4 x double> %199, ptr %nothing, align 32
%200 = getelementptr ptr, ptr %rows, i64 4
%201 = icmp sgt i64 %23, 1
%202 = select i1 %201, i64 %181, i64 0
%203 = mul i64 %20, 1
%204 = getelementptr double, ptr %78, i64 %203
%205 = call <4 x double> @columns_in(ptr %200, i64 %179, i64 %202, ptr %204)
call void @ask_ahead(ptr %200, i64 %191, i64 %190)
%206 = getelementptr double, ptr %nothing, i64 4
%207 = load <4 x double>, ptr %206, align 32
%208 = fadd <4 x double> %207, %205
%209 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %208, ptr %209, align 32
%210 = mul i64 %10, 0
%211 = getelementptr i32, ptr %2, i64 %210
%212 = mul i64 %10, 0
%213 = getelementptr double, ptr %4, i64 %212
call void @pass_0(ptr %211, ptr %213, i64 %170, i64 %173, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%214 = mul i64 %10, 4
%215 = getelementptr i32, ptr %2, i64 %214
%216 = mul i64 %10, 0
%217 = getelementptr double, ptr %4, i64 %216
call void @pass_1(ptr %215, ptr %217, i64 %170, i64 %173, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
br label %group_0
end_0:
%218 = getelementptr i64, ptr %6, i64 3
%219 = load i64, ptr %218
%220 = getelementptr i64, ptr %6, i64 2
%221 = load i64, ptr %220
store <4 x double> splat (double 0x0000000000000000), ptr %13, align 32
%222 = getelementptr double, ptr %13, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %222, align 32
%223 = getelementptr double, ptr %13, i64 8
store <4 x double> splat (double 0x0000000000000000), ptr %223, align 32
%224 = getelementptr double, ptr %13, i64 12
store <4 x double> splat (double 0x0000000000000000), ptr %224, align 32
br label %group_1
group_1:
%done_1 = phi i64 [0, %end_0], [%next_1, %chunk_1]
%more_1 = icmp slt i64 %done_1, %221
br i1 %more_1, label %chunk_1, label %end_1
chunk_1:
%next_1 = add i64 %done_1, 1
%225 = sub i64 %221, %next_1
%226 = mul i64 %225, %219
%227 = add i64 %226, %219
%228 = icmp slt i64 %227, %10
%229 = select i1 %228, i64 %227, i64 %10
%230 = mul i64 %221, 1
%231 = add i64 %230, %225
%232 = mul i64 %231, 2
%233 = getelementptr i64, ptr %8, i64 %232
%234 = getelementptr i64, ptr %233, i64 0
%235 = load i64, ptr %234
%236 = getelementptr i64, ptr %233, i64 1
%237 = load i64, ptr %236
%238 = mul i64 %235, -4
%239 = getelementptr double, ptr %162, i64 %238
%240 = getelementptr ptr, ptr %arrays, i64 1
store ptr %239, ptr %240
%241 = mul i64 %10, 7
%242 = getelementptr i32, ptr %2, i64 %241
%243 = mul i64 %10, 1
%244 = getelementptr double, ptr %4, i64 %243
call void @pass_2(ptr %242, ptr %244, i64 %226, i64 %229, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%245 = getelementptr i64, ptr %table, i64 3
%246 = load i64, ptr %245
%247 = mul i64 %246, 8
%248 = mul i64 %246, %last
%249 = icmp sge i64 %248, 262144
%250 = select i1 %249, i64 %237, i64 0
%251 = add i64 %235, %247
%252 = getelementptr ptr, ptr %rows, i64 8
%253 = icmp sgt i64 %23, 0
%254 = select i1 %253, i64 %237, i64 0
%255 = mul i64 %20, 0
%256 = getelementptr double, ptr %162, i64 %255
%257 = call <4 x double> @columns_out(ptr %252, i64 %235, i64 %254, ptr %256)
call void @ask_ahead(ptr %252, i64 %251, i64 %250)
%258 = getelementptr ptr, ptr %rows, i64 12
%259 = icmp sgt i64 %23, 1
%260 = select i1 %259, i64 %237, i64 0
%261 = mul i64 %20, 1
%262 = getelementptr double, ptr %162, i64 %261
%263 = call <4 x double> @columns_out(ptr %258, i64 %235, i64 %260, ptr %262)
call void @ask_ahead(ptr %258, i64 %251, i64 %250)
br label %group_1
end_1:
%264 = getelementptr i64, ptr %6, i64 9
%265 = load i64, ptr %264
%266 = getelementptr i64, ptr %table, i64 3
%267 = load i64, ptr %266
%268 = mul i64 %267, 8
%269 = mul i64 %267, %last
%270 = icmp sge i64 %269, 262144
%271 = select i1 %270, i64 %265, i64 0
%272 = add i64 0, %268
%273 = getelementptr ptr, ptr %rows, i64 8
%274 = icmp sgt i64 %23, 0
%275 = select i1 %274, i64 %265, i64 0
%276 = mul i64 %20, 0
%277 = getelementptr double, ptr %162, i64 %276
%278 = call <4 x double> @columns_out(ptr %273, i64 0, i64 %275, ptr %277)
call void @ask_ahead(ptr %273, i64 %272, i64 %271)
%279 = getelementptr ptr, ptr %rows, i64 12
%280 = icmp sgt i64 %23, 1
%281 = select i1 %280, i64 %265, i64 0
%282 = mul i64 %20, 1
%283 = getelementptr double, ptr %162, i64 %282
%284 = call <4 x double> @columns_out(ptr %279, i64 0, i64 %281, ptr %283)
call void @ask_ahead(ptr %279, i64 %272, i64 %271)
%285 = load <4 x double>, ptr %nothing, align 32
%286 = fcmp uno <4 x double> %285, splat (double 0x0000000000000000)
%287 = bitcast <4 x i1> %286 to i4
%288 = zext i4 %287 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %288)
%289 = getelementptr double, ptr %nothing, i64 4
%290 = load <4 x double>, ptr %289, align 32
%291 = fcmp uno <4 x double> %290, splat (double 0x0000000000000000)
%292 = bitcast <4 x i1> %291 to i4
%293 = zext i4 %292 to i64
call void @void_rows(ptr %table, i64 %21, i64 %last, i64 %293)
ret void
}

define internal void @fill_nan(ptr %start, i64 %size) #1 {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %end
body:
  %place = getelementptr double, ptr %start, i64 %i
  store double 0x7FF8000000000000, ptr %place
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
define internal void @void_rows(ptr %table, i64 %first, i64 %last, i64 %mask) #1 {
entry:
  %none = icmp eq i64 %mask, 0
  br i1 %none, label %end, label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %bad, label %continue
bad:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last
  br label %void
void:
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %distance_at_1 = getelementptr i64, ptr %table, i64 3
  %distance_1 = load i64, ptr %distance_at_1
  %offset_1 = mul i64 %row, %distance_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  call void @fill_nan(ptr %start_1, i64 %distance_1)
  br label %continue
continue:
  %next = add i64 %lane, 1
  %more = icmp slt i64 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @psiphi_rows(ptr %table, i64 %rows, ptr %workspace) #0 {
entry:
  %last = sub i64 %rows, 1
  br label %loop
loop:
  %first = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %first, %rows
  br i1 %more, label %body, label %end
body:
  call void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)
  %next = add i64 %first, 8
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

