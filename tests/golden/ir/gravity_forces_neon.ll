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
%t17 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t15, <2 x double> splat (double 0x0000000000000000), <2 x double> %t16)
%t18 = fadd <2 x double> splat (double 0x0000000000000000), %t17
%t19 = shufflevector <2 x double> %t14, <2 x double> %t15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%t20 = fcmp ogt <4 x double> %t19, splat (double 0x4310000000000000)
%t21 = select <4 x i1> %t20, <4 x double> splat (double 0x4310000000000000), <4 x double> %t19
%t22 = fcmp olt <4 x double> %t21, splat (double 0xC310000000000000)
%t23 = select <4 x i1> %t22, <4 x double> splat (double 0xC310000000000000), <4 x double> %t21
%t24 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t23, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%t25 = fsub <4 x double> %t24, splat (double 0x4338000000000000)
%t26 = fneg <4 x double> %t25
%t27 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t26, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %t23)
%t28 = fneg <4 x double> %t25
%t29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t28, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %t27)
%t30 = fneg <4 x double> %t25
%t31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t30, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %t29)
%t32 = bitcast <4 x double> %t24 to <4 x i64>
%t33 = fmul <4 x double> %t31, %t31
%t34 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %t33, <4 x double> splat (double 0xBE5AE5E61690F248))
%t35 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t34, <4 x double> %t33, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%t36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t35, <4 x double> %t33, <4 x double> splat (double 0xBF2A01A019C0B086))
%t37 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t36, <4 x double> %t33, <4 x double> splat (double 0x3F8111111110F848))
%t38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t37, <4 x double> %t33, <4 x double> splat (double 0xBFC5555555555549))
%t39 = fmul <4 x double> %t33, %t31
%t40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t38, <4 x double> %t39, <4 x double> %t31)
%t41 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %t33, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%t42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t41, <4 x double> %t33, <4 x double> splat (double 0xBE927E4F805C419B))
%t43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t42, <4 x double> %t33, <4 x double> splat (double 0x3EFA01A019CAC33E))
%t44 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t43, <4 x double> %t33, <4 x double> splat (double 0xBF56C16C16C15148))
%t45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t44, <4 x double> %t33, <4 x double> splat (double 0x3FA555555555554C))
%t46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t45, <4 x double> %t33, <4 x double> splat (double 0xBFE0000000000000))
%t47 = call <4 x double> @llvm.fma.v4f64(<4 x double> %t46, <4 x double> %t33, <4 x double> splat (double 0x3FF0000000000000))
%t48 = shl <4 x i64> %t32, splat (i64 63)
%t49 = icmp slt <4 x i64> %t48, splat (i64 0)
%t50 = add <4 x i64> %t32, splat (i64 1)
%t51 = select <4 x i1> %t49, <4 x double> %t47, <4 x double> %t40
%t52 = and <4 x i64> %t32, splat (i64 2)
%t53 = shl <4 x i64> %t52, splat (i64 62)
%t54 = bitcast <4 x double> %t51 to <4 x i64>
%t55 = xor <4 x i64> %t54, %t53
%t56 = bitcast <4 x i64> %t55 to <4 x double>
%t57 = select <4 x i1> %t49, <4 x double> %t40, <4 x double> %t47
%t58 = and <4 x i64> %t50, splat (i64 2)
%t59 = shl <4 x i64> %t58, splat (i64 62)
%t60 = bitcast <4 x double> %t57 to <4 x i64>
%t61 = xor <4 x i64> %t60, %t59
%t62 = bitcast <4 x i64> %t61 to <4 x double>
%t63 = shufflevector <4 x double> %t56, <4 x double> %t56, <2 x i32> <i32 0, i32 1>
%t64 = shufflevector <4 x double> %t56, <4 x double> %t56, <2 x i32> <i32 2, i32 3>
%t65 = shufflevector <4 x double> %t62, <4 x double> %t62, <2 x i32> <i32 0, i32 1>
%t66 = shufflevector <4 x double> %t62, <4 x double> %t62, <2 x i32> <i32 2, i32 3>
%t67 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t63
%t68 = fmul <2 x double> splat (double 0x40239EB851EB851F), %t65
%t69 = fmul <2 x double> %t67, %t64
%t70 = fneg <2 x double> %t69
%t71 = call <2 x double> @llvm.fma.v2f64(<2 x double> %t68, <2 x double> %t66, <2 x double> %t70)
%t72 = fmul <2 x double> splat (double 0x3FE0000000000000), %t71
%t73 = fneg <2 x double> %t72
%t74 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %t65, <2 x double> %t72)
%t75 = fneg <2 x double> %t74
%t76 = getelementptr i64, ptr %table, i64 2
%t77 = load ptr, ptr %t76
%t78 = mul i64 %first, 2
%t79 = getelementptr double, ptr %t77, i64 %t78
%t80 = add i64 %first, 1
%t81 = icmp slt i64 %t80, %last
%t82 = select i1 %t81, i64 %t80, i64 %last
%t83 = mul i64 %t82, 2
%t84 = getelementptr double, ptr %t77, i64 %t83
%t85 = shufflevector <2 x double> %t75, <2 x double> %t73, <2 x i32> <i32 0, i32 2>
%t86 = shufflevector <2 x double> %t75, <2 x double> %t73, <2 x i32> <i32 1, i32 3>
store <2 x double> %t85, ptr %t79, align 8
store <2 x double> %t86, ptr %t84, align 8
%t87 = fcmp uno <2 x double> %t18, splat (double 0x0000000000000000)
%t88 = bitcast <2 x i1> %t87 to i2
%t89 = zext i2 %t88 to i64
%t90 = icmp eq i64 %t89, 0
br i1 %t90, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %t89)
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

