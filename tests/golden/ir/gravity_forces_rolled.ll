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
%t1 = getelementptr ptr, ptr %arrays, i64 0
%start_q = load ptr, ptr %t1
br label %loop
loop:
%visited = phi i64 [%first_body, %entry], [%next, %left]
%more = icmp slt i64 %visited, %end_body
br i1 %more, label %visit, label %done
visit:
%next = add i64 %visited, 1
%t2 = mul i64 %visited, 4
%row = getelementptr i32, ptr %bodies, i64 %t2
%t3 = mul i64 %visited, 0
%own_constants = getelementptr double, ptr %constants, i64 %t3
%t4 = mul i64 %visited, 8
%body_kept = getelementptr double, ptr %kept, i64 %t4
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%array_q = phi ptr [%start_q, %visit], [%next_array_q, %again]
br label %step_0
step_0:
%t5 = getelementptr i32, ptr %row, i64 3
%t6 = load i32, ptr %t5
%t7 = sext i32 %t6 to i64
%t8 = mul i64 %t7, 4
%t9 = getelementptr double, ptr %array_q, i64 %t8
%t10 = load <4 x double>, ptr %t9, align 32
%t11 = fcmp ogt <4 x double> %t10, splat (double 0x4310000000000000)
%t12 = select <4 x i1> %t11, <4 x double> splat (double 0x4310000000000000), <4 x double> %t10
%t13 = fcmp olt <4 x double> %t12, splat (double 0xC310000000000000)
%t14 = select <4 x i1> %t13, <4 x double> splat (double 0xC310000000000000), <4 x double> %t12
%t15 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t14, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%t16 = fsub <4 x double> %t15, splat (double 0x4338000000000000)
%t17 = fneg <4 x double> %t16
%t18 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t17, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %t14)
%t19 = fneg <4 x double> %t16
%t20 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t19, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %t18)
%t21 = fneg <4 x double> %t16
%t22 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t21, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %t20)
%t23 = bitcast <4 x double> %t15 to <4 x i64>
%t24 = fmul <4 x double> %t22, %t22
%t25 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %t24, <4 x double> splat (double 0xBE5AE5E61690F248))
%t26 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t25, <4 x double> %t24, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%t27 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t26, <4 x double> %t24, <4 x double> splat (double 0xBF2A01A019C0B086))
%t28 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t27, <4 x double> %t24, <4 x double> splat (double 0x3F8111111110F848))
%t29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t28, <4 x double> %t24, <4 x double> splat (double 0xBFC5555555555549))
%t30 = fmul <4 x double> %t24, %t22
%t31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t29, <4 x double> %t30, <4 x double> %t22)
%t32 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %t24, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%t33 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t32, <4 x double> %t24, <4 x double> splat (double 0xBE927E4F805C419B))
%t34 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t33, <4 x double> %t24, <4 x double> splat (double 0x3EFA01A019CAC33E))
%t35 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t34, <4 x double> %t24, <4 x double> splat (double 0xBF56C16C16C15148))
%t36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t35, <4 x double> %t24, <4 x double> splat (double 0x3FA555555555554C))
%t37 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t36, <4 x double> %t24, <4 x double> splat (double 0xBFE0000000000000))
%t38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t37, <4 x double> %t24, <4 x double> splat (double 0x3FF0000000000000))
%t39 = shl <4 x i64> %t23, splat (i64 63)
%t40 = icmp slt <4 x i64> %t39, splat (i64 0)
%t41 = add <4 x i64> %t23, splat (i64 1)
%t42 = select <4 x i1> %t40, <4 x double> %t38, <4 x double> %t31
%t43 = and <4 x i64> %t23, splat (i64 2)
%t44 = shl <4 x i64> %t43, splat (i64 62)
%t45 = bitcast <4 x double> %t42 to <4 x i64>
%t46 = xor <4 x i64> %t45, %t44
%t47 = bitcast <4 x i64> %t46 to <4 x double>
%t48 = select <4 x i1> %t40, <4 x double> %t31, <4 x double> %t38
%t49 = and <4 x i64> %t41, splat (i64 2)
%t50 = shl <4 x i64> %t49, splat (i64 62)
%t51 = bitcast <4 x double> %t48 to <4 x i64>
%t52 = xor <4 x i64> %t51, %t50
%t53 = bitcast <4 x i64> %t52 to <4 x double>
%t54 = getelementptr double, ptr %own_kept, i64 4
store <4 x double> %t47, ptr %t54, align 32
store <4 x double> %t53, ptr %own_kept, align 32
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
%t1 = mul i64 %visited, 3
%row = getelementptr i32, ptr %bodies, i64 %t1
%t2 = mul i64 %visited, 1
%own_constants = getelementptr double, ptr %constants, i64 %t2
%t3 = mul i64 %visited, 8
%body_kept = getelementptr double, ptr %kept, i64 %t3
%t4 = getelementptr i32, ptr %row, i64 1
%t5 = load i32, ptr %t4
%t6 = sext i32 %t5 to i64
%t7 = mul i64 %t6, 16
%body_own_seat = getelementptr double, ptr %seats, i64 %t7
%t8 = getelementptr i32, ptr %row, i64 2
%t9 = load i32, ptr %t8
%t10 = sext i32 %t9 to i64
%t11 = mul i64 %t10, 16
%body_parent_seat = getelementptr double, ptr %seats, i64 %t11
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%own_seat = phi ptr [%body_own_seat, %visit], [%next_own_seat, %again]
%parent_seat = phi ptr [%body_parent_seat, %visit], [%next_parent_seat, %again]
%t12 = getelementptr i32, ptr %row, i64 0
%t13 = load i32, ptr %t12
%t14 = sext i32 %t13 to i64
switch i64 %t14, label %end [ i64 0, label %step_0 i64 1, label %step_1 ]
step_0:
%t15 = load <4 x double>, ptr %parent_seat, align 32
%t16 = getelementptr double, ptr %own_kept, i64 4
%t17 = load <4 x double>, ptr %t16, align 32
%t18 = fmul <4 x double> %t15, %t17
%t19 = getelementptr double, ptr %parent_seat, i64 4
%t20 = load <4 x double>, ptr %t19, align 32
%t21 = load <4 x double>, ptr %own_kept, align 32
%t22 = fneg <4 x double> %t18
%t23 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t20, <4 x double> %t21, <4 x double> %t22)
%t24 = load double, ptr %own_constants
%t25 = insertelement <4 x double> poison, double %t24, i32 0
%t26 = shufflevector <4 x double> %t25, <4 x double> %t25, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
%t27 = fmul <4 x double> %t26, %t23
store <4 x double> %t27, ptr %own_kept, align 32
br label %end
step_1:
%t28 = getelementptr double, ptr %own_kept, i64 4
%t29 = load <4 x double>, ptr %t28, align 32
%t30 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t29
store <4 x double> %t30, ptr %own_seat, align 32
%t31 = load <4 x double>, ptr %own_kept, align 32
%t32 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t31
%t33 = getelementptr double, ptr %own_seat, i64 4
store <4 x double> %t32, ptr %t33, align 32
store <4 x double> %t32, ptr %own_kept, align 32
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
%t1 = getelementptr ptr, ptr %arrays, i64 1
%start_result = load ptr, ptr %t1
br label %loop
loop:
%visited = phi i64 [%first_body, %entry], [%next, %left]
%more = icmp slt i64 %visited, %end_body
br i1 %more, label %visit, label %done
visit:
%next = add i64 %visited, 1
%t2 = add i64 %first_body, %end_body
%t3 = sub i64 %t2, %next
%t4 = mul i64 %t3, 4
%row = getelementptr i32, ptr %bodies, i64 %t4
%t5 = mul i64 %t3, 1
%own_constants = getelementptr double, ptr %constants, i64 %t5
%t6 = mul i64 %t3, 8
%body_kept = getelementptr double, ptr %kept, i64 %t6
%t7 = getelementptr i32, ptr %row, i64 1
%t8 = load i32, ptr %t7
%t9 = sext i32 %t8 to i64
%t10 = mul i64 %t9, 16
%body_own_seat = getelementptr double, ptr %seats, i64 %t10
%t11 = getelementptr i32, ptr %row, i64 2
%t12 = load i32, ptr %t11
%t13 = sext i32 %t12 to i64
%t14 = mul i64 %t13, 16
%body_parent_seat = getelementptr double, ptr %seats, i64 %t14
br label %strand
strand:
%turn = phi i64 [1, %visit], [%next_turn, %again]
%own_kept = phi ptr [%body_kept, %visit], [%next_own_kept, %again]
%own_seat = phi ptr [%body_own_seat, %visit], [%next_own_seat, %again]
%parent_seat = phi ptr [%body_parent_seat, %visit], [%next_parent_seat, %again]
%array_result = phi ptr [%start_result, %visit], [%next_array_result, %again]
%t15 = getelementptr i32, ptr %row, i64 0
%t16 = load i32, ptr %t15
%t17 = sext i32 %t16 to i64
switch i64 %t17, label %end [ i64 0, label %step_0 i64 1, label %step_1 ]
step_0:
%t18 = load <4 x double>, ptr %own_kept, align 32
store <4 x double> %t18, ptr %parent_seat, align 32
%t19 = getelementptr i32, ptr %row, i64 3
%t20 = load i32, ptr %t19
%t21 = sext i32 %t20 to i64
%t22 = mul i64 %t21, 4
%t23 = getelementptr double, ptr %array_result, i64 %t22
store <4 x double> %t18, ptr %t23, align 32
br label %end
step_1:
%t24 = load double, ptr %own_constants
%t25 = insertelement <4 x double> poison, double %t24, i32 0
%t26 = shufflevector <4 x double> %t25, <4 x double> %t25, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
%t27 = load <4 x double>, ptr %own_kept, align 32
%t28 = load <4 x double>, ptr %own_seat, align 32
%t29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t26, <4 x double> %t27, <4 x double> %t28)
%t30 = getelementptr i32, ptr %row, i64 3
%t31 = load i32, ptr %t30
%t32 = sext i32 %t31 to i64
%t33 = mul i64 %t32, 4
%t34 = getelementptr double, ptr %array_result, i64 %t33
store <4 x double> %t29, ptr %t34, align 32
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
%t1 = getelementptr ptr, ptr %rows, i64 0
%t2 = load ptr, ptr %t1
%row_0 = getelementptr double, ptr %t2, i64 %start
%t3 = getelementptr ptr, ptr %rows, i64 1
%t4 = load ptr, ptr %t3
%row_1 = getelementptr double, ptr %t4, i64 %start
%t5 = getelementptr ptr, ptr %rows, i64 2
%t6 = load ptr, ptr %t5
%row_2 = getelementptr double, ptr %t6, i64 %start
%t7 = getelementptr ptr, ptr %rows, i64 3
%t8 = load ptr, ptr %t7
%row_3 = getelementptr double, ptr %t8, i64 %start
br label %tiles
tiles:
%tile = phi i64 [0, %entry], [%tile_end, %tile_body]
%tile_sum = phi <4 x double> [splat (double 0x0000000000000000), %entry], [%tile_next, %tile_body]
%tile_end = add i64 %tile, 4
%tile_fits = icmp sle i64 %tile_end, %size
br i1 %tile_fits, label %tile_body, label %rest
tile_body:
%t9 = getelementptr double, ptr %row_0, i64 %tile
%t10 = getelementptr double, ptr %row_1, i64 %tile
%t11 = getelementptr double, ptr %row_2, i64 %tile
%t12 = getelementptr double, ptr %row_3, i64 %tile
%t13 = load <4 x double>, ptr %t9, align 8
%t14 = load <4 x double>, ptr %t10, align 8
%t15 = load <4 x double>, ptr %t11, align 8
%t16 = load <4 x double>, ptr %t12, align 8
%t17 = shufflevector <4 x double> %t13, <4 x double> %t14, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t18 = shufflevector <4 x double> %t13, <4 x double> %t14, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t19 = shufflevector <4 x double> %t15, <4 x double> %t16, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t20 = shufflevector <4 x double> %t15, <4 x double> %t16, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t21 = shufflevector <4 x double> %t17, <4 x double> %t19, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t22 = shufflevector <4 x double> %t17, <4 x double> %t19, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t23 = shufflevector <4 x double> %t18, <4 x double> %t20, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t24 = shufflevector <4 x double> %t18, <4 x double> %t20, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t25 = mul i64 %tile, 4
%t26 = getelementptr double, ptr %columns, i64 %t25
store <4 x double> %t21, ptr %t26, align 32
%t27 = getelementptr double, ptr %t26, i64 4
store <4 x double> %t23, ptr %t27, align 32
%t28 = getelementptr double, ptr %t26, i64 8
store <4 x double> %t22, ptr %t28, align 32
%t29 = getelementptr double, ptr %t26, i64 12
store <4 x double> %t24, ptr %t29, align 32
%t30 = fmul <4 x double> %t21, splat (double 0x0000000000000000)
%t31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t23, <4 x double> splat (double 0x0000000000000000), <4 x double> %t30)
%t32 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t22, <4 x double> splat (double 0x0000000000000000), <4 x double> %t31)
%t33 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t24, <4 x double> splat (double 0x0000000000000000), <4 x double> %t32)
%t34 = fadd <4 x double> %tile_sum, %t33
%tile_next = bitcast <4 x double> %t34 to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%t35 = getelementptr double, ptr %row_0, i64 %one
%t36 = getelementptr double, ptr %row_1, i64 %one
%t37 = getelementptr double, ptr %row_2, i64 %one
%t38 = getelementptr double, ptr %row_3, i64 %one
%t39 = load double, ptr %t35, align 8
%t40 = insertelement <4 x double> poison, double %t39, i32 0
%t41 = load double, ptr %t36, align 8
%t42 = insertelement <4 x double> %t40, double %t41, i32 1
%t43 = load double, ptr %t37, align 8
%t44 = insertelement <4 x double> %t42, double %t43, i32 2
%t45 = load double, ptr %t38, align 8
%t46 = insertelement <4 x double> %t44, double %t45, i32 3
%t47 = mul i64 %one, 4
%t48 = getelementptr double, ptr %columns, i64 %t47
store <4 x double> %t46, ptr %t48, align 32
%t49 = fmul <4 x double> %t46, splat (double 0x0000000000000000)
%t50 = fadd <4 x double> %one_sum, %t49
%one_next = bitcast <4 x double> %t50 to <4 x double>
br label %rest
done:
ret <4 x double> %one_sum
}

