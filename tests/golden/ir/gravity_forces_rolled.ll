declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
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
%20 = fmul <8 x double> %19, %19
%21 = fcmp ogt <8 x double> %20, splat (double 0x3FF0000000000000)
%22 = select <8 x i1> %21, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %20
%23 = fneg <8 x double> %15
%24 = call <8 x double> @llvm.fma.v8f64(<8 x double> %23, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %19)
%25 = bitcast <8 x double> %14 to <8 x i64>
%26 = fcmp ogt <8 x double> %24, splat (double 0x3FF0000000000000)
%27 = select <8 x i1> %26, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %24
%28 = fcmp olt <8 x double> %27, splat (double 0xBFF0000000000000)
%29 = select <8 x i1> %28, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %27
%30 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %22, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%31 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %22, <8 x double> splat (double 0xBE5AE5E61690F248))
%32 = call <8 x double> @llvm.fma.v8f64(<8 x double> %30, <8 x double> %22, <8 x double> splat (double 0xBE927E4F805C419B))
%33 = call <8 x double> @llvm.fma.v8f64(<8 x double> %31, <8 x double> %22, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%34 = call <8 x double> @llvm.fma.v8f64(<8 x double> %32, <8 x double> %22, <8 x double> splat (double 0x3EFA01A019CAC33E))
%35 = call <8 x double> @llvm.fma.v8f64(<8 x double> %33, <8 x double> %22, <8 x double> splat (double 0xBF2A01A019C0B086))
%36 = call <8 x double> @llvm.fma.v8f64(<8 x double> %34, <8 x double> %22, <8 x double> splat (double 0xBF56C16C16C15148))
%37 = call <8 x double> @llvm.fma.v8f64(<8 x double> %35, <8 x double> %22, <8 x double> splat (double 0x3F8111111110F848))
%38 = call <8 x double> @llvm.fma.v8f64(<8 x double> %36, <8 x double> %22, <8 x double> splat (double 0x3FA555555555554C))
%39 = call <8 x double> @llvm.fma.v8f64(<8 x double> %37, <8 x double> %22, <8 x double> splat (double 0xBFC5555555555549))
%40 = call <8 x double> @llvm.fma.v8f64(<8 x double> %38, <8 x double> %22, <8 x double> splat (double 0xBFE0000000000000))
%41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %40, <8 x double> %22, <8 x double> splat (double 0x3FF0000000000000))
%42 = fmul <8 x double> %22, %29
%43 = call <8 x double> @llvm.fma.v8f64(<8 x double> %39, <8 x double> %42, <8 x double> %29)
%44 = shl <8 x i64> %25, splat (i64 63)
%45 = icmp slt <8 x i64> %44, splat (i64 0)
%46 = shl <8 x i64> %25, splat (i64 62)
%47 = and <8 x i64> %46, splat (i64 -9223372036854775808)
%48 = select <8 x i1> %45, <8 x double> %41, <8 x double> %43
%49 = bitcast <8 x double> %48 to <8 x i64>
%50 = xor <8 x i64> %49, %47
%51 = bitcast <8 x i64> %50 to <8 x double>
%52 = select <8 x i1> %45, <8 x double> %43, <8 x double> %41
%53 = xor <8 x i64> %47, %44
%54 = bitcast <8 x double> %52 to <8 x i64>
%55 = xor <8 x i64> %54, %53
%56 = bitcast <8 x i64> %55 to <8 x double>
%57 = shufflevector <8 x double> %51, <8 x double> %51, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%58 = shufflevector <8 x double> %51, <8 x double> %51, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%59 = getelementptr double, ptr %own_kept_0, i64 4
store <4 x double> %57, ptr %59, align 32
%60 = getelementptr double, ptr %own_kept_1, i64 4
store <4 x double> %58, ptr %60, align 32
%61 = shufflevector <8 x double> %56, <8 x double> %56, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%62 = shufflevector <8 x double> %56, <8 x double> %56, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
store <4 x double> %61, ptr %own_kept_0, align 32
store <4 x double> %62, ptr %own_kept_1, align 32
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
%26 = shufflevector <4 x double> %25, <4 x double> poison, <4 x i32> zeroinitializer
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
%26 = shufflevector <4 x double> %25, <4 x double> poison, <4 x i32> zeroinitializer
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
  br label %i_head
i_head:
  %i = phi i64 [0, %entry], [%i_next, %i_body]
  %i_more = icmp slt i64 %i, %size
  br i1 %i_more, label %i_body, label %i_done
