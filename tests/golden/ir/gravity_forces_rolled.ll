declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
define internal void @pass_0(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between, ptr %next_rows) #0 {
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
%5 = getelementptr i32, ptr %row, i64 3
%6 = load i32, ptr %5
%7 = sext i32 %6 to i64
%8 = add i64 %7, 0
%9 = urem i64 %8, 8
%10 = add i64 %9, 0
%11 = getelementptr ptr, ptr %next_rows, i64 %10
%12 = load ptr, ptr %11
%13 = getelementptr double, ptr %12, i64 %8
call void @llvm.prefetch.p0(ptr %13, i32 0, i32 3, i32 1)
%own_kept_0 = getelementptr double, ptr %body_kept, i64 0
%own_kept_1 = getelementptr double, ptr %own_kept_0, i64 %kept_between
%array_q_0 = getelementptr double, ptr %start_q, i64 0
%array_q_1 = getelementptr double, ptr %array_q_0, i64 %columns_between
br label %step_0
step_0:
%14 = getelementptr i32, ptr %row, i64 3
%15 = load i32, ptr %14
%16 = sext i32 %15 to i64
%17 = mul i64 %16, 4
%18 = getelementptr double, ptr %array_q_0, i64 %17
%19 = getelementptr double, ptr %array_q_1, i64 %17
%20 = load <4 x double>, ptr %18, align 32
%21 = load <4 x double>, ptr %19, align 32
%22 = shufflevector <4 x double> %20, <4 x double> %21, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%23 = call <8 x double> @llvm.fma.v8f64(<8 x double> %22, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%24 = fsub <8 x double> %23, splat (double 0x4338000000000000)
%25 = fneg <8 x double> %24
%26 = call <8 x double> @llvm.fma.v8f64(<8 x double> %25, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %22)
%27 = fneg <8 x double> %24
%28 = call <8 x double> @llvm.fma.v8f64(<8 x double> %27, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %26)
%29 = fmul <8 x double> %28, %28
%30 = fcmp ogt <8 x double> %29, splat (double 0x3FF0000000000000)
%31 = select <8 x i1> %30, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %29
%32 = fneg <8 x double> %24
%33 = call <8 x double> @llvm.fma.v8f64(<8 x double> %32, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %28)
%34 = bitcast <8 x double> %23 to <8 x i64>
%35 = fcmp ogt <8 x double> %33, splat (double 0x3FF0000000000000)
%36 = select <8 x i1> %35, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %33
%37 = fcmp olt <8 x double> %36, splat (double 0xBFF0000000000000)
%38 = select <8 x i1> %37, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %36
%39 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %31, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%40 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %31, <8 x double> splat (double 0xBE5AE5E61690F248))
%41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %39, <8 x double> %31, <8 x double> splat (double 0xBE927E4F805C419B))
%42 = call <8 x double> @llvm.fma.v8f64(<8 x double> %40, <8 x double> %31, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%43 = call <8 x double> @llvm.fma.v8f64(<8 x double> %41, <8 x double> %31, <8 x double> splat (double 0x3EFA01A019CAC33E))
%44 = call <8 x double> @llvm.fma.v8f64(<8 x double> %42, <8 x double> %31, <8 x double> splat (double 0xBF2A01A019C0B086))
%45 = call <8 x double> @llvm.fma.v8f64(<8 x double> %43, <8 x double> %31, <8 x double> splat (double 0xBF56C16C16C15148))
%46 = call <8 x double> @llvm.fma.v8f64(<8 x double> %44, <8 x double> %31, <8 x double> splat (double 0x3F8111111110F848))
%47 = call <8 x double> @llvm.fma.v8f64(<8 x double> %45, <8 x double> %31, <8 x double> splat (double 0x3FA555555555554C))
%48 = call <8 x double> @llvm.fma.v8f64(<8 x double> %46, <8 x double> %31, <8 x double> splat (double 0xBFC5555555555549))
%49 = call <8 x double> @llvm.fma.v8f64(<8 x double> %47, <8 x double> %31, <8 x double> splat (double 0xBFE0000000000000))
%50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %49, <8 x double> %31, <8 x double> splat (double 0x3FF0000000000000))
%51 = fmul <8 x double> %31, %38
%52 = call <8 x double> @llvm.fma.v8f64(<8 x double> %48, <8 x double> %51, <8 x double> %38)
%53 = shl <8 x i64> %34, splat (i64 63)
%54 = icmp slt <8 x i64> %53, splat (i64 0)
%55 = shl <8 x i64> %34, splat (i64 62)
%56 = and <8 x i64> %55, splat (i64 -9223372036854775808)
%57 = select <8 x i1> %54, <8 x double> %50, <8 x double> %52
%58 = bitcast <8 x double> %57 to <8 x i64>
%59 = xor <8 x i64> %58, %56
%60 = bitcast <8 x i64> %59 to <8 x double>
%61 = select <8 x i1> %54, <8 x double> %52, <8 x double> %50
%62 = xor <8 x i64> %56, %53
%63 = bitcast <8 x double> %61 to <8 x i64>
%64 = xor <8 x i64> %63, %62
%65 = bitcast <8 x i64> %64 to <8 x double>
%66 = shufflevector <8 x double> %60, <8 x double> %60, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%67 = shufflevector <8 x double> %60, <8 x double> %60, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%68 = getelementptr double, ptr %own_kept_0, i64 4
store <4 x double> %66, ptr %68, align 32
%69 = getelementptr double, ptr %own_kept_1, i64 4
store <4 x double> %67, ptr %69, align 32
%70 = shufflevector <8 x double> %65, <8 x double> %65, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%71 = shufflevector <8 x double> %65, <8 x double> %65, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
store <4 x double> %70, ptr %own_kept_0, align 32
store <4 x double> %71, ptr %own_kept_1, align 32
br label %end
end:
br label %left
left:
br label %loop
done:
ret void
}

