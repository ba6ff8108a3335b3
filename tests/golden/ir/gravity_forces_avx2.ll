declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
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
%12 = add i64 %first, 2
%13 = icmp slt i64 %12, %last
%14 = select i1 %13, i64 %12, i64 %last
%15 = mul i64 %14, %4
%16 = getelementptr double, ptr %2, i64 %15
%17 = add i64 %first, 3
%18 = icmp slt i64 %17, %last
%19 = select i1 %18, i64 %17, i64 %last
%20 = mul i64 %19, %4
%21 = getelementptr double, ptr %2, i64 %20
%22 = load <2 x double>, ptr %6, align 8
%23 = load <2 x double>, ptr %6, align 8
%24 = shufflevector <2 x double> %22, <2 x double> %23, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%25 = load <2 x double>, ptr %11, align 8
%26 = load <2 x double>, ptr %11, align 8
%27 = shufflevector <2 x double> %25, <2 x double> %26, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%28 = load <2 x double>, ptr %16, align 8
%29 = load <2 x double>, ptr %16, align 8
%30 = shufflevector <2 x double> %28, <2 x double> %29, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%31 = load <2 x double>, ptr %21, align 8
%32 = load <2 x double>, ptr %21, align 8
%33 = shufflevector <2 x double> %31, <2 x double> %32, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%34 = shufflevector <4 x double> %24, <4 x double> %27, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%35 = shufflevector <4 x double> %24, <4 x double> %27, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%36 = shufflevector <4 x double> %30, <4 x double> %33, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%37 = shufflevector <4 x double> %30, <4 x double> %33, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%38 = shufflevector <4 x double> %34, <4 x double> %36, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%39 = shufflevector <4 x double> %34, <4 x double> %36, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%40 = shufflevector <4 x double> %35, <4 x double> %37, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%41 = shufflevector <4 x double> %35, <4 x double> %37, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%42 = fmul <4 x double> %38, splat (double 0x0000000000000000)
%43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %40, <4 x double> splat (double 0x0000000000000000), <4 x double> %42)
%44 = fadd <4 x double> splat (double 0x0000000000000000), %43
%45 = shufflevector <4 x double> %38, <4 x double> %40, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%46 = fcmp ogt <8 x double> %45, splat (double 0x4310000000000000)
%47 = select <8 x i1> %46, <8 x double> splat (double 0x4310000000000000), <8 x double> %45
%48 = fcmp olt <8 x double> %47, splat (double 0xC310000000000000)
%49 = select <8 x i1> %48, <8 x double> splat (double 0xC310000000000000), <8 x double> %47
%50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %49, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%51 = fsub <8 x double> %50, splat (double 0x4338000000000000)
%52 = fneg <8 x double> %51
%53 = call <8 x double> @llvm.fma.v8f64(<8 x double> %52, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %49)
%54 = fneg <8 x double> %51
%55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %54, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %53)
%56 = fneg <8 x double> %51
%57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %56, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %55)
%58 = bitcast <8 x double> %50 to <8 x i64>
%59 = fmul <8 x double> %57, %57
%60 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %59, <8 x double> splat (double 0xBE5AE5E61690F248))
%61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %60, <8 x double> %59, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%62 = call <8 x double> @llvm.fma.v8f64(<8 x double> %61, <8 x double> %59, <8 x double> splat (double 0xBF2A01A019C0B086))
%63 = call <8 x double> @llvm.fma.v8f64(<8 x double> %62, <8 x double> %59, <8 x double> splat (double 0x3F8111111110F848))
%64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %63, <8 x double> %59, <8 x double> splat (double 0xBFC5555555555549))
%65 = fmul <8 x double> %59, %57
%66 = call <8 x double> @llvm.fma.v8f64(<8 x double> %64, <8 x double> %65, <8 x double> %57)
%67 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %59, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%68 = call <8 x double> @llvm.fma.v8f64(<8 x double> %67, <8 x double> %59, <8 x double> splat (double 0xBE927E4F805C419B))
%69 = call <8 x double> @llvm.fma.v8f64(<8 x double> %68, <8 x double> %59, <8 x double> splat (double 0x3EFA01A019CAC33E))
%70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %69, <8 x double> %59, <8 x double> splat (double 0xBF56C16C16C15148))
%71 = call <8 x double> @llvm.fma.v8f64(<8 x double> %70, <8 x double> %59, <8 x double> splat (double 0x3FA555555555554C))
%72 = call <8 x double> @llvm.fma.v8f64(<8 x double> %71, <8 x double> %59, <8 x double> splat (double 0xBFE0000000000000))
%73 = call <8 x double> @llvm.fma.v8f64(<8 x double> %72, <8 x double> %59, <8 x double> splat (double 0x3FF0000000000000))
%74 = shl <8 x i64> %58, splat (i64 63)
%75 = icmp slt <8 x i64> %74, splat (i64 0)
%76 = add <8 x i64> %58, splat (i64 1)
%77 = select <8 x i1> %75, <8 x double> %73, <8 x double> %66
%78 = and <8 x i64> %58, splat (i64 2)
%79 = shl <8 x i64> %78, splat (i64 62)
%80 = bitcast <8 x double> %77 to <8 x i64>
%81 = xor <8 x i64> %80, %79
%82 = bitcast <8 x i64> %81 to <8 x double>
%83 = select <8 x i1> %75, <8 x double> %66, <8 x double> %73
%84 = and <8 x i64> %76, splat (i64 2)
%85 = shl <8 x i64> %84, splat (i64 62)
%86 = bitcast <8 x double> %83 to <8 x i64>
%87 = xor <8 x i64> %86, %85
%88 = bitcast <8 x i64> %87 to <8 x double>
%89 = shufflevector <8 x double> %82, <8 x double> %82, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%90 = shufflevector <8 x double> %82, <8 x double> %82, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%91 = shufflevector <8 x double> %88, <8 x double> %88, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%92 = shufflevector <8 x double> %88, <8 x double> %88, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%93 = fmul <4 x double> splat (double 0x40239EB851EB851F), %89
%94 = fmul <4 x double> splat (double 0x40239EB851EB851F), %91
%95 = fmul <4 x double> %93, %90
%96 = fneg <4 x double> %95
%97 = call <4 x double> @llvm.fma.v4f64(<4 x double> %94, <4 x double> %92, <4 x double> %96)
%98 = fmul <4 x double> splat (double 0x3FE0000000000000), %97
%99 = fneg <4 x double> %98
%100 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %91, <4 x double> %98)
%101 = fneg <4 x double> %100
%102 = getelementptr i64, ptr %table, i64 2
%103 = load ptr, ptr %102
%104 = mul i64 %first, 2
%105 = getelementptr double, ptr %103, i64 %104
%106 = add i64 %first, 1
%107 = icmp slt i64 %106, %last
%108 = select i1 %107, i64 %106, i64 %last
%109 = mul i64 %108, 2
%110 = getelementptr double, ptr %103, i64 %109
%111 = add i64 %first, 2
%112 = icmp slt i64 %111, %last
%113 = select i1 %112, i64 %111, i64 %last
%114 = mul i64 %113, 2
%115 = getelementptr double, ptr %103, i64 %114
%116 = add i64 %first, 3
%117 = icmp slt i64 %116, %last
%118 = select i1 %117, i64 %116, i64 %last
%119 = mul i64 %118, 2
%120 = getelementptr double, ptr %103, i64 %119
%121 = shufflevector <4 x double> %101, <4 x double> %99, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%122 = shufflevector <4 x double> %101, <4 x double> %99, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%123 = shufflevector <4 x double> %101, <4 x double> %101, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%124 = shufflevector <4 x double> %101, <4 x double> %101, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%125 = shufflevector <4 x double> %121, <4 x double> %123, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%126 = shufflevector <4 x double> %121, <4 x double> %123, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%127 = shufflevector <4 x double> %122, <4 x double> %124, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%128 = shufflevector <4 x double> %122, <4 x double> %124, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%129 = shufflevector <4 x double> %125, <4 x double> %125, <2 x i32> <i32 0, i32 1>
store <2 x double> %129, ptr %105, align 8
%130 = shufflevector <4 x double> %127, <4 x double> %127, <2 x i32> <i32 0, i32 1>
store <2 x double> %130, ptr %110, align 8
%131 = shufflevector <4 x double> %126, <4 x double> %126, <2 x i32> <i32 0, i32 1>
store <2 x double> %131, ptr %115, align 8
%132 = shufflevector <4 x double> %128, <4 x double> %128, <2 x i32> <i32 0, i32 1>
store <2 x double> %132, ptr %120, align 8
%133 = fcmp uno <4 x double> %44, splat (double 0x0000000000000000)
%134 = bitcast <4 x i1> %133 to i4
%135 = zext i4 %134 to i64
%136 = icmp eq i64 %135, 0
br i1 %136, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %135)
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

