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
%t16 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t14, <2 x double> splat (double 0x0000000000000000), <2 x double> splat (double 0x0000000000000000))
%t17 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t15, <2 x double> splat (double 0x0000000000000000), <2 x double> splat (double 0x0000000000000000))
%t18 = fadd <2 x double> %t16, %t17
%t19 = fadd <2 x double> splat (double 0x0000000000000000), splat (double 0x0000000000000000)
%t20 = fadd <2 x double> %t18, %t19
%t21 = fcmp ogt <2 x double> %t14, splat (double 0x4310000000000000)
%t22 = select <2 x i1> %t21, <2 x double> splat (double 0x4310000000000000), <2 x double> %t14
%t23 = fcmp olt <2 x double> %t22, splat (double 0xC310000000000000)
%t24 = select <2 x i1> %t23, <2 x double> splat (double 0xC310000000000000), <2 x double> %t22
%t25 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t24, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%t26 = fsub <2 x double> %t25, splat (double 0x4338000000000000)
%t27 = fneg <2 x double> %t26
%t28 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t27, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %t24)
%t29 = fneg <2 x double> %t26
%t30 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t29, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %t28)
%t31 = fneg <2 x double> %t26
%t32 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t31, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %t30)
%t33 = bitcast <2 x double> %t25 to <2 x i64>
%t34 = fmul <2 x double> %t32, %t32
%t35 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %t34, <2 x double> splat (double 0xBE5AE5E61690F248))
%t36 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t35, <2 x double> %t34, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%t37 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t36, <2 x double> %t34, <2 x double> splat (double 0xBF2A01A019C0B086))
%t38 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t37, <2 x double> %t34, <2 x double> splat (double 0x3F8111111110F848))
%t39 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t38, <2 x double> %t34, <2 x double> splat (double 0xBFC5555555555549))
%t40 = fmul <2 x double> %t34, %t32
%t41 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t39, <2 x double> %t40, <2 x double> %t32)
%t42 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %t34, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%t43 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t42, <2 x double> %t34, <2 x double> splat (double 0xBE927E4F805C419B))
%t44 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t43, <2 x double> %t34, <2 x double> splat (double 0x3EFA01A019CAC33E))
%t45 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t44, <2 x double> %t34, <2 x double> splat (double 0xBF56C16C16C15148))
%t46 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t45, <2 x double> %t34, <2 x double> splat (double 0x3FA555555555554C))
%t47 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t46, <2 x double> %t34, <2 x double> splat (double 0xBFE0000000000000))
%t48 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t47, <2 x double> %t34, <2 x double> splat (double 0x3FF0000000000000))
%t49 = shl <2 x i64> %t33, splat (i64 63)
%t50 = icmp slt <2 x i64> %t49, splat (i64 0)
%t51 = add <2 x i64> %t33, splat (i64 1)
%t52 = select <2 x i1> %t50, <2 x double> %t48, <2 x double> %t41
%t53 = and <2 x i64> %t33, splat (i64 2)
%t54 = shl <2 x i64> %t53, splat (i64 62)
%t55 = bitcast <2 x double> %t52 to <2 x i64>
%t56 = xor <2 x i64> %t55, %t54
%t57 = bitcast <2 x i64> %t56 to <2 x double>
%t58 = select <2 x i1> %t50, <2 x double> %t41, <2 x double> %t48
%t59 = and <2 x i64> %t51, splat (i64 2)
%t60 = shl <2 x i64> %t59, splat (i64 62)
%t61 = bitcast <2 x double> %t58 to <2 x i64>
%t62 = xor <2 x i64> %t61, %t60
%t63 = bitcast <2 x i64> %t62 to <2 x double>
%t64 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t57
%t65 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t63
%t66 = fcmp ogt <2 x double> %t15, splat (double 0x4310000000000000)
%t67 = select <2 x i1> %t66, <2 x double> splat (double 0x4310000000000000), <2 x double> %t15
%t68 = fcmp olt <2 x double> %t67, splat (double 0xC310000000000000)
%t69 = select <2 x i1> %t68, <2 x double> splat (double 0xC310000000000000), <2 x double> %t67
%t70 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t69, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%t71 = fsub <2 x double> %t70, splat (double 0x4338000000000000)
%t72 = fneg <2 x double> %t71
%t73 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t72, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %t69)
%t74 = fneg <2 x double> %t71
%t75 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t74, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %t73)
%t76 = fneg <2 x double> %t71
%t77 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t76, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %t75)
%t78 = bitcast <2 x double> %t70 to <2 x i64>
%t79 = fmul <2 x double> %t77, %t77
%t80 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %t79, <2 x double> splat (double 0xBE5AE5E61690F248))
%t81 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t80, <2 x double> %t79, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%t82 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t81, <2 x double> %t79, <2 x double> splat (double 0xBF2A01A019C0B086))
%t83 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t82, <2 x double> %t79, <2 x double> splat (double 0x3F8111111110F848))
%t84 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t83, <2 x double> %t79, <2 x double> splat (double 0xBFC5555555555549))
%t85 = fmul <2 x double> %t79, %t77
%t86 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t84, <2 x double> %t85, <2 x double> %t77)
%t87 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %t79, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%t88 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t87, <2 x double> %t79, <2 x double> splat (double 0xBE927E4F805C419B))
%t89 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t88, <2 x double> %t79, <2 x double> splat (double 0x3EFA01A019CAC33E))
%t90 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t89, <2 x double> %t79, <2 x double> splat (double 0xBF56C16C16C15148))
%t91 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t90, <2 x double> %t79, <2 x double> splat (double 0x3FA555555555554C))
%t92 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t91, <2 x double> %t79, <2 x double> splat (double 0xBFE0000000000000))
%t93 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t92, <2 x double> %t79, <2 x double> splat (double 0x3FF0000000000000))
%t94 = shl <2 x i64> %t78, splat (i64 63)
%t95 = icmp slt <2 x i64> %t94, splat (i64 0)
%t96 = add <2 x i64> %t78, splat (i64 1)
%t97 = select <2 x i1> %t95, <2 x double> %t93, <2 x double> %t86
%t98 = and <2 x i64> %t78, splat (i64 2)
%t99 = shl <2 x i64> %t98, splat (i64 62)
%t100 = bitcast <2 x double> %t97 to <2 x i64>
%t101 = xor <2 x i64> %t100, %t99
%t102 = bitcast <2 x i64> %t101 to <2 x double>
%t103 = select <2 x i1> %t95, <2 x double> %t86, <2 x double> %t93
%t104 = and <2 x i64> %t96, splat (i64 2)
%t105 = shl <2 x i64> %t104, splat (i64 62)
%t106 = bitcast <2 x double> %t103 to <2 x i64>
%t107 = xor <2 x i64> %t106, %t105
%t108 = bitcast <2 x i64> %t107 to <2 x double>
%t109 = fmul <2 x double> %t65, %t108
%t110 = fneg <2 x double> %t102
%t111 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t64, <2 x double> %t110, <2 x double> %t109)
%t112 = fmul <2 x double> splat (double 0x3FE0000000000000), %t111
%t113 = fneg <2 x double> %t112
%t114 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %t63, <2 x double> %t112)
%t115 = fneg <2 x double> %t114
%t116 = getelementptr i64, ptr %table, i64 2
%t117 = load ptr, ptr %t116
%t118 = mul i64 %first, 2
%t119 = getelementptr double, ptr %t117, i64 %t118
%t120 = add i64 %first, 1
%t121 = icmp slt i64 %t120, %last
%t122 = select i1 %t121, i64 %t120, i64 %last
%t123 = mul i64 %t122, 2
%t124 = getelementptr double, ptr %t117, i64 %t123
%t125 = shufflevector <2 x double> %t115, <2 x double> %t113, <2 x i32> <i32 0, i32 2>
%t126 = shufflevector <2 x double> %t115, <2 x double> %t113, <2 x i32> <i32 1, i32 3>
store <2 x double> %t125, ptr %t119, align 8
store <2 x double> %t126, ptr %t124, align 8
%t127 = fcmp uno <2 x double> %t20, splat (double 0x0000000000000000)
%t128 = bitcast <2 x i1> %t127 to i2
%t129 = zext i2 %t128 to i64
%t130 = icmp eq i64 %t129, 0
br i1 %t130, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t129)
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

