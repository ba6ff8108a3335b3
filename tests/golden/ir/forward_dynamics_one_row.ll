declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%t1 = getelementptr i64, ptr %table, i64 0
%t2 = load ptr, ptr %t1
%t3 = getelementptr i64, ptr %table, i64 1
%t4 = load i64, ptr %t3
%t5 = mul i64 %first, %t4
%t6 = getelementptr double, ptr %t2, i64 %t5
%t7 = load double, ptr %t6, align 8
%t8 = getelementptr double, ptr %t6, i64 1
%t9 = load double, ptr %t8, align 8
%t10 = getelementptr i64, ptr %table, i64 2
%t11 = load ptr, ptr %t10
%t12 = getelementptr i64, ptr %table, i64 3
%t13 = load i64, ptr %t12
%t14 = mul i64 %first, %t13
%t15 = getelementptr double, ptr %t11, i64 %t14
%t16 = load double, ptr %t15, align 8
%t17 = getelementptr double, ptr %t15, i64 1
%t18 = load double, ptr %t17, align 8
%t19 = getelementptr i64, ptr %table, i64 4
%t20 = load ptr, ptr %t19
%t21 = getelementptr i64, ptr %table, i64 5
%t22 = load i64, ptr %t21
%t23 = mul i64 %first, %t22
%t24 = getelementptr double, ptr %t20, i64 %t23
%t25 = load double, ptr %t24, align 8
%t26 = getelementptr double, ptr %t24, i64 1
%t27 = load double, ptr %t26, align 8
%t28 = call double @llvm.fma.f64(double %t7, double 0x0000000000000000, double 0x0000000000000000)
%t29 = call double @llvm.fma.f64(double %t9, double 0x0000000000000000, double 0x0000000000000000)
%t30 = call double @llvm.fma.f64(double %t16, double 0x0000000000000000, double 0x0000000000000000)
%t31 = call double @llvm.fma.f64(double %t18, double 0x0000000000000000, double 0x0000000000000000)
%t32 = call double @llvm.fma.f64(double %t25, double 0x0000000000000000, double %t28)
%t33 = call double @llvm.fma.f64(double %t27, double 0x0000000000000000, double %t29)
%t34 = fadd double %t32, %t33
%t35 = fadd double %t30, %t31
%t36 = fadd double %t34, %t35
%t37 = fcmp ogt double %t7, 0x4310000000000000
%t38 = select i1 %t37, double 0x4310000000000000, double %t7
%t39 = fcmp olt double %t38, 0xC310000000000000
%t40 = select i1 %t39, double 0xC310000000000000, double %t38
%t41 = call double @llvm.fma.f64(double %t40, double 0x3FE45F306DC9C883, double 0x4338000000000000)
%t42 = fsub double %t41, 0x4338000000000000
%t43 = fneg double %t42
%t44 = call double @llvm.fma.f64(double %t43, double 0x3FF921FB54442D18, double %t40)
%t45 = fneg double %t42
%t46 = call double @llvm.fma.f64(double %t45, double 0x3C91A62633145C07, double %t44)
%t47 = fneg double %t42
%t48 = call double @llvm.fma.f64(double %t47, double 0xB91F1976B7ED900B, double %t46)
%t49 = bitcast double %t41 to i64
%t50 = fmul double %t48, %t48
%t51 = call double @llvm.fma.f64(double 0x3DE5D918F5F48942, double %t50, double 0xBE5AE5E61690F248)
%t52 = call double @llvm.fma.f64(double %t51, double %t50, double 0x3EC71DE3571C7CCF)
%t53 = call double @llvm.fma.f64(double %t52, double %t50, double 0xBF2A01A019C0B086)
%t54 = call double @llvm.fma.f64(double %t53, double %t50, double 0x3F8111111110F848)
%t55 = call double @llvm.fma.f64(double %t54, double %t50, double 0xBFC5555555555549)
%t56 = fmul double %t50, %t48
%t57 = call double @llvm.fma.f64(double %t55, double %t56, double %t48)
%t58 = call double @llvm.fma.f64(double 0xBDA8FAD07DF189AF, double %t50, double 0x3E21EE9E8F68D95C)
%t59 = call double @llvm.fma.f64(double %t58, double %t50, double 0xBE927E4F805C419B)
%t60 = call double @llvm.fma.f64(double %t59, double %t50, double 0x3EFA01A019CAC33E)
%t61 = call double @llvm.fma.f64(double %t60, double %t50, double 0xBF56C16C16C15148)
%t62 = call double @llvm.fma.f64(double %t61, double %t50, double 0x3FA555555555554C)
%t63 = call double @llvm.fma.f64(double %t62, double %t50, double 0xBFE0000000000000)
%t64 = call double @llvm.fma.f64(double %t63, double %t50, double 0x3FF0000000000000)
%t65 = shl i64 %t49, 63
%t66 = icmp slt i64 %t65, 0
%t67 = add i64 %t49, 1
%t68 = select i1 %t66, double %t64, double %t57
%t69 = and i64 %t49, 2
%t70 = shl i64 %t69, 62
%t71 = bitcast double %t68 to i64
%t72 = xor i64 %t71, %t70
%t73 = bitcast i64 %t72 to double
%t74 = select i1 %t66, double %t57, double %t64
%t75 = and i64 %t67, 2
%t76 = shl i64 %t75, 62
%t77 = bitcast double %t74 to i64
%t78 = xor i64 %t77, %t76
%t79 = bitcast i64 %t78 to double
%t80 = fmul double 0x40239EB851EB851F, %t73
%t81 = fmul double 0x40239EB851EB851F, %t79
%t82 = fcmp ogt double %t9, 0x4310000000000000
%t83 = select i1 %t82, double 0x4310000000000000, double %t9
%t84 = fcmp olt double %t83, 0xC310000000000000
%t85 = select i1 %t84, double 0xC310000000000000, double %t83
%t86 = call double @llvm.fma.f64(double %t85, double 0x3FE45F306DC9C883, double 0x4338000000000000)
%t87 = fsub double %t86, 0x4338000000000000
%t88 = fneg double %t87
%t89 = call double @llvm.fma.f64(double %t88, double 0x3FF921FB54442D18, double %t85)
%t90 = fneg double %t87
%t91 = call double @llvm.fma.f64(double %t90, double 0x3C91A62633145C07, double %t89)
%t92 = fneg double %t87
%t93 = call double @llvm.fma.f64(double %t92, double 0xB91F1976B7ED900B, double %t91)
%t94 = bitcast double %t86 to i64
%t95 = fmul double %t93, %t93
%t96 = call double @llvm.fma.f64(double 0x3DE5D918F5F48942, double %t95, double 0xBE5AE5E61690F248)
%t97 = call double @llvm.fma.f64(double %t96, double %t95, double 0x3EC71DE3571C7CCF)
%t98 = call double @llvm.fma.f64(double %t97, double %t95, double 0xBF2A01A019C0B086)
%t99 = call double @llvm.fma.f64(double %t98, double %t95, double 0x3F8111111110F848)
%t100 = call double @llvm.fma.f64(double %t99, double %t95, double 0xBFC5555555555549)
%t101 = fmul double %t95, %t93
%t102 = call double @llvm.fma.f64(double %t100, double %t101, double %t93)
%t103 = call double @llvm.fma.f64(double 0xBDA8FAD07DF189AF, double %t95, double 0x3E21EE9E8F68D95C)
%t104 = call double @llvm.fma.f64(double %t103, double %t95, double 0xBE927E4F805C419B)
%t105 = call double @llvm.fma.f64(double %t104, double %t95, double 0x3EFA01A019CAC33E)
%t106 = call double @llvm.fma.f64(double %t105, double %t95, double 0xBF56C16C16C15148)
%t107 = call double @llvm.fma.f64(double %t106, double %t95, double 0x3FA555555555554C)
%t108 = call double @llvm.fma.f64(double %t107, double %t95, double 0xBFE0000000000000)
%t109 = call double @llvm.fma.f64(double %t108, double %t95, double 0x3FF0000000000000)
%t110 = shl i64 %t94, 63
%t111 = icmp slt i64 %t110, 0
%t112 = add i64 %t94, 1
%t113 = select i1 %t111, double %t109, double %t102
%t114 = and i64 %t94, 2
%t115 = shl i64 %t114, 62
%t116 = bitcast double %t113 to i64
%t117 = xor i64 %t116, %t115
%t118 = bitcast i64 %t117 to double
%t119 = select i1 %t111, double %t102, double %t109
%t120 = and i64 %t112, 2
%t121 = shl i64 %t120, 62
%t122 = bitcast double %t119 to i64
%t123 = xor i64 %t122, %t121
%t124 = bitcast i64 %t123 to double
%t125 = fadd double %t16, %t18
%t126 = call double @llvm.fma.f64(double %t16, double %t16, double %t80)
%t127 = fmul double %t81, %t124
%t128 = fneg double %t126
%t129 = call double @llvm.fma.f64(double %t118, double %t128, double %t127)
%t130 = fmul double %t125, %t125
%t131 = fmul double 0x3FE0000000000000, %t130
%t132 = call double @llvm.fma.f64(double 0x3FE0000000000000, double %t129, double %t27)
%t133 = fmul double 0x3FF7F48066355709, %t132
%t134 = fmul double %t118, %t131
%t135 = fneg double %t133
%t136 = call double @llvm.fma.f64(double %t124, double %t135, double %t134)
%t137 = fsub double %t27, %t136
%t138 = fmul double 0x3FE7F48066355709, %t118
%t139 = call double @llvm.fma.f64(double %t118, double %t138, double 0xBFE7F48066355709)
%t140 = fneg double %t79
%t141 = call double @llvm.fma.f64(double 0x402D6E147AE147AE, double %t140, double %t137)
%t142 = fsub double %t25, %t141
%t143 = fadd double %t139, 0x3FF557E4B17E4B19
%t144 = fdiv double 0x3FF0000000000000, %t143
%t145 = fmul double %t142, %t144
%t146 = fmul double %t124, %t145
%t147 = call double @llvm.fma.f64(double 0x3FF7F48066355709, double %t146, double %t145)
%t148 = fneg double %t147
%t149 = call double @llvm.fma.f64(double 0x4007F48066355709, double %t132, double %t148)
%t150 = getelementptr i64, ptr %table, i64 6
%t151 = load ptr, ptr %t150
%t152 = mul i64 %first, 2
%t153 = getelementptr double, ptr %t151, i64 %t152
store double %t145, ptr %t153, align 8
%t154 = getelementptr double, ptr %t153, i64 1
store double %t149, ptr %t154, align 8
%t155 = fcmp uno double %t36, 0x0000000000000000
%t156 = zext i1 %t155 to i64
%t157 = icmp eq i64 %t156, 0
br i1 %t157, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t156)
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
attributes #0 = { nounwind "prefer-vector-width"="128" "min-legal-vector-width"="128" }
attributes #1 = { nounwind cold noinline }