define internal void @pass_1(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between, ptr %next_rows) #0 {
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

define internal void @pass_2(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between, ptr %next_rows) #0 {
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
%15 = getelementptr i32, ptr %row, i64 3
%16 = load i32, ptr %15
%17 = sext i32 %16 to i64
%18 = add i64 %17, 0
%19 = urem i64 %18, 8
%20 = add i64 %19, 8
%21 = getelementptr ptr, ptr %next_rows, i64 %20
%22 = load ptr, ptr %21
%23 = getelementptr double, ptr %22, i64 %18
call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%own_seat = phi ptr [%body_own_seat, %visit], [%next_own_seat, %again]
%parent_seat = phi ptr [%body_parent_seat, %visit], [%next_parent_seat, %again]
%array_result = phi ptr [%start_result, %visit], [%next_array_result, %again]
%24 = getelementptr i32, ptr %row, i64 0
%25 = load i32, ptr %24
%26 = sext i32 %25 to i64
switch i64 %26, label %end [ i64 0, label %step_0 i64 1, label %step_1 ]
step_0:
%27 = load <4 x double>, ptr %own_kept, align 32
store <4 x double> %27, ptr %parent_seat, align 32
%28 = getelementptr i32, ptr %row, i64 3
%29 = load i32, ptr %28
%30 = sext i32 %29 to i64
%31 = mul i64 %30, 4
%32 = getelementptr double, ptr %array_result, i64 %31
store <4 x double> %27, ptr %32, align 32
br label %end
step_1:
%33 = load double, ptr %own_constants
%34 = insertelement <4 x double> poison, double %33, i32 0
%35 = shufflevector <4 x double> %34, <4 x double> %34, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
%36 = load <4 x double>, ptr %own_kept, align 32
%37 = load <4 x double>, ptr %own_seat, align 32
%38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %35, <4 x double> %36, <4 x double> %37)
%39 = getelementptr i32, ptr %row, i64 3
%40 = load i32, ptr %39
%41 = sext i32 %40 to i64
%42 = mul i64 %41, 4
%43 = getelementptr double, ptr %array_result, i64 %42
store <4 x double> %38, ptr %43, align 32
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
%next_rows = alloca [16 x ptr], align 8
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
%67 = getelementptr i64, ptr %table, i64 1
%68 = load i64, ptr %67
%69 = add i64 %first, 8
%70 = icmp sgt i64 %69, %last
%71 = mul i64 %68, 8
%72 = select i1 %70, i64 0, i64 %71
%73 = getelementptr ptr, ptr %rows, i64 0
store ptr %30, ptr %73
%74 = getelementptr double, ptr %30, i64 %72
%75 = getelementptr ptr, ptr %next_rows, i64 0
store ptr %74, ptr %75
%76 = getelementptr ptr, ptr %rows, i64 1
store ptr %35, ptr %76
%77 = getelementptr double, ptr %35, i64 %72
%78 = getelementptr ptr, ptr %next_rows, i64 1
store ptr %77, ptr %78
%79 = getelementptr ptr, ptr %rows, i64 2
store ptr %40, ptr %79
%80 = getelementptr double, ptr %40, i64 %72
%81 = getelementptr ptr, ptr %next_rows, i64 2
store ptr %80, ptr %81
%82 = getelementptr ptr, ptr %rows, i64 3
store ptr %45, ptr %82
%83 = getelementptr double, ptr %45, i64 %72
%84 = getelementptr ptr, ptr %next_rows, i64 3
store ptr %83, ptr %84
%85 = getelementptr ptr, ptr %rows, i64 4
store ptr %51, ptr %85
%86 = getelementptr double, ptr %51, i64 %72
%87 = getelementptr ptr, ptr %next_rows, i64 4
store ptr %86, ptr %87
%88 = getelementptr ptr, ptr %rows, i64 5
store ptr %56, ptr %88
%89 = getelementptr double, ptr %56, i64 %72
%90 = getelementptr ptr, ptr %next_rows, i64 5
store ptr %89, ptr %90
%91 = getelementptr ptr, ptr %rows, i64 6
store ptr %61, ptr %91
%92 = getelementptr double, ptr %61, i64 %72
%93 = getelementptr ptr, ptr %next_rows, i64 6
store ptr %92, ptr %93
%94 = getelementptr ptr, ptr %rows, i64 7
store ptr %66, ptr %94
%95 = getelementptr double, ptr %66, i64 %72
%96 = getelementptr ptr, ptr %next_rows, i64 7
store ptr %95, ptr %96
%97 = getelementptr i64, ptr %6, i64 7
%98 = load i64, ptr %97
%99 = mul i64 %98, 4
%100 = getelementptr double, ptr %17, i64 %99
%101 = getelementptr ptr, ptr %arrays, i64 0
store ptr %100, ptr %101
%102 = getelementptr i64, ptr %6, i64 5
%103 = load i64, ptr %102
%104 = getelementptr i64, ptr %6, i64 6
%105 = load i64, ptr %104
%106 = getelementptr ptr, ptr %rows, i64 0
%107 = icmp sgt i64 %23, 0
%108 = select i1 %107, i64 %105, i64 0
%109 = mul i64 %20, 0
%110 = getelementptr double, ptr %100, i64 %109
%111 = call <4 x double> @columns_in(ptr %106, i64 0, i64 %108, ptr %110)
%112 = load <4 x double>, ptr %nothing, align 32
%113 = fadd <4 x double> %112, %111
store <4 x double> %113, ptr %nothing, align 32
%114 = getelementptr ptr, ptr %rows, i64 4
%115 = icmp sgt i64 %23, 1
%116 = select i1 %115, i64 %105, i64 0
%117 = mul i64 %20, 1
%118 = getelementptr double, ptr %100, i64 %117
%119 = call <4 x double> @columns_in(ptr %114, i64 0, i64 %116, ptr %118)
%120 = getelementptr double, ptr %nothing, i64 4
%121 = load <4 x double>, ptr %120, align 32
%122 = fadd <4 x double> %121, %119
%123 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %122, ptr %123, align 32
%124 = getelementptr i64, ptr %table, i64 2
%125 = load ptr, ptr %124
%126 = getelementptr i64, ptr %table, i64 3
%127 = load i64, ptr %126
%128 = mul i64 %first, %127
%129 = getelementptr double, ptr %125, i64 %128
%130 = add i64 %first, 1
%131 = icmp slt i64 %130, %last
%132 = select i1 %131, i64 %130, i64 %last
%133 = mul i64 %132, %127
%134 = getelementptr double, ptr %125, i64 %133
%135 = add i64 %first, 2
%136 = icmp slt i64 %135, %last
%137 = select i1 %136, i64 %135, i64 %last
%138 = mul i64 %137, %127
%139 = getelementptr double, ptr %125, i64 %138
%140 = add i64 %first, 3
%141 = icmp slt i64 %140, %last
%142 = select i1 %141, i64 %140, i64 %last
%143 = mul i64 %142, %127
%144 = getelementptr double, ptr %125, i64 %143
%145 = getelementptr i64, ptr %table, i64 2
%146 = load ptr, ptr %145
%147 = getelementptr i64, ptr %table, i64 3
%148 = load i64, ptr %147
%149 = mul i64 %21, %148
%150 = getelementptr double, ptr %146, i64 %149
%151 = add i64 %21, 1
%152 = icmp slt i64 %151, %last
%153 = select i1 %152, i64 %151, i64 %last
%154 = mul i64 %153, %148
%155 = getelementptr double, ptr %146, i64 %154
%156 = add i64 %21, 2
%157 = icmp slt i64 %156, %last
%158 = select i1 %157, i64 %156, i64 %last
%159 = mul i64 %158, %148
%160 = getelementptr double, ptr %146, i64 %159
%161 = add i64 %21, 3
%162 = icmp slt i64 %161, %last
%163 = select i1 %162, i64 %161, i64 %last
%164 = mul i64 %163, %148
%165 = getelementptr double, ptr %146, i64 %164
%166 = getelementptr i64, ptr %table, i64 3
%167 = load i64, ptr %166
%168 = add i64 %first, 8
%169 = icmp sgt i64 %168, %last
%170 = mul i64 %167, 8
%171 = select i1 %169, i64 0, i64 %170
%172 = getelementptr ptr, ptr %rows, i64 8
store ptr %129, ptr %172
%173 = getelementptr double, ptr %129, i64 %171
%174 = getelementptr ptr, ptr %next_rows, i64 8
store ptr %173, ptr %174
%175 = getelementptr ptr, ptr %rows, i64 9
store ptr %134, ptr %175
%176 = getelementptr double, ptr %134, i64 %171
%177 = getelementptr ptr, ptr %next_rows, i64 9
store ptr %176, ptr %177
%178 = getelementptr ptr, ptr %rows, i64 10
store ptr %139, ptr %178
%179 = getelementptr double, ptr %139, i64 %171
%180 = getelementptr ptr, ptr %next_rows, i64 10
store ptr %179, ptr %180
%181 = getelementptr ptr, ptr %rows, i64 11
store ptr %144, ptr %181
%182 = getelementptr double, ptr %144, i64 %171
%183 = getelementptr ptr, ptr %next_rows, i64 11
store ptr %182, ptr %183
%184 = getelementptr ptr, ptr %rows, i64 12
store ptr %150, ptr %184
%185 = getelementptr double, ptr %150, i64 %171
%186 = getelementptr ptr, ptr %next_rows, i64 12
store ptr %185, ptr %186
%187 = getelementptr ptr, ptr %rows, i64 13
store ptr %155, ptr %187
%188 = getelementptr double, ptr %155, i64 %171
%189 = getelementptr ptr, ptr %next_rows, i64 13
store ptr %188, ptr %189
%190 = getelementptr ptr, ptr %rows, i64 14
store ptr %160, ptr %190
%191 = getelementptr double, ptr %160, i64 %171
%192 = getelementptr ptr, ptr %next_rows, i64 14
store ptr %191, ptr %192
%193 = getelementptr ptr, ptr %rows, i64 15
store ptr %165, ptr %193
%194 = getelementptr double, ptr %165, i64 %171
%195 = getelementptr ptr, ptr %next_rows, i64 15
store ptr %194, ptr %195
%196 = getelementptr i64, ptr %6, i64 10
%197 = load i64, ptr %196
%198 = mul i64 %197, 4
%199 = getelementptr double, ptr %17, i64 %198
%200 = getelementptr ptr, ptr %arrays, i64 1
store ptr %199, ptr %200
%201 = getelementptr i64, ptr %6, i64 8
%202 = load i64, ptr %201
%203 = getelementptr i64, ptr %6, i64 3
%204 = load i64, ptr %203
%205 = getelementptr i64, ptr %6, i64 2
%206 = load i64, ptr %205
br label %group_0
group_0:
%done_0 = phi i64 [0, %entry], [%next_0, %chunk_0]
%more_0 = icmp slt i64 %done_0, %206
br i1 %more_0, label %chunk_0, label %end_0
chunk_0:
%next_0 = add i64 %done_0, 1
%207 = mul i64 %done_0, %204
%208 = add i64 %207, %204
%209 = icmp slt i64 %208, %10
%210 = select i1 %209, i64 %208, i64 %10
%211 = mul i64 %206, 0
%212 = add i64 %211, %done_0
%213 = mul i64 %212, 2
%214 = getelementptr i64, ptr %8, i64 %213
%215 = getelementptr i64, ptr %214, i64 0
%216 = load i64, ptr %215
%217 = getelementptr i64, ptr %214, i64 1
%218 = load i64, ptr %217
%219 = mul i64 %216, -4
%220 = getelementptr double, ptr %100, i64 %219
%221 = getelementptr ptr, ptr %arrays, i64 0
store ptr %220, ptr %221
%222 = getelementptr ptr, ptr %rows, i64 0
%223 = icmp sgt i64 %23, 0
%224 = select i1 %223, i64 %218, i64 0
%225 = mul i64 %20, 0
%226 = getelementptr double, ptr %100, i64 %225
%227 = call <4 x double> @columns_in(ptr %222, i64 %216, i64 %224, ptr %226)
%228 = load <4 x double>, ptr %nothing, align 32
%229 = fadd <4 x double> %228, %227
store <4 x double> %229, ptr %nothing, align 32
%230 = getelementptr ptr, ptr %rows, i64 4
%231 = icmp sgt i64 %23, 1
%232 = select i1 %231, i64 %218, i64 0
%233 = mul i64 %20, 1
%234 = getelementptr double, ptr %100, i64 %233
%235 = call <4 x double> @columns_in(ptr %230, i64 %216, i64 %232, ptr %234)
%236 = getelementptr double, ptr %nothing, i64 4
%237 = load <4 x double>, ptr %236, align 32
%238 = fadd <4 x double> %237, %235
%239 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %238, ptr %239, align 32
%240 = mul i64 %10, 0
%241 = getelementptr i32, ptr %2, i64 %240
%242 = mul i64 %10, 0
%243 = getelementptr double, ptr %4, i64 %242
call void @pass_0(ptr %241, ptr %243, i64 %207, i64 %210, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20, ptr %next_rows)
%244 = mul i64 %10, 4
%245 = getelementptr i32, ptr %2, i64 %244
%246 = mul i64 %10, 0
%247 = getelementptr double, ptr %4, i64 %246
call void @pass_1(ptr %245, ptr %247, i64 %207, i64 %210, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20, ptr %next_rows)
br label %group_0
end_0:
%248 = getelementptr i64, ptr %6, i64 3
%249 = load i64, ptr %248
%250 = getelementptr i64, ptr %6, i64 2
%251 = load i64, ptr %250
store <4 x double> splat (double 0x0000000000000000), ptr %13, align 32
%252 = getelementptr double, ptr %13, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %252, align 32
%253 = getelementptr double, ptr %13, i64 8
store <4 x double> splat (double 0x0000000000000000), ptr %253, align 32
%254 = getelementptr double, ptr %13, i64 12
store <4 x double> splat (double 0x0000000000000000), ptr %254, align 32
br label %group_1
group_1:
%done_1 = phi i64 [0, %end_0], [%next_1, %chunk_1]
%more_1 = icmp slt i64 %done_1, %251
br i1 %more_1, label %chunk_1, label %end_1
chunk_1:
%next_1 = add i64 %done_1, 1
%255 = sub i64 %251, %next_1
%256 = mul i64 %255, %249
%257 = add i64 %256, %249
%258 = icmp slt i64 %257, %10
%259 = select i1 %258, i64 %257, i64 %10
%260 = mul i64 %251, 1
%261 = add i64 %260, %255
%262 = mul i64 %261, 2
%263 = getelementptr i64, ptr %8, i64 %262
%264 = getelementptr i64, ptr %263, i64 0
%265 = load i64, ptr %264
%266 = getelementptr i64, ptr %263, i64 1
%267 = load i64, ptr %266
%268 = mul i64 %265, -4
%269 = getelementptr double, ptr %199, i64 %268
%270 = getelementptr ptr, ptr %arrays, i64 1
store ptr %269, ptr %270
%271 = mul i64 %10, 7
%272 = getelementptr i32, ptr %2, i64 %271
%273 = mul i64 %10, 1
%274 = getelementptr double, ptr %4, i64 %273
call void @pass_2(ptr %272, ptr %274, i64 %256, i64 %259, i64 %23, ptr %workspace, i64 %11, ptr %13, ptr %arrays, i64 %20, ptr %next_rows)
%275 = getelementptr ptr, ptr %rows, i64 8
%276 = icmp sgt i64 %23, 0
%277 = select i1 %276, i64 %267, i64 0
%278 = mul i64 %20, 0
%279 = getelementptr double, ptr %199, i64 %278
%280 = call <4 x double> @columns_out(ptr %275, i64 %265, i64 %277, ptr %279)
%281 = getelementptr ptr, ptr %rows, i64 12
%282 = icmp sgt i64 %23, 1
%283 = select i1 %282, i64 %267, i64 0
%284 = mul i64 %20, 1
%285 = getelementptr double, ptr %199, i64 %284
%286 = call <4 x double> @columns_out(ptr %281, i64 %265, i64 %283, ptr %285)
br label %group_1
end_1:
%287 = getelementptr i64, ptr %6, i64 9
%288 = load i64, ptr %287
%289 = getelementptr ptr, ptr %rows, i64 8
%290 = icmp sgt i64 %23, 0
%291 = select i1 %290, i64 %288, i64 0
%292 = mul i64 %20, 0
%293 = getelementptr double, ptr %199, i64 %292
%294 = call <4 x double> @columns_out(ptr %289, i64 0, i64 %291, ptr %293)
%295 = getelementptr ptr, ptr %rows, i64 12
%296 = icmp sgt i64 %23, 1
%297 = select i1 %296, i64 %288, i64 0
%298 = mul i64 %20, 1
%299 = getelementptr double, ptr %199, i64 %298
%300 = call <4 x double> @columns_out(ptr %295, i64 0, i64 %297, ptr %299)
%301 = load <4 x double>, ptr %nothing, align 32
%302 = fcmp uno <4 x double> %301, splat (double 0x0000000000000000)
%303 = bitcast <4 x i1> %302 to i4
%304 = zext i4 %303 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %304)
%305 = getelementptr double, ptr %nothing, i64 4
%306 = load <4 x double>, ptr %305, align 32
%307 = fcmp uno <4 x double> %306, splat (double 0x0000000000000000)
%308 = bitcast <4 x i1> %307 to i4
%309 = zext i4 %308 to i64
call void @void_rows(ptr %table, i64 %21, i64 %last, i64 %309)
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

