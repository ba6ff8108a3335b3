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
%1 = getelementptr i64, ptr %table, i64 0
%2 = load ptr, ptr %1
%3 = getelementptr i64, ptr %table, i64 1
%4 = load i64, ptr %3
%5 = mul i64 %first, %4
%6 = getelementptr double, ptr %2, i64 %5
%7 = getelementptr i64, ptr %table, i64 2
%8 = load ptr, ptr %7
%9 = getelementptr i64, ptr %table, i64 3
%10 = load i64, ptr %9
%11 = mul i64 %first, %10
%12 = getelementptr double, ptr %8, i64 %11
%13 = getelementptr i64, ptr %table, i64 4
%14 = load ptr, ptr %13
%15 = getelementptr i64, ptr %table, i64 5
%16 = load i64, ptr %15
%17 = mul i64 %first, %16
%18 = getelementptr double, ptr %14, i64 %17
%19 = load double, ptr %6, align 8
%20 = getelementptr double, ptr %6, i64 1
%21 = load double, ptr %20, align 8
%22 = load double, ptr %12, align 8
%23 = getelementptr double, ptr %12, i64 1
%24 = load double, ptr %23, align 8
%25 = load double, ptr %18, align 8
%26 = getelementptr double, ptr %18, i64 1
%27 = load double, ptr %26, align 8
%28 = fmul double %19, 0x0000000000000000
%29 = call double @llvm.fma.f64(double %21, double 0x0000000000000000, double %28)
%30 = call double @llvm.fma.f64(double %22, double 0x0000000000000000, double %29)
%31 = call double @llvm.fma.f64(double %24, double 0x0000000000000000, double %30)
%32 = fmul double %25, 0x0000000000000000
%33 = call double @llvm.fma.f64(double %27, double 0x0000000000000000, double %32)
%34 = fadd double %31, %33
%35 = insertelement <2 x double> poison, double %19, i32 0
%36 = insertelement <2 x double> %35, double %21, i32 1
%37 = fcmp ogt <2 x double> %36, splat (double 0x4310000000000000)
%38 = select <2 x i1> %37, <2 x double> splat (double 0x4310000000000000), <2 x double> %36
%39 = fcmp olt <2 x double> %38, splat (double 0xC310000000000000)
%40 = select <2 x i1> %39, <2 x double> splat (double 0xC310000000000000), <2 x double> %38
%41 = call <2 x double> @llvm.fma.v2f64(<2 x double> %40, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%42 = fsub <2 x double> %41, splat (double 0x4338000000000000)
%43 = fneg <2 x double> %42
%44 = call <2 x double> @llvm.fma.v2f64(<2 x double> %43, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %40)
%45 = fneg <2 x double> %42
%46 = call <2 x double> @llvm.fma.v2f64(<2 x double> %45, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %44)
%47 = fneg <2 x double> %42
%48 = call <2 x double> @llvm.fma.v2f64(<2 x double> %47, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %46)
%49 = bitcast <2 x double> %41 to <2 x i64>
%50 = fmul <2 x double> %48, %48
%51 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %50, <2 x double> splat (double 0xBE5AE5E61690F248))
%52 = call <2 x double> @llvm.fma.v2f64(<2 x double> %51, <2 x double> %50, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%53 = call <2 x double> @llvm.fma.v2f64(<2 x double> %52, <2 x double> %50, <2 x double> splat (double 0xBF2A01A019C0B086))
%54 = call <2 x double> @llvm.fma.v2f64(<2 x double> %53, <2 x double> %50, <2 x double> splat (double 0x3F8111111110F848))
%55 = call <2 x double> @llvm.fma.v2f64(<2 x double> %54, <2 x double> %50, <2 x double> splat (double 0xBFC5555555555549))
%56 = fmul <2 x double> %50, %48
%57 = call <2 x double> @llvm.fma.v2f64(<2 x double> %55, <2 x double> %56, <2 x double> %48)
%58 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %50, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%59 = call <2 x double> @llvm.fma.v2f64(<2 x double> %58, <2 x double> %50, <2 x double> splat (double 0xBE927E4F805C419B))
%60 = call <2 x double> @llvm.fma.v2f64(<2 x double> %59, <2 x double> %50, <2 x double> splat (double 0x3EFA01A019CAC33E))
%61 = call <2 x double> @llvm.fma.v2f64(<2 x double> %60, <2 x double> %50, <2 x double> splat (double 0xBF56C16C16C15148))
%62 = call <2 x double> @llvm.fma.v2f64(<2 x double> %61, <2 x double> %50, <2 x double> splat (double 0x3FA555555555554C))
%63 = call <2 x double> @llvm.fma.v2f64(<2 x double> %62, <2 x double> %50, <2 x double> splat (double 0xBFE0000000000000))
%64 = call <2 x double> @llvm.fma.v2f64(<2 x double> %63, <2 x double> %50, <2 x double> splat (double 0x3FF0000000000000))
%65 = shl <2 x i64> %49, splat (i64 63)
%66 = icmp slt <2 x i64> %65, splat (i64 0)
%67 = add <2 x i64> %49, splat (i64 1)
%68 = select <2 x i1> %66, <2 x double> %64, <2 x double> %57
%69 = and <2 x i64> %49, splat (i64 2)
%70 = shl <2 x i64> %69, splat (i64 62)
%71 = bitcast <2 x double> %68 to <2 x i64>
%72 = xor <2 x i64> %71, %70
%73 = bitcast <2 x i64> %72 to <2 x double>
%74 = select <2 x i1> %66, <2 x double> %57, <2 x double> %64
%75 = and <2 x i64> %67, splat (i64 2)
%76 = shl <2 x i64> %75, splat (i64 62)
%77 = bitcast <2 x double> %74 to <2 x i64>
%78 = xor <2 x i64> %77, %76
%79 = bitcast <2 x i64> %78 to <2 x double>
%80 = extractelement <2 x double> %73, i32 0
%81 = fmul double 0x40239EB851EB851F, %80
%82 = extractelement <2 x double> %79, i32 0
%83 = fmul double 0x40239EB851EB851F, %82
%84 = fadd double %22, %24
%85 = call double @llvm.fma.f64(double %22, double %22, double %81)
%86 = extractelement <2 x double> %73, i32 1
%87 = fmul double %86, %85
%88 = extractelement <2 x double> %79, i32 1
%89 = fneg double %87
%90 = call double @llvm.fma.f64(double %83, double %88, double %89)
%91 = fmul double %84, %84
%92 = fmul double 0x3FE0000000000000, %91
%93 = call double @llvm.fma.f64(double 0x3FE0000000000000, double %90, double %27)
%94 = fmul double 0x3FF7F48066355709, %93
%95 = fmul double %86, %92
%96 = fneg double %94
%97 = call double @llvm.fma.f64(double %88, double %96, double %95)
%98 = fsub double %27, %97
%99 = fmul double 0x3FE7F48066355709, %86
%100 = call double @llvm.fma.f64(double %86, double %99, double 0xBFE7F48066355709)
%101 = fneg double %82
%102 = call double @llvm.fma.f64(double 0x402D6E147AE147AE, double %101, double %98)
%103 = fsub double %25, %102
%104 = fadd double %100, 0x3FF557E4B17E4B19
%105 = fdiv double 0x3FF0000000000000, %104
%106 = fmul double %103, %105
%107 = fmul double %88, %106
%108 = call double @llvm.fma.f64(double 0x3FF7F48066355709, double %107, double %106)
%109 = fneg double %108
%110 = call double @llvm.fma.f64(double 0x4007F48066355709, double %93, double %109)
%111 = getelementptr i64, ptr %table, i64 6
%112 = load ptr, ptr %111
%113 = mul i64 %first, 2
%114 = getelementptr double, ptr %112, i64 %113
store double %106, ptr %114, align 8
%115 = getelementptr double, ptr %114, i64 1
store double %110, ptr %115, align 8
%116 = fcmp uno double %34, 0x0000000000000000
%117 = zext i1 %116 to i64
%118 = icmp eq i64 %117, 0
br i1 %118, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %117)
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

