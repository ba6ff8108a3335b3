declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
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
%t42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t38, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t40, <4 x double> splat (double 0x0000000000000000), <4 x double> splat (double 0x0000000000000000))
%t44 = fadd <4 x double> %t42, %t43
%t45 = fadd <4 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t46 = fadd <4 x double> %t44, %t45
%t47 = fcmp ogt <4 x double> %t38, splat (double 0x4310000000000000)
%t48 = select <4 x i1> %t47, <4 x double> splat (double 0x4310000000000000), <4 x double> %t38
%t49 = fcmp olt <4 x double> %t48, splat (double 0xC310000000000000)
%t50 = select <4 x i1> %t49, <4 x double> splat (double 0xC310000000000000), <4 x double> %t48
%t51 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t50, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%t52 = fsub <4 x double> %t51, splat (double 0x4338000000000000)
%t53 = fneg <4 x double> %t52
%t54 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t53, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %t50)
%t55 = fneg <4 x double> %t52
%t56 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t55, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %t54)
%t57 = fneg <4 x double> %t52
%t58 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t57, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %t56)
%t59 = bitcast <4 x double> %t51 to <4 x i64>
%t60 = fmul <4 x double> %t58, %t58
%t61 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %t60, <4 x double> splat (double 0xBE5AE5E61690F248))
%t62 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t61, <4 x double> %t60, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%t63 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t62, <4 x double> %t60, <4 x double> splat (double 0xBF2A01A019C0B086))
%t64 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t63, <4 x double> %t60, <4 x double> splat (double 0x3F8111111110F848))
%t65 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t64, <4 x double> %t60, <4 x double> splat (double 0xBFC5555555555549))
%t66 = fmul <4 x double> %t60, %t58
%t67 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t65, <4 x double> %t66, <4 x double> %t58)
%t68 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %t60, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%t69 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t68, <4 x double> %t60, <4 x double> splat (double 0xBE927E4F805C419B))
%t70 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t69, <4 x double> %t60, <4 x double> splat (double 0x3EFA01A019CAC33E))
%t71 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t70, <4 x double> %t60, <4 x double> splat (double 0xBF56C16C16C15148))
%t72 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t71, <4 x double> %t60, <4 x double> splat (double 0x3FA555555555554C))
%t73 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t72, <4 x double> %t60, <4 x double> splat (double 0xBFE0000000000000))
%t74 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t73, <4 x double> %t60, <4 x double> splat (double 0x3FF0000000000000))
%t75 = shl <4 x i64> %t59, splat (i64 63)
%t76 = icmp slt <4 x i64> %t75, splat (i64 0)
%t77 = add <4 x i64> %t59, splat (i64 1)
%t78 = select <4 x i1> %t76, <4 x double> %t74, <4 x double> %t67
%t79 = and <4 x i64> %t59, splat (i64 2)
%t80 = shl <4 x i64> %t79, splat (i64 62)
%t81 = bitcast <4 x double> %t78 to <4 x i64>
%t82 = xor <4 x i64> %t81, %t80
%t83 = bitcast <4 x i64> %t82 to <4 x double>
%t84 = select <4 x i1> %t76, <4 x double> %t67, <4 x double> %t74
%t85 = and <4 x i64> %t77, splat (i64 2)
%t86 = shl <4 x i64> %t85, splat (i64 62)
%t87 = bitcast <4 x double> %t84 to <4 x i64>
%t88 = xor <4 x i64> %t87, %t86
%t89 = bitcast <4 x i64> %t88 to <4 x double>
%t90 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t83
%t91 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t89
%t92 = fcmp ogt <4 x double> %t40, splat (double 0x4310000000000000)
%t93 = select <4 x i1> %t92, <4 x double> splat (double 0x4310000000000000), <4 x double> %t40
%t94 = fcmp olt <4 x double> %t93, splat (double 0xC310000000000000)
%t95 = select <4 x i1> %t94, <4 x double> splat (double 0xC310000000000000), <4 x double> %t93
%t96 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t95, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%t97 = fsub <4 x double> %t96, splat (double 0x4338000000000000)
%t98 = fneg <4 x double> %t97
%t99 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t98, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %t95)
%t100 = fneg <4 x double> %t97
%t101 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t100, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %t99)
%t102 = fneg <4 x double> %t97
%t103 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t102, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %t101)
%t104 = bitcast <4 x double> %t96 to <4 x i64>
%t105 = fmul <4 x double> %t103, %t103
%t106 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %t105, <4 x double> splat (double 0xBE5AE5E61690F248))
%t107 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t106, <4 x double> %t105, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%t108 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t107, <4 x double> %t105, <4 x double> splat (double 0xBF2A01A019C0B086))
%t109 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t108, <4 x double> %t105, <4 x double> splat (double 0x3F8111111110F848))
%t110 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t109, <4 x double> %t105, <4 x double> splat (double 0xBFC5555555555549))
%t111 = fmul <4 x double> %t105, %t103
%t112 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t110, <4 x double> %t111, <4 x double> %t103)
%t113 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %t105, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%t114 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t113, <4 x double> %t105, <4 x double> splat (double 0xBE927E4F805C419B))
%t115 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t114, <4 x double> %t105, <4 x double> splat (double 0x3EFA01A019CAC33E))
%t116 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t115, <4 x double> %t105, <4 x double> splat (double 0xBF56C16C16C15148))
%t117 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t116, <4 x double> %t105, <4 x double> splat (double 0x3FA555555555554C))
%t118 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t117, <4 x double> %t105, <4 x double> splat (double 0xBFE0000000000000))
%t119 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t118, <4 x double> %t105, <4 x double> splat (double 0x3FF0000000000000))
%t120 = shl <4 x i64> %t104, splat (i64 63)
%t121 = icmp slt <4 x i64> %t120, splat (i64 0)
%t122 = add <4 x i64> %t104, splat (i64 1)
%t123 = select <4 x i1> %t121, <4 x double> %t119, <4 x double> %t112
%t124 = and <4 x i64> %t104, splat (i64 2)
%t125 = shl <4 x i64> %t124, splat (i64 62)
%t126 = bitcast <4 x double> %t123 to <4 x i64>
%t127 = xor <4 x i64> %t126, %t125
%t128 = bitcast <4 x i64> %t127 to <4 x double>
%t129 = select <4 x i1> %t121, <4 x double> %t112, <4 x double> %t119
%t130 = and <4 x i64> %t122, splat (i64 2)
%t131 = shl <4 x i64> %t130, splat (i64 62)
%t132 = bitcast <4 x double> %t129 to <4 x i64>
%t133 = xor <4 x i64> %t132, %t131
%t134 = bitcast <4 x i64> %t133 to <4 x double>
%t135 = fmul <4 x double> %t91, %t134
%t136 = fneg <4 x double> %t128
%t137 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t90, <4 x double> %t136, <4 x double> %t135)
%t138 = fmul <4 x double> splat (double 0x3FE0000000000000), %t137
%t139 = fneg <4 x double> %t138
%t140 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %t89, <4 x double> %t138)
%t141 = fneg <4 x double> %t140
%t142 = getelementptr i64, ptr %table, i64 2
%t143 = load ptr, ptr %t142
%t144 = mul i64 %first, 2
%t145 = getelementptr double, ptr %t143, i64 %t144
%t146 = add i64 %first, 1
%t147 = icmp slt i64 %t146, %last
%t148 = select i1 %t147, i64 %t146, i64 %last
%t149 = mul i64 %t148, 2
%t150 = getelementptr double, ptr %t143, i64 %t149
%t151 = add i64 %first, 2
%t152 = icmp slt i64 %t151, %last
%t153 = select i1 %t152, i64 %t151, i64 %last
%t154 = mul i64 %t153, 2
%t155 = getelementptr double, ptr %t143, i64 %t154
%t156 = add i64 %first, 3
%t157 = icmp slt i64 %t156, %last
%t158 = select i1 %t157, i64 %t156, i64 %last
%t159 = mul i64 %t158, 2
%t160 = getelementptr double, ptr %t143, i64 %t159
%t161 = shufflevector <4 x double> %t141, <4 x double> %t139, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t162 = shufflevector <4 x double> %t141, <4 x double> %t139, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t163 = shufflevector <4 x double> %t141, <4 x double> %t141, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t164 = shufflevector <4 x double> %t141, <4 x double> %t141, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t165 = shufflevector <4 x double> %t161, <4 x double> %t163, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t166 = shufflevector <4 x double> %t161, <4 x double> %t163, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t167 = shufflevector <4 x double> %t162, <4 x double> %t164, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t168 = shufflevector <4 x double> %t162, <4 x double> %t164, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t169 = shufflevector <4 x double> %t165, <4 x double> %t165, <2 x i32> <i32 0, i32 1>
store <2 x double> %t169, ptr %t145, align 8
%t170 = shufflevector <4 x double> %t167, <4 x double> %t167, <2 x i32> <i32 0, i32 1>
store <2 x double> %t170, ptr %t150, align 8
%t171 = shufflevector <4 x double> %t166, <4 x double> %t166, <2 x i32> <i32 0, i32 1>
store <2 x double> %t171, ptr %t155, align 8
%t172 = shufflevector <4 x double> %t168, <4 x double> %t168, <2 x i32> <i32 0, i32 1>
store <2 x double> %t172, ptr %t160, align 8
%t173 = fcmp uno <4 x double> %t46, splat (double 0x0000000000000000)
%t174 = bitcast <4 x i1> %t173 to i4
%t175 = zext i4 %t174 to i64
%t176 = icmp eq i64 %t175, 0
br i1 %t176, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t175)
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
  %next = add i64 %first, 4
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

