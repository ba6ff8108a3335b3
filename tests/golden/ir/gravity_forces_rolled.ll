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
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%array_q = phi ptr [%start_q, %visit], [%next_array_q, %again]
br label %step_0
step_0:
%5 = getelementptr i32, ptr %row, i64 3
%6 = load i32, ptr %5
%7 = sext i32 %6 to i64
%8 = mul i64 %7, 4
%9 = getelementptr double, ptr %array_q, i64 %8
%10 = load <4 x double>, ptr %9, align 32
%11 = call <4 x double> @llvm.fma.v4f64(<4 x double> %10, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%12 = fsub <4 x double> %11, splat (double 0x4338000000000000)
%13 = fneg <4 x double> %12
%14 = call <4 x double> @llvm.fma.v4f64(<4 x double> %13, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %10)
%15 = fneg <4 x double> %12
%16 = call <4 x double> @llvm.fma.v4f64(<4 x double> %15, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %14)
%17 = fneg <4 x double> %12
%18 = call <4 x double> @llvm.fma.v4f64(<4 x double> %17, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %16)
%19 = fcmp ogt <4 x double> %18, splat (double 0x3FF0000000000000)
%20 = select <4 x i1> %19, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %18
%21 = fcmp olt <4 x double> %20, splat (double 0xBFF0000000000000)
%22 = select <4 x i1> %21, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %20
%23 = bitcast <4 x double> %11 to <4 x i64>
%24 = fmul <4 x double> %22, %22
%25 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %24, <4 x double> splat (double 0xBE5AE5E61690F248))
%26 = call <4 x double> @llvm.fma.v4f64(<4 x double> %25, <4 x double> %24, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%27 = call <4 x double> @llvm.fma.v4f64(<4 x double> %26, <4 x double> %24, <4 x double> splat (double 0xBF2A01A019C0B086))
%28 = call <4 x double> @llvm.fma.v4f64(<4 x double> %27, <4 x double> %24, <4 x double> splat (double 0x3F8111111110F848))
%29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %28, <4 x double> %24, <4 x double> splat (double 0xBFC5555555555549))
%30 = fmul <4 x double> %24, %22
%31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %29, <4 x double> %30, <4 x double> %22)
%32 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %24, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%33 = call <4 x double> @llvm.fma.v4f64(<4 x double> %32, <4 x double> %24, <4 x double> splat (double 0xBE927E4F805C419B))
%34 = call <4 x double> @llvm.fma.v4f64(<4 x double> %33, <4 x double> %24, <4 x double> splat (double 0x3EFA01A019CAC33E))
%35 = call <4 x double> @llvm.fma.v4f64(<4 x double> %34, <4 x double> %24, <4 x double> splat (double 0xBF56C16C16C15148))
%36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %35, <4 x double> %24, <4 x double> splat (double 0x3FA555555555554C))
%37 = call <4 x double> @llvm.fma.v4f64(<4 x double> %36, <4 x double> %24, <4 x double> splat (double 0xBFE0000000000000))
%38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %37, <4 x double> %24, <4 x double> splat (double 0x3FF0000000000000))
%39 = shl <4 x i64> %23, splat (i64 63)
%40 = icmp slt <4 x i64> %39, splat (i64 0)
%41 = shl <4 x i64> %23, splat (i64 62)
%42 = and <4 x i64> %41, splat (i64 -9223372036854775808)
%43 = select <4 x i1> %40, <4 x double> %38, <4 x double> %31
%44 = bitcast <4 x double> %43 to <4 x i64>
%45 = xor <4 x i64> %44, %42
%46 = bitcast <4 x i64> %45 to <4 x double>
%47 = select <4 x i1> %40, <4 x double> %31, <4 x double> %38
%48 = xor <4 x i64> %42, %39
%49 = bitcast <4 x double> %47 to <4 x i64>
%50 = xor <4 x i64> %49, %48
%51 = bitcast <4 x i64> %50 to <4 x double>
%52 = getelementptr double, ptr %own_kept, i64 4
store <4 x double> %46, ptr %52, align 32
store <4 x double> %51, ptr %own_kept, align 32
br label %end
end:
%has_next = icmp slt i64 %turn, %strands
br i1 %has_next, label %again, label %left
again:
%next_turn = add i64 %turn, 1
%next_own_kept = getelementptr double, ptr %own_kept, i64 %kept_between
%next_array_q = getelementptr double, ptr %array_q, i64 %columns_between
br label %strand
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

