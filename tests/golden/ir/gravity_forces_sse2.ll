declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
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
%t23 = shufflevector <2 x double> %t14, <2 x double> %t15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t24 = fcmp ogt <4 x double> %t23, splat (double 0x4310000000000000)
%t25 = select <4 x i1> %t24, <4 x double> splat (double 0x4310000000000000), <4 x double> %t23
%t26 = fcmp olt <4 x double> %t25, splat (double 0xC310000000000000)
%t27 = select <4 x i1> %t26, <4 x double> splat (double 0xC310000000000000), <4 x double> %t25
%t28 = fmul <4 x double> %t27, splat (double 0x3FE45F306DC9C883)
%t29 = fadd <4 x double> %t28, splat (double 0x4338000000000000)
%t30 = fsub <4 x double> %t29, splat (double 0x4338000000000000)
%t31 = fmul <4 x double> %t30, splat (double 0x41A0000002000000)
%t32 = fsub <4 x double> %t31, %t30
%t33 = fsub <4 x double> %t31, %t32
%t34 = fsub <4 x double> %t30, %t33
%t35 = fmul <4 x double> %t30, splat (double 0x3FF921FB54442D18)
%t36 = fmul <4 x double> %t33, splat (double 0x3FF921FB58000000)
%t37 = fsub <4 x double> %t36, %t35
%t38 = fmul <4 x double> %t33, splat (double 0xBE4DDE9740000000)
%t39 = fadd <4 x double> %t37, %t38
%t40 = fmul <4 x double> %t34, splat (double 0x3FF921FB58000000)
%t41 = fadd <4 x double> %t39, %t40
%t42 = fmul <4 x double> %t34, splat (double 0xBE4DDE9740000000)
%t43 = fadd <4 x double> %t41, %t42
%t44 = fsub <4 x double> %t27, %t35
%t45 = fsub <4 x double> %t44, %t43
%t46 = fmul <4 x double> %t30, splat (double 0x41A0000002000000)
%t47 = fsub <4 x double> %t46, %t30
%t48 = fsub <4 x double> %t46, %t47
%t49 = fsub <4 x double> %t30, %t48
%t50 = fmul <4 x double> %t30, splat (double 0x3C91A62633145C07)
%t51 = fmul <4 x double> %t48, splat (double 0x3C91A62630000000)
%t52 = fsub <4 x double> %t51, %t50
%t53 = fmul <4 x double> %t48, splat (double 0x3AE8A2E038000000)
%t54 = fadd <4 x double> %t52, %t53
%t55 = fmul <4 x double> %t49, splat (double 0x3C91A62630000000)
%t56 = fadd <4 x double> %t54, %t55
%t57 = fmul <4 x double> %t49, splat (double 0x3AE8A2E038000000)
%t58 = fadd <4 x double> %t56, %t57
%t59 = fsub <4 x double> %t45, %t50
%t60 = fsub <4 x double> %t59, %t58
%t61 = fmul <4 x double> %t30, splat (double 0x41A0000002000000)
%t62 = fsub <4 x double> %t61, %t30
%t63 = fsub <4 x double> %t61, %t62
%t64 = fsub <4 x double> %t30, %t63
%t65 = fmul <4 x double> %t30, splat (double 0xB91F1976B7ED900B)
%t66 = fmul <4 x double> %t63, splat (double 0xB91F1976B8000000)
%t67 = fsub <4 x double> %t66, %t65
%t68 = fmul <4 x double> %t63, splat (double 0x37126FF500000000)
%t69 = fadd <4 x double> %t67, %t68
%t70 = fmul <4 x double> %t64, splat (double 0xB91F1976B8000000)
%t71 = fadd <4 x double> %t69, %t70
%t72 = fmul <4 x double> %t64, splat (double 0x37126FF500000000)
%t73 = fadd <4 x double> %t71, %t72
%t74 = fsub <4 x double> %t60, %t65
%t75 = fsub <4 x double> %t74, %t73
%t76 = bitcast <4 x double> %t29 to <4 x i64>
%t77 = fmul <4 x double> %t75, %t75
%t78 = fmul <4 x double> splat (double 0x3DE5D918F5F48942), %t77
%t79 = fadd <4 x double> %t78, splat (double 0xBE5AE5E61690F248)
%t80 = fmul <4 x double> %t79, %t77
%t81 = fadd <4 x double> %t80, splat (double 0x3EC71DE3571C7CCF)
%t82 = fmul <4 x double> %t81, %t77
%t83 = fadd <4 x double> %t82, splat (double 0xBF2A01A019C0B086)
%t84 = fmul <4 x double> %t83, %t77
%t85 = fadd <4 x double> %t84, splat (double 0x3F8111111110F848)
%t86 = fmul <4 x double> %t85, %t77
%t87 = fadd <4 x double> %t86, splat (double 0xBFC5555555555549)
%t88 = fmul <4 x double> %t77, %t75
%t89 = fmul <4 x double> %t87, %t88
%t90 = fadd <4 x double> %t89, %t75
%t91 = fmul <4 x double> splat (double 0xBDA8FAD07DF189AF), %t77
%t92 = fadd <4 x double> %t91, splat (double 0x3E21EE9E8F68D95C)
%t93 = fmul <4 x double> %t92, %t77
%t94 = fadd <4 x double> %t93, splat (double 0xBE927E4F805C419B)
%t95 = fmul <4 x double> %t94, %t77
%t96 = fadd <4 x double> %t95, splat (double 0x3EFA01A019CAC33E)
%t97 = fmul <4 x double> %t96, %t77
%t98 = fadd <4 x double> %t97, splat (double 0xBF56C16C16C15148)
%t99 = fmul <4 x double> %t98, %t77
%t100 = fadd <4 x double> %t99, splat (double 0x3FA555555555554C)
%t101 = fmul <4 x double> %t100, %t77
%t102 = fadd <4 x double> %t101, splat (double 0xBFE0000000000000)
%t103 = fmul <4 x double> %t102, %t77
%t104 = fadd <4 x double> %t103, splat (double 0x3FF0000000000000)
%t105 = shl <4 x i64> %t76, splat (i64 63)
%t106 = icmp slt <4 x i64> %t105, splat (i64 0)
%t107 = add <4 x i64> %t76, splat (i64 1)
%t108 = select <4 x i1> %t106, <4 x double> %t104, <4 x double> %t90
%t109 = and <4 x i64> %t76, splat (i64 2)
%t110 = shl <4 x i64> %t109, splat (i64 62)
%t111 = bitcast <4 x double> %t108 to <4 x i64>
%t112 = xor <4 x i64> %t111, %t110
%t113 = bitcast <4 x i64> %t112 to <4 x double>
%t114 = select <4 x i1> %t106, <4 x double> %t90, <4 x double> %t104
%t115 = and <4 x i64> %t107, splat (i64 2)
%t116 = shl <4 x i64> %t115, splat (i64 62)
%t117 = bitcast <4 x double> %t114 to <4 x i64>
%t118 = xor <4 x i64> %t117, %t116
%t119 = bitcast <4 x i64> %t118 to <4 x double>
%t120 = shufflevector <4 x double> %t113, <4 x double> %t113, <2 x i32> <i32 0, i32 1>
%t121 = shufflevector <4 x double> %t113, <4 x double> %t113, <2 x i32> <i32 2, i32 3>
%t122 = shufflevector <4 x double> %t119, <4 x double> %t119, <2 x i32> <i32 0, i32 1>
%t123 = shufflevector <4 x double> %t119, <4 x double> %t119, <2 x i32> <i32 2, i32 3>
%t124 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t120
%t125 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t122
%t126 = fmul <2 x double> %t124, %t121
%t127 = fneg <2 x double> %t126
%t128 = fmul <2 x double> %t125, %t123
%t129 = fadd <2 x double> %t128, %t127
%t130 = fmul <2 x double> splat (double 0x3FE0000000000000), %t129
%t131 = fneg <2 x double> %t130
%t132 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %t122
%t133 = fadd <2 x double> %t132, %t130
%t134 = fneg <2 x double> %t133
%t135 = getelementptr i64, ptr %table, i64 2
%t136 = load ptr, ptr %t135
%t137 = mul i64 %first, 2
%t138 = getelementptr double, ptr %t136, i64 %t137
%t139 = add i64 %first, 1
%t140 = icmp slt i64 %t139, %last
%t141 = select i1 %t140, i64 %t139, i64 %last
%t142 = mul i64 %t141, 2
%t143 = getelementptr double, ptr %t136, i64 %t142
%t144 = shufflevector <2 x double> %t134, <2 x double> %t131, <2 x i32> <i32 0, i32 2>
%t145 = shufflevector <2 x double> %t134, <2 x double> %t131, <2 x i32> <i32 1, i32 3>
store <2 x double> %t144, ptr %t138, align 8
store <2 x double> %t145, ptr %t143, align 8
%t146 = fcmp uno <2 x double> %t22, splat (double 0x0000000000000000)
%t147 = bitcast <2 x i1> %t146 to i2
%t148 = zext i2 %t147 to i64
%t149 = icmp eq i64 %t148, 0
br i1 %t149, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t148)
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

