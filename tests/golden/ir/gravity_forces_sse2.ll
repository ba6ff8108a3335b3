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
%12 = load double, ptr %6, align 8
%13 = insertelement <1 x double> poison, double %12, i32 0
%14 = load double, ptr %11, align 8
%15 = insertelement <1 x double> poison, double %14, i32 0
%16 = shufflevector <1 x double> %13, <1 x double> %15, <2 x i32> <i32 0, i32 1>
%17 = getelementptr double, ptr %6, i64 1
%18 = load double, ptr %17, align 8
%19 = insertelement <1 x double> poison, double %18, i32 0
%20 = getelementptr double, ptr %11, i64 1
%21 = load double, ptr %20, align 8
%22 = insertelement <1 x double> poison, double %21, i32 0
%23 = shufflevector <1 x double> %19, <1 x double> %22, <2 x i32> <i32 0, i32 1>
%24 = shufflevector <2 x double> %16, <2 x double> %23, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%25 = fmul <4 x double> %24, splat (double 0x3FE45F306DC9C883)
%26 = fadd <4 x double> %25, splat (double 0x4338000000000000)
%27 = fsub <4 x double> %26, splat (double 0x4338000000000000)
%28 = bitcast <4 x double> %27 to <4 x i64>
%29 = and <4 x i64> %28, splat (i64 -134217728)
%30 = bitcast <4 x i64> %29 to <4 x double>
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
%43 = bitcast <4 x double> %27 to <4 x i64>
%44 = and <4 x i64> %43, splat (i64 -134217728)
%45 = bitcast <4 x i64> %44 to <4 x double>
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
%58 = bitcast <4 x double> %27 to <4 x i64>
%59 = and <4 x i64> %58, splat (i64 -134217728)
%60 = bitcast <4 x i64> %59 to <4 x double>
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
%73 = fcmp ogt <4 x double> %72, splat (double 0x3FF0000000000000)
%74 = select <4 x i1> %73, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %72
%75 = fcmp olt <4 x double> %74, splat (double 0xBFF0000000000000)
%76 = select <4 x i1> %75, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %74
%77 = bitcast <4 x double> %26 to <4 x i64>
%78 = fmul <4 x double> %76, %76
%79 = fmul <4 x double> splat (double 0x3DE5D918F5F48942), %78
%80 = fadd <4 x double> %79, splat (double 0xBE5AE5E61690F248)
%81 = fmul <4 x double> %80, %78
%82 = fadd <4 x double> %81, splat (double 0x3EC71DE3571C7CCF)
%83 = fmul <4 x double> %82, %78
%84 = fadd <4 x double> %83, splat (double 0xBF2A01A019C0B086)
%85 = fmul <4 x double> %84, %78
%86 = fadd <4 x double> %85, splat (double 0x3F8111111110F848)
%87 = fmul <4 x double> %86, %78
%88 = fadd <4 x double> %87, splat (double 0xBFC5555555555549)
%89 = fmul <4 x double> %78, %76
%90 = fmul <4 x double> %88, %89
%91 = fadd <4 x double> %90, %76
%92 = fmul <4 x double> splat (double 0xBDA8FAD07DF189AF), %78
%93 = fadd <4 x double> %92, splat (double 0x3E21EE9E8F68D95C)
%94 = fmul <4 x double> %93, %78
%95 = fadd <4 x double> %94, splat (double 0xBE927E4F805C419B)
%96 = fmul <4 x double> %95, %78
%97 = fadd <4 x double> %96, splat (double 0x3EFA01A019CAC33E)
%98 = fmul <4 x double> %97, %78
%99 = fadd <4 x double> %98, splat (double 0xBF56C16C16C15148)
%100 = fmul <4 x double> %99, %78
%101 = fadd <4 x double> %100, splat (double 0x3FA555555555554C)
%102 = fmul <4 x double> %101, %78
%103 = fadd <4 x double> %102, splat (double 0xBFE0000000000000)
%104 = fmul <4 x double> %103, %78
%105 = fadd <4 x double> %104, splat (double 0x3FF0000000000000)
%106 = shl <4 x i64> %77, splat (i64 63)
%107 = icmp slt <4 x i64> %106, splat (i64 0)
%108 = shl <4 x i64> %77, splat (i64 62)
%109 = and <4 x i64> %108, splat (i64 -9223372036854775808)
%110 = select <4 x i1> %107, <4 x double> %105, <4 x double> %91
%111 = bitcast <4 x double> %110 to <4 x i64>
%112 = xor <4 x i64> %111, %109
%113 = bitcast <4 x i64> %112 to <4 x double>
%114 = select <4 x i1> %107, <4 x double> %91, <4 x double> %105
%115 = xor <4 x i64> %109, %106
%116 = bitcast <4 x double> %114 to <4 x i64>
%117 = xor <4 x i64> %116, %115
%118 = bitcast <4 x i64> %117 to <4 x double>
%119 = shufflevector <4 x double> %113, <4 x double> %113, <2 x i32> <i32 0, i32 1>
%120 = shufflevector <4 x double> %113, <4 x double> %113, <2 x i32> <i32 2, i32 3>
%121 = shufflevector <4 x double> %118, <4 x double> %118, <2 x i32> <i32 0, i32 1>
%122 = shufflevector <4 x double> %118, <4 x double> %118, <2 x i32> <i32 2, i32 3>
%123 = fmul <2 x double> splat (double 0x40239EB851EB851F), %119
%124 = fmul <2 x double> splat (double 0x40239EB851EB851F), %121
%125 = fmul <2 x double> %123, %120
%126 = fneg <2 x double> %125
%127 = fmul <2 x double> %124, %122
%128 = fadd <2 x double> %127, %126
%129 = fmul <2 x double> splat (double 0x3FE0000000000000), %128
%130 = fneg <2 x double> %129
%131 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %121
%132 = fadd <2 x double> %131, %129
%133 = fneg <2 x double> %132
%134 = fmul <2 x double> %133, splat (double 0x0000000000000000)
%135 = getelementptr i64, ptr %table, i64 2
%136 = load ptr, ptr %135
%137 = mul i64 %first, 2
%138 = getelementptr double, ptr %136, i64 %137
%139 = add i64 %first, 1
%140 = icmp slt i64 %139, %last
%141 = select i1 %140, i64 %139, i64 %last
%142 = mul i64 %141, 2
%143 = getelementptr double, ptr %136, i64 %142
%144 = shufflevector <2 x double> %133, <2 x double> %130, <2 x i32> <i32 0, i32 2>
%145 = shufflevector <2 x double> %133, <2 x double> %130, <2 x i32> <i32 1, i32 3>
store <2 x double> %144, ptr %138, align 8
store <2 x double> %145, ptr %143, align 8
%146 = fcmp uno <2 x double> %134, splat (double 0x0000000000000000)
%147 = bitcast <2 x i1> %146 to i2
%148 = zext i2 %147 to i64
%149 = icmp eq i64 %148, 0
br i1 %149, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %148)
br label %done
done:
ret void
}