define internal <4 x double> @columns_in(ptr %rows, i64 %start, i64 %size, ptr %columns, i64 %ahead) #0 {
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

define internal <4 x double> @columns_out(ptr %rows, i64 %start, i64 %size, ptr %columns, i64 %ahead) #0 {
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
%84 = mul i64 %83, 2
%85 = getelementptr ptr, ptr %rows, i64 0
%86 = icmp sgt i64 %23, 0
%87 = select i1 %86, i64 %83, i64 0
%88 = mul i64 %20, 0
%89 = getelementptr double, ptr %78, i64 %88
%90 = call <4 x double> @columns_in(ptr %85, i64 0, i64 %87, ptr %89, i64 %84)
%91 = load <4 x double>, ptr %nothing, align 32
%92 = fadd <4 x double> %91, %90
store <4 x double> %92, ptr %nothing, align 32
%93 = getelementptr ptr, ptr %rows, i64 4
%94 = icmp sgt i64 %23, 1
%95 = select i1 %94, i64 %83, i64 0
%96 = mul i64 %20, 1
%97 = getelementptr double, ptr %78, i64 %96
%98 = call <4 x double> @columns_in(ptr %93, i64 0, i64 %95, ptr %97, i64 %84)
%99 = getelementptr double, ptr %nothing, i64 4
%100 = load <4 x double>, ptr %99, align 32
%101 = fadd <4 x double> %100, %98
%102 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %101, ptr %102, align 32
%103 = getelementptr i64, ptr %table, i64 2
%104 = load ptr, ptr %103
%105 = getelementptr i64, ptr %table, i64 3
%106 = load i64, ptr %105
%107 = mul i64 %first, %106
%108 = getelementptr double, ptr %104, i64 %107
%109 = add i64 %first, 1
%110 = icmp slt i64 %109, %last
%111 = select i1 %110, i64 %109, i64 %last
%112 = mul i64 %111, %106
%113 = getelementptr double, ptr %104, i64 %112
%114 = add i64 %first, 2
%115 = icmp slt i64 %114, %last
%116 = select i1 %115, i64 %114, i64 %last
%117 = mul i64 %116, %106
%118 = getelementptr double, ptr %104, i64 %117
%119 = add i64 %first, 3
%120 = icmp slt i64 %119, %last
%121 = select i1 %120, i64 %119, i64 %last
%122 = mul i64 %121, %106
%123 = getelementptr double, ptr %104, i64 %122
%124 = getelementptr i64, ptr %table, i64 2
%125 = load ptr, ptr %124
%126 = getelementptr i64, ptr %table, i64 3
%127 = load i64, ptr %126
%128 = mul i64 %21, %127
%129 = getelementptr double, ptr %125, i64 %128
%130 = add i64 %21, 1
%131 = icmp slt i64 %130, %last
%132 = select i1 %131, i64 %130, i64 %last
%133 = mul i64 %132, %127
%134 = getelementptr double, ptr %125, i64 %133
%135 = add i64 %21, 2
%136 = icmp slt i64 %135, %last
%137 = select i1 %136, i64 %135, i64 %last
%138 = mul i64 %137, %127
%139 = getelementptr double, ptr %125, i64 %138
%140 = add i64 %21, 3
%141 = icmp slt i64 %140, %last
%142 = select i1 %141, i64 %140, i64 %last
%143 = mul i64 %142, %127
%144 = getelementptr double, ptr %125, i64 %143
%145 = getelementptr ptr, ptr %rows, i64 8
store ptr %108, ptr %145
%146 = getelementptr ptr, ptr %rows, i64 9
store ptr %113, ptr %146
%147 = getelementptr ptr, ptr %rows, i64 10
store ptr %118, ptr %147
%148 = getelementptr ptr, ptr %rows, i64 11
store ptr %123, ptr %148
%149 = getelementptr ptr, ptr %rows, i64 12
store ptr %129, ptr %149
%150 = getelementptr ptr, ptr %rows, i64 13
store ptr %134, ptr %150
%151 = getelementptr ptr, ptr %rows, i64 14
store ptr %139, ptr %151
%152 = getelementptr ptr, ptr %rows, i64 15
store ptr %144, ptr %152
%153 = getelementptr i64, ptr %6, i64 10
%154 = load i64, ptr %153
%155 = mul i64 %154, 4
%156 = getelementptr double, ptr %17, i64 %155
%157 = getelementptr ptr, ptr %arrays, i64 1
store ptr %156, ptr %157
%158 = getelementptr i64, ptr %6, i64 8
%159 = load i64, ptr %158
%160 = getelementptr i64, ptr %6, i64 3
%161 = load i64, ptr %160
%162 = getelementptr i64, ptr %6, i64 2
%163 = load i64, ptr %162
br label %group_0
group_0:
%done_0 = phi i64 [0, %entry], [%next_0, %chunk_0]
%more_0 = icmp slt i64 %done_0, %163
br i1 %more_0, label %chunk_0, label %end_0
chunk_0:
%next_0 = add i64 %done_0, 1
%164 = mul i64 %done_0, %161
%165 = add i64 %164, %161
%166 = icmp slt i64 %165, %10
%167 = select i1 %166, i64 %165, i64 %10
%168 = mul i64 %163, 0
%169 = add i64 %168, %done_0
%170 = mul i64 %169, 2
%171 = getelementptr i64, ptr %8, i64 %170
%172 = getelementptr i64, ptr %171, i64 0
%173 = load i64, ptr %172
%174 = getelementptr i64, ptr %171, i64 1
%175 = load i64, ptr %174
%176 = mul i64 %173, -4
%177 = getelementptr double, ptr %78, i64 %176
%178 = getelementptr ptr, ptr %arrays, i64 0
store ptr %177, ptr %178
%179 = mul i64 %175, 2
%180 = getelementptr ptr, ptr %rows, i64 0
%181 = icmp sgt i64 %23, 0
%182 = select i1 %181, i64 %175, i64 0
%183 = mul i64 %20, 0
%184 = getelementptr double, ptr %78, i64 %183
%185 = call <4 x double> @columns_in(ptr %180, i64 %173, i64 %182, ptr %184, i64 %179)
%186 = load <4 x double>, ptr %nothing, align 32
%187 = fadd <4 x double> %186, %185
store <4 x double> %187, ptr %nothing, align 32
%188 = getelementptr ptr, ptr %rows, i64 4
%189 = icmp sgt i64 %23, 1
%190 = select i1 %189, i64 %175, i64 0
%191 = mul i64 %20, 1
%192 = getelementptr double, ptr %78, i64 %191
%193 = call <4 x double> @columns_in(ptr %188, i64 %173, i64 %190, ptr %192, i64 %179)
%194 = getelementptr double, ptr %nothing, i64 4
%195 = load <4 x double>, ptr %194, align 32
%196 = fadd <4 x double> %195, %193
%197 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %196, ptr %197, align 32
%198 = mul i64 %10, 0
%199 = getelementptr i32, ptr %2, i64 %198
%200 = mul i64 %10, 0
%201 = getelementptr double, ptr %4, i64 %200
call void @pass_0(ptr %199, ptr %201, i64 %164, i64 %167, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%202 = mul i64 %10, 4
%203 = getelementptr i32, ptr %2, i64 %202
%204 = mul i64 %10, 0
%205 = getelementptr double, ptr %4, i64 %204
call void @pass_1(ptr %203, ptr %205, i64 %164, i64 %167, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
br label %group_0
end_0:
%206 = getelementptr i64, ptr %6, i64 3
%207 = load i64, ptr %206
%208 = getelementptr i64, ptr %6, i64 2
%209 = load i64, ptr %208
store <4 x double> splat (double 0x0000000000000000), ptr %13, align 32
%210 = getelementptr double, ptr %13, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %210, align 32
%211 = getelementptr double, ptr %13, i64 8
store <4 x double> splat (double 0x0000000000000000), ptr %211, align 32
%212 = getelementptr double, ptr %13, i64 12
store <4 x double> splat (double 0x0000000000000000), ptr %212, align 32
br label %group_1
group_1:
%done_1 = phi i64 [0, %end_0], [%next_1, %chunk_1]
%more_1 = icmp slt i64 %done_1, %209
br i1 %more_1, label %chunk_1, label %end_1
chunk_1:
%next_1 = add i64 %done_1, 1
%213 = sub i64 %209, %next_1
%214 = mul i64 %213, %207
%215 = add i64 %214, %207
%216 = icmp slt i64 %215, %10
%217 = select i1 %216, i64 %215, i64 %10
%218 = mul i64 %209, 1
%219 = add i64 %218, %213
%220 = mul i64 %219, 2
%221 = getelementptr i64, ptr %8, i64 %220
%222 = getelementptr i64, ptr %221, i64 0
%223 = load i64, ptr %222
%224 = getelementptr i64, ptr %221, i64 1
%225 = load i64, ptr %224
%226 = mul i64 %223, -4
%227 = getelementptr double, ptr %156, i64 %226
%228 = getelementptr ptr, ptr %arrays, i64 1
store ptr %227, ptr %228
%229 = mul i64 %10, 7
%230 = getelementptr i32, ptr %2, i64 %229
%231 = mul i64 %10, 1
%232 = getelementptr double, ptr %4, i64 %231
call void @pass_2(ptr %230, ptr %232, i64 %214, i64 %217, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%233 = mul i64 %225, -2
%234 = getelementptr ptr, ptr %rows, i64 8
%235 = icmp sgt i64 %23, 0
%236 = select i1 %235, i64 %225, i64 0
%237 = mul i64 %20, 0
%238 = getelementptr double, ptr %156, i64 %237
%239 = call <4 x double> @columns_out(ptr %234, i64 %223, i64 %236, ptr %238, i64 %233)
%240 = getelementptr ptr, ptr %rows, i64 12
%241 = icmp sgt i64 %23, 1
%242 = select i1 %241, i64 %225, i64 0
%243 = mul i64 %20, 1
%244 = getelementptr double, ptr %156, i64 %243
%245 = call <4 x double> @columns_out(ptr %240, i64 %223, i64 %242, ptr %244, i64 %233)
br label %group_1
end_1:
%246 = getelementptr i64, ptr %6, i64 9
%247 = load i64, ptr %246
%248 = mul i64 %247, 2
%249 = getelementptr ptr, ptr %rows, i64 8
%250 = icmp sgt i64 %23, 0
%251 = select i1 %250, i64 %247, i64 0
%252 = mul i64 %20, 0
%253 = getelementptr double, ptr %156, i64 %252
%254 = call <4 x double> @columns_out(ptr %249, i64 0, i64 %251, ptr %253, i64 %248)
%255 = getelementptr ptr, ptr %rows, i64 12
%256 = icmp sgt i64 %23, 1
%257 = select i1 %256, i64 %247, i64 0
%258 = mul i64 %20, 1
%259 = getelementptr double, ptr %156, i64 %258
%260 = call <4 x double> @columns_out(ptr %255, i64 0, i64 %257, ptr %259, i64 %248)
%261 = load <4 x double>, ptr %nothing, align 32
%262 = fcmp uno <4 x double> %261, splat (double 0x0000000000000000)
%263 = bitcast <4 x i1> %262 to i4
%264 = zext i4 %263 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %264)
%265 = getelementptr double, ptr %nothing, i64 4
%266 = load <4 x double>, ptr %265, align 32
%267 = fcmp uno <4 x double> %266, splat (double 0x0000000000000000)
%268 = bitcast <4 x i1> %267 to i4
%269 = zext i4 %268 to i64
call void @void_rows(ptr %table, i64 %21, i64 %last, i64 %269)
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