i_body:
  %place = getelementptr double, ptr %start, i64 %i
  store double 0.0, ptr %place
  %i_next = add i64 %i, 1
  br label %i_head
i_done:
  ret void
}

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
%13 = load <4 x double>, ptr %9, align 8
%14 = load <4 x double>, ptr %10, align 8
%15 = load <4 x double>, ptr %11, align 8
%16 = load <4 x double>, ptr %12, align 8
%17 = shufflevector <4 x double> %13, <4 x double> %14, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%18 = shufflevector <4 x double> %13, <4 x double> %14, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%19 = shufflevector <4 x double> %15, <4 x double> %16, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%20 = shufflevector <4 x double> %15, <4 x double> %16, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%21 = shufflevector <4 x double> %17, <4 x double> %19, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%22 = shufflevector <4 x double> %17, <4 x double> %19, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%23 = shufflevector <4 x double> %18, <4 x double> %20, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%24 = shufflevector <4 x double> %18, <4 x double> %20, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%25 = mul i64 %tile, 4
%26 = getelementptr double, ptr %columns, i64 %25
store <4 x double> %21, ptr %26, align 32
%27 = getelementptr double, ptr %26, i64 4
store <4 x double> %23, ptr %27, align 32
%28 = getelementptr double, ptr %26, i64 8
store <4 x double> %22, ptr %28, align 32
%29 = getelementptr double, ptr %26, i64 12
store <4 x double> %24, ptr %29, align 32
%30 = fmul <4 x double> %21, splat (double 0x0000000000000000)
%31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %23, <4 x double> splat (double 0x0000000000000000), <4 x double> %30)
%32 = call <4 x double> @llvm.fma.v4f64(<4 x double> %22, <4 x double> splat (double 0x0000000000000000), <4 x double> %31)
%33 = call <4 x double> @llvm.fma.v4f64(<4 x double> %24, <4 x double> splat (double 0x0000000000000000), <4 x double> %32)
%34 = fadd <4 x double> %tile_sum, %33
%tile_next = bitcast <4 x double> %34 to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%35 = getelementptr double, ptr %row_0, i64 %one
%36 = getelementptr double, ptr %row_1, i64 %one
%37 = getelementptr double, ptr %row_2, i64 %one
%38 = getelementptr double, ptr %row_3, i64 %one
%39 = load double, ptr %35, align 8
%40 = insertelement <4 x double> poison, double %39, i32 0
%41 = load double, ptr %36, align 8
%42 = insertelement <4 x double> %40, double %41, i32 1
%43 = load double, ptr %37, align 8
%44 = insertelement <4 x double> %42, double %43, i32 2
%45 = load double, ptr %38, align 8
%46 = insertelement <4 x double> %44, double %45, i32 3
%47 = mul i64 %one, 4
%48 = getelementptr double, ptr %columns, i64 %47
store <4 x double> %46, ptr %48, align 32
%49 = fmul <4 x double> %46, splat (double 0x0000000000000000)
%50 = fadd <4 x double> %one_sum, %49
%one_next = bitcast <4 x double> %50 to <4 x double>
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
%9 = add i64 %tile, 0
%10 = mul i64 %9, 4
%11 = getelementptr double, ptr %columns, i64 %10
%12 = load <4 x double>, ptr %11, align 32
%13 = add i64 %tile, 1
%14 = mul i64 %13, 4
%15 = getelementptr double, ptr %columns, i64 %14
%16 = load <4 x double>, ptr %15, align 32
%17 = add i64 %tile, 2
%18 = mul i64 %17, 4
%19 = getelementptr double, ptr %columns, i64 %18
%20 = load <4 x double>, ptr %19, align 32
%21 = add i64 %tile, 3
%22 = mul i64 %21, 4
%23 = getelementptr double, ptr %columns, i64 %22
%24 = load <4 x double>, ptr %23, align 32
%25 = getelementptr double, ptr %row_0, i64 %tile
%26 = getelementptr double, ptr %row_1, i64 %tile
%27 = getelementptr double, ptr %row_2, i64 %tile
%28 = getelementptr double, ptr %row_3, i64 %tile
%29 = shufflevector <4 x double> %12, <4 x double> %16, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%30 = shufflevector <4 x double> %12, <4 x double> %16, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%31 = shufflevector <4 x double> %20, <4 x double> %24, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%32 = shufflevector <4 x double> %20, <4 x double> %24, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%33 = shufflevector <4 x double> %29, <4 x double> %31, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%34 = shufflevector <4 x double> %29, <4 x double> %31, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%35 = shufflevector <4 x double> %30, <4 x double> %32, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%36 = shufflevector <4 x double> %30, <4 x double> %32, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
store <4 x double> %33, ptr %25, align 8
store <4 x double> %35, ptr %26, align 8
store <4 x double> %34, ptr %27, align 8
store <4 x double> %36, ptr %28, align 8
%tile_next = bitcast <4 x double> %tile_sum to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%37 = add i64 %one, 0
%38 = mul i64 %37, 4
%39 = getelementptr double, ptr %columns, i64 %38
%40 = load <4 x double>, ptr %39, align 32
%41 = getelementptr double, ptr %row_0, i64 %one
%42 = getelementptr double, ptr %row_1, i64 %one
%43 = getelementptr double, ptr %row_2, i64 %one
%44 = getelementptr double, ptr %row_3, i64 %one
%45 = extractelement <4 x double> %40, i32 0
store double %45, ptr %41, align 8
%46 = extractelement <4 x double> %40, i32 1
store double %46, ptr %42, align 8
%47 = extractelement <4 x double> %40, i32 2
store double %47, ptr %43, align 8
%48 = extractelement <4 x double> %40, i32 3
store double %48, ptr %44, align 8
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
%84 = getelementptr ptr, ptr %rows, i64 0
%85 = icmp sgt i64 %23, 0
%86 = select i1 %85, i64 %83, i64 0
%87 = mul i64 %20, 0
%88 = getelementptr double, ptr %78, i64 %87
%89 = call <4 x double> @columns_in(ptr %84, i64 0, i64 %86, ptr %88)
%90 = load <4 x double>, ptr %nothing, align 32
%91 = fadd <4 x double> %90, %89
store <4 x double> %91, ptr %nothing, align 32
%92 = getelementptr ptr, ptr %rows, i64 4
%93 = icmp sgt i64 %23, 1
%94 = select i1 %93, i64 %83, i64 0
%95 = mul i64 %20, 1
%96 = getelementptr double, ptr %78, i64 %95
%97 = call <4 x double> @columns_in(ptr %92, i64 0, i64 %94, ptr %96)
%98 = getelementptr double, ptr %nothing, i64 4
%99 = load <4 x double>, ptr %98, align 32
%100 = fadd <4 x double> %99, %97
%101 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %100, ptr %101, align 32
%102 = getelementptr i64, ptr %table, i64 2
%103 = load ptr, ptr %102
%104 = getelementptr i64, ptr %table, i64 3
%105 = load i64, ptr %104
%106 = mul i64 %first, %105
%107 = getelementptr double, ptr %103, i64 %106
%108 = add i64 %first, 1
%109 = icmp slt i64 %108, %last
%110 = select i1 %109, i64 %108, i64 %last
%111 = mul i64 %110, %105
%112 = getelementptr double, ptr %103, i64 %111
%113 = add i64 %first, 2
%114 = icmp slt i64 %113, %last
%115 = select i1 %114, i64 %113, i64 %last
%116 = mul i64 %115, %105
%117 = getelementptr double, ptr %103, i64 %116
%118 = add i64 %first, 3
%119 = icmp slt i64 %118, %last
%120 = select i1 %119, i64 %118, i64 %last
%121 = mul i64 %120, %105
%122 = getelementptr double, ptr %103, i64 %121
%123 = getelementptr i64, ptr %table, i64 2
%124 = load ptr, ptr %123
%125 = getelementptr i64, ptr %table, i64 3
%126 = load i64, ptr %125
%127 = mul i64 %21, %126
%128 = getelementptr double, ptr %124, i64 %127
%129 = add i64 %21, 1
%130 = icmp slt i64 %129, %last
%131 = select i1 %130, i64 %129, i64 %last
%132 = mul i64 %131, %126
%133 = getelementptr double, ptr %124, i64 %132
%134 = add i64 %21, 2
%135 = icmp slt i64 %134, %last
%136 = select i1 %135, i64 %134, i64 %last
%137 = mul i64 %136, %126
%138 = getelementptr double, ptr %124, i64 %137
%139 = add i64 %21, 3
%140 = icmp slt i64 %139, %last
%141 = select i1 %140, i64 %139, i64 %last
%142 = mul i64 %141, %126
%143 = getelementptr double, ptr %124, i64 %142
%144 = getelementptr ptr, ptr %rows, i64 8
store ptr %107, ptr %144
%145 = getelementptr ptr, ptr %rows, i64 9
store ptr %112, ptr %145
%146 = getelementptr ptr, ptr %rows, i64 10
store ptr %117, ptr %146
%147 = getelementptr ptr, ptr %rows, i64 11
store ptr %122, ptr %147
%148 = getelementptr ptr, ptr %rows, i64 12
store ptr %128, ptr %148
%149 = getelementptr ptr, ptr %rows, i64 13
store ptr %133, ptr %149
%150 = getelementptr ptr, ptr %rows, i64 14
store ptr %138, ptr %150
%151 = getelementptr ptr, ptr %rows, i64 15
store ptr %143, ptr %151
%152 = getelementptr i64, ptr %6, i64 10
%153 = load i64, ptr %152
%154 = mul i64 %153, 4
%155 = getelementptr double, ptr %17, i64 %154
%156 = getelementptr ptr, ptr %arrays, i64 1
store ptr %155, ptr %156
%157 = getelementptr i64, ptr %6, i64 8
%158 = load i64, ptr %157
%159 = getelementptr i64, ptr %6, i64 3
%160 = load i64, ptr %159
%161 = getelementptr i64, ptr %6, i64 2
%162 = load i64, ptr %161
br label %group_0
group_0:
%done_0 = phi i64 [0, %entry], [%next_0, %chunk_0]
%more_0 = icmp slt i64 %done_0, %162
br i1 %more_0, label %chunk_0, label %end_0
chunk_0:
%next_0 = add i64 %done_0, 1
%163 = mul i64 %done_0, %160
%164 = add i64 %163, %160
%165 = icmp slt i64 %164, %10
%166 = select i1 %165, i64 %164, i64 %10
%167 = mul i64 %162, 0
%168 = add i64 %167, %done_0
%169 = mul i64 %168, 2
%170 = getelementptr i64, ptr %8, i64 %169
%171 = getelementptr i64, ptr %170, i64 0
%172 = load i64, ptr %171
%173 = getelementptr i64, ptr %170, i64 1
%174 = load i64, ptr %173
%175 = mul i64 %172, -4
%176 = getelementptr double, ptr %78, i64 %175
%177 = getelementptr ptr, ptr %arrays, i64 0
store ptr %176, ptr %177
%178 = getelementptr ptr, ptr %rows, i64 0
%179 = icmp sgt i64 %23, 0
%180 = select i1 %179, i64 %174, i64 0
%181 = mul i64 %20, 0
%182 = getelementptr double, ptr %78, i64 %181
%183 = call <4 x double> @columns_in(ptr %178, i64 %172, i64 %180, ptr %182)
%184 = load <4 x double>, ptr %nothing, align 32
%185 = fadd <4 x double> %184, %183
store <4 x double> %185, ptr %nothing, align 32
%186 = getelementptr ptr, ptr %rows, i64 4
%187 = icmp sgt i64 %23, 1
%188 = select i1 %187, i64 %174, i64 0
%189 = mul i64 %20, 1
%190 = getelementptr double, ptr %78, i64 %189
%191 = call <4 x double> @columns_in(ptr %186, i64 %172, i64 %188, ptr %190)
%192 = getelementptr double, ptr %nothing, i64 4
%193 = load <4 x double>, ptr %192, align 32
%194 = fadd <4 x double> %193, %191
%195 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %194, ptr %195, align 32
%196 = mul i64 %10, 0
%197 = getelementptr i32, ptr %2, i64 %196
%198 = mul i64 %10, 0
%199 = getelementptr double, ptr %4, i64 %198
call void @pass_0(ptr %197, ptr %199, i64 %163, i64 %166, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%200 = mul i64 %10, 4
%201 = getelementptr i32, ptr %2, i64 %200
%202 = mul i64 %10, 0
%203 = getelementptr double, ptr %4, i64 %202
call void @pass_1(ptr %201, ptr %203, i64 %163, i64 %166, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
br label %group_0
end_0:
%204 = getelementptr i64, ptr %6, i64 3
%205 = load i64, ptr %204
%206 = getelementptr i64, ptr %6, i64 2
%207 = load i64, ptr %206
store <4 x double> splat (double 0x0000000000000000), ptr %13, align 32
%208 = getelementptr double, ptr %13, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %208, align 32
%209 = getelementptr double, ptr %13, i64 8
store <4 x double> splat (double 0x0000000000000000), ptr %209, align 32
%210 = getelementptr double, ptr %13, i64 12
store <4 x double> splat (double 0x0000000000000000), ptr %210, align 32
br label %group_1
group_1:
%done_1 = phi i64 [0, %end_0], [%next_1, %chunk_1]
%more_1 = icmp slt i64 %done_1, %207
br i1 %more_1, label %chunk_1, label %end_1
chunk_1:
%next_1 = add i64 %done_1, 1
%211 = sub i64 %207, %next_1
%212 = mul i64 %211, %205
%213 = add i64 %212, %205
%214 = icmp slt i64 %213, %10
%215 = select i1 %214, i64 %213, i64 %10
%216 = mul i64 %207, 1
%217 = add i64 %216, %211
%218 = mul i64 %217, 2
%219 = getelementptr i64, ptr %8, i64 %218
%220 = getelementptr i64, ptr %219, i64 0
%221 = load i64, ptr %220
%222 = getelementptr i64, ptr %219, i64 1
%223 = load i64, ptr %222
%224 = mul i64 %221, -4
%225 = getelementptr double, ptr %155, i64 %224
%226 = getelementptr ptr, ptr %arrays, i64 1
store ptr %225, ptr %226
%227 = mul i64 %10, 7
%228 = getelementptr i32, ptr %2, i64 %227
%229 = mul i64 %10, 1
%230 = getelementptr double, ptr %4, i64 %229
call void @pass_2(ptr %228, ptr %230, i64 %212, i64 %215, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20)
%231 = getelementptr ptr, ptr %rows, i64 8
%232 = icmp sgt i64 %23, 0
%233 = select i1 %232, i64 %223, i64 0
%234 = mul i64 %20, 0
%235 = getelementptr double, ptr %155, i64 %234
%236 = call <4 x double> @columns_out(ptr %231, i64 %221, i64 %233, ptr %235)
%237 = getelementptr ptr, ptr %rows, i64 12
%238 = icmp sgt i64 %23, 1
%239 = select i1 %238, i64 %223, i64 0
%240 = mul i64 %20, 1
%241 = getelementptr double, ptr %155, i64 %240
%242 = call <4 x double> @columns_out(ptr %237, i64 %221, i64 %239, ptr %241)
br label %group_1
end_1:
%243 = getelementptr i64, ptr %6, i64 9
%244 = load i64, ptr %243
%245 = getelementptr ptr, ptr %rows, i64 8
%246 = icmp sgt i64 %23, 0
%247 = select i1 %246, i64 %244, i64 0
%248 = mul i64 %20, 0
%249 = getelementptr double, ptr %155, i64 %248
%250 = call <4 x double> @columns_out(ptr %245, i64 0, i64 %247, ptr %249)
%251 = getelementptr ptr, ptr %rows, i64 12
%252 = icmp sgt i64 %23, 1
%253 = select i1 %252, i64 %244, i64 0
%254 = mul i64 %20, 1
%255 = getelementptr double, ptr %155, i64 %254
%256 = call <4 x double> @columns_out(ptr %251, i64 0, i64 %253, ptr %255)
%257 = load <4 x double>, ptr %nothing, align 32
%258 = fcmp uno <4 x double> %257, splat (double 0x0000000000000000)
%259 = bitcast <4 x i1> %258 to i4
%260 = zext i4 %259 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %260)
%261 = getelementptr double, ptr %nothing, i64 4
%262 = load <4 x double>, ptr %261, align 32
%263 = fcmp uno <4 x double> %262, splat (double 0x0000000000000000)
%264 = bitcast <4 x i1> %263 to i4
%265 = zext i4 %264 to i64
call void @void_rows(ptr %table, i64 %21, i64 %last, i64 %265)
ret void
}


define internal void @fill_nan(ptr %start, i64 %size) #1 {
entry:
  br label %i_head
i_head:
  %i = phi i64 [0, %entry], [%i_next, %i_body]
  %i_more = icmp slt i64 %i, %size
  br i1 %i_more, label %i_body, label %i_done
i_body:
  %place = getelementptr double, ptr %start, i64 %i
  store double 0x7FF8000000000000, ptr %place
  %i_next = add i64 %i, 1
  br label %i_head
i_done:
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
  br label %first_head
first_head:
  %first = phi i64 [0, %entry], [%first_next, %first_body]
  %first_more = icmp slt i64 %first, %rows
  br i1 %first_more, label %first_body, label %first_done
first_body:
  call void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)
  %first_next = add i64 %first, 8
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

