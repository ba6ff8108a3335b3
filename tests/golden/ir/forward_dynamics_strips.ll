declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
define internal void @start(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
store <4 x double> splat (double 0x0000000000000000), ptr %workspace, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @load_0_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr i64, ptr %table, i64 0
%t2 = load ptr, ptr %t1
%t3 = getelementptr i64, ptr %table, i64 1
%t4 = load i64, ptr %t3
%t5 = mul i64 %first, %t4
%t6 = getelementptr double, ptr %t2, i64 %t5
%t7 = add i64 %first, 1
%t8 = icmp slt i64 %t7, %last
%t9 = select i1 %t8, i64 %t7, i64 %last
%t10 = mul i64 %t9, %t4
%t11 = getelementptr double, ptr %t2, i64 %t10
%t12 = add i64 %first, 2
%t13 = icmp slt i64 %t12, %last
%t14 = select i1 %t13, i64 %t12, i64 %last
%t15 = mul i64 %t14, %t4
%t16 = getelementptr double, ptr %t2, i64 %t15
%t17 = add i64 %first, 3
%t18 = icmp slt i64 %t17, %last
%t19 = select i1 %t18, i64 %t17, i64 %last
%t20 = mul i64 %t19, %t4
%t21 = getelementptr double, ptr %t2, i64 %t20
%t22 = load <2 x double>, ptr %t6, align 8
%t23 = load <2 x double>, ptr %t6, align 8
%t24 = shufflevector <2 x double> %t22, <2 x double> %t23, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t25 = load <2 x double>, ptr %t11, align 8
%t26 = load <2 x double>, ptr %t11, align 8
%t27 = shufflevector <2 x double> %t25, <2 x double> %t26, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t28 = load <2 x double>, ptr %t16, align 8
%t29 = load <2 x double>, ptr %t16, align 8
%t30 = shufflevector <2 x double> %t28, <2 x double> %t29, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t31 = load <2 x double>, ptr %t21, align 8
%t32 = load <2 x double>, ptr %t21, align 8
%t33 = shufflevector <2 x double> %t31, <2 x double> %t32, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t34 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t35 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t36 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t37 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t38 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t39 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t40 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t41 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t42 = getelementptr double, ptr %workspace, i64 4
store <4 x double> %t38, ptr %t42, align 32
%t43 = getelementptr double, ptr %workspace, i64 8
store <4 x double> %t40, ptr %t43, align 32
%t44 = load <4 x double>, ptr %workspace, align 32
%t45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t38, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t40, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t47 = fadd <4 x double> %t45, %t46
%t48 = fadd <4 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t49 = fadd <4 x double> %t47, %t48
%t50 = fadd <4 x double> %t44, %t49
store <4 x double> %t50, ptr %workspace, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @load_1_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr i64, ptr %table, i64 2
%t2 = load ptr, ptr %t1
%t3 = getelementptr i64, ptr %table, i64 3
%t4 = load i64, ptr %t3
%t5 = mul i64 %first, %t4
%t6 = getelementptr double, ptr %t2, i64 %t5
%t7 = add i64 %first, 1
%t8 = icmp slt i64 %t7, %last
%t9 = select i1 %t8, i64 %t7, i64 %last
%t10 = mul i64 %t9, %t4
%t11 = getelementptr double, ptr %t2, i64 %t10
%t12 = add i64 %first, 2
%t13 = icmp slt i64 %t12, %last
%t14 = select i1 %t13, i64 %t12, i64 %last
%t15 = mul i64 %t14, %t4
%t16 = getelementptr double, ptr %t2, i64 %t15
%t17 = add i64 %first, 3
%t18 = icmp slt i64 %t17, %last
%t19 = select i1 %t18, i64 %t17, i64 %last
%t20 = mul i64 %t19, %t4
%t21 = getelementptr double, ptr %t2, i64 %t20
%t22 = load <2 x double>, ptr %t6, align 8
%t23 = load <2 x double>, ptr %t6, align 8
%t24 = shufflevector <2 x double> %t22, <2 x double> %t23, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t25 = load <2 x double>, ptr %t11, align 8
%t26 = load <2 x double>, ptr %t11, align 8
%t27 = shufflevector <2 x double> %t25, <2 x double> %t26, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t28 = load <2 x double>, ptr %t16, align 8
%t29 = load <2 x double>, ptr %t16, align 8
%t30 = shufflevector <2 x double> %t28, <2 x double> %t29, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t31 = load <2 x double>, ptr %t21, align 8
%t32 = load <2 x double>, ptr %t21, align 8
%t33 = shufflevector <2 x double> %t31, <2 x double> %t32, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t34 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t35 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t36 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t37 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t38 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t39 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t40 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t41 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t42 = getelementptr double, ptr %workspace, i64 12
store <4 x double> %t38, ptr %t42, align 32
%t43 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %t40, ptr %t43, align 32
%t44 = load <4 x double>, ptr %workspace, align 32
%t45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t38, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t40, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t47 = fadd <4 x double> %t45, %t46
%t48 = fadd <4 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t49 = fadd <4 x double> %t47, %t48
%t50 = fadd <4 x double> %t44, %t49
store <4 x double> %t50, ptr %workspace, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @load_2_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr i64, ptr %table, i64 4
%t2 = load ptr, ptr %t1
%t3 = getelementptr i64, ptr %table, i64 5
%t4 = load i64, ptr %t3
%t5 = mul i64 %first, %t4
%t6 = getelementptr double, ptr %t2, i64 %t5
%t7 = add i64 %first, 1
%t8 = icmp slt i64 %t7, %last
%t9 = select i1 %t8, i64 %t7, i64 %last
%t10 = mul i64 %t9, %t4
%t11 = getelementptr double, ptr %t2, i64 %t10
%t12 = add i64 %first, 2
%t13 = icmp slt i64 %t12, %last
%t14 = select i1 %t13, i64 %t12, i64 %last
%t15 = mul i64 %t14, %t4
%t16 = getelementptr double, ptr %t2, i64 %t15
%t17 = add i64 %first, 3
%t18 = icmp slt i64 %t17, %last
%t19 = select i1 %t18, i64 %t17, i64 %last
%t20 = mul i64 %t19, %t4
%t21 = getelementptr double, ptr %t2, i64 %t20
%t22 = load <2 x double>, ptr %t6, align 8
%t23 = load <2 x double>, ptr %t6, align 8
%t24 = shufflevector <2 x double> %t22, <2 x double> %t23, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t25 = load <2 x double>, ptr %t11, align 8
%t26 = load <2 x double>, ptr %t11, align 8
%t27 = shufflevector <2 x double> %t25, <2 x double> %t26, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t28 = load <2 x double>, ptr %t16, align 8
%t29 = load <2 x double>, ptr %t16, align 8
%t30 = shufflevector <2 x double> %t28, <2 x double> %t29, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t31 = load <2 x double>, ptr %t21, align 8
%t32 = load <2 x double>, ptr %t21, align 8
%t33 = shufflevector <2 x double> %t31, <2 x double> %t32, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t34 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t35 = shufflevector <4 x double> %t24, <4 x double> %t27, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t36 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t37 = shufflevector <4 x double> %t30, <4 x double> %t33, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t38 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t39 = shufflevector <4 x double> %t34, <4 x double> %t36, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t40 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t41 = shufflevector <4 x double> %t35, <4 x double> %t37, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t42 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %t38, ptr %t42, align 32
%t43 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %t40, ptr %t43, align 32
%t44 = load <4 x double>, ptr %workspace, align 32
%t45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t38, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t40, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t47 = fadd <4 x double> %t45, %t46
%t48 = fadd <4 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t49 = fadd <4 x double> %t47, %t48
%t50 = fadd <4 x double> %t44, %t49
store <4 x double> %t50, ptr %workspace, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @part_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr double, ptr %workspace, i64 4
%t2 = load <4 x double>, ptr %t1, align 32
%t3 = getelementptr double, ptr %workspace, i64 8
%t4 = load <4 x double>, ptr %t3, align 32
%t5 = shufflevector <4 x double> %t2, <4 x double> %t4, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t6 = fcmp ogt <8 x double> %t5, splat (double 0x4310000000000000)
%t7 = select <8 x i1> %t6, <8 x double> splat (double 0x4310000000000000), <8 x double> %t5
%t8 = fcmp olt <8 x double> %t7, splat (double 0xC310000000000000)
%t9 = select <8 x i1> %t8, <8 x double> splat (double 0xC310000000000000), <8 x double> %t7
%t10 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t9, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t11 = fsub <8 x double> %t10, splat (double 0x4338000000000000)
%t12 = fneg <8 x double> %t11
%t13 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t12, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t9)
%t14 = fneg <8 x double> %t11
%t15 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t14, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t13)
%t16 = fneg <8 x double> %t11
%t17 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t16, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t15)
%t18 = bitcast <8 x double> %t10 to <8 x i64>
%t19 = fmul <8 x double> %t17, %t17
%t20 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t19, <8 x double> splat (double 0xBE5AE5E61690F248))
%t21 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t20, <8 x double> %t19, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t22 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t21, <8 x double> %t19, <8 x double> splat (double 0xBF2A01A019C0B086))
%t23 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t22, <8 x double> %t19, <8 x double> splat (double 0x3F8111111110F848))
%t24 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t23, <8 x double> %t19, <8 x double> splat (double 0xBFC5555555555549))
%t25 = fmul <8 x double> %t19, %t17
%t26 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t24, <8 x double> %t25, <8 x double> %t17)
%t27 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t19, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t28 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t27, <8 x double> %t19, <8 x double> splat (double 0xBE927E4F805C419B))
%t29 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t28, <8 x double> %t19, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t30 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t29, <8 x double> %t19, <8 x double> splat (double 0xBF56C16C16C15148))
%t31 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t30, <8 x double> %t19, <8 x double> splat (double 0x3FA555555555554C))
%t32 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t31, <8 x double> %t19, <8 x double> splat (double 0xBFE0000000000000))
%t33 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t32, <8 x double> %t19, <8 x double> splat (double 0x3FF0000000000000))
%t34 = shl <8 x i64> %t18, splat (i64 63)
%t35 = icmp slt <8 x i64> %t34, splat (i64 0)
%t36 = add <8 x i64> %t18, splat (i64 1)
%t37 = select <8 x i1> %t35, <8 x double> %t33, <8 x double> %t26
%t38 = and <8 x i64> %t18, splat (i64 2)
%t39 = shl <8 x i64> %t38, splat (i64 62)
%t40 = bitcast <8 x double> %t37 to <8 x i64>
%t41 = xor <8 x i64> %t40, %t39
%t42 = bitcast <8 x i64> %t41 to <8 x double>
%t43 = select <8 x i1> %t35, <8 x double> %t26, <8 x double> %t33
%t44 = and <8 x i64> %t36, splat (i64 2)
%t45 = shl <8 x i64> %t44, splat (i64 62)
%t46 = bitcast <8 x double> %t43 to <8 x i64>
%t47 = xor <8 x i64> %t46, %t45
%t48 = bitcast <8 x i64> %t47 to <8 x double>
%t49 = shufflevector <8 x double> %t42, <8 x double> %t42, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t50 = shufflevector <8 x double> %t42, <8 x double> %t42, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t51 = shufflevector <8 x double> %t48, <8 x double> %t48, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t52 = shufflevector <8 x double> %t48, <8 x double> %t48, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t53 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %t49, ptr %t53, align 32
%t54 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %t51, ptr %t54, align 32
%t55 = getelementptr double, ptr %workspace, i64 36
store <4 x double> %t50, ptr %t55, align 32
%t56 = getelementptr double, ptr %workspace, i64 40
store <4 x double> %t52, ptr %t56, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @part_1(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr double, ptr %workspace, i64 28
%t2 = load <4 x double>, ptr %t1, align 32
%t3 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t2
%t4 = getelementptr double, ptr %workspace, i64 32
%t5 = load <4 x double>, ptr %t4, align 32
%t6 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t5
%t7 = getelementptr double, ptr %workspace, i64 12
%t8 = load <4 x double>, ptr %t7, align 32
%t9 = getelementptr double, ptr %workspace, i64 16
%t10 = load <4 x double>, ptr %t9, align 32
%t11 = fadd <4 x double> %t8, %t10
%t12 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t8, <4 x double> %t8, <4 x double> %t3)
%t13 = getelementptr double, ptr %workspace, i64 36
%t14 = load <4 x double>, ptr %t13, align 32
%t15 = fmul <4 x double> %t14, %t12
%t16 = getelementptr double, ptr %workspace, i64 40
%t17 = load <4 x double>, ptr %t16, align 32
%t18 = fneg <4 x double> %t15
%t19 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t6, <4 x double> %t17, <4 x double> %t18)
%t20 = fmul <4 x double> %t11, %t11
%t21 = fmul <4 x double> splat (double 0x3FE0000000000000), %t20
%t22 = getelementptr double, ptr %workspace, i64 24
%t23 = load <4 x double>, ptr %t22, align 32
%t24 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %t19, <4 x double> %t23)
%t25 = fmul <4 x double> splat (double 0x3FF7F48066355709), %t24
%t26 = fmul <4 x double> %t14, %t21
%t27 = fneg <4 x double> %t25
%t28 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t17, <4 x double> %t27, <4 x double> %t26)
%t29 = fsub <4 x double> %t23, %t28
%t30 = fmul <4 x double> splat (double 0x3FE7F48066355709), %t14
%t31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t14, <4 x double> %t30, <4 x double> splat (double 0xBFE7F48066355709))
%t32 = fneg <4 x double> %t5
%t33 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %t32, <4 x double> %t29)
%t34 = getelementptr double, ptr %workspace, i64 20
%t35 = load <4 x double>, ptr %t34, align 32
%t36 = fsub <4 x double> %t35, %t33
%t37 = fadd <4 x double> %t31, splat (double 0x3FF557E4B17E4B19)
%t38 = fdiv <4 x double> splat (double 0x3FF0000000000000), %t37
%t39 = fmul <4 x double> %t36, %t38
%t40 = getelementptr double, ptr %workspace, i64 8
store <4 x double> %t39, ptr %t40, align 32
%t41 = fmul <4 x double> %t17, %t39
%t42 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %t41, <4 x double> %t39)
%t43 = fneg <4 x double> %t42
%t44 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %t24, <4 x double> %t43)
%t45 = getelementptr double, ptr %workspace, i64 4
store <4 x double> %t44, ptr %t45, align 32
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @store_3_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = getelementptr double, ptr %workspace, i64 8
%t2 = load <4 x double>, ptr %t1, align 32
%t3 = getelementptr double, ptr %workspace, i64 4
%t4 = load <4 x double>, ptr %t3, align 32
%t5 = getelementptr i64, ptr %table, i64 6
%t6 = load ptr, ptr %t5
%t7 = mul i64 %first, 2
%t8 = getelementptr double, ptr %t6, i64 %t7
%t9 = add i64 %first, 1
%t10 = icmp slt i64 %t9, %last
%t11 = select i1 %t10, i64 %t9, i64 %last
%t12 = mul i64 %t11, 2
%t13 = getelementptr double, ptr %t6, i64 %t12
%t14 = add i64 %first, 2
%t15 = icmp slt i64 %t14, %last
%t16 = select i1 %t15, i64 %t14, i64 %last
%t17 = mul i64 %t16, 2
%t18 = getelementptr double, ptr %t6, i64 %t17
%t19 = add i64 %first, 3
%t20 = icmp slt i64 %t19, %last
%t21 = select i1 %t20, i64 %t19, i64 %last
%t22 = mul i64 %t21, 2
%t23 = getelementptr double, ptr %t6, i64 %t22
%t24 = shufflevector <4 x double> %t2, <4 x double> %t4, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t25 = shufflevector <4 x double> %t2, <4 x double> %t4, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t26 = shufflevector <4 x double> %t2, <4 x double> %t2, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t27 = shufflevector <4 x double> %t2, <4 x double> %t2, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t28 = shufflevector <4 x double> %t24, <4 x double> %t26, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t29 = shufflevector <4 x double> %t24, <4 x double> %t26, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t30 = shufflevector <4 x double> %t25, <4 x double> %t27, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t31 = shufflevector <4 x double> %t25, <4 x double> %t27, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t32 = shufflevector <4 x double> %t28, <4 x double> %t28, <2 x i32> <i32 0, i32 1>
store <2 x double> %t32, ptr %t8, align 8
%t33 = shufflevector <4 x double> %t30, <4 x double> %t30, <2 x i32> <i32 0, i32 1>
store <2 x double> %t33, ptr %t13, align 8
%t34 = shufflevector <4 x double> %t29, <4 x double> %t29, <2 x i32> <i32 0, i32 1>
store <2 x double> %t34, ptr %t18, align 8
%t35 = shufflevector <4 x double> %t31, <4 x double> %t31, <2 x i32> <i32 0, i32 1>
store <2 x double> %t35, ptr %t23, align 8
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @finish(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%rows_before = mul i64 %number, 4
%first = add i64 %first_row, %rows_before
%numbers_before = mul i64 %number, 44
%workspace = getelementptr double, ptr %strips, i64 %numbers_before
%t1 = load <4 x double>, ptr %workspace, align 32
%t2 = fcmp uno <4 x double> %t1, splat (double 0x0000000000000000)
%t3 = bitcast <4 x i1> %t2 to i4
%t4 = zext i4 %t3 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t4)
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%t1 = sub i64 %last, %first
%t2 = udiv i64 %t1, 4
%t3 = add i64 %t2, 1
%t4 = icmp ult i64 %t3, 4
%count = select i1 %t4, i64 %t3, i64 4
call void @start(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @load_0_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @load_1_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @load_2_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @part_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @part_1(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @store_3_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @finish(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
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
  %entry_3 = getelementptr i64, ptr %table, i64 6
  %base_3 = load ptr, ptr %entry_3
  %size_at_3 = getelementptr i64, ptr %table, i64 7
  %size_3 = load i64, ptr %size_at_3
  %offset_3 = mul i64 %row, %size_3
  %start_3 = getelementptr double, ptr %base_3, i64 %offset_3
  call void @fill_nan(ptr %start_3, i64 %size_3)
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
  %next = add i64 %first, 16
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

