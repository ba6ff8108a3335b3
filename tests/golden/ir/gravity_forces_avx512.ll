declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
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
%t90 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t82, <8 x double> splat (double 0x0000000000000000), <8 x double> splat (double 0x0000000000000000))
%t91 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t84, <8 x double> splat (double 0x0000000000000000), <8 x double> splat (double 0x0000000000000000))
%t92 = fadd <8 x double> %t90, %t91
%t93 = fadd <8 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t94 = fadd <8 x double> %t92, %t93
%t95 = fcmp ogt <8 x double> %t82, splat (double 0x4310000000000000)
%t96 = select <8 x i1> %t95, <8 x double> splat (double 0x4310000000000000), <8 x double> %t82
%t97 = fcmp olt <8 x double> %t96, splat (double 0xC310000000000000)
%t98 = select <8 x i1> %t97, <8 x double> splat (double 0xC310000000000000), <8 x double> %t96
%t99 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t98, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t100 = fsub <8 x double> %t99, splat (double 0x4338000000000000)
%t101 = fneg <8 x double> %t100
%t102 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t101, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t98)
%t103 = fneg <8 x double> %t100
%t104 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t103, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t102)
%t105 = fneg <8 x double> %t100
%t106 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t105, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t104)
%t107 = bitcast <8 x double> %t99 to <8 x i64>
%t108 = fmul <8 x double> %t106, %t106
%t109 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t108, <8 x double> splat (double 0xBE5AE5E61690F248))
%t110 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t109, <8 x double> %t108, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t111 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t110, <8 x double> %t108, <8 x double> splat (double 0xBF2A01A019C0B086))
%t112 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t111, <8 x double> %t108, <8 x double> splat (double 0x3F8111111110F848))
%t113 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t112, <8 x double> %t108, <8 x double> splat (double 0xBFC5555555555549))
%t114 = fmul <8 x double> %t108, %t106
%t115 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t113, <8 x double> %t114, <8 x double> %t106)
%t116 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t108, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t117 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t116, <8 x double> %t108, <8 x double> splat (double 0xBE927E4F805C419B))
%t118 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t117, <8 x double> %t108, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t119 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t118, <8 x double> %t108, <8 x double> splat (double 0xBF56C16C16C15148))
%t120 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t119, <8 x double> %t108, <8 x double> splat (double 0x3FA555555555554C))
%t121 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t120, <8 x double> %t108, <8 x double> splat (double 0xBFE0000000000000))
%t122 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t121, <8 x double> %t108, <8 x double> splat (double 0x3FF0000000000000))
%t123 = shl <8 x i64> %t107, splat (i64 63)
%t124 = icmp slt <8 x i64> %t123, splat (i64 0)
%t125 = add <8 x i64> %t107, splat (i64 1)
%t126 = select <8 x i1> %t124, <8 x double> %t122, <8 x double> %t115
%t127 = and <8 x i64> %t107, splat (i64 2)
%t128 = shl <8 x i64> %t127, splat (i64 62)
%t129 = bitcast <8 x double> %t126 to <8 x i64>
%t130 = xor <8 x i64> %t129, %t128
%t131 = bitcast <8 x i64> %t130 to <8 x double>
%t132 = select <8 x i1> %t124, <8 x double> %t115, <8 x double> %t122
%t133 = and <8 x i64> %t125, splat (i64 2)
%t134 = shl <8 x i64> %t133, splat (i64 62)
%t135 = bitcast <8 x double> %t132 to <8 x i64>
%t136 = xor <8 x i64> %t135, %t134
%t137 = bitcast <8 x i64> %t136 to <8 x double>
%t138 = fmul <8 x double> splat (double 0x40239EB851EB851F), %t131
%t139 = fmul <8 x double> splat (double 0x40239EB851EB851F), %t137
%t140 = fcmp ogt <8 x double> %t84, splat (double 0x4310000000000000)
%t141 = select <8 x i1> %t140, <8 x double> splat (double 0x4310000000000000), <8 x double> %t84
%t142 = fcmp olt <8 x double> %t141, splat (double 0xC310000000000000)
%t143 = select <8 x i1> %t142, <8 x double> splat (double 0xC310000000000000), <8 x double> %t141
%t144 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t143, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t145 = fsub <8 x double> %t144, splat (double 0x4338000000000000)
%t146 = fneg <8 x double> %t145
%t147 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t146, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t143)
%t148 = fneg <8 x double> %t145
%t149 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t148, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t147)
%t150 = fneg <8 x double> %t145
%t151 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t150, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t149)
%t152 = bitcast <8 x double> %t144 to <8 x i64>
%t153 = fmul <8 x double> %t151, %t151
%t154 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t153, <8 x double> splat (double 0xBE5AE5E61690F248))
%t155 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t154, <8 x double> %t153, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t156 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t155, <8 x double> %t153, <8 x double> splat (double 0xBF2A01A019C0B086))
%t157 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t156, <8 x double> %t153, <8 x double> splat (double 0x3F8111111110F848))
%t158 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t157, <8 x double> %t153, <8 x double> splat (double 0xBFC5555555555549))
%t159 = fmul <8 x double> %t153, %t151
%t160 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t158, <8 x double> %t159, <8 x double> %t151)
%t161 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t153, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t162 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t161, <8 x double> %t153, <8 x double> splat (double 0xBE927E4F805C419B))
%t163 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t162, <8 x double> %t153, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t164 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t163, <8 x double> %t153, <8 x double> splat (double 0xBF56C16C16C15148))
%t165 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t164, <8 x double> %t153, <8 x double> splat (double 0x3FA555555555554C))
%t166 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t165, <8 x double> %t153, <8 x double> splat (double 0xBFE0000000000000))
%t167 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t166, <8 x double> %t153, <8 x double> splat (double 0x3FF0000000000000))
%t168 = shl <8 x i64> %t152, splat (i64 63)
%t169 = icmp slt <8 x i64> %t168, splat (i64 0)
%t170 = add <8 x i64> %t152, splat (i64 1)
%t171 = select <8 x i1> %t169, <8 x double> %t167, <8 x double> %t160
%t172 = and <8 x i64> %t152, splat (i64 2)
%t173 = shl <8 x i64> %t172, splat (i64 62)
%t174 = bitcast <8 x double> %t171 to <8 x i64>
%t175 = xor <8 x i64> %t174, %t173
%t176 = bitcast <8 x i64> %t175 to <8 x double>
%t177 = select <8 x i1> %t169, <8 x double> %t160, <8 x double> %t167
%t178 = and <8 x i64> %t170, splat (i64 2)
%t179 = shl <8 x i64> %t178, splat (i64 62)
%t180 = bitcast <8 x double> %t177 to <8 x i64>
%t181 = xor <8 x i64> %t180, %t179
%t182 = bitcast <8 x i64> %t181 to <8 x double>
%t183 = fmul <8 x double> %t139, %t182
%t184 = fneg <8 x double> %t176
%t185 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t138, <8 x double> %t184, <8 x double> %t183)
%t186 = fmul <8 x double> splat (double 0x3FE0000000000000), %t185
%t187 = fneg <8 x double> %t186
%t188 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %t137, <8 x double> %t186)
%t189 = fneg <8 x double> %t188
%t190 = getelementptr i64, ptr %table, i64 2
%t191 = load ptr, ptr %t190
%t192 = mul i64 %first, 2
%t193 = getelementptr double, ptr %t191, i64 %t192
%t194 = add i64 %first, 1
%t195 = icmp slt i64 %t194, %last
%t196 = select i1 %t195, i64 %t194, i64 %last
%t197 = mul i64 %t196, 2
%t198 = getelementptr double, ptr %t191, i64 %t197
%t199 = add i64 %first, 2
%t200 = icmp slt i64 %t199, %last
%t201 = select i1 %t200, i64 %t199, i64 %last
%t202 = mul i64 %t201, 2
%t203 = getelementptr double, ptr %t191, i64 %t202
%t204 = add i64 %first, 3
%t205 = icmp slt i64 %t204, %last
%t206 = select i1 %t205, i64 %t204, i64 %last
%t207 = mul i64 %t206, 2
%t208 = getelementptr double, ptr %t191, i64 %t207
%t209 = add i64 %first, 4
%t210 = icmp slt i64 %t209, %last
%t211 = select i1 %t210, i64 %t209, i64 %last
%t212 = mul i64 %t211, 2
%t213 = getelementptr double, ptr %t191, i64 %t212
%t214 = add i64 %first, 5
%t215 = icmp slt i64 %t214, %last
%t216 = select i1 %t215, i64 %t214, i64 %last
%t217 = mul i64 %t216, 2
%t218 = getelementptr double, ptr %t191, i64 %t217
%t219 = add i64 %first, 6
%t220 = icmp slt i64 %t219, %last
%t221 = select i1 %t220, i64 %t219, i64 %last
%t222 = mul i64 %t221, 2
%t223 = getelementptr double, ptr %t191, i64 %t222
%t224 = add i64 %first, 7
%t225 = icmp slt i64 %t224, %last
%t226 = select i1 %t225, i64 %t224, i64 %last
%t227 = mul i64 %t226, 2
%t228 = getelementptr double, ptr %t191, i64 %t227
%t229 = shufflevector <8 x double> %t189, <8 x double> %t187, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t230 = shufflevector <8 x double> %t189, <8 x double> %t187, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t231 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t232 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t233 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t234 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t235 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%t236 = shufflevector <8 x double> %t189, <8 x double> %t189, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%t237 = shufflevector <8 x double> %t229, <8 x double> %t231, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t238 = shufflevector <8 x double> %t229, <8 x double> %t231, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t239 = shufflevector <8 x double> %t230, <8 x double> %t232, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t240 = shufflevector <8 x double> %t230, <8 x double> %t232, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t241 = shufflevector <8 x double> %t233, <8 x double> %t235, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t242 = shufflevector <8 x double> %t233, <8 x double> %t235, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t243 = shufflevector <8 x double> %t234, <8 x double> %t236, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%t244 = shufflevector <8 x double> %t234, <8 x double> %t236, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%t245 = shufflevector <8 x double> %t237, <8 x double> %t241, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t246 = shufflevector <8 x double> %t237, <8 x double> %t241, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t247 = shufflevector <8 x double> %t239, <8 x double> %t243, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t248 = shufflevector <8 x double> %t239, <8 x double> %t243, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t249 = shufflevector <8 x double> %t238, <8 x double> %t242, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t250 = shufflevector <8 x double> %t238, <8 x double> %t242, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t251 = shufflevector <8 x double> %t240, <8 x double> %t244, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%t252 = shufflevector <8 x double> %t240, <8 x double> %t244, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%t253 = shufflevector <8 x double> %t245, <8 x double> %t245, <2 x i32> <i32 0, i32 1>
store <2 x double> %t253, ptr %t193, align 8
%t254 = shufflevector <8 x double> %t247, <8 x double> %t247, <2 x i32> <i32 0, i32 1>
store <2 x double> %t254, ptr %t198, align 8
%t255 = shufflevector <8 x double> %t249, <8 x double> %t249, <2 x i32> <i32 0, i32 1>
store <2 x double> %t255, ptr %t203, align 8
%t256 = shufflevector <8 x double> %t251, <8 x double> %t251, <2 x i32> <i32 0, i32 1>
store <2 x double> %t256, ptr %t208, align 8
%t257 = shufflevector <8 x double> %t246, <8 x double> %t246, <2 x i32> <i32 0, i32 1>
store <2 x double> %t257, ptr %t213, align 8
%t258 = shufflevector <8 x double> %t248, <8 x double> %t248, <2 x i32> <i32 0, i32 1>
store <2 x double> %t258, ptr %t218, align 8
%t259 = shufflevector <8 x double> %t250, <8 x double> %t250, <2 x i32> <i32 0, i32 1>
store <2 x double> %t259, ptr %t223, align 8
%t260 = shufflevector <8 x double> %t252, <8 x double> %t252, <2 x i32> <i32 0, i32 1>
store <2 x double> %t260, ptr %t228, align 8
%t261 = fcmp uno <8 x double> %t94, splat (double 0x0000000000000000)
%t262 = bitcast <8 x i1> %t261 to i8
%t263 = zext i8 %t262 to i64
%t264 = icmp eq i64 %t263, 0
br i1 %t264, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t263)
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
attributes #0 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="512" }
attributes #1 = { nounwind cold noinline }

