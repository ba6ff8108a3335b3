declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
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
%t29 = getelementptr double, ptr %t5, i64 32
call void @llvm.prefetch.p0(ptr %t29, i32 0, i32 3, i32 1)
%t30 = getelementptr double, ptr %t6, i64 32
call void @llvm.prefetch.p0(ptr %t30, i32 0, i32 3, i32 1)
%t31 = getelementptr double, ptr %t7, i64 32
call void @llvm.prefetch.p0(ptr %t31, i32 0, i32 3, i32 1)
%t32 = getelementptr double, ptr %t8, i64 32
call void @llvm.prefetch.p0(ptr %t32, i32 0, i32 3, i32 1)
%t33 = fmul <4 x double> %t25, splat (double 0x0000000000000000)
%t34 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t27, <4 x double> splat (double 0x0000000000000000), <4 x double> %t33)
%t35 = fadd <4 x double> splat (double 0x0000000000000000), %t34
%t36 = shufflevector <4 x double> %t25, <4 x double> %t27, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t37 = fcmp ogt <8 x double> %t36, splat (double 0x4310000000000000)
%t38 = select <8 x i1> %t37, <8 x double> splat (double 0x4310000000000000), <8 x double> %t36
%t39 = fcmp olt <8 x double> %t38, splat (double 0xC310000000000000)
%t40 = select <8 x i1> %t39, <8 x double> splat (double 0xC310000000000000), <8 x double> %t38
%t41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t40, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t42 = fsub <8 x double> %t41, splat (double 0x4338000000000000)
%t43 = fneg <8 x double> %t42
%t44 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t43, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t40)
%t45 = fneg <8 x double> %t42
%t46 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t45, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t44)
%t47 = fneg <8 x double> %t42
%t48 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t47, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t46)
%t49 = bitcast <8 x double> %t41 to <8 x i64>
%t50 = fmul <8 x double> %t48, %t48
%t51 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t50, <8 x double> splat (double 0xBE5AE5E61690F248))
%t52 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t51, <8 x double> %t50, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t53 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t52, <8 x double> %t50, <8 x double> splat (double 0xBF2A01A019C0B086))
%t54 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t53, <8 x double> %t50, <8 x double> splat (double 0x3F8111111110F848))
%t55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t54, <8 x double> %t50, <8 x double> splat (double 0xBFC5555555555549))
%t56 = fmul <8 x double> %t50, %t48
%t57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t55, <8 x double> %t56, <8 x double> %t48)
%t58 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t50, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t58, <8 x double> %t50, <8 x double> splat (double 0xBE927E4F805C419B))
%t60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t59, <8 x double> %t50, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t60, <8 x double> %t50, <8 x double> splat (double 0xBF56C16C16C15148))
%t62 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t61, <8 x double> %t50, <8 x double> splat (double 0x3FA555555555554C))
%t63 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t62, <8 x double> %t50, <8 x double> splat (double 0xBFE0000000000000))
%t64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t63, <8 x double> %t50, <8 x double> splat (double 0x3FF0000000000000))
%t65 = shl <8 x i64> %t49, splat (i64 63)
%t66 = icmp slt <8 x i64> %t65, splat (i64 0)
%t67 = add <8 x i64> %t49, splat (i64 1)
%t68 = select <8 x i1> %t66, <8 x double> %t64, <8 x double> %t57
%t69 = and <8 x i64> %t49, splat (i64 2)
%t70 = shl <8 x i64> %t69, splat (i64 62)
%t71 = bitcast <8 x double> %t68 to <8 x i64>
%t72 = xor <8 x i64> %t71, %t70
%t73 = bitcast <8 x i64> %t72 to <8 x double>
%t74 = select <8 x i1> %t66, <8 x double> %t57, <8 x double> %t64
%t75 = and <8 x i64> %t67, splat (i64 2)
%t76 = shl <8 x i64> %t75, splat (i64 62)
%t77 = bitcast <8 x double> %t74 to <8 x i64>
%t78 = xor <8 x i64> %t77, %t76
%t79 = bitcast <8 x i64> %t78 to <8 x double>
%t80 = shufflevector <8 x double> %t73, <8 x double> %t73, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t81 = shufflevector <8 x double> %t73, <8 x double> %t73, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t82 = shufflevector <8 x double> %t79, <8 x double> %t79, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t83 = shufflevector <8 x double> %t79, <8 x double> %t79, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t84 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %t80, ptr %t84, align 32
%t85 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %t82, ptr %t85, align 32
%t86 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %t81, ptr %t86, align 32
%t87 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %t83, ptr %t87, align 32
%t88 = getelementptr double, ptr %workspace, i64 16
%t89 = load <4 x double>, ptr %t88, align 32
%t90 = fadd <4 x double> %t89, %t35
%t91 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %t90, ptr %t91, align 32
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
%t35 = getelementptr double, ptr %t11, i64 32
call void @llvm.prefetch.p0(ptr %t35, i32 0, i32 3, i32 1)
%t36 = getelementptr double, ptr %t12, i64 32
call void @llvm.prefetch.p0(ptr %t36, i32 0, i32 3, i32 1)
%t37 = getelementptr double, ptr %t13, i64 32
call void @llvm.prefetch.p0(ptr %t37, i32 0, i32 3, i32 1)
%t38 = getelementptr double, ptr %t14, i64 32
call void @llvm.prefetch.p0(ptr %t38, i32 0, i32 3, i32 1)
%t39 = fmul <4 x double> %t31, splat (double 0x0000000000000000)
%t40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t33, <4 x double> splat (double 0x0000000000000000), <4 x double> %t39)
%t41 = fadd <4 x double> splat (double 0x0000000000000000), %t40
%t42 = fadd <4 x double> %t31, %t33
%t43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t31, <4 x double> %t31, <4 x double> %t3)
%t44 = getelementptr double, ptr %workspace, i64 32
%t45 = load <4 x double>, ptr %t44, align 32
%t46 = fmul <4 x double> %t45, %t43
%t47 = getelementptr double, ptr %workspace, i64 28
%t48 = load <4 x double>, ptr %t47, align 32
%t49 = fneg <4 x double> %t46
%t50 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t6, <4 x double> %t48, <4 x double> %t49)
%t51 = fmul <4 x double> %t42, %t42
%t52 = fmul <4 x double> splat (double 0x3FE0000000000000), %t51
%t53 = getelementptr ptr, ptr %workspace, i64 8
%t54 = getelementptr ptr, ptr %workspace, i64 9
%t55 = getelementptr ptr, ptr %workspace, i64 10
%t56 = getelementptr ptr, ptr %workspace, i64 11
%t57 = load ptr, ptr %t53
%t58 = load ptr, ptr %t54
%t59 = load ptr, ptr %t55
%t60 = load ptr, ptr %t56
%t61 = load <2 x double>, ptr %t57, align 8
%t62 = load <2 x double>, ptr %t57, align 8
%t63 = shufflevector <2 x double> %t61, <2 x double> %t62, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t64 = load <2 x double>, ptr %t58, align 8
%t65 = load <2 x double>, ptr %t58, align 8
%t66 = shufflevector <2 x double> %t64, <2 x double> %t65, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t67 = load <2 x double>, ptr %t59, align 8
%t68 = load <2 x double>, ptr %t59, align 8
%t69 = shufflevector <2 x double> %t67, <2 x double> %t68, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t70 = load <2 x double>, ptr %t60, align 8
%t71 = load <2 x double>, ptr %t60, align 8
%t72 = shufflevector <2 x double> %t70, <2 x double> %t71, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%t73 = shufflevector <4 x double> %t63, <4 x double> %t66, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t74 = shufflevector <4 x double> %t63, <4 x double> %t66, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t75 = shufflevector <4 x double> %t69, <4 x double> %t72, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t76 = shufflevector <4 x double> %t69, <4 x double> %t72, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t77 = shufflevector <4 x double> %t73, <4 x double> %t75, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t78 = shufflevector <4 x double> %t73, <4 x double> %t75, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t79 = shufflevector <4 x double> %t74, <4 x double> %t76, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t80 = shufflevector <4 x double> %t74, <4 x double> %t76, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t81 = getelementptr double, ptr %t57, i64 32
call void @llvm.prefetch.p0(ptr %t81, i32 0, i32 3, i32 1)
%t82 = getelementptr double, ptr %t58, i64 32
call void @llvm.prefetch.p0(ptr %t82, i32 0, i32 3, i32 1)
%t83 = getelementptr double, ptr %t59, i64 32
call void @llvm.prefetch.p0(ptr %t83, i32 0, i32 3, i32 1)
%t84 = getelementptr double, ptr %t60, i64 32
call void @llvm.prefetch.p0(ptr %t84, i32 0, i32 3, i32 1)
%t85 = fmul <4 x double> %t77, splat (double 0x0000000000000000)
%t86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t79, <4 x double> splat (double 0x0000000000000000), <4 x double> %t85)
%t87 = fadd <4 x double> %t41, %t86
%t88 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %t50, <4 x double> %t79)
%t89 = fmul <4 x double> splat (double 0x3FF7F48066355709), %t88
%t90 = fmul <4 x double> %t45, %t52
%t91 = fneg <4 x double> %t89
%t92 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t48, <4 x double> %t91, <4 x double> %t90)
%t93 = fsub <4 x double> %t79, %t92
%t94 = fmul <4 x double> splat (double 0x3FE7F48066355709), %t45
%t95 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t45, <4 x double> %t94, <4 x double> splat (double 0xBFE7F48066355709))
%t96 = fneg <4 x double> %t5
%t97 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %t96, <4 x double> %t93)
%t98 = fsub <4 x double> %t77, %t97
%t99 = fadd <4 x double> %t95, splat (double 0x3FF557E4B17E4B19)
%t100 = fdiv <4 x double> splat (double 0x3FF0000000000000), %t99
%t101 = fmul <4 x double> %t98, %t100
%t102 = fmul <4 x double> %t48, %t101
%t103 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %t102, <4 x double> %t101)
%t104 = fneg <4 x double> %t103
%t105 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %t88, <4 x double> %t104)
%t106 = getelementptr ptr, ptr %workspace, i64 12
%t107 = getelementptr ptr, ptr %workspace, i64 13
%t108 = getelementptr ptr, ptr %workspace, i64 14
%t109 = getelementptr ptr, ptr %workspace, i64 15
%t110 = load ptr, ptr %t106
%t111 = load ptr, ptr %t107
%t112 = load ptr, ptr %t108
%t113 = load ptr, ptr %t109
%t114 = shufflevector <4 x double> %t101, <4 x double> %t105, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t115 = shufflevector <4 x double> %t101, <4 x double> %t105, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t116 = shufflevector <4 x double> %t101, <4 x double> %t101, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t117 = shufflevector <4 x double> %t101, <4 x double> %t101, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t118 = shufflevector <4 x double> %t114, <4 x double> %t116, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t119 = shufflevector <4 x double> %t114, <4 x double> %t116, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t120 = shufflevector <4 x double> %t115, <4 x double> %t117, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t121 = shufflevector <4 x double> %t115, <4 x double> %t117, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t122 = shufflevector <4 x double> %t118, <4 x double> %t118, <2 x i32> <i32 0, i32 1>
store <2 x double> %t122, ptr %t110, align 8
%t123 = shufflevector <4 x double> %t120, <4 x double> %t120, <2 x i32> <i32 0, i32 1>
store <2 x double> %t123, ptr %t111, align 8
%t124 = shufflevector <4 x double> %t119, <4 x double> %t119, <2 x i32> <i32 0, i32 1>
store <2 x double> %t124, ptr %t112, align 8
%t125 = shufflevector <4 x double> %t121, <4 x double> %t121, <2 x i32> <i32 0, i32 1>
store <2 x double> %t125, ptr %t113, align 8
%t126 = getelementptr double, ptr %t110, i64 32
call void @llvm.prefetch.p0(ptr %t126, i32 0, i32 3, i32 1)
%t127 = getelementptr double, ptr %t111, i64 32
call void @llvm.prefetch.p0(ptr %t127, i32 0, i32 3, i32 1)
%t128 = getelementptr double, ptr %t112, i64 32
call void @llvm.prefetch.p0(ptr %t128, i32 0, i32 3, i32 1)
%t129 = getelementptr double, ptr %t113, i64 32
call void @llvm.prefetch.p0(ptr %t129, i32 0, i32 3, i32 1)
%t130 = getelementptr double, ptr %workspace, i64 16
%t131 = load <4 x double>, ptr %t130, align 32
%t132 = fadd <4 x double> %t131, %t87
%t133 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %t132, ptr %t133, align 32
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

