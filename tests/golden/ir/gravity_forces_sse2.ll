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
%t17 = fmul <2 x double> %t15, splat (double 0x0000000000000000)
%t18 = fadd <2 x double> %t17, %t16
%t19 = fadd <2 x double> splat (double 0x0000000000000000), %t18
%t20 = shufflevector <2 x double> %t14, <2 x double> %t15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t21 = fcmp ogt <4 x double> %t20, splat (double 0x4310000000000000)
%t22 = select <4 x i1> %t21, <4 x double> splat (double 0x4310000000000000), <4 x double> %t20
%t23 = fcmp olt <4 x double> %t22, splat (double 0xC310000000000000)
%t24 = select <4 x i1> %t23, <4 x double> splat (double 0xC310000000000000), <4 x double> %t22
%t25 = fmul <4 x double> %t24, splat (double 0x3FE45F306DC9C883)
%t26 = fadd <4 x double> %t25, splat (double 0x4338000000000000)
%t27 = fsub <4 x double> %t26, splat (double 0x4338000000000000)
%t28 = fmul <4 x double> %t27, splat (double 0x41A0000002000000)
%t29 = fsub <4 x double> %t28, %t27
%t30 = fsub <4 x double> %t28, %t29
%t31 = fsub <4 x double> %t27, %t30
%t32 = fmul <4 x double> %t27, splat (double 0x3FF921FB54442D18)
%t33 = fmul <4 x double> %t30, splat (double 0x3FF921FB58000000)
%t34 = fsub <4 x double> %t33, %t32
%t35 = fmul <4 x double> %t30, splat (double 0xBE4DDE9740000000)
%t36 = fadd <4 x double> %t34, %t35
%t37 = fmul <4 x double> %t31, splat (double 0x3FF921FB58000000)
%t38 = fadd <4 x double> %t36, %t37
%t39 = fmul <4 x double> %t31, splat (double 0xBE4DDE9740000000)
%t40 = fadd <4 x double> %t38, %t39
%t41 = fsub <4 x double> %t24, %t32
%t42 = fsub <4 x double> %t41, %t40
%t43 = fmul <4 x double> %t27, splat (double 0x41A0000002000000)
%t44 = fsub <4 x double> %t43, %t27
%t45 = fsub <4 x double> %t43, %t44
%t46 = fsub <4 x double> %t27, %t45
%t47 = fmul <4 x double> %t27, splat (double 0x3C91A62633145C07)
%t48 = fmul <4 x double> %t45, splat (double 0x3C91A62630000000)
%t49 = fsub <4 x double> %t48, %t47
%t50 = fmul <4 x double> %t45, splat (double 0x3AE8A2E038000000)
%t51 = fadd <4 x double> %t49, %t50
%t52 = fmul <4 x double> %t46, splat (double 0x3C91A62630000000)
%t53 = fadd <4 x double> %t51, %t52
%t54 = fmul <4 x double> %t46, splat (double 0x3AE8A2E038000000)
%t55 = fadd <4 x double> %t53, %t54
%t56 = fsub <4 x double> %t42, %t47
%t57 = fsub <4 x double> %t56, %t55
%t58 = fmul <4 x double> %t27, splat (double 0x41A0000002000000)
%t59 = fsub <4 x double> %t58, %t27
%t60 = fsub <4 x double> %t58, %t59
%t61 = fsub <4 x double> %t27, %t60
%t62 = fmul <4 x double> %t27, splat (double 0xB91F1976B7ED900B)
%t63 = fmul <4 x double> %t60, splat (double 0xB91F1976B8000000)
%t64 = fsub <4 x double> %t63, %t62
%t65 = fmul <4 x double> %t60, splat (double 0x37126FF500000000)
%t66 = fadd <4 x double> %t64, %t65
%t67 = fmul <4 x double> %t61, splat (double 0xB91F1976B8000000)
%t68 = fadd <4 x double> %t66, %t67
%t69 = fmul <4 x double> %t61, splat (double 0x37126FF500000000)
%t70 = fadd <4 x double> %t68, %t69
%t71 = fsub <4 x double> %t57, %t62
%t72 = fsub <4 x double> %t71, %t70
%t73 = bitcast <4 x double> %t26 to <4 x i64>
%t74 = fmul <4 x double> %t72, %t72
%t75 = fmul <4 x double> splat (double 0x3DE5D918F5F48942), %t74
%t76 = fadd <4 x double> %t75, splat (double 0xBE5AE5E61690F248)
%t77 = fmul <4 x double> %t76, %t74
%t78 = fadd <4 x double> %t77, splat (double 0x3EC71DE3571C7CCF)
%t79 = fmul <4 x double> %t78, %t74
%t80 = fadd <4 x double> %t79, splat (double 0xBF2A01A019C0B086)
%t81 = fmul <4 x double> %t80, %t74
%t82 = fadd <4 x double> %t81, splat (double 0x3F8111111110F848)
%t83 = fmul <4 x double> %t82, %t74
%t84 = fadd <4 x double> %t83, splat (double 0xBFC5555555555549)
%t85 = fmul <4 x double> %t74, %t72
%t86 = fmul <4 x double> %t84, %t85
%t87 = fadd <4 x double> %t86, %t72
%t88 = fmul <4 x double> splat (double 0xBDA8FAD07DF189AF), %t74
%t89 = fadd <4 x double> %t88, splat (double 0x3E21EE9E8F68D95C)
%t90 = fmul <4 x double> %t89, %t74
%t91 = fadd <4 x double> %t90, splat (double 0xBE927E4F805C419B)
%t92 = fmul <4 x double> %t91, %t74
%t93 = fadd <4 x double> %t92, splat (double 0x3EFA01A019CAC33E)
%t94 = fmul <4 x double> %t93, %t74
%t95 = fadd <4 x double> %t94, splat (double 0xBF56C16C16C15148)
%t96 = fmul <4 x double> %t95, %t74
%t97 = fadd <4 x double> %t96, splat (double 0x3FA555555555554C)
%t98 = fmul <4 x double> %t97, %t74
%t99 = fadd <4 x double> %t98, splat (double 0xBFE0000000000000)
%t100 = fmul <4 x double> %t99, %t74
%t101 = fadd <4 x double> %t100, splat (double 0x3FF0000000000000)
%t102 = shl <4 x i64> %t73, splat (i64 63)
%t103 = icmp slt <4 x i64> %t102, splat (i64 0)
%t104 = add <4 x i64> %t73, splat (i64 1)
%t105 = select <4 x i1> %t103, <4 x double> %t101, <4 x double> %t87
%t106 = and <4 x i64> %t73, splat (i64 2)
%t107 = shl <4 x i64> %t106, splat (i64 62)
%t108 = bitcast <4 x double> %t105 to <4 x i64>
%t109 = xor <4 x i64> %t108, %t107
%t110 = bitcast <4 x i64> %t109 to <4 x double>
%t111 = select <4 x i1> %t103, <4 x double> %t87, <4 x double> %t101
%t112 = and <4 x i64> %t104, splat (i64 2)
%t113 = shl <4 x i64> %t112, splat (i64 62)
%t114 = bitcast <4 x double> %t111 to <4 x i64>
%t115 = xor <4 x i64> %t114, %t113
%t116 = bitcast <4 x i64> %t115 to <4 x double>
%t117 = shufflevector <4 x double> %t110, <4 x double> %t110, <2 x i32> <i32 0, i32 1>
%t118 = shufflevector <4 x double> %t110, <4 x double> %t110, <2 x i32> <i32 2, i32 3>
%t119 = shufflevector <4 x double> %t116, <4 x double> %t116, <2 x i32> <i32 0, i32 1>
%t120 = shufflevector <4 x double> %t116, <4 x double> %t116, <2 x i32> <i32 2, i32 3>
%t121 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t117
%t122 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t119
%t123 = fmul <2 x double> %t121, %t118
%t124 = fneg <2 x double> %t123
%t125 = fmul <2 x double> %t122, %t120
%t126 = fadd <2 x double> %t125, %t124
%t127 = fmul <2 x double> splat (double 0x3FE0000000000000), %t126
%t128 = fneg <2 x double> %t127
%t129 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %t119
%t130 = fadd <2 x double> %t129, %t127
%t131 = fneg <2 x double> %t130
%t132 = getelementptr i64, ptr %table, i64 2
%t133 = load ptr, ptr %t132
%t134 = mul i64 %first, 2
%t135 = getelementptr double, ptr %t133, i64 %t134
%t136 = add i64 %first, 1
%t137 = icmp slt i64 %t136, %last
%t138 = select i1 %t137, i64 %t136, i64 %last
%t139 = mul i64 %t138, 2
%t140 = getelementptr double, ptr %t133, i64 %t139
%t141 = shufflevector <2 x double> %t131, <2 x double> %t128, <2 x i32> <i32 0, i32 2>
%t142 = shufflevector <2 x double> %t131, <2 x double> %t128, <2 x i32> <i32 1, i32 3>
store <2 x double> %t141, ptr %t135, align 8
store <2 x double> %t142, ptr %t140, align 8
%t143 = fcmp uno <2 x double> %t19, splat (double 0x0000000000000000)
%t144 = bitcast <2 x i1> %t143 to i2
%t145 = zext i2 %t144 to i64
%t146 = icmp eq i64 %t145, 0
br i1 %t146, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t145)
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
attributes #0 = { nounwind alignstack=16 "prefer-vector-width"="128" "min-legal-vector-width"="128" }
attributes #1 = { nounwind cold noinline }

