declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <16 x double> @llvm.fma.v16f64(<16 x double>, <16 x double>, <16 x double>)
declare <16 x double> @llvm.sqrt.v16f64(<16 x double>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
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
%t22 = add i64 %first, 4
%t23 = icmp slt i64 %t22, %last
%t24 = select i1 %t23, i64 %t22, i64 %last
%t25 = mul i64 %t24, %t4
%t26 = getelementptr double, ptr %t2, i64 %t25
%t27 = add i64 %first, 5
%t28 = icmp slt i64 %t27, %last
%t29 = select i1 %t28, i64 %t27, i64 %last
%t30 = mul i64 %t29, %t4
%t31 = getelementptr double, ptr %t2, i64 %t30
%t32 = add i64 %first, 6
%t33 = icmp slt i64 %t32, %last
%t34 = select i1 %t33, i64 %t32, i64 %last
%t35 = mul i64 %t34, %t4
%t36 = getelementptr double, ptr %t2, i64 %t35
%t37 = add i64 %first, 7
%t38 = icmp slt i64 %t37, %last
%t39 = select i1 %t38, i64 %t37, i64 %last
%t40 = mul i64 %t39, %t4
%t41 = getelementptr double, ptr %t2, i64 %t40
%t42 = load <2 x double>, ptr %t6, align 8
%t43 = load <2 x double>, ptr %t6, align 8
%t44 = shufflevector <2 x double> %t42, <2 x double> %t43, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t45 = load <2 x double>, ptr %t11, align 8
%t46 = load <2 x double>, ptr %t11, align 8
%t47 = shufflevector <2 x double> %t45, <2 x double> %t46, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t48 = load <2 x double>, ptr %t16, align 8
%t49 = load <2 x double>, ptr %t16, align 8
%t50 = shufflevector <2 x double> %t48, <2 x double> %t49, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t51 = load <2 x double>, ptr %t21, align 8
%t52 = load <2 x double>, ptr %t21, align 8
%t53 = shufflevector <2 x double> %t51, <2 x double> %t52, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t54 = load <2 x double>, ptr %t26, align 8
%t55 = load <2 x double>, ptr %t26, align 8
%t56 = shufflevector <2 x double> %t54, <2 x double> %t55, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t57 = load <2 x double>, ptr %t31, align 8
%t58 = load <2 x double>, ptr %t31, align 8
%t59 = shufflevector <2 x double> %t57, <2 x double> %t58, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t60 = load <2 x double>, ptr %t36, align 8
%t61 = load <2 x double>, ptr %t36, align 8
%t62 = shufflevector <2 x double> %t60, <2 x double> %t61, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t63 = load <2 x double>, ptr %t41, align 8
%t64 = load <2 x double>, ptr %t41, align 8
%t65 = shufflevector <2 x double> %t63, <2 x double> %t64, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%t66 = shufflevector <8 x double> %t44, <8 x double> %t47, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t67 = shufflevector <8 x double> %t44, <8 x double> %t47, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t68 = shufflevector <8 x double> %t50, <8 x double> %t53, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t69 = shufflevector <8 x double> %t50, <8 x double> %t53, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t70 = shufflevector <8 x double> %t56, <8 x double> %t59, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t71 = shufflevector <8 x double> %t56, <8 x double> %t59, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t72 = shufflevector <8 x double> %t62, <8 x double> %t65, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t73 = shufflevector <8 x double> %t62, <8 x double> %t65, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t74 = shufflevector <8 x double> %t66, <8 x double> %t68, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t75 = shufflevector <8 x double> %t66, <8 x double> %t68, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t76 = shufflevector <8 x double> %t67, <8 x double> %t69, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t77 = shufflevector <8 x double> %t67, <8 x double> %t69, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t78 = shufflevector <8 x double> %t70, <8 x double> %t72, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t79 = shufflevector <8 x double> %t70, <8 x double> %t72, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t80 = shufflevector <8 x double> %t71, <8 x double> %t73, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t81 = shufflevector <8 x double> %t71, <8 x double> %t73, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t82 = shufflevector <8 x double> %t74, <8 x double> %t78, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t83 = shufflevector <8 x double> %t74, <8 x double> %t78, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t84 = shufflevector <8 x double> %t76, <8 x double> %t80, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t85 = shufflevector <8 x double> %t76, <8 x double> %t80, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t86 = shufflevector <8 x double> %t75, <8 x double> %t79, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t87 = shufflevector <8 x double> %t75, <8 x double> %t79, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t88 = shufflevector <8 x double> %t77, <8 x double> %t81, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t89 = shufflevector <8 x double> %t77, <8 x double> %t81, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t90 = fmul <8 x double> %t82, splat (double 0x0000000000000000)
%t91 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t84, <8 x double> splat (double 0x0000000000000000), <8 x double> %t90)
%t92 = fadd <8 x double> splat (double 0x0000000000000000), %t91
%t93 = shufflevector <8 x double> %t82, <8 x double> %t84, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%t94 = fcmp ogt <16 x double> %t93, splat (double 0x4310000000000000)
%t95 = select <16 x i1> %t94, <16 x double> splat (double 0x4310000000000000), <16 x double> %t93
%t96 = fcmp olt <16 x double> %t95, splat (double 0xC310000000000000)
%t97 = select <16 x i1> %t96, <16 x double> splat (double 0xC310000000000000), <16 x double> %t95
%t98 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t97, <16 x double> splat (double 0x3FE45F306DC9C883), <16 x double> splat (double 0x4338000000000000))
%t99 = fsub <16 x double> %t98, splat (double 0x4338000000000000)
%t100 = fneg <16 x double> %t99
%t101 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t100, <16 x double> splat (double 0x3FF921FB54442D18), <16 x double> %t97)
%t102 = fneg <16 x double> %t99
%t103 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t102, <16 x double> splat (double 0x3C91A62633145C07), <16 x double> %t101)
%t104 = fneg <16 x double> %t99
%t105 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t104, <16 x double> splat (double 0xB91F1976B7ED900B), <16 x double> %t103)
%t106 = bitcast <16 x double> %t98 to <16 x i64>
%t107 = fmul <16 x double> %t105, %t105
%t108 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0x3DE5D918F5F48942), <16 x double> %t107, <16 x double> splat (double 0xBE5AE5E61690F248))
%t109 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t108, <16 x double> %t107, <16 x double> splat (double 0x3EC71DE3571C7CCF))
%t110 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t109, <16 x double> %t107, <16 x double> splat (double 0xBF2A01A019C0B086))
%t111 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t110, <16 x double> %t107, <16 x double> splat (double 0x3F8111111110F848))
%t112 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t111, <16 x double> %t107, <16 x double> splat (double 0xBFC5555555555549))
%t113 = fmul <16 x double> %t107, %t105
%t114 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t112, <16 x double> %t113, <16 x double> %t105)
%t115 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0xBDA8FAD07DF189AF), <16 x double> %t107, <16 x double> splat (double 0x3E21EE9E8F68D95C))
%t116 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t115, <16 x double> %t107, <16 x double> splat (double 0xBE927E4F805C419B))
%t117 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t116, <16 x double> %t107, <16 x double> splat (double 0x3EFA01A019CAC33E))
%t118 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t117, <16 x double> %t107, <16 x double> splat (double 0xBF56C16C16C15148))
%t119 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t118, <16 x double> %t107, <16 x double> splat (double 0x3FA555555555554C))
%t120 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t119, <16 x double> %t107, <16 x double> splat (double 0xBFE0000000000000))
%t121 = call <16 x double> @llvm.fma.v16f64(<16 x double> %t120, <16 x double> %t107, <16 x double> splat (double 0x3FF0000000000000))
%t122 = shl <16 x i64> %t106, splat (i64 63)
%t123 = icmp slt <16 x i64> %t122, splat (i64 0)
%t124 = add <16 x i64> %t106, splat (i64 1)
%t125 = select <16 x i1> %t123, <16 x double> %t121, <16 x double> %t114
%t126 = and <16 x i64> %t106, splat (i64 2)
%t127 = shl <16 x i64> %t126, splat (i64 62)
%t128 = bitcast <16 x double> %t125 to <16 x i64>
%t129 = xor <16 x i64> %t128, %t127
%t130 = bitcast <16 x i64> %t129 to <16 x double>
%t131 = select <16 x i1> %t123, <16 x double> %t114, <16 x double> %t121
%t132 = and <16 x i64> %t124, splat (i64 2)
%t133 = shl <16 x i64> %t132, splat (i64 62)
%t134 = bitcast <16 x double> %t131 to <16 x i64>
%t135 = xor <16 x i64> %t134, %t133
%t136 = bitcast <16 x i64> %t135 to <16 x double>
%t137 = shufflevector <16 x double> %t130, <16 x double> %t130, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t138 = shufflevector <16 x double> %t130, <16 x double> %t130, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%t139 = shufflevector <16 x double> %t136, <16 x double> %t136, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t140 = shufflevector <16 x double> %t136, <16 x double> %t136, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%t141 = fmul <8 x double> splat (double 0x40239EB851EB851F), %t137
%t142 = fmul <8 x double> splat (double 0x40239EB851EB851F), %t139
%t143 = fmul <8 x double> %t141, %t138
%t144 = fneg <8 x double> %t143
%t145 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t142, <8 x double> %t140, <8 x double> %t144)
%t146 = fmul <8 x double> splat (double 0x3FE0000000000000), %t145
%t147 = fneg <8 x double> %t146
%t148 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %t139, <8 x double> %t146)
%t149 = fneg <8 x double> %t148
%t150 = getelementptr i64, ptr %table, i64 2
%t151 = load ptr, ptr %t150
%t152 = mul i64 %first, 2
%t153 = getelementptr double, ptr %t151, i64 %t152
%t154 = add i64 %first, 1
%t155 = icmp slt i64 %t154, %last
%t156 = select i1 %t155, i64 %t154, i64 %last
%t157 = mul i64 %t156, 2
%t158 = getelementptr double, ptr %t151, i64 %t157
%t159 = add i64 %first, 2
%t160 = icmp slt i64 %t159, %last
%t161 = select i1 %t160, i64 %t159, i64 %last
%t162 = mul i64 %t161, 2
%t163 = getelementptr double, ptr %t151, i64 %t162
%t164 = add i64 %first, 3
%t165 = icmp slt i64 %t164, %last
%t166 = select i1 %t165, i64 %t164, i64 %last
%t167 = mul i64 %t166, 2
%t168 = getelementptr double, ptr %t151, i64 %t167
%t169 = add i64 %first, 4
%t170 = icmp slt i64 %t169, %last
%t171 = select i1 %t170, i64 %t169, i64 %last
%t172 = mul i64 %t171, 2
%t173 = getelementptr double, ptr %t151, i64 %t172
%t174 = add i64 %first, 5
%t175 = icmp slt i64 %t174, %last
%t176 = select i1 %t175, i64 %t174, i64 %last
%t177 = mul i64 %t176, 2
%t178 = getelementptr double, ptr %t151, i64 %t177
%t179 = add i64 %first, 6
%t180 = icmp slt i64 %t179, %last
%t181 = select i1 %t180, i64 %t179, i64 %last
%t182 = mul i64 %t181, 2
%t183 = getelementptr double, ptr %t151, i64 %t182
%t184 = add i64 %first, 7
%t185 = icmp slt i64 %t184, %last
%t186 = select i1 %t185, i64 %t184, i64 %last
%t187 = mul i64 %t186, 2
%t188 = getelementptr double, ptr %t151, i64 %t187
%t189 = shufflevector <8 x double> %t149, <8 x double> %t147, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t190 = shufflevector <8 x double> %t149, <8 x double> %t147, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t191 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t192 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t193 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t194 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t195 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t196 = shufflevector <8 x double> %t149, <8 x double> %t149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t197 = shufflevector <8 x double> %t189, <8 x double> %t191, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t198 = shufflevector <8 x double> %t189, <8 x double> %t191, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t199 = shufflevector <8 x double> %t190, <8 x double> %t192, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t200 = shufflevector <8 x double> %t190, <8 x double> %t192, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t201 = shufflevector <8 x double> %t193, <8 x double> %t195, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t202 = shufflevector <8 x double> %t193, <8 x double> %t195, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t203 = shufflevector <8 x double> %t194, <8 x double> %t196, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t204 = shufflevector <8 x double> %t194, <8 x double> %t196, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t205 = shufflevector <8 x double> %t197, <8 x double> %t201, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t206 = shufflevector <8 x double> %t197, <8 x double> %t201, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t207 = shufflevector <8 x double> %t199, <8 x double> %t203, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t208 = shufflevector <8 x double> %t199, <8 x double> %t203, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t209 = shufflevector <8 x double> %t198, <8 x double> %t202, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t210 = shufflevector <8 x double> %t198, <8 x double> %t202, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t211 = shufflevector <8 x double> %t200, <8 x double> %t204, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t212 = shufflevector <8 x double> %t200, <8 x double> %t204, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t213 = shufflevector <8 x double> %t205, <8 x double> %t205, <2 x i32> <i32 0, i32 1>
store <2 x double> %t213, ptr %t153, align 8
%t214 = shufflevector <8 x double> %t207, <8 x double> %t207, <2 x i32> <i32 0, i32 1>
store <2 x double> %t214, ptr %t158, align 8
%t215 = shufflevector <8 x double> %t209, <8 x double> %t209, <2 x i32> <i32 0, i32 1>
store <2 x double> %t215, ptr %t163, align 8
%t216 = shufflevector <8 x double> %t211, <8 x double> %t211, <2 x i32> <i32 0, i32 1>
store <2 x double> %t216, ptr %t168, align 8
%t217 = shufflevector <8 x double> %t206, <8 x double> %t206, <2 x i32> <i32 0, i32 1>
store <2 x double> %t217, ptr %t173, align 8
%t218 = shufflevector <8 x double> %t208, <8 x double> %t208, <2 x i32> <i32 0, i32 1>
store <2 x double> %t218, ptr %t178, align 8
%t219 = shufflevector <8 x double> %t210, <8 x double> %t210, <2 x i32> <i32 0, i32 1>
store <2 x double> %t219, ptr %t183, align 8
%t220 = shufflevector <8 x double> %t212, <8 x double> %t212, <2 x i32> <i32 0, i32 1>
store <2 x double> %t220, ptr %t188, align 8
%t221 = fcmp uno <8 x double> %t92, splat (double 0x0000000000000000)
%t222 = bitcast <8 x i1> %t221 to i8
%t223 = zext i8 %t222 to i64
%t224 = icmp eq i64 %t223, 0
br i1 %t224, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t223)
br label %done
done:
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
  %more = icmp slt i64 %lane, 8
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
attributes #0 = { nounwind alignstack=64 "prefer-vector-width"="512" "min-legal-vector-width"="512" }
attributes #1 = { nounwind cold noinline }

