declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <3 x double> @llvm.fma.v3f64(<3 x double>, <3 x double>, <3 x double>)
declare <3 x double> @llvm.sqrt.v3f64(<3 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <3 x float> @llvm.fma.v3f32(<3 x float>, <3 x float>, <3 x float>)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)
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
%t7 = getelementptr i64, ptr %table, i64 2
%t8 = load ptr, ptr %t7
%t9 = getelementptr i64, ptr %table, i64 3
%t10 = load i64, ptr %t9
%t11 = mul i64 %first, %t10
%t12 = getelementptr double, ptr %t8, i64 %t11
%t13 = getelementptr i64, ptr %table, i64 4
%t14 = load ptr, ptr %t13
%t15 = getelementptr i64, ptr %table, i64 5
%t16 = load i64, ptr %t15
%t17 = mul i64 %first, %t16
%t18 = getelementptr double, ptr %t14, i64 %t17
%t19 = load double, ptr %t6, align 8
%t20 = getelementptr double, ptr %t6, i64 1
%t21 = load double, ptr %t20, align 8
%t22 = load double, ptr %t12, align 8
%t23 = getelementptr double, ptr %t12, i64 1
%t24 = load double, ptr %t23, align 8
%t25 = load double, ptr %t18, align 8
%t26 = getelementptr double, ptr %t18, i64 1
%t27 = load double, ptr %t26, align 8
%t28 = fmul double %t19, 0x0000000000000000
%t29 = call double @llvm.fma.f64(double %t21, double 0x0000000000000000, double %t28)
%t30 = call double @llvm.fma.f64(double %t22, double 0x0000000000000000, double %t29)
%t31 = call double @llvm.fma.f64(double %t24, double 0x0000000000000000, double %t30)
%t32 = fmul double %t25, 0x0000000000000000
%t33 = call double @llvm.fma.f64(double %t27, double 0x0000000000000000, double %t32)
%t34 = fadd double %t31, %t33
%t35 = insertelement <2 x double> poison, double %t19, i32 0
%t36 = insertelement <2 x double> %t35, double %t21, i32 1
%t37 = fcmp ogt <2 x double> %t36, splat (double 0x4310000000000000)
%t38 = select <2 x i1> %t37, <2 x double> splat (double 0x4310000000000000), <2 x double> %t36
%t39 = fcmp olt <2 x double> %t38, splat (double 0xC310000000000000)
%t40 = select <2 x i1> %t39, <2 x double> splat (double 0xC310000000000000), <2 x double> %t38
%t41 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t40, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%t42 = fsub <2 x double> %t41, splat (double 0x4338000000000000)
%t43 = fneg <2 x double> %t42
%t44 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t43, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %t40)
%t45 = fneg <2 x double> %t42
%t46 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t45, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %t44)
%t47 = fneg <2 x double> %t42
%t48 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t47, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %t46)
%t49 = bitcast <2 x double> %t41 to <2 x i64>
%t50 = fmul <2 x double> %t48, %t48
%t51 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %t50, <2 x double> splat (double 0xBE5AE5E61690F248))
%t52 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t51, <2 x double> %t50, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%t53 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t52, <2 x double> %t50, <2 x double> splat (double 0xBF2A01A019C0B086))
%t54 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t53, <2 x double> %t50, <2 x double> splat (double 0x3F8111111110F848))
%t55 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t54, <2 x double> %t50, <2 x double> splat (double 0xBFC5555555555549))
%t56 = fmul <2 x double> %t50, %t48
%t57 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t55, <2 x double> %t56, <2 x double> %t48)
%t58 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %t50, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%t59 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t58, <2 x double> %t50, <2 x double> splat (double 0xBE927E4F805C419B))
%t60 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t59, <2 x double> %t50, <2 x double> splat (double 0x3EFA01A019CAC33E))
%t61 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t60, <2 x double> %t50, <2 x double> splat (double 0xBF56C16C16C15148))
%t62 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t61, <2 x double> %t50, <2 x double> splat (double 0x3FA555555555554C))
%t63 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t62, <2 x double> %t50, <2 x double> splat (double 0xBFE0000000000000))
%t64 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t63, <2 x double> %t50, <2 x double> splat (double 0x3FF0000000000000))
%t65 = shl <2 x i64> %t49, splat (i64 63)
%t66 = icmp slt <2 x i64> %t65, splat (i64 0)
%t67 = add <2 x i64> %t49, splat (i64 1)
%t68 = select <2 x i1> %t66, <2 x double> %t64, <2 x double> %t57
%t69 = and <2 x i64> %t49, splat (i64 2)
%t70 = shl <2 x i64> %t69, splat (i64 62)
%t71 = bitcast <2 x double> %t68 to <2 x i64>
%t72 = xor <2 x i64> %t71, %t70
%t73 = bitcast <2 x i64> %t72 to <2 x double>
%t74 = select <2 x i1> %t66, <2 x double> %t57, <2 x double> %t64
%t75 = and <2 x i64> %t67, splat (i64 2)
%t76 = shl <2 x i64> %t75, splat (i64 62)
%t77 = bitcast <2 x double> %t74 to <2 x i64>
%t78 = xor <2 x i64> %t77, %t76
%t79 = bitcast <2 x i64> %t78 to <2 x double>
%t80 = extractelement <2 x double> %t73, i32 0
%t81 = fmul double 0x40239EB851EB851F, %t80
%t82 = extractelement <2 x double> %t79, i32 0
%t83 = fmul double 0x40239EB851EB851F, %t82
%t84 = fadd double %t22, %t24
%t85 = call double @llvm.fma.f64(double %t22, double %t22, double %t81)
%t86 = extractelement <2 x double> %t73, i32 1
%t87 = fmul double %t86, %t85
%t88 = extractelement <2 x double> %t79, i32 1
%t89 = fneg double %t87
%t90 = call double @llvm.fma.f64(double %t83, double %t88, double %t89)
%t91 = fmul double %t84, %t84
%t92 = fmul double 0x3FE0000000000000, %t91
%t93 = call double @llvm.fma.f64(double 0x3FE0000000000000, double %t90, double %t27)
%t94 = fmul double 0x3FF7F48066355709, %t93
%t95 = fmul double %t86, %t92
%t96 = fneg double %t94
%t97 = call double @llvm.fma.f64(double %t88, double %t96, double %t95)
%t98 = fsub double %t27, %t97
%t99 = fmul double 0x3FE7F48066355709, %t86
%t100 = call double @llvm.fma.f64(double %t86, double %t99, double 0xBFE7F48066355709)
%t101 = fneg double %t82
%t102 = call double @llvm.fma.f64(double 0x402D6E147AE147AE, double %t101, double %t98)
%t103 = fsub double %t25, %t102
%t104 = fadd double %t100, 0x3FF557E4B17E4B19
%t105 = fdiv double 0x3FF0000000000000, %t104
%t106 = fmul double %t103, %t105
%t107 = fmul double %t88, %t106
%t108 = call double @llvm.fma.f64(double 0x3FF7F48066355709, double %t107, double %t106)
%t109 = fneg double %t108
%t110 = call double @llvm.fma.f64(double 0x4007F48066355709, double %t93, double %t109)
%t111 = getelementptr i64, ptr %table, i64 6
%t112 = load ptr, ptr %t111
%t113 = mul i64 %first, 2
%t114 = getelementptr double, ptr %t112, i64 %t113
store double %t106, ptr %t114, align 8
%t115 = getelementptr double, ptr %t114, i64 1
store double %t110, ptr %t115, align 8
%t116 = fcmp uno double %t34, 0x0000000000000000
%t117 = zext i1 %t116 to i64
%t118 = icmp eq i64 %t117, 0
br i1 %t118, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t117)
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
  %more = icmp slt i64 %lane, 1
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
  %next = add i64 %first, 1
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