define internal double @scan(ptr %row, i64 %size) #0 {
entry:
  %whole = and i64 %size, -8
  br label %vectors
vectors:
  %i = phi i64 [0, %entry], [%i_next, %vector]
  %sum = phi <8 x double> [zeroinitializer, %entry], [%sum_next, %vector]
  %more = icmp slt i64 %i, %whole
  br i1 %more, label %vector, label %single
vector:
  %place = getelementptr double, ptr %row, i64 %i
  %x = load <8 x double>, ptr %place, align 8
  %difference = fsub <8 x double> %x, %x
  %sum_next = fadd <8 x double> %sum, %difference
  %i_next = add i64 %i, 8
  br label %vectors
single:
  %found = fcmp uno <8 x double> %sum, zeroinitializer
  %bits = bitcast <8 x i1> %found to i8
  %any = icmp ne i8 %bits, 0
  %so_far = select i1 %any, double 0x7FF8000000000000, double 0.0
  br label %rest
rest:
  %j = phi i64 [%whole, %single], [%j_next, %one]
  %rest_sum = phi double [%so_far, %single], [%rest_next, %one]
  %more_rest = icmp slt i64 %j, %size
  br i1 %more_rest, label %one, label %done
one:
  %one_place = getelementptr double, ptr %row, i64 %j
  %y = load double, ptr %one_place
  %y_difference = fsub double %y, %y
  %rest_next = fadd double %rest_sum, %y_difference
  %j_next = add i64 %j, 1
  br label %rest
done:
  ret double %rest_sum
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
  %none = icmp eq i64 %mask, 0
  br i1 %none, label %end, label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %bad, label %continue
bad:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last
  %sum_0 = fadd double 0x0000000000000000, 0x0000000000000000
  %entry_0 = getelementptr i64, ptr %table, i64 0
  %base_0 = load ptr, ptr %entry_0
  %distance_at_0 = getelementptr i64, ptr %table, i64 1
  %distance_0 = load i64, ptr %distance_at_0
  %offset_0 = mul i64 %row, %distance_0
  %start_0 = getelementptr double, ptr %base_0, i64 %offset_0
  %scanned_0 = call double @scan(ptr %start_0, i64 2)
  %sum_1 = fadd double %sum_0, %scanned_0
  %finite = fcmp ord double %sum_1, 0x0000000000000000
  br i1 %finite, label %continue, label %void
void:
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %distance_at_1 = getelementptr i64, ptr %table, i64 3
  %distance_1 = load i64, ptr %distance_at_1
  %offset_1 = mul i64 %row, %distance_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  call void @fill_nan(ptr %start_1, i64 %distance_1)
  br label %continue
continue:
  %next = add i64 %lane, 1
  %more = icmp slt i64 %next, 2
  br i1 %more, label %loop, label %end
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

