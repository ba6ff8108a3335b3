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
%42 = shufflevector <4 x double> %38, <4 x double> %40, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%43 = call <8 x double> @llvm.fma.v8f64(<8 x double> %42, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%44 = fsub <8 x double> %43, splat (double 0x4338000000000000)
%45 = fneg <8 x double> %44
%46 = call <8 x double> @llvm.fma.v8f64(<8 x double> %45, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %42)
%47 = fneg <8 x double> %44
%48 = call <8 x double> @llvm.fma.v8f64(<8 x double> %47, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %46)
%49 = fneg <8 x double> %44
%50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %49, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %48)
%51 = fcmp ogt <8 x double> %50, splat (double 0x3FF0000000000000)
%52 = select <8 x i1> %51, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %50
%53 = fcmp olt <8 x double> %52, splat (double 0xBFF0000000000000)
%54 = select <8 x i1> %53, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %52
%55 = bitcast <8 x double> %43 to <8 x i64>
%56 = fmul <8 x double> %54, %54
%57 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %56, <8 x double> splat (double 0xBE5AE5E61690F248))
%58 = call <8 x double> @llvm.fma.v8f64(<8 x double> %57, <8 x double> %56, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %58, <8 x double> %56, <8 x double> splat (double 0xBF2A01A019C0B086))
%60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %59, <8 x double> %56, <8 x double> splat (double 0x3F8111111110F848))
%61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %60, <8 x double> %56, <8 x double> splat (double 0xBFC5555555555549))
%62 = fmul <8 x double> %56, %54
%63 = call <8 x double> @llvm.fma.v8f64(<8 x double> %61, <8 x double> %62, <8 x double> %54)
%64 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %56, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%65 = call <8 x double> @llvm.fma.v8f64(<8 x double> %64, <8 x double> %56, <8 x double> splat (double 0xBE927E4F805C419B))
%66 = call <8 x double> @llvm.fma.v8f64(<8 x double> %65, <8 x double> %56, <8 x double> splat (double 0x3EFA01A019CAC33E))
%67 = call <8 x double> @llvm.fma.v8f64(<8 x double> %66, <8 x double> %56, <8 x double> splat (double 0xBF56C16C16C15148))
%68 = call <8 x double> @llvm.fma.v8f64(<8 x double> %67, <8 x double> %56, <8 x double> splat (double 0x3FA555555555554C))
%69 = call <8 x double> @llvm.fma.v8f64(<8 x double> %68, <8 x double> %56, <8 x double> splat (double 0xBFE0000000000000))
%70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %69, <8 x double> %56, <8 x double> splat (double 0x3FF0000000000000))
%71 = shl <8 x i64> %55, splat (i64 63)
%72 = icmp slt <8 x i64> %71, splat (i64 0)
%73 = shl <8 x i64> %55, splat (i64 62)
%74 = and <8 x i64> %73, splat (i64 -9223372036854775808)
%75 = select <8 x i1> %72, <8 x double> %70, <8 x double> %63
%76 = bitcast <8 x double> %75 to <8 x i64>
%77 = xor <8 x i64> %76, %74
%78 = bitcast <8 x i64> %77 to <8 x double>
%79 = select <8 x i1> %72, <8 x double> %63, <8 x double> %70
%80 = xor <8 x i64> %74, %71
%81 = bitcast <8 x double> %79 to <8 x i64>
%82 = xor <8 x i64> %81, %80
%83 = bitcast <8 x i64> %82 to <8 x double>
%84 = shufflevector <8 x double> %78, <8 x double> %78, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%85 = shufflevector <8 x double> %78, <8 x double> %78, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%86 = shufflevector <8 x double> %83, <8 x double> %83, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%87 = shufflevector <8 x double> %83, <8 x double> %83, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%88 = fmul <4 x double> splat (double 0x40239EB851EB851F), %84
%89 = fmul <4 x double> splat (double 0x40239EB851EB851F), %86
%90 = fmul <4 x double> %88, %85
%91 = fneg <4 x double> %90
%92 = call <4 x double> @llvm.fma.v4f64(<4 x double> %89, <4 x double> %87, <4 x double> %91)
%93 = fmul <4 x double> splat (double 0x3FE0000000000000), %92
%94 = fneg <4 x double> %93
%95 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %86, <4 x double> %93)
%96 = fneg <4 x double> %95
%97 = fmul <4 x double> %96, splat (double 0x0000000000000000)
%98 = getelementptr i64, ptr %table, i64 2
%99 = load ptr, ptr %98
%100 = mul i64 %first, 2
%101 = getelementptr double, ptr %99, i64 %100
%102 = add i64 %first, 1
%103 = icmp slt i64 %102, %last
%104 = select i1 %103, i64 %102, i64 %last
%105 = mul i64 %104, 2
%106 = getelementptr double, ptr %99, i64 %105
%107 = add i64 %first, 2
%108 = icmp slt i64 %107, %last
%109 = select i1 %108, i64 %107, i64 %last
%110 = mul i64 %109, 2
%111 = getelementptr double, ptr %99, i64 %110
%112 = add i64 %first, 3
%113 = icmp slt i64 %112, %last
%114 = select i1 %113, i64 %112, i64 %last
%115 = mul i64 %114, 2
%116 = getelementptr double, ptr %99, i64 %115
%117 = shufflevector <4 x double> %96, <4 x double> %94, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%118 = shufflevector <4 x double> %96, <4 x double> %94, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%119 = shufflevector <4 x double> %96, <4 x double> %96, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%120 = shufflevector <4 x double> %96, <4 x double> %96, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%121 = shufflevector <4 x double> %117, <4 x double> %119, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%122 = shufflevector <4 x double> %117, <4 x double> %119, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%123 = shufflevector <4 x double> %118, <4 x double> %120, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%124 = shufflevector <4 x double> %118, <4 x double> %120, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%125 = shufflevector <4 x double> %121, <4 x double> %121, <2 x i32> <i32 0, i32 1>
store <2 x double> %125, ptr %101, align 8
%126 = shufflevector <4 x double> %123, <4 x double> %123, <2 x i32> <i32 0, i32 1>
store <2 x double> %126, ptr %106, align 8
%127 = shufflevector <4 x double> %122, <4 x double> %122, <2 x i32> <i32 0, i32 1>
store <2 x double> %127, ptr %111, align 8
%128 = shufflevector <4 x double> %124, <4 x double> %124, <2 x i32> <i32 0, i32 1>
store <2 x double> %128, ptr %116, align 8
%129 = fcmp uno <4 x double> %97, splat (double 0x0000000000000000)
%130 = bitcast <4 x i1> %129 to i4
%131 = zext i4 %130 to i64
%132 = icmp eq i64 %131, 0
br i1 %132, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %131)
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
  %more = icmp slt i64 %next, 4
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
  %next = add i64 %first, 4
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