define internal <4 x double> @columns_out(ptr %rows, i64 %start, i64 %size, ptr %columns, i64 %ahead) #0 {
entry:
%t1 = getelementptr ptr, ptr %rows, i64 0
%t2 = load ptr, ptr %t1
%row_0 = getelementptr double, ptr %t2, i64 %start
%t3 = getelementptr ptr, ptr %rows, i64 1
%t4 = load ptr, ptr %t3
%row_1 = getelementptr double, ptr %t4, i64 %start
%t5 = getelementptr ptr, ptr %rows, i64 2
%t6 = load ptr, ptr %t5
%row_2 = getelementptr double, ptr %t6, i64 %start
%t7 = getelementptr ptr, ptr %rows, i64 3
%t8 = load ptr, ptr %t7
%row_3 = getelementptr double, ptr %t8, i64 %start
br label %tiles
tiles:
%tile = phi i64 [0, %entry], [%tile_end, %tile_body]
%tile_sum = phi <4 x double> [splat (double 0x0000000000000000), %entry], [%tile_next, %tile_body]
%tile_end = add i64 %tile, 4
%tile_fits = icmp sle i64 %tile_end, %size
br i1 %tile_fits, label %tile_body, label %rest
tile_body:
%t9 = mul i64 %tile, 4
%t10 = getelementptr double, ptr %columns, i64 %t9
%t11 = load <4 x double>, ptr %t10, align 32
%t12 = getelementptr double, ptr %t10, i64 4
%t13 = load <4 x double>, ptr %t12, align 32
%t14 = getelementptr double, ptr %t10, i64 8
%t15 = load <4 x double>, ptr %t14, align 32
%t16 = getelementptr double, ptr %t10, i64 12
%t17 = load <4 x double>, ptr %t16, align 32
%t18 = getelementptr double, ptr %row_0, i64 %tile
%t19 = getelementptr double, ptr %row_1, i64 %tile
%t20 = getelementptr double, ptr %row_2, i64 %tile
%t21 = getelementptr double, ptr %row_3, i64 %tile
%t22 = shufflevector <4 x double> %t11, <4 x double> %t13, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t23 = shufflevector <4 x double> %t11, <4 x double> %t13, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t24 = shufflevector <4 x double> %t15, <4 x double> %t17, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t25 = shufflevector <4 x double> %t15, <4 x double> %t17, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t26 = shufflevector <4 x double> %t22, <4 x double> %t24, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t27 = shufflevector <4 x double> %t22, <4 x double> %t24, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t28 = shufflevector <4 x double> %t23, <4 x double> %t25, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t29 = shufflevector <4 x double> %t23, <4 x double> %t25, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
store <4 x double> %t26, ptr %t18, align 8
store <4 x double> %t28, ptr %t19, align 8
store <4 x double> %t27, ptr %t20, align 8
store <4 x double> %t29, ptr %t21, align 8
%tile_next = bitcast <4 x double> %tile_sum to <4 x double>
br label %tiles
rest:
%one = phi i64 [%tile, %tiles], [%one_end, %one_body]
%one_sum = phi <4 x double> [%tile_sum, %tiles], [%one_next, %one_body]
%one_end = add i64 %one, 1
%one_fits = icmp sle i64 %one_end, %size
br i1 %one_fits, label %one_body, label %done
one_body:
%t30 = mul i64 %one, 4
%t31 = getelementptr double, ptr %columns, i64 %t30
%t32 = load <4 x double>, ptr %t31, align 32
%t33 = getelementptr double, ptr %row_0, i64 %one
%t34 = getelementptr double, ptr %row_1, i64 %one
%t35 = getelementptr double, ptr %row_2, i64 %one
%t36 = getelementptr double, ptr %row_3, i64 %one
%t37 = extractelement <4 x double> %t32, i32 0
store double %t37, ptr %t33, align 8
%t38 = extractelement <4 x double> %t32, i32 1
store double %t38, ptr %t34, align 8
%t39 = extractelement <4 x double> %t32, i32 2
store double %t39, ptr %t35, align 8
%t40 = extractelement <4 x double> %t32, i32 3
store double %t40, ptr %t36, align 8
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
%t1 = getelementptr i64, ptr %table, i64 4
%t2 = load ptr, ptr %t1
%t3 = getelementptr i64, ptr %table, i64 6
%t4 = load ptr, ptr %t3
%t5 = getelementptr i64, ptr %table, i64 8
%t6 = load ptr, ptr %t5
%t7 = getelementptr i64, ptr %table, i64 10
%t8 = load ptr, ptr %t7
%t9 = getelementptr i64, ptr %t6, i64 0
%t10 = load i64, ptr %t9
%t11 = mul i64 %t10, 8
%t12 = mul i64 %t11, 2
%t13 = getelementptr double, ptr %workspace, i64 %t12
%t14 = getelementptr i64, ptr %t6, i64 1
%t15 = load i64, ptr %t14
%t16 = mul i64 %t15, 16
%t17 = getelementptr double, ptr %t13, i64 %t16
%t18 = getelementptr i64, ptr %t6, i64 4
%t19 = load i64, ptr %t18
%t20 = mul i64 %t19, 4
%t21 = add i64 %first, 4
%t22 = icmp sle i64 %t21, %last
%t23 = select i1 %t22, i64 2, i64 1
store <4 x double> splat (double 0x0000000000000000), ptr %nothing, align 32
%t24 = getelementptr double, ptr %nothing, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %t24, align 32
%t25 = getelementptr i64, ptr %table, i64 0
%t26 = load ptr, ptr %t25
%t27 = getelementptr i64, ptr %table, i64 1
%t28 = load i64, ptr %t27
%t29 = mul i64 %first, %t28
%t30 = getelementptr double, ptr %t26, i64 %t29
%t31 = add i64 %first, 1
%t32 = icmp slt i64 %t31, %last
%t33 = select i1 %t32, i64 %t31, i64 %last
%t34 = mul i64 %t33, %t28
%t35 = getelementptr double, ptr %t26, i64 %t34
%t36 = add i64 %first, 2
%t37 = icmp slt i64 %t36, %last
%t38 = select i1 %t37, i64 %t36, i64 %last
%t39 = mul i64 %t38, %t28
%t40 = getelementptr double, ptr %t26, i64 %t39
%t41 = add i64 %first, 3
%t42 = icmp slt i64 %t41, %last
%t43 = select i1 %t42, i64 %t41, i64 %last
%t44 = mul i64 %t43, %t28
%t45 = getelementptr double, ptr %t26, i64 %t44
%t46 = getelementptr i64, ptr %table, i64 0
%t47 = load ptr, ptr %t46
%t48 = getelementptr i64, ptr %table, i64 1
%t49 = load i64, ptr %t48
%t50 = mul i64 %t21, %t49
%t51 = getelementptr double, ptr %t47, i64 %t50
%t52 = add i64 %t21, 1
%t53 = icmp slt i64 %t52, %last
%t54 = select i1 %t53, i64 %t52, i64 %last
%t55 = mul i64 %t54, %t49
%t56 = getelementptr double, ptr %t47, i64 %t55
%t57 = add i64 %t21, 2
%t58 = icmp slt i64 %t57, %last
%t59 = select i1 %t58, i64 %t57, i64 %last
%t60 = mul i64 %t59, %t49
%t61 = getelementptr double, ptr %t47, i64 %t60
%t62 = add i64 %t21, 3
%t63 = icmp slt i64 %t62, %last
%t64 = select i1 %t63, i64 %t62, i64 %last
%t65 = mul i64 %t64, %t49
%t66 = getelementptr double, ptr %t47, i64 %t65
%t67 = getelementptr ptr, ptr %rows, i64 0
store ptr %t30, ptr %t67
%t68 = getelementptr ptr, ptr %rows, i64 1
store ptr %t35, ptr %t68
%t69 = getelementptr ptr, ptr %rows, i64 2
store ptr %t40, ptr %t69
%t70 = getelementptr ptr, ptr %rows, i64 3
store ptr %t45, ptr %t70
%t71 = getelementptr ptr, ptr %rows, i64 4
store ptr %t51, ptr %t71
%t72 = getelementptr ptr, ptr %rows, i64 5
store ptr %t56, ptr %t72
%t73 = getelementptr ptr, ptr %rows, i64 6
store ptr %t61, ptr %t73
%t74 = getelementptr ptr, ptr %rows, i64 7
store ptr %t66, ptr %t74
%t75 = getelementptr i64, ptr %t6, i64 7
%t76 = load i64, ptr %t75
%t77 = mul i64 %t76, 4
%t78 = getelementptr double, ptr %t17, i64 %t77
%t79 = getelementptr ptr, ptr %arrays, i64 0
store ptr %t78, ptr %t79
%t80 = getelementptr i64, ptr %t6, i64 5
%t81 = load i64, ptr %t80
%t82 = getelementptr i64, ptr %t6, i64 6
%t83 = load i64, ptr %t82
%t84 = mul i64 %t83, 2
%t85 = getelementptr ptr, ptr %rows, i64 0
%t86 = icmp sgt i64 %t23, 0
%t87 = select i1 %t86, i64 %t83, i64 0
%t88 = mul i64 %t20, 0
%t89 = getelementptr double, ptr %t78, i64 %t88
%t90 = call <4 x double> @columns_in(ptr %t85, i64 0, i64 %t87, ptr %t89, i64 %t84)
%t91 = load <4 x double>, ptr %nothing, align 32
%t92 = fadd <4 x double> %t91, %t90
store <4 x double> %t92, ptr %nothing, align 32
%t93 = getelementptr ptr, ptr %rows, i64 4
%t94 = icmp sgt i64 %t23, 1
%t95 = select i1 %t94, i64 %t83, i64 0
%t96 = mul i64 %t20, 1
%t97 = getelementptr double, ptr %t78, i64 %t96
%t98 = call <4 x double> @columns_in(ptr %t93, i64 0, i64 %t95, ptr %t97, i64 %t84)
%t99 = getelementptr double, ptr %nothing, i64 4
%t100 = load <4 x double>, ptr %t99, align 32
%t101 = fadd <4 x double> %t100, %t98
%t102 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %t101, ptr %t102, align 32
%t103 = getelementptr i64, ptr %table, i64 2
%t104 = load ptr, ptr %t103
%t105 = getelementptr i64, ptr %table, i64 3
%t106 = load i64, ptr %t105
%t107 = mul i64 %first, %t106
%t108 = getelementptr double, ptr %t104, i64 %t107
%t109 = add i64 %first, 1
%t110 = icmp slt i64 %t109, %last
%t111 = select i1 %t110, i64 %t109, i64 %last
%t112 = mul i64 %t111, %t106
%t113 = getelementptr double, ptr %t104, i64 %t112
%t114 = add i64 %first, 2
%t115 = icmp slt i64 %t114, %last
%t116 = select i1 %t115, i64 %t114, i64 %last
%t117 = mul i64 %t116, %t106
%t118 = getelementptr double, ptr %t104, i64 %t117
%t119 = add i64 %first, 3
%t120 = icmp slt i64 %t119, %last
%t121 = select i1 %t120, i64 %t119, i64 %last
%t122 = mul i64 %t121, %t106
%t123 = getelementptr double, ptr %t104, i64 %t122
%t124 = getelementptr i64, ptr %table, i64 2
%t125 = load ptr, ptr %t124
%t126 = getelementptr i64, ptr %table, i64 3
%t127 = load i64, ptr %t126
%t128 = mul i64 %t21, %t127
%t129 = getelementptr double, ptr %t125, i64 %t128
%t130 = add i64 %t21, 1
%t131 = icmp slt i64 %t130, %last
%t132 = select i1 %t131, i64 %t130, i64 %last
%t133 = mul i64 %t132, %t127
%t134 = getelementptr double, ptr %t125, i64 %t133
%t135 = add i64 %t21, 2
%t136 = icmp slt i64 %t135, %last
%t137 = select i1 %t136, i64 %t135, i64 %last
%t138 = mul i64 %t137, %t127
%t139 = getelementptr double, ptr %t125, i64 %t138
%t140 = add i64 %t21, 3
%t141 = icmp slt i64 %t140, %last
%t142 = select i1 %t141, i64 %t140, i64 %last
%t143 = mul i64 %t142, %t127
%t144 = getelementptr double, ptr %t125, i64 %t143
%t145 = getelementptr ptr, ptr %rows, i64 8
store ptr %t108, ptr %t145
%t146 = getelementptr ptr, ptr %rows, i64 9
store ptr %t113, ptr %t146
%t147 = getelementptr ptr, ptr %rows, i64 10
store ptr %t118, ptr %t147
%t148 = getelementptr ptr, ptr %rows, i64 11
store ptr %t123, ptr %t148
%t149 = getelementptr ptr, ptr %rows, i64 12
store ptr %t129, ptr %t149
%t150 = getelementptr ptr, ptr %rows, i64 13
store ptr %t134, ptr %t150
%t151 = getelementptr ptr, ptr %rows, i64 14
store ptr %t139, ptr %t151
%t152 = getelementptr ptr, ptr %rows, i64 15
store ptr %t144, ptr %t152
%t153 = getelementptr i64, ptr %t6, i64 10
%t154 = load i64, ptr %t153
%t155 = mul i64 %t154, 4
%t156 = getelementptr double, ptr %t17, i64 %t155
%t157 = getelementptr ptr, ptr %arrays, i64 1
store ptr %t156, ptr %t157
%t158 = getelementptr i64, ptr %t6, i64 8
%t159 = load i64, ptr %t158
%t160 = getelementptr i64, ptr %t6, i64 3
%t161 = load i64, ptr %t160
%t162 = getelementptr i64, ptr %t6, i64 2
%t163 = load i64, ptr %t162
br label %group_0
group_0:
%done_0 = phi i64 [0, %entry], [%next_0, %chunk_0]
%more_0 = icmp slt i64 %done_0, %t163
br i1 %more_0, label %chunk_0, label %end_0
chunk_0:
%next_0 = add i64 %done_0, 1
%t164 = mul i64 %done_0, %t161
%t165 = add i64 %t164, %t161
%t166 = icmp slt i64 %t165, %t10
%t167 = select i1 %t166, i64 %t165, i64 %t10
%t168 = mul i64 %t163, 0
%t169 = add i64 %t168, %done_0
%t170 = mul i64 %t169, 2
%t171 = getelementptr i64, ptr %t8, i64 %t170
%t172 = getelementptr i64, ptr %t171, i64 0
%t173 = load i64, ptr %t172
%t174 = getelementptr i64, ptr %t171, i64 1
%t175 = load i64, ptr %t174
%t176 = mul i64 %t173, -4
%t177 = getelementptr double, ptr %t78, i64 %t176
%t178 = getelementptr ptr, ptr %arrays, i64 0
store ptr %t177, ptr %t178
%t179 = mul i64 %t175, 2
%t180 = getelementptr ptr, ptr %rows, i64 0
%t181 = icmp sgt i64 %t23, 0
%t182 = select i1 %t181, i64 %t175, i64 0
%t183 = mul i64 %t20, 0
%t184 = getelementptr double, ptr %t78, i64 %t183
%t185 = call <4 x double> @columns_in(ptr %t180, i64 %t173, i64 %t182, ptr %t184, i64 %t179)
%t186 = load <4 x double>, ptr %nothing, align 32
%t187 = fadd <4 x double> %t186, %t185
store <4 x double> %t187, ptr %nothing, align 32
%t188 = getelementptr ptr, ptr %rows, i64 4
%t189 = icmp sgt i64 %t23, 1
%t190 = select i1 %t189, i64 %t175, i64 0
%t191 = mul i64 %t20, 1
%t192 = getelementptr double, ptr %t78, i64 %t191
%t193 = call <4 x double> @columns_in(ptr %t188, i64 %t173, i64 %t190, ptr %t192, i64 %t179)
%t194 = getelementptr double, ptr %nothing, i64 4
%t195 = load <4 x double>, ptr %t194, align 32
%t196 = fadd <4 x double> %t195, %t193
%t197 = getelementptr double, ptr %nothing, i64 4
store <4 x double> %t196, ptr %t197, align 32
%t198 = mul i64 %t10, 0
%t199 = getelementptr i32, ptr %t2, i64 %t198
%t200 = mul i64 %t10, 0
%t201 = getelementptr double, ptr %t4, i64 %t200
call void @pass_0(ptr %t199, ptr %t201, i64 %t164, i64 %t167, i64 %t23, ptr %workspace, i64 %t11, ptr %t13, ptr %arrays, i64 %t20)
%t202 = mul i64 %t10, 4
%t203 = getelementptr i32, ptr %t2, i64 %t202
%t204 = mul i64 %t10, 0
%t205 = getelementptr double, ptr %t4, i64 %t204
call void @pass_1(ptr %t203, ptr %t205, i64 %t164, i64 %t167, i64 %t23, ptr %workspace, i64 %t11, ptr %t13, ptr %arrays, i64 %t20)
br label %group_0
end_0:
%t206 = getelementptr i64, ptr %t6, i64 3
%t207 = load i64, ptr %t206
%t208 = getelementptr i64, ptr %t6, i64 2
%t209 = load i64, ptr %t208
store <4 x double> splat (double 0x0000000000000000), ptr %t13, align 32
%t210 = getelementptr double, ptr %t13, i64 4
store <4 x double> splat (double 0x0000000000000000), ptr %t210, align 32
%t211 = getelementptr double, ptr %t13, i64 8
store <4 x double> splat (double 0x0000000000000000), ptr %t211, align 32
%t212 = getelementptr double, ptr %t13, i64 12
store <4 x double> splat (double 0x0000000000000000), ptr %t212, align 32
br label %group_1
group_1:
%done_1 = phi i64 [0, %end_0], [%next_1, %chunk_1]
%more_1 = icmp slt i64 %done_1, %t209
br i1 %more_1, label %chunk_1, label %end_1
chunk_1:
%next_1 = add i64 %done_1, 1
%t213 = sub i64 %t209, %next_1
%t214 = mul i64 %t213, %t207
%t215 = add i64 %t214, %t207
%t216 = icmp slt i64 %t215, %t10
%t217 = select i1 %t216, i64 %t215, i64 %t10
%t218 = mul i64 %t209, 1
%t219 = add i64 %t218, %t213
%t220 = mul i64 %t219, 2
%t221 = getelementptr i64, ptr %t8, i64 %t220
%t222 = getelementptr i64, ptr %t221, i64 0
%t223 = load i64, ptr %t222
%t224 = getelementptr i64, ptr %t221, i64 1
%t225 = load i64, ptr %t224
%t226 = mul i64 %t223, -4
%t227 = getelementptr double, ptr %t156, i64 %t226
%t228 = getelementptr ptr, ptr %arrays, i64 1
store ptr %t227, ptr %t228
%t229 = mul i64 %t10, 7
%t230 = getelementptr i32, ptr %t2, i64 %t229
%t231 = mul i64 %t10, 1
%t232 = getelementptr double, ptr %t4, i64 %t231
call void @pass_2(ptr %t230, ptr %t232, i64 %t214, i64 %t217, i64 %t23, ptr %workspace, i64 %t11, ptr %t13, ptr %arrays, i64 %t20)
%t233 = mul i64 %t225, -2
%t234 = getelementptr ptr, ptr %rows, i64 8
%t235 = icmp sgt i64 %t23, 0
%t236 = select i1 %t235, i64 %t225, i64 0
%t237 = mul i64 %t20, 0
%t238 = getelementptr double, ptr %t156, i64 %t237
%t239 = call <4 x double> @columns_out(ptr %t234, i64 %t223, i64 %t236, ptr %t238, i64 %t233)
%t240 = getelementptr ptr, ptr %rows, i64 12
%t241 = icmp sgt i64 %t23, 1
%t242 = select i1 %t241, i64 %t225, i64 0
%t243 = mul i64 %t20, 1
%t244 = getelementptr double, ptr %t156, i64 %t243
%t245 = call <4 x double> @columns_out(ptr %t240, i64 %t223, i64 %t242, ptr %t244, i64 %t233)
br label %group_1
end_1:
%t246 = getelementptr i64, ptr %t6, i64 9
%t247 = load i64, ptr %t246
%t248 = mul i64 %t247, 2
%t249 = getelementptr ptr, ptr %rows, i64 8
%t250 = icmp sgt i64 %t23, 0
%t251 = select i1 %t250, i64 %t247, i64 0
%t252 = mul i64 %t20, 0
%t253 = getelementptr double, ptr %t156, i64 %t252
%t254 = call <4 x double> @columns_out(ptr %t249, i64 0, i64 %t251, ptr %t253, i64 %t248)
%t255 = getelementptr ptr, ptr %rows, i64 12
%t256 = icmp sgt i64 %t23, 1
%t257 = select i1 %t256, i64 %t247, i64 0
%t258 = mul i64 %t20, 1
%t259 = getelementptr double, ptr %t156, i64 %t258
%t260 = call <4 x double> @columns_out(ptr %t255, i64 0, i64 %t257, ptr %t259, i64 %t248)
%t261 = load <4 x double>, ptr %nothing, align 32
%t262 = fcmp uno <4 x double> %t261, splat (double 0x0000000000000000)
%t263 = bitcast <4 x i1> %t262 to i4
%t264 = zext i4 %t263 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t264)
%t265 = getelementptr double, ptr %nothing, i64 4
%t266 = load <4 x double>, ptr %t265, align 32
%t267 = fcmp uno <4 x double> %t266, splat (double 0x0000000000000000)
%t268 = bitcast <4 x i1> %t267 to i4
%t269 = zext i4 %t268 to i64
call void @void_rows(ptr %table, i64 %t21, i64 %last, i64 %t269)
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
  br label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %more = icmp slt i64 %lane, 4
  br i1 %more, label %test, label %end
test:
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %fill, label %continue
fill:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %size_at_1 = getelementptr i64, ptr %table, i64 3
  %size_1 = load i64, ptr %size_at_1
  %offset_1 = mul i64 %row, %size_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  call void @fill_nan(ptr %start_1, i64 %size_1)
  br label %continue
continue:
  %next = add i64 %lane, 1
  br label %loop
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

