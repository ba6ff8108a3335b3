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
%17 = fmul <2 x double> %15, splat (double 0x0000000000000000)
%18 = fadd <2 x double> %17, %16
%19 = fadd <2 x double> splat (double 0x0000000000000000), %18
%20 = shufflevector <2 x double> %14, <2 x double> %15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%21 = fcmp ogt <4 x double> %20, splat (double 0x4310000000000000)
%22 = select <4 x i1> %21, <4 x double> splat (double 0x4310000000000000), <4 x double> %20
%23 = fcmp olt <4 x double> %22, splat (double 0xC310000000000000)
%24 = select <4 x i1> %23, <4 x double> splat (double 0xC310000000000000), <4 x double> %22
%25 = fmul <4 x double> %24, splat (double 0x3FE45F306DC9C883)
%26 = fadd <4 x double> %25, splat (double 0x4338000000000000)
%27 = fsub <4 x double> %26, splat (double 0x4338000000000000)
%28 = fmul <4 x double> %27, splat (double 0x41A0000002000000)
%29 = fsub <4 x double> %28, %27
%30 = fsub <4 x double> %28, %29
%31 = fsub <4 x double> %27, %30
%32 = fmul <4 x double> %27, splat (double 0x3FF921FB54442D18)
%33 = fmul <4 x double> %30, splat (double 0x3FF921FB58000000)
%34 = fsub <4 x double> %33, %32
%35 = fmul <4 x double> %30, splat (double 0xBE4DDE9740000000)
%36 = fadd <4 x double> %34, %35
%37 = fmul <4 x double> %31, splat (double 0x3FF921FB58000000)
%38 = fadd <4 x double> %36, %37
%39 = fmul <4 x double> %31, splat (double 0xBE4DDE9740000000)
%40 = fadd <4 x double> %38, %39
%41 = fsub <4 x double> %24, %32
%42 = fsub <4 x double> %41, %40
%43 = fmul <4 x double> %27, splat (double 0x41A0000002000000)
%44 = fsub <4 x double> %43, %27
%45 = fsub <4 x double> %43, %44
%46 = fsub <4 x double> %27, %45
%47 = fmul <4 x double> %27, splat (double 0x3C91A62633145C07)
%48 = fmul <4 x double> %45, splat (double 0x3C91A62630000000)
%49 = fsub <4 x double> %48, %47
%50 = fmul <4 x double> %45, splat (double 0x3AE8A2E038000000)
%51 = fadd <4 x double> %49, %50
%52 = fmul <4 x double> %46, splat (double 0x3C91A62630000000)
%53 = fadd <4 x double> %51, %52
%54 = fmul <4 x double> %46, splat (double 0x3AE8A2E038000000)
%55 = fadd <4 x double> %53, %54
%56 = fsub <4 x double> %42, %47
%57 = fsub <4 x double> %56, %55
%58 = fmul <4 x double> %27, splat (double 0x41A0000002000000)
%59 = fsub <4 x double> %58, %27
%60 = fsub <4 x double> %58, %59
%61 = fsub <4 x double> %27, %60
%62 = fmul <4 x double> %27, splat (double 0xB91F1976B7ED900B)
%63 = fmul <4 x double> %60, splat (double 0xB91F1976B8000000)
%64 = fsub <4 x double> %63, %62
%65 = fmul <4 x double> %60, splat (double 0x37126FF500000000)
%66 = fadd <4 x double> %64, %65
%67 = fmul <4 x double> %61, splat (double 0xB91F1976B8000000)
%68 = fadd <4 x double> %66, %67
%69 = fmul <4 x double> %61, splat (double 0x37126FF500000000)
%70 = fadd <4 x double> %68, %69
%71 = fsub <4 x double> %57, %62
%72 = fsub <4 x double> %71, %70
%73 = bitcast <4 x double> %26 to <4 x i64>
%74 = fmul <4 x double> %72, %72
%75 = fmul <4 x double> splat (double 0x3DE5D918F5F48942), %74
%76 = fadd <4 x double> %75, splat (double 0xBE5AE5E61690F248)
%77 = fmul <4 x double> %76, %74
%78 = fadd <4 x double> %77, splat (double 0x3EC71DE3571C7CCF)
%79 = fmul <4 x double> %78, %74
%80 = fadd <4 x double> %79, splat (double 0xBF2A01A019C0B086)
%81 = fmul <4 x double> %80, %74
%82 = fadd <4 x double> %81, splat (double 0x3F8111111110F848)
%83 = fmul <4 x double> %82, %74
%84 = fadd <4 x double> %83, splat (double 0xBFC5555555555549)
%85 = fmul <4 x double> %74, %72
%86 = fmul <4 x double> %84, %85
%87 = fadd <4 x double> %86, %72
%88 = fmul <4 x double> splat (double 0xBDA8FAD07DF189AF), %74
%89 = fadd <4 x double> %88, splat (double 0x3E21EE9E8F68D95C)
%90 = fmul <4 x double> %89, %74
%91 = fadd <4 x double> %90, splat (double 0xBE927E4F805C419B)
%92 = fmul <4 x double> %91, %74
%93 = fadd <4 x double> %92, splat (double 0x3EFA01A019CAC33E)
%94 = fmul <4 x double> %93, %74
%95 = fadd <4 x double> %94, splat (double 0xBF56C16C16C15148)
%96 = fmul <4 x double> %95, %74
%97 = fadd <4 x double> %96, splat (double 0x3FA555555555554C)
%98 = fmul <4 x double> %97, %74
%99 = fadd <4 x double> %98, splat (double 0xBFE0000000000000)
%100 = fmul <4 x double> %99, %74
%101 = fadd <4 x double> %100, splat (double 0x3FF0000000000000)
%102 = shl <4 x i64> %73, splat (i64 63)
%103 = icmp slt <4 x i64> %102, splat (i64 0)
%104 = add <4 x i64> %73, splat (i64 1)
%105 = select <4 x i1> %103, <4 x double> %101, <4 x double> %87
%106 = and <4 x i64> %73, splat (i64 2)
%107 = shl <4 x i64> %106, splat (i64 62)
%108 = bitcast <4 x double> %105 to <4 x i64>
%109 = xor <4 x i64> %108, %107
%110 = bitcast <4 x i64> %109 to <4 x double>
%111 = select <4 x i1> %103, <4 x double> %87, <4 x double> %101
%112 = and <4 x i64> %104, splat (i64 2)
%113 = shl <4 x i64> %112, splat (i64 62)
%114 = bitcast <4 x double> %111 to <4 x i64>
%115 = xor <4 x i64> %114, %113
%116 = bitcast <4 x i64> %115 to <4 x double>
%117 = shufflevector <4 x double> %110, <4 x double> %110, <2 x i32> <i32 0, i32 1>
%118 = shufflevector <4 x double> %110, <4 x double> %110, <2 x i32> <i32 2, i32 3>
%119 = shufflevector <4 x double> %116, <4 x double> %116, <2 x i32> <i32 0, i32 1>
%120 = shufflevector <4 x double> %116, <4 x double> %116, <2 x i32> <i32 2, i32 3>
%121 = fmul <2 x double> splat (double 0x40239EB851EB851F), %117
%122 = fmul <2 x double> splat (double 0x40239EB851EB851F), %119
%123 = fmul <2 x double> %121, %118
%124 = fneg <2 x double> %123
%125 = fmul <2 x double> %122, %120
%126 = fadd <2 x double> %125, %124
%127 = fmul <2 x double> splat (double 0x3FE0000000000000), %126
%128 = fneg <2 x double> %127
%129 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %119
%130 = fadd <2 x double> %129, %127
%131 = fneg <2 x double> %130
%132 = getelementptr i64, ptr %table, i64 2
%133 = load ptr, ptr %132
%134 = mul i64 %first, 2
%135 = getelementptr double, ptr %133, i64 %134
%136 = add i64 %first, 1
%137 = icmp slt i64 %136, %last
%138 = select i1 %137, i64 %136, i64 %last
%139 = mul i64 %138, 2
%140 = getelementptr double, ptr %133, i64 %139
%141 = shufflevector <2 x double> %131, <2 x double> %128, <2 x i32> <i32 0, i32 2>
%142 = shufflevector <2 x double> %131, <2 x double> %128, <2 x i32> <i32 1, i32 3>
store <2 x double> %141, ptr %135, align 8
store <2 x double> %142, ptr %140, align 8
%143 = fcmp uno <2 x double> %19, splat (double 0x0000000000000000)
%144 = bitcast <2 x i1> %143 to i2
%145 = zext i2 %144 to i64
%146 = icmp eq i64 %145, 0
br i1 %146, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %145)
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

