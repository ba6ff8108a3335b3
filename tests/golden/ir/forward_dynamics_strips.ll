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
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
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
%t22 = getelementptr ptr, ptr %workspace, i64 0
store ptr %t6, ptr %t22
%t23 = getelementptr ptr, ptr %workspace, i64 1
store ptr %t11, ptr %t23
%t24 = getelementptr ptr, ptr %workspace, i64 2
store ptr %t16, ptr %t24
%t25 = getelementptr ptr, ptr %workspace, i64 3
store ptr %t21, ptr %t25
%t26 = getelementptr i64, ptr %table, i64 2
%t27 = load ptr, ptr %t26
%t28 = getelementptr i64, ptr %table, i64 3
%t29 = load i64, ptr %t28
%t30 = mul i64 %first, %t29
%t31 = getelementptr double, ptr %t27, i64 %t30
%t32 = add i64 %first, 1
%t33 = icmp slt i64 %t32, %last
%t34 = select i1 %t33, i64 %t32, i64 %last
%t35 = mul i64 %t34, %t29
%t36 = getelementptr double, ptr %t27, i64 %t35
%t37 = add i64 %first, 2
%t38 = icmp slt i64 %t37, %last
%t39 = select i1 %t38, i64 %t37, i64 %last
%t40 = mul i64 %t39, %t29
%t41 = getelementptr double, ptr %t27, i64 %t40
%t42 = add i64 %first, 3
%t43 = icmp slt i64 %t42, %last
%t44 = select i1 %t43, i64 %t42, i64 %last
%t45 = mul i64 %t44, %t29
%t46 = getelementptr double, ptr %t27, i64 %t45
%t47 = getelementptr ptr, ptr %workspace, i64 4
store ptr %t31, ptr %t47
%t48 = getelementptr ptr, ptr %workspace, i64 5
store ptr %t36, ptr %t48
%t49 = getelementptr ptr, ptr %workspace, i64 6
store ptr %t41, ptr %t49
%t50 = getelementptr ptr, ptr %workspace, i64 7
store ptr %t46, ptr %t50
%t51 = getelementptr i64, ptr %table, i64 4
%t52 = load ptr, ptr %t51
%t53 = getelementptr i64, ptr %table, i64 5
%t54 = load i64, ptr %t53
%t55 = mul i64 %first, %t54
%t56 = getelementptr double, ptr %t52, i64 %t55
%t57 = add i64 %first, 1
%t58 = icmp slt i64 %t57, %last
%t59 = select i1 %t58, i64 %t57, i64 %last
%t60 = mul i64 %t59, %t54
%t61 = getelementptr double, ptr %t52, i64 %t60
%t62 = add i64 %first, 2
%t63 = icmp slt i64 %t62, %last
%t64 = select i1 %t63, i64 %t62, i64 %last
%t65 = mul i64 %t64, %t54
%t66 = getelementptr double, ptr %t52, i64 %t65
%t67 = add i64 %first, 3
%t68 = icmp slt i64 %t67, %last
%t69 = select i1 %t68, i64 %t67, i64 %last
%t70 = mul i64 %t69, %t54
%t71 = getelementptr double, ptr %t52, i64 %t70
%t72 = getelementptr ptr, ptr %workspace, i64 8
store ptr %t56, ptr %t72
%t73 = getelementptr ptr, ptr %workspace, i64 9
store ptr %t61, ptr %t73
%t74 = getelementptr ptr, ptr %workspace, i64 10
store ptr %t66, ptr %t74
%t75 = getelementptr ptr, ptr %workspace, i64 11
store ptr %t71, ptr %t75
%t76 = getelementptr i64, ptr %table, i64 6
%t77 = load ptr, ptr %t76
%t78 = mul i64 %first, 2
%t79 = getelementptr double, ptr %t77, i64 %t78
%t80 = add i64 %first, 1
%t81 = icmp slt i64 %t80, %last
%t82 = select i1 %t81, i64 %t80, i64 %last
%t83 = mul i64 %t82, 2
%t84 = getelementptr double, ptr %t77, i64 %t83
%t85 = add i64 %first, 2
%t86 = icmp slt i64 %t85, %last
%t87 = select i1 %t86, i64 %t85, i64 %last
%t88 = mul i64 %t87, 2
%t89 = getelementptr double, ptr %t77, i64 %t88
%t90 = add i64 %first, 3
%t91 = icmp slt i64 %t90, %last
%t92 = select i1 %t91, i64 %t90, i64 %last
%t93 = mul i64 %t92, 2
%t94 = getelementptr double, ptr %t77, i64 %t93
%t95 = getelementptr ptr, ptr %workspace, i64 12
store ptr %t79, ptr %t95
%t96 = getelementptr ptr, ptr %workspace, i64 13
store ptr %t84, ptr %t96
%t97 = getelementptr ptr, ptr %workspace, i64 14
store ptr %t89, ptr %t97
%t98 = getelementptr ptr, ptr %workspace, i64 15
store ptr %t94, ptr %t98
%t99 = getelementptr double, ptr %workspace, i64 16
store <4 x double> splat (double 0x0000000000000000), ptr %t99, align 32
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
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
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%t1 = getelementptr ptr, ptr %workspace, i64 0
%t2 = getelementptr ptr, ptr %workspace, i64 1
%t3 = getelementptr ptr, ptr %workspace, i64 2
%t4 = getelementptr ptr, ptr %workspace, i64 3
%t5 = load ptr, ptr %t1
%t6 = load ptr, ptr %t2
%t7 = load ptr, ptr %t3
%t8 = load ptr, ptr %t4
%t9 = load <2 x double>, ptr %t5, align 8
%t10 = load <2 x double>, ptr %t5, align 8
%t11 = shufflevector <2 x double> %t9, <2 x double> %t10, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t12 = load <2 x double>, ptr %t6, align 8
%t13 = load <2 x double>, ptr %t6, align 8
%t14 = shufflevector <2 x double> %t12, <2 x double> %t13, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t15 = load <2 x double>, ptr %t7, align 8
%t16 = load <2 x double>, ptr %t7, align 8
%t17 = shufflevector <2 x double> %t15, <2 x double> %t16, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t18 = load <2 x double>, ptr %t8, align 8
%t19 = load <2 x double>, ptr %t8, align 8
%t20 = shufflevector <2 x double> %t18, <2 x double> %t19, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t21 = shufflevector <4 x double> %t11, <4 x double> %t14, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t22 = shufflevector <4 x double> %t11, <4 x double> %t14, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t23 = shufflevector <4 x double> %t17, <4 x double> %t20, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t24 = shufflevector <4 x double> %t17, <4 x double> %t20, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t25 = shufflevector <4 x double> %t21, <4 x double> %t23, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t26 = shufflevector <4 x double> %t21, <4 x double> %t23, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t27 = shufflevector <4 x double> %t22, <4 x double> %t24, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t28 = shufflevector <4 x double> %t22, <4 x double> %t24, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t29 = fmul <4 x double> %t25, splat (double 0x0000000000000000)
%t30 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t27, <4 x double> splat (double 0x0000000000000000), <4 x double> %t29)
%t31 = fadd <4 x double> splat (double 0x0000000000000000), %t30
%t32 = shufflevector <4 x double> %t25, <4 x double> %t27, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t33 = fcmp ogt <8 x double> %t32, splat (double 0x4310000000000000)
%t34 = select <8 x i1> %t33, <8 x double> splat (double 0x4310000000000000), <8 x double> %t32
%t35 = fcmp olt <8 x double> %t34, splat (double 0xC310000000000000)
%t36 = select <8 x i1> %t35, <8 x double> splat (double 0xC310000000000000), <8 x double> %t34
%t37 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t36, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t38 = fsub <8 x double> %t37, splat (double 0x4338000000000000)
%t39 = fneg <8 x double> %t38
%t40 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t39, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t36)
%t41 = fneg <8 x double> %t38
%t42 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t41, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t40)
%t43 = fneg <8 x double> %t38
%t44 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t43, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t42)
%t45 = bitcast <8 x double> %t37 to <8 x i64>
%t46 = fmul <8 x double> %t44, %t44
%t47 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t46, <8 x double> splat (double 0xBE5AE5E61690F248))
%t48 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t47, <8 x double> %t46, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t49 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t48, <8 x double> %t46, <8 x double> splat (double 0xBF2A01A019C0B086))
%t50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t49, <8 x double> %t46, <8 x double> splat (double 0x3F8111111110F848))
%t51 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t50, <8 x double> %t46, <8 x double> splat (double 0xBFC5555555555549))
%t52 = fmul <8 x double> %t46, %t44
%t53 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t51, <8 x double> %t52, <8 x double> %t44)
%t54 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t46, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t54, <8 x double> %t46, <8 x double> splat (double 0xBE927E4F805C419B))
%t56 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t55, <8 x double> %t46, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t56, <8 x double> %t46, <8 x double> splat (double 0xBF56C16C16C15148))
%t58 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t57, <8 x double> %t46, <8 x double> splat (double 0x3FA555555555554C))
%t59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t58, <8 x double> %t46, <8 x double> splat (double 0xBFE0000000000000))
%t60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t59, <8 x double> %t46, <8 x double> splat (double 0x3FF0000000000000))
%t61 = shl <8 x i64> %t45, splat (i64 63)
%t62 = icmp slt <8 x i64> %t61, splat (i64 0)
%t63 = add <8 x i64> %t45, splat (i64 1)
%t64 = select <8 x i1> %t62, <8 x double> %t60, <8 x double> %t53
%t65 = and <8 x i64> %t45, splat (i64 2)
%t66 = shl <8 x i64> %t65, splat (i64 62)
%t67 = bitcast <8 x double> %t64 to <8 x i64>
%t68 = xor <8 x i64> %t67, %t66
%t69 = bitcast <8 x i64> %t68 to <8 x double>
%t70 = select <8 x i1> %t62, <8 x double> %t53, <8 x double> %t60
%t71 = and <8 x i64> %t63, splat (i64 2)
%t72 = shl <8 x i64> %t71, splat (i64 62)
%t73 = bitcast <8 x double> %t70 to <8 x i64>
%t74 = xor <8 x i64> %t73, %t72
%t75 = bitcast <8 x i64> %t74 to <8 x double>
%t76 = shufflevector <8 x double> %t69, <8 x double> %t69, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t77 = shufflevector <8 x double> %t69, <8 x double> %t69, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t78 = shufflevector <8 x double> %t75, <8 x double> %t75, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t79 = shufflevector <8 x double> %t75, <8 x double> %t75, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t80 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %t76, ptr %t80, align 32
%t81 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %t78, ptr %t81, align 32
%t82 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %t77, ptr %t82, align 32
%t83 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %t79, ptr %t83, align 32
%t84 = getelementptr double, ptr %workspace, i64 16
%t85 = load <4 x double>, ptr %t84, align 32
%t86 = fadd <4 x double> %t85, %t31
%t87 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %t86, ptr %t87, align 32
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
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
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%t1 = getelementptr double, ptr %workspace, i64 24
%t2 = load <4 x double>, ptr %t1, align 32
%t3 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t2
%t4 = getelementptr double, ptr %workspace, i64 20
%t5 = load <4 x double>, ptr %t4, align 32
%t6 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t5
%t7 = getelementptr ptr, ptr %workspace, i64 4
%t8 = getelementptr ptr, ptr %workspace, i64 5
%t9 = getelementptr ptr, ptr %workspace, i64 6
%t10 = getelementptr ptr, ptr %workspace, i64 7
%t11 = load ptr, ptr %t7
%t12 = load ptr, ptr %t8
%t13 = load ptr, ptr %t9
%t14 = load ptr, ptr %t10
%t15 = load <2 x double>, ptr %t11, align 8
%t16 = load <2 x double>, ptr %t11, align 8
%t17 = shufflevector <2 x double> %t15, <2 x double> %t16, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t18 = load <2 x double>, ptr %t12, align 8
%t19 = load <2 x double>, ptr %t12, align 8
%t20 = shufflevector <2 x double> %t18, <2 x double> %t19, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t21 = load <2 x double>, ptr %t13, align 8
%t22 = load <2 x double>, ptr %t13, align 8
%t23 = shufflevector <2 x double> %t21, <2 x double> %t22, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t24 = load <2 x double>, ptr %t14, align 8
%t25 = load <2 x double>, ptr %t14, align 8
%t26 = shufflevector <2 x double> %t24, <2 x double> %t25, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t27 = shufflevector <4 x double> %t17, <4 x double> %t20, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t28 = shufflevector <4 x double> %t17, <4 x double> %t20, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t29 = shufflevector <4 x double> %t23, <4 x double> %t26, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t30 = shufflevector <4 x double> %t23, <4 x double> %t26, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t31 = shufflevector <4 x double> %t27, <4 x double> %t29, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t32 = shufflevector <4 x double> %t27, <4 x double> %t29, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t33 = shufflevector <4 x double> %t28, <4 x double> %t30, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t34 = shufflevector <4 x double> %t28, <4 x double> %t30, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t35 = fmul <4 x double> %t31, splat (double 0x0000000000000000)
%t36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t33, <4 x double> splat (double 0x0000000000000000), <4 x double> %t35)
%t37 = fadd <4 x double> splat (double 0x0000000000000000), %t36
%t38 = fadd <4 x double> %t31, %t33
%t39 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t31, <4 x double> %t31, <4 x double> %t3)
%t40 = getelementptr double, ptr %workspace, i64 32
%t41 = load <4 x double>, ptr %t40, align 32
%t42 = fmul <4 x double> %t41, %t39
%t43 = getelementptr double, ptr %workspace, i64 28
%t44 = load <4 x double>, ptr %t43, align 32
%t45 = fneg <4 x double> %t42
%t46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t6, <4 x double> %t44, <4 x double> %t45)
%t47 = fmul <4 x double> %t38, %t38
%t48 = fmul <4 x double> splat (double 0x3FE0000000000000), %t47
%t49 = getelementptr ptr, ptr %workspace, i64 8
%t50 = getelementptr ptr, ptr %workspace, i64 9
%t51 = getelementptr ptr, ptr %workspace, i64 10
%t52 = getelementptr ptr, ptr %workspace, i64 11
%t53 = load ptr, ptr %t49
%t54 = load ptr, ptr %t50
%t55 = load ptr, ptr %t51
%t56 = load ptr, ptr %t52
%t57 = load <2 x double>, ptr %t53, align 8
%t58 = load <2 x double>, ptr %t53, align 8
%t59 = shufflevector <2 x double> %t57, <2 x double> %t58, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t60 = load <2 x double>, ptr %t54, align 8
%t61 = load <2 x double>, ptr %t54, align 8
%t62 = shufflevector <2 x double> %t60, <2 x double> %t61, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t63 = load <2 x double>, ptr %t55, align 8
%t64 = load <2 x double>, ptr %t55, align 8
%t65 = shufflevector <2 x double> %t63, <2 x double> %t64, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t66 = load <2 x double>, ptr %t56, align 8
%t67 = load <2 x double>, ptr %t56, align 8
%t68 = shufflevector <2 x double> %t66, <2 x double> %t67, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t69 = shufflevector <4 x double> %t59, <4 x double> %t62, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t70 = shufflevector <4 x double> %t59, <4 x double> %t62, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t71 = shufflevector <4 x double> %t65, <4 x double> %t68, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t72 = shufflevector <4 x double> %t65, <4 x double> %t68, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t73 = shufflevector <4 x double> %t69, <4 x double> %t71, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t74 = shufflevector <4 x double> %t69, <4 x double> %t71, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t75 = shufflevector <4 x double> %t70, <4 x double> %t72, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t76 = shufflevector <4 x double> %t70, <4 x double> %t72, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t77 = fmul <4 x double> %t73, splat (double 0x0000000000000000)
%t78 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t75, <4 x double> splat (double 0x0000000000000000), <4 x double> %t77)
%t79 = fadd <4 x double> %t37, %t78
%t80 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %t46, <4 x double> %t75)
%t81 = fmul <4 x double> splat (double 0x3FF7F48066355709), %t80
%t82 = fmul <4 x double> %t41, %t48
%t83 = fneg <4 x double> %t81
%t84 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t44, <4 x double> %t83, <4 x double> %t82)
%t85 = fsub <4 x double> %t75, %t84
%t86 = fmul <4 x double> splat (double 0x3FE7F48066355709), %t41
%t87 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t41, <4 x double> %t86, <4 x double> splat (double 0xBFE7F48066355709))
%t88 = fneg <4 x double> %t5
%t89 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %t88, <4 x double> %t85)
%t90 = fsub <4 x double> %t73, %t89
%t91 = fadd <4 x double> %t87, splat (double 0x3FF557E4B17E4B19)
%t92 = fdiv <4 x double> splat (double 0x3FF0000000000000), %t91
%t93 = fmul <4 x double> %t90, %t92
%t94 = fmul <4 x double> %t44, %t93
%t95 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %t94, <4 x double> %t93)
%t96 = fneg <4 x double> %t95
%t97 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %t80, <4 x double> %t96)
%t98 = getelementptr ptr, ptr %workspace, i64 12
%t99 = getelementptr ptr, ptr %workspace, i64 13
%t100 = getelementptr ptr, ptr %workspace, i64 14
%t101 = getelementptr ptr, ptr %workspace, i64 15
%t102 = load ptr, ptr %t98
%t103 = load ptr, ptr %t99
%t104 = load ptr, ptr %t100
%t105 = load ptr, ptr %t101
%t106 = shufflevector <4 x double> %t93, <4 x double> %t97, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t107 = shufflevector <4 x double> %t93, <4 x double> %t97, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t108 = shufflevector <4 x double> %t93, <4 x double> %t93, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t109 = shufflevector <4 x double> %t93, <4 x double> %t93, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t110 = shufflevector <4 x double> %t106, <4 x double> %t108, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t111 = shufflevector <4 x double> %t106, <4 x double> %t108, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t112 = shufflevector <4 x double> %t107, <4 x double> %t109, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t113 = shufflevector <4 x double> %t107, <4 x double> %t109, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t114 = shufflevector <4 x double> %t110, <4 x double> %t110, <2 x i32> <i32 0, i32 1>
store <2 x double> %t114, ptr %t102, align 8
%t115 = shufflevector <4 x double> %t112, <4 x double> %t112, <2 x i32> <i32 0, i32 1>
store <2 x double> %t115, ptr %t103, align 8
%t116 = shufflevector <4 x double> %t111, <4 x double> %t111, <2 x i32> <i32 0, i32 1>
store <2 x double> %t116, ptr %t104, align 8
%t117 = shufflevector <4 x double> %t113, <4 x double> %t113, <2 x i32> <i32 0, i32 1>
store <2 x double> %t117, ptr %t105, align 8
%t118 = getelementptr double, ptr %workspace, i64 16
%t119 = load <4 x double>, ptr %t118, align 32
%t120 = fadd <4 x double> %t119, %t79
%t121 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %t120, ptr %t121, align 32
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
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
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%t1 = getelementptr double, ptr %workspace, i64 16
%t2 = load <4 x double>, ptr %t1, align 32
%t3 = fcmp uno <4 x double> %t2, splat (double 0x0000000000000000)
%t4 = bitcast <4 x i1> %t3 to i4
%t5 = zext i4 %t4 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t5)
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
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
call void @part_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @part_1(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
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
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

