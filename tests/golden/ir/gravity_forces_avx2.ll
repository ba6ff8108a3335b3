declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
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
%t42 = fmul <4 x double> %t38, splat (double 0x0000000000000000)
%t43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t40, <4 x double> splat (double 0x0000000000000000), <4 x double> %t42)
%t44 = fadd <4 x double> splat (double 0x0000000000000000), %t43
%t45 = shufflevector <4 x double> %t38, <4 x double> %t40, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%t46 = fcmp ogt <8 x double> %t45, splat (double 0x4310000000000000)
%t47 = select <8 x i1> %t46, <8 x double> splat (double 0x4310000000000000), <8 x double> %t45
%t48 = fcmp olt <8 x double> %t47, splat (double 0xC310000000000000)
%t49 = select <8 x i1> %t48, <8 x double> splat (double 0xC310000000000000), <8 x double> %t47
%t50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t49, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%t51 = fsub <8 x double> %t50, splat (double 0x4338000000000000)
%t52 = fneg <8 x double> %t51
%t53 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t52, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %t49)
%t54 = fneg <8 x double> %t51
%t55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t54, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %t53)
%t56 = fneg <8 x double> %t51
%t57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t56, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %t55)
%t58 = bitcast <8 x double> %t50 to <8 x i64>
%t59 = fmul <8 x double> %t57, %t57
%t60 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %t59, <8 x double> splat (double 0xBE5AE5E61690F248))
%t61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t60, <8 x double> %t59, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%t62 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t61, <8 x double> %t59, <8 x double> splat (double 0xBF2A01A019C0B086))
%t63 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t62, <8 x double> %t59, <8 x double> splat (double 0x3F8111111110F848))
%t64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t63, <8 x double> %t59, <8 x double> splat (double 0xBFC5555555555549))
%t65 = fmul <8 x double> %t59, %t57
%t66 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t64, <8 x double> %t65, <8 x double> %t57)
%t67 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %t59, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%t68 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t67, <8 x double> %t59, <8 x double> splat (double 0xBE927E4F805C419B))
%t69 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t68, <8 x double> %t59, <8 x double> splat (double 0x3EFA01A019CAC33E))
%t70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t69, <8 x double> %t59, <8 x double> splat (double 0xBF56C16C16C15148))
%t71 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t70, <8 x double> %t59, <8 x double> splat (double 0x3FA555555555554C))
%t72 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t71, <8 x double> %t59, <8 x double> splat (double 0xBFE0000000000000))
%t73 = call <8 x double> @llvm.fma.v8f64(<8 x double> %t72, <8 x double> %t59, <8 x double> splat (double 0x3FF0000000000000))
%t74 = shl <8 x i64> %t58, splat (i64 63)
%t75 = icmp slt <8 x i64> %t74, splat (i64 0)
%t76 = add <8 x i64> %t58, splat (i64 1)
%t77 = select <8 x i1> %t75, <8 x double> %t73, <8 x double> %t66
%t78 = and <8 x i64> %t58, splat (i64 2)
%t79 = shl <8 x i64> %t78, splat (i64 62)
%t80 = bitcast <8 x double> %t77 to <8 x i64>
%t81 = xor <8 x i64> %t80, %t79
%t82 = bitcast <8 x i64> %t81 to <8 x double>
%t83 = select <8 x i1> %t75, <8 x double> %t66, <8 x double> %t73
%t84 = and <8 x i64> %t76, splat (i64 2)
%t85 = shl <8 x i64> %t84, splat (i64 62)
%t86 = bitcast <8 x double> %t83 to <8 x i64>
%t87 = xor <8 x i64> %t86, %t85
%t88 = bitcast <8 x i64> %t87 to <8 x double>
%t89 = shufflevector <8 x double> %t82, <8 x double> %t82, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t90 = shufflevector <8 x double> %t82, <8 x double> %t82, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t91 = shufflevector <8 x double> %t88, <8 x double> %t88, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t92 = shufflevector <8 x double> %t88, <8 x double> %t88, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%t93 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t89
%t94 = fmul <4 x double> splat (double 0x40239EB851EB851F), %t91
%t95 = fmul <4 x double> %t93, %t90
%t96 = fneg <4 x double> %t95
%t97 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t94, <4 x double> %t92, <4 x double> %t96)
%t98 = fmul <4 x double> splat (double 0x3FE0000000000000), %t97
%t99 = fneg <4 x double> %t98
%t100 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %t91, <4 x double> %t98)
%t101 = fneg <4 x double> %t100
%t102 = getelementptr i64, ptr %table, i64 2
%t103 = load ptr, ptr %t102
%t104 = mul i64 %first, 2
%t105 = getelementptr double, ptr %t103, i64 %t104
%t106 = add i64 %first, 1
%t107 = icmp slt i64 %t106, %last
%t108 = select i1 %t107, i64 %t106, i64 %last
%t109 = mul i64 %t108, 2
%t110 = getelementptr double, ptr %t103, i64 %t109
%t111 = add i64 %first, 2
%t112 = icmp slt i64 %t111, %last
%t113 = select i1 %t112, i64 %t111, i64 %last
%t114 = mul i64 %t113, 2
%t115 = getelementptr double, ptr %t103, i64 %t114
%t116 = add i64 %first, 3
%t117 = icmp slt i64 %t116, %last
%t118 = select i1 %t117, i64 %t116, i64 %last
%t119 = mul i64 %t118, 2
%t120 = getelementptr double, ptr %t103, i64 %t119
%t121 = shufflevector <4 x double> %t101, <4 x double> %t99, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t122 = shufflevector <4 x double> %t101, <4 x double> %t99, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t123 = shufflevector <4 x double> %t101, <4 x double> %t101, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%t124 = shufflevector <4 x double> %t101, <4 x double> %t101, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%t125 = shufflevector <4 x double> %t121, <4 x double> %t123, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t126 = shufflevector <4 x double> %t121, <4 x double> %t123, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t127 = shufflevector <4 x double> %t122, <4 x double> %t124, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%t128 = shufflevector <4 x double> %t122, <4 x double> %t124, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%t129 = shufflevector <4 x double> %t125, <4 x double> %t125, <2 x i32> <i32 0, i32 1>
store <2 x double> %t129, ptr %t105, align 8
%t130 = shufflevector <4 x double> %t127, <4 x double> %t127, <2 x i32> <i32 0, i32 1>
store <2 x double> %t130, ptr %t110, align 8
%t131 = shufflevector <4 x double> %t126, <4 x double> %t126, <2 x i32> <i32 0, i32 1>
store <2 x double> %t131, ptr %t115, align 8
%t132 = shufflevector <4 x double> %t128, <4 x double> %t128, <2 x i32> <i32 0, i32 1>
store <2 x double> %t132, ptr %t120, align 8
%t133 = fcmp uno <4 x double> %t44, splat (double 0x0000000000000000)
%t134 = bitcast <4 x i1> %t133 to i4
%t135 = zext i4 %t134 to i64
%t136 = icmp eq i64 %t135, 0
br i1 %t136, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t135)
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
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

