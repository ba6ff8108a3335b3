declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
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
%t12 = load <2 x double>, ptr %t6, align 8
%t13 = load <2 x double>, ptr %t11, align 8
%t14 = shufflevector <2 x double> %t12, <2 x double> %t13, <2 x i32> <i32 0, i32 2>
%t15 = shufflevector <2 x double> %t12, <2 x double> %t13, <2 x i32> <i32 1, i32 3>
%t16 = fmul <2 x double> %t14, splat (double 0x0000000000000000)
%t17 = fadd <2 x double> %t16, splat (double 0x0000000000000000)
%t18 = fmul <2 x double> %t15, splat (double 0x0000000000000000)
%t19 = fadd <2 x double> %t18, splat (double 0x0000000000000000)
%t20 = fadd <2 x double> %t17, %t19
%t21 = fadd <2 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t22 = fadd <2 x double> %t20, %t21
%t23 = fcmp ogt <2 x double> %t14, splat (double 0x4310000000000000)
%t24 = select <2 x i1> %t23, <2 x double> splat (double 0x4310000000000000), <2 x double> %t14
%t25 = fcmp olt <2 x double> %t24, splat (double 0xC310000000000000)
%t26 = select <2 x i1> %t25, <2 x double> splat (double 0xC310000000000000), <2 x double> %t24
%t27 = fmul <2 x double> %t26, splat (double 0x3FE45F306DC9C883)
%t28 = fadd <2 x double> %t27, splat (double 0x4338000000000000)
%t29 = fsub <2 x double> %t28, splat (double 0x4338000000000000)
%t30 = fmul <2 x double> %t29, splat (double 0x41A0000002000000)
%t31 = fsub <2 x double> %t30, %t29
%t32 = fsub <2 x double> %t30, %t31
%t33 = fsub <2 x double> %t29, %t32
%t34 = fmul <2 x double> %t29, splat (double 0x3FF921FB54442D18)
%t35 = fmul <2 x double> %t32, splat (double 0x3FF921FB58000000)
%t36 = fsub <2 x double> %t35, %t34
%t37 = fmul <2 x double> %t32, splat (double 0xBE4DDE9740000000)
%t38 = fadd <2 x double> %t36, %t37
%t39 = fmul <2 x double> %t33, splat (double 0x3FF921FB58000000)
%t40 = fadd <2 x double> %t38, %t39
%t41 = fmul <2 x double> %t33, splat (double 0xBE4DDE9740000000)
%t42 = fadd <2 x double> %t40, %t41
%t43 = fsub <2 x double> %t26, %t34
%t44 = fsub <2 x double> %t43, %t42
%t45 = fmul <2 x double> %t29, splat (double 0x41A0000002000000)
%t46 = fsub <2 x double> %t45, %t29
%t47 = fsub <2 x double> %t45, %t46
%t48 = fsub <2 x double> %t29, %t47
%t49 = fmul <2 x double> %t29, splat (double 0x3C91A62633145C07)
%t50 = fmul <2 x double> %t47, splat (double 0x3C91A62630000000)
%t51 = fsub <2 x double> %t50, %t49
%t52 = fmul <2 x double> %t47, splat (double 0x3AE8A2E038000000)
%t53 = fadd <2 x double> %t51, %t52
%t54 = fmul <2 x double> %t48, splat (double 0x3C91A62630000000)
%t55 = fadd <2 x double> %t53, %t54
%t56 = fmul <2 x double> %t48, splat (double 0x3AE8A2E038000000)
%t57 = fadd <2 x double> %t55, %t56
%t58 = fsub <2 x double> %t44, %t49
%t59 = fsub <2 x double> %t58, %t57
%t60 = fmul <2 x double> %t29, splat (double 0x41A0000002000000)
%t61 = fsub <2 x double> %t60, %t29
%t62 = fsub <2 x double> %t60, %t61
%t63 = fsub <2 x double> %t29, %t62
%t64 = fmul <2 x double> %t29, splat (double 0xB91F1976B7ED900B)
%t65 = fmul <2 x double> %t62, splat (double 0xB91F1976B8000000)
%t66 = fsub <2 x double> %t65, %t64
%t67 = fmul <2 x double> %t62, splat (double 0x37126FF500000000)
%t68 = fadd <2 x double> %t66, %t67
%t69 = fmul <2 x double> %t63, splat (double 0xB91F1976B8000000)
%t70 = fadd <2 x double> %t68, %t69
%t71 = fmul <2 x double> %t63, splat (double 0x37126FF500000000)
%t72 = fadd <2 x double> %t70, %t71
%t73 = fsub <2 x double> %t59, %t64
%t74 = fsub <2 x double> %t73, %t72
%t75 = bitcast <2 x double> %t28 to <2 x i64>
%t76 = fmul <2 x double> %t74, %t74
%t77 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %t76
%t78 = fadd <2 x double> %t77, splat (double 0xBE5AE5E61690F248)
%t79 = fmul <2 x double> %t78, %t76
%t80 = fadd <2 x double> %t79, splat (double 0x3EC71DE3571C7CCF)
%t81 = fmul <2 x double> %t80, %t76
%t82 = fadd <2 x double> %t81, splat (double 0xBF2A01A019C0B086)
%t83 = fmul <2 x double> %t82, %t76
%t84 = fadd <2 x double> %t83, splat (double 0x3F8111111110F848)
%t85 = fmul <2 x double> %t84, %t76
%t86 = fadd <2 x double> %t85, splat (double 0xBFC5555555555549)
%t87 = fmul <2 x double> %t76, %t74
%t88 = fmul <2 x double> %t86, %t87
%t89 = fadd <2 x double> %t88, %t74
%t90 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %t76
%t91 = fadd <2 x double> %t90, splat (double 0x3E21EE9E8F68D95C)
%t92 = fmul <2 x double> %t91, %t76
%t93 = fadd <2 x double> %t92, splat (double 0xBE927E4F805C419B)
%t94 = fmul <2 x double> %t93, %t76
%t95 = fadd <2 x double> %t94, splat (double 0x3EFA01A019CAC33E)
%t96 = fmul <2 x double> %t95, %t76
%t97 = fadd <2 x double> %t96, splat (double 0xBF56C16C16C15148)
%t98 = fmul <2 x double> %t97, %t76
%t99 = fadd <2 x double> %t98, splat (double 0x3FA555555555554C)
%t100 = fmul <2 x double> %t99, %t76
%t101 = fadd <2 x double> %t100, splat (double 0xBFE0000000000000)
%t102 = fmul <2 x double> %t101, %t76
%t103 = fadd <2 x double> %t102, splat (double 0x3FF0000000000000)
%t104 = shl <2 x i64> %t75, splat (i64 63)
%t105 = icmp slt <2 x i64> %t104, splat (i64 0)
%t106 = add <2 x i64> %t75, splat (i64 1)
%t107 = select <2 x i1> %t105, <2 x double> %t103, <2 x double> %t89
%t108 = and <2 x i64> %t75, splat (i64 2)
%t109 = shl <2 x i64> %t108, splat (i64 62)
%t110 = bitcast <2 x double> %t107 to <2 x i64>
%t111 = xor <2 x i64> %t110, %t109
%t112 = bitcast <2 x i64> %t111 to <2 x double>
%t113 = select <2 x i1> %t105, <2 x double> %t89, <2 x double> %t103
%t114 = and <2 x i64> %t106, splat (i64 2)
%t115 = shl <2 x i64> %t114, splat (i64 62)
%t116 = bitcast <2 x double> %t113 to <2 x i64>
%t117 = xor <2 x i64> %t116, %t115
%t118 = bitcast <2 x i64> %t117 to <2 x double>
%t119 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t112
%t120 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t118
%t121 = fcmp ogt <2 x double> %t15, splat (double 0x4310000000000000)
%t122 = select <2 x i1> %t121, <2 x double> splat (double 0x4310000000000000), <2 x double> %t15
%t123 = fcmp olt <2 x double> %t122, splat (double 0xC310000000000000)
%t124 = select <2 x i1> %t123, <2 x double> splat (double 0xC310000000000000), <2 x double> %t122
%t125 = fmul <2 x double> %t124, splat (double 0x3FE45F306DC9C883)
%t126 = fadd <2 x double> %t125, splat (double 0x4338000000000000)
%t127 = fsub <2 x double> %t126, splat (double 0x4338000000000000)
%t128 = fmul <2 x double> %t127, splat (double 0x41A0000002000000)
%t129 = fsub <2 x double> %t128, %t127
%t130 = fsub <2 x double> %t128, %t129
%t131 = fsub <2 x double> %t127, %t130
%t132 = fmul <2 x double> %t127, splat (double 0x3FF921FB54442D18)
%t133 = fmul <2 x double> %t130, splat (double 0x3FF921FB58000000)
%t134 = fsub <2 x double> %t133, %t132
%t135 = fmul <2 x double> %t130, splat (double 0xBE4DDE9740000000)
%t136 = fadd <2 x double> %t134, %t135
%t137 = fmul <2 x double> %t131, splat (double 0x3FF921FB58000000)
%t138 = fadd <2 x double> %t136, %t137
%t139 = fmul <2 x double> %t131, splat (double 0xBE4DDE9740000000)
%t140 = fadd <2 x double> %t138, %t139
%t141 = fsub <2 x double> %t124, %t132
%t142 = fsub <2 x double> %t141, %t140
%t143 = fmul <2 x double> %t127, splat (double 0x41A0000002000000)
%t144 = fsub <2 x double> %t143, %t127
%t145 = fsub <2 x double> %t143, %t144
%t146 = fsub <2 x double> %t127, %t145
%t147 = fmul <2 x double> %t127, splat (double 0x3C91A62633145C07)
%t148 = fmul <2 x double> %t145, splat (double 0x3C91A62630000000)
%t149 = fsub <2 x double> %t148, %t147
%t150 = fmul <2 x double> %t145, splat (double 0x3AE8A2E038000000)
%t151 = fadd <2 x double> %t149, %t150
%t152 = fmul <2 x double> %t146, splat (double 0x3C91A62630000000)
%t153 = fadd <2 x double> %t151, %t152
%t154 = fmul <2 x double> %t146, splat (double 0x3AE8A2E038000000)
%t155 = fadd <2 x double> %t153, %t154
%t156 = fsub <2 x double> %t142, %t147
%t157 = fsub <2 x double> %t156, %t155
%t158 = fmul <2 x double> %t127, splat (double 0x41A0000002000000)
%t159 = fsub <2 x double> %t158, %t127
%t160 = fsub <2 x double> %t158, %t159
%t161 = fsub <2 x double> %t127, %t160
%t162 = fmul <2 x double> %t127, splat (double 0xB91F1976B7ED900B)
%t163 = fmul <2 x double> %t160, splat (double 0xB91F1976B8000000)
%t164 = fsub <2 x double> %t163, %t162
%t165 = fmul <2 x double> %t160, splat (double 0x37126FF500000000)
%t166 = fadd <2 x double> %t164, %t165
%t167 = fmul <2 x double> %t161, splat (double 0xB91F1976B8000000)
%t168 = fadd <2 x double> %t166, %t167
%t169 = fmul <2 x double> %t161, splat (double 0x37126FF500000000)
%t170 = fadd <2 x double> %t168, %t169
%t171 = fsub <2 x double> %t157, %t162
%t172 = fsub <2 x double> %t171, %t170
%t173 = bitcast <2 x double> %t126 to <2 x i64>
%t174 = fmul <2 x double> %t172, %t172
%t175 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %t174
%t176 = fadd <2 x double> %t175, splat (double 0xBE5AE5E61690F248)
%t177 = fmul <2 x double> %t176, %t174
%t178 = fadd <2 x double> %t177, splat (double 0x3EC71DE3571C7CCF)
%t179 = fmul <2 x double> %t178, %t174
%t180 = fadd <2 x double> %t179, splat (double 0xBF2A01A019C0B086)
%t181 = fmul <2 x double> %t180, %t174
%t182 = fadd <2 x double> %t181, splat (double 0x3F8111111110F848)
%t183 = fmul <2 x double> %t182, %t174
%t184 = fadd <2 x double> %t183, splat (double 0xBFC5555555555549)
%t185 = fmul <2 x double> %t174, %t172
%t186 = fmul <2 x double> %t184, %t185
%t187 = fadd <2 x double> %t186, %t172
%t188 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %t174
%t189 = fadd <2 x double> %t188, splat (double 0x3E21EE9E8F68D95C)
%t190 = fmul <2 x double> %t189, %t174
%t191 = fadd <2 x double> %t190, splat (double 0xBE927E4F805C419B)
%t192 = fmul <2 x double> %t191, %t174
%t193 = fadd <2 x double> %t192, splat (double 0x3EFA01A019CAC33E)
%t194 = fmul <2 x double> %t193, %t174
%t195 = fadd <2 x double> %t194, splat (double 0xBF56C16C16C15148)
%t196 = fmul <2 x double> %t195, %t174
%t197 = fadd <2 x double> %t196, splat (double 0x3FA555555555554C)
%t198 = fmul <2 x double> %t197, %t174
%t199 = fadd <2 x double> %t198, splat (double 0xBFE0000000000000)
%t200 = fmul <2 x double> %t199, %t174
%t201 = fadd <2 x double> %t200, splat (double 0x3FF0000000000000)
%t202 = shl <2 x i64> %t173, splat (i64 63)
%t203 = icmp slt <2 x i64> %t202, splat (i64 0)
%t204 = add <2 x i64> %t173, splat (i64 1)
%t205 = select <2 x i1> %t203, <2 x double> %t201, <2 x double> %t187
%t206 = and <2 x i64> %t173, splat (i64 2)
%t207 = shl <2 x i64> %t206, splat (i64 62)
%t208 = bitcast <2 x double> %t205 to <2 x i64>
%t209 = xor <2 x i64> %t208, %t207
%t210 = bitcast <2 x i64> %t209 to <2 x double>
%t211 = select <2 x i1> %t203, <2 x double> %t187, <2 x double> %t201
%t212 = and <2 x i64> %t204, splat (i64 2)
%t213 = shl <2 x i64> %t212, splat (i64 62)
%t214 = bitcast <2 x double> %t211 to <2 x i64>
%t215 = xor <2 x i64> %t214, %t213
%t216 = bitcast <2 x i64> %t215 to <2 x double>
%t217 = fmul <2 x double> %t120, %t216
%t218 = fneg <2 x double> %t210
%t219 = fmul <2 x double> %t119, %t218
%t220 = fadd <2 x double> %t219, %t217
%t221 = fmul <2 x double> splat (double 0x3FE0000000000000), %t220
%t222 = fneg <2 x double> %t221
%t223 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %t118
%t224 = fadd <2 x double> %t223, %t221
%t225 = fneg <2 x double> %t224
%t226 = getelementptr i64, ptr %table, i64 2
%t227 = load ptr, ptr %t226
%t228 = mul i64 %first, 2
%t229 = getelementptr double, ptr %t227, i64 %t228
%t230 = add i64 %first, 1
%t231 = icmp slt i64 %t230, %last
%t232 = select i1 %t231, i64 %t230, i64 %last
%t233 = mul i64 %t232, 2
%t234 = getelementptr double, ptr %t227, i64 %t233
%t235 = shufflevector <2 x double> %t225, <2 x double> %t222, <2 x i32> <i32 0, i32 2>
%t236 = shufflevector <2 x double> %t225, <2 x double> %t222, <2 x i32> <i32 1, i32 3>
store <2 x double> %t235, ptr %t229, align 8
store <2 x double> %t236, ptr %t234, align 8
%t237 = fcmp uno <2 x double> %t22, splat (double 0x0000000000000000)
%t238 = bitcast <2 x i1> %t237 to i2
%t239 = zext i2 %t238 to i64
%t240 = icmp eq i64 %t239, 0
br i1 %t240, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t239)
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
  %more = icmp slt i64 %lane, 2
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
  %next = add i64 %first, 2
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="128" "min-legal-vector-width"="128" }
attributes #1 = { nounwind cold noinline }

