declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%1 = getelementptr i64, ptr %table, i64 0
%2 = load ptr, ptr %1
%3 = getelementptr i64, ptr %table, i64 1
%4 = load i64, ptr %3
%5 = mul i64 %first, %4
%6 = getelementptr double, ptr %2, i64 %5
%7 = add i64 %first, 1
%8 = icmp slt i64 %7, %last
%9 = select i1 %8, i64 %7, i64 %last
%10 = mul i64 %9, %4
%11 = getelementptr double, ptr %2, i64 %10
%12 = load <2 x double>, ptr %6, align 8
%13 = load <2 x double>, ptr %11, align 8
%14 = shufflevector <2 x double> %12, <2 x double> %13, <2 x i32> <i32 0, i32 2>
%15 = shufflevector <2 x double> %12, <2 x double> %13, <2 x i32> <i32 1, i32 3>
%16 = fmul <2 x double> %14, splat (double 0x0000000000000000)
%17 = call <2 x double> @llvm.fma.v2f64(<2 x double> %15, <2 x double> splat (double 0x0000000000000000), <2 x double> %16)
%18 = fadd <2 x double> splat (double 0x0000000000000000), %17
%19 = shufflevector <2 x double> %14, <2 x double> %15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%20 = fcmp ogt <4 x double> %19, splat (double 0x4310000000000000)
%21 = select <4 x i1> %20, <4 x double> splat (double 0x4310000000000000), <4 x double> %19
%22 = fcmp olt <4 x double> %21, splat (double 0xC310000000000000)
%23 = select <4 x i1> %22, <4 x double> splat (double 0xC310000000000000), <4 x double> %21
%24 = call <4 x double> @llvm.fma.v4f64(<4 x double> %23, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%25 = fsub <4 x double> %24, splat (double 0x4338000000000000)
%26 = fneg <4 x double> %25
%27 = call <4 x double> @llvm.fma.v4f64(<4 x double> %26, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %23)
%28 = fneg <4 x double> %25
%29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %28, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %27)
%30 = fneg <4 x double> %25
%31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %30, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %29)
%32 = bitcast <4 x double> %24 to <4 x i64>
%33 = fmul <4 x double> %31, %31
%34 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %33, <4 x double> splat (double 0xBE5AE5E61690F248))
%35 = call <4 x double> @llvm.fma.v4f64(<4 x double> %34, <4 x double> %33, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %35, <4 x double> %33, <4 x double> splat (double 0xBF2A01A019C0B086))
%37 = call <4 x double> @llvm.fma.v4f64(<4 x double> %36, <4 x double> %33, <4 x double> splat (double 0x3F8111111110F848))
%38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %37, <4 x double> %33, <4 x double> splat (double 0xBFC5555555555549))
%39 = fmul <4 x double> %33, %31
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %38, <4 x double> %39, <4 x double> %31)
%41 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %33, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %41, <4 x double> %33, <4 x double> splat (double 0xBE927E4F805C419B))
%43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %42, <4 x double> %33, <4 x double> splat (double 0x3EFA01A019CAC33E))
%44 = call <4 x double> @llvm.fma.v4f64(<4 x double> %43, <4 x double> %33, <4 x double> splat (double 0xBF56C16C16C15148))
%45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %44, <4 x double> %33, <4 x double> splat (double 0x3FA555555555554C))
%46 = call <4 x double> @llvm.fma.v4f64(<4 x double> %45, <4 x double> %33, <4 x double> splat (double 0xBFE0000000000000))
%47 = call <4 x double> @llvm.fma.v4f64(<4 x double> %46, <4 x double> %33, <4 x double> splat (double 0x3FF0000000000000))
%48 = shl <4 x i64> %32, splat (i64 63)
%49 = icmp slt <4 x i64> %48, splat (i64 0)
%50 = add <4 x i64> %32, splat (i64 1)
%51 = select <4 x i1> %49, <4 x double> %47, <4 x double> %40
%52 = and <4 x i64> %32, splat (i64 2)
%53 = shl <4 x i64> %52, splat (i64 62)
%54 = bitcast <4 x double> %51 to <4 x i64>
%55 = xor <4 x i64> %54, %53
%56 = bitcast <4 x i64> %55 to <4 x double>
%57 = select <4 x i1> %49, <4 x double> %40, <4 x double> %47
%58 = and <4 x i64> %50, splat (i64 2)
%59 = shl <4 x i64> %58, splat (i64 62)
%60 = bitcast <4 x double> %57 to <4 x i64>
%61 = xor <4 x i64> %60, %59
%62 = bitcast <4 x i64> %61 to <4 x double>
%63 = shufflevector <4 x double> %56, <4 x double> %56, <2 x i32> <i32 0, i32 1>
%64 = shufflevector <4 x double> %56, <4 x double> %56, <2 x i32> <i32 2, i32 3>
%65 = shufflevector <4 x double> %62, <4 x double> %62, <2 x i32> <i32 0, i32 1>
%66 = shufflevector <4 x double> %62, <4 x double> %62, <2 x i32> <i32 2, i32 3>
%67 = fmul <2 x double> splat (double 0x40239EB851EB851F), %63
%68 = fmul <2 x double> splat (double 0x40239EB851EB851F), %65
%69 = fmul <2 x double> %67, %64
%70 = fneg <2 x double> %69
%71 = call <2 x double> @llvm.fma.v2f64(<2 x double> %68, <2 x double> %66, <2 x double> %70)
%72 = fmul <2 x double> splat (double 0x3FE0000000000000), %71
%73 = fneg <2 x double> %72
%74 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %65, <2 x double> %72)
%75 = fneg <2 x double> %74
%76 = getelementptr i64, ptr %table, i64 2
%77 = load ptr, ptr %76
%78 = mul i64 %first, 2
%79 = getelementptr double, ptr %77, i64 %78
%80 = add i64 %first, 1
%81 = icmp slt i64 %80, %last
%82 = select i1 %81, i64 %80, i64 %last
%83 = mul i64 %82, 2
%84 = getelementptr double, ptr %77, i64 %83
%85 = shufflevector <2 x double> %75, <2 x double> %73, <2 x i32> <i32 0, i32 2>
%86 = shufflevector <2 x double> %75, <2 x double> %73, <2 x i32> <i32 1, i32 3>
store <2 x double> %85, ptr %79, align 8
store <2 x double> %86, ptr %84, align 8
%87 = fcmp uno <2 x double> %18, splat (double 0x0000000000000000)
%88 = bitcast <2 x i1> %87 to i2
%89 = zext i2 %88 to i64
%90 = icmp eq i64 %89, 0
br i1 %90, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %89)
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

