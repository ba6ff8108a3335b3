declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
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
%42 = fadd <4 x double> %38, %40
%43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %38, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%44 = call <4 x double> @llvm.fma.v4f64(<4 x double> %42, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%45 = fsub <4 x double> %43, splat (double 0x4338000000000000)
%46 = fsub <4 x double> %44, splat (double 0x4338000000000000)
%47 = fneg <4 x double> %45
%48 = call <4 x double> @llvm.fma.v4f64(<4 x double> %47, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %38)
%49 = fneg <4 x double> %46
%50 = call <4 x double> @llvm.fma.v4f64(<4 x double> %49, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %42)
%51 = fneg <4 x double> %45
%52 = call <4 x double> @llvm.fma.v4f64(<4 x double> %51, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %48)
%53 = fneg <4 x double> %46
%54 = call <4 x double> @llvm.fma.v4f64(<4 x double> %53, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %50)
%55 = fmul <4 x double> %52, %52
%56 = fcmp ogt <4 x double> %55, splat (double 0x3FF0000000000000)
%57 = select <4 x i1> %56, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %55
%58 = fmul <4 x double> %54, %54
%59 = fcmp ogt <4 x double> %58, splat (double 0x3FF0000000000000)
%60 = select <4 x i1> %59, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %58
%61 = fneg <4 x double> %45
%62 = call <4 x double> @llvm.fma.v4f64(<4 x double> %61, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %52)
%63 = fneg <4 x double> %46
%64 = call <4 x double> @llvm.fma.v4f64(<4 x double> %63, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %54)
%65 = bitcast <4 x double> %43 to <4 x i64>
%66 = bitcast <4 x double> %44 to <4 x i64>
%67 = fcmp ogt <4 x double> %62, splat (double 0x3FF0000000000000)
%68 = select <4 x i1> %67, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %62
%69 = fcmp olt <4 x double> %68, splat (double 0xBFF0000000000000)
%70 = select <4 x i1> %69, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %68
%71 = fcmp ogt <4 x double> %64, splat (double 0x3FF0000000000000)
%72 = select <4 x i1> %71, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %64
%73 = fcmp olt <4 x double> %72, splat (double 0xBFF0000000000000)
%74 = select <4 x i1> %73, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %72
%75 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %57, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%76 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %60, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%77 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %57, <4 x double> splat (double 0xBE5AE5E61690F248))
%78 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %60, <4 x double> splat (double 0xBE5AE5E61690F248))
%79 = call <4 x double> @llvm.fma.v4f64(<4 x double> %75, <4 x double> %57, <4 x double> splat (double 0xBE927E4F805C419B))
%80 = call <4 x double> @llvm.fma.v4f64(<4 x double> %76, <4 x double> %60, <4 x double> splat (double 0xBE927E4F805C419B))
%81 = call <4 x double> @llvm.fma.v4f64(<4 x double> %77, <4 x double> %57, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%82 = call <4 x double> @llvm.fma.v4f64(<4 x double> %78, <4 x double> %60, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%83 = call <4 x double> @llvm.fma.v4f64(<4 x double> %79, <4 x double> %57, <4 x double> splat (double 0x3EFA01A019CAC33E))
%84 = call <4 x double> @llvm.fma.v4f64(<4 x double> %80, <4 x double> %60, <4 x double> splat (double 0x3EFA01A019CAC33E))
%85 = call <4 x double> @llvm.fma.v4f64(<4 x double> %81, <4 x double> %57, <4 x double> splat (double 0xBF2A01A019C0B086))
%86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %82, <4 x double> %60, <4 x double> splat (double 0xBF2A01A019C0B086))
%87 = call <4 x double> @llvm.fma.v4f64(<4 x double> %83, <4 x double> %57, <4 x double> splat (double 0xBF56C16C16C15148))
%88 = call <4 x double> @llvm.fma.v4f64(<4 x double> %84, <4 x double> %60, <4 x double> splat (double 0xBF56C16C16C15148))
%89 = call <4 x double> @llvm.fma.v4f64(<4 x double> %85, <4 x double> %57, <4 x double> splat (double 0x3F8111111110F848))
%90 = call <4 x double> @llvm.fma.v4f64(<4 x double> %86, <4 x double> %60, <4 x double> splat (double 0x3F8111111110F848))
%91 = call <4 x double> @llvm.fma.v4f64(<4 x double> %87, <4 x double> %57, <4 x double> splat (double 0x3FA555555555554C))
%92 = call <4 x double> @llvm.fma.v4f64(<4 x double> %88, <4 x double> %60, <4 x double> splat (double 0x3FA555555555554C))
%93 = call <4 x double> @llvm.fma.v4f64(<4 x double> %89, <4 x double> %57, <4 x double> splat (double 0xBFC5555555555549))
%94 = call <4 x double> @llvm.fma.v4f64(<4 x double> %90, <4 x double> %60, <4 x double> splat (double 0xBFC5555555555549))
%95 = call <4 x double> @llvm.fma.v4f64(<4 x double> %91, <4 x double> %57, <4 x double> splat (double 0xBFE0000000000000))
%96 = call <4 x double> @llvm.fma.v4f64(<4 x double> %92, <4 x double> %60, <4 x double> splat (double 0xBFE0000000000000))
%97 = call <4 x double> @llvm.fma.v4f64(<4 x double> %95, <4 x double> %57, <4 x double> splat (double 0x3FF0000000000000))
%98 = call <4 x double> @llvm.fma.v4f64(<4 x double> %96, <4 x double> %60, <4 x double> splat (double 0x3FF0000000000000))
%99 = fmul <4 x double> %57, %70
%100 = fmul <4 x double> %60, %74
%101 = call <4 x double> @llvm.fma.v4f64(<4 x double> %93, <4 x double> %99, <4 x double> %70)
%102 = call <4 x double> @llvm.fma.v4f64(<4 x double> %94, <4 x double> %100, <4 x double> %74)
%103 = shl <4 x i64> %65, splat (i64 63)
%104 = icmp slt <4 x i64> %103, splat (i64 0)
%105 = shl <4 x i64> %65, splat (i64 62)
%106 = and <4 x i64> %105, splat (i64 -9223372036854775808)
%107 = select <4 x i1> %104, <4 x double> %97, <4 x double> %101
%108 = bitcast <4 x double> %107 to <4 x i64>
%109 = xor <4 x i64> %108, %106
%110 = bitcast <4 x i64> %109 to <4 x double>
%111 = select <4 x i1> %104, <4 x double> %101, <4 x double> %97
%112 = xor <4 x i64> %106, %103
%113 = bitcast <4 x double> %111 to <4 x i64>
%114 = xor <4 x i64> %113, %112
%115 = bitcast <4 x i64> %114 to <4 x double>
%116 = shl <4 x i64> %66, splat (i64 63)
%117 = icmp slt <4 x i64> %116, splat (i64 0)
%118 = shl <4 x i64> %66, splat (i64 62)
%119 = and <4 x i64> %118, splat (i64 -9223372036854775808)
%120 = select <4 x i1> %117, <4 x double> %98, <4 x double> %102
%121 = bitcast <4 x double> %120 to <4 x i64>
%122 = xor <4 x i64> %121, %119
%123 = bitcast <4 x i64> %122 to <4 x double>
%124 = select <4 x i1> %117, <4 x double> %102, <4 x double> %98
%125 = xor <4 x i64> %119, %116
%126 = bitcast <4 x double> %124 to <4 x i64>
%127 = xor <4 x i64> %126, %125
%128 = bitcast <4 x i64> %127 to <4 x double>
%129 = fmul <4 x double> splat (double 0x40139EB851EB851F), %128
%130 = fneg <4 x double> %129
%131 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %115, <4 x double> %129)
%132 = fneg <4 x double> %131
%133 = fmul <4 x double> %132, splat (double 0x0000000000000000)
%134 = getelementptr i64, ptr %table, i64 2
%135 = load ptr, ptr %134
%136 = mul i64 %first, 2
%137 = getelementptr double, ptr %135, i64 %136
%138 = add i64 %first, 1
%139 = icmp slt i64 %138, %last
%140 = select i1 %139, i64 %138, i64 %last
%141 = mul i64 %140, 2
%142 = getelementptr double, ptr %135, i64 %141
%143 = add i64 %first, 2
%144 = icmp slt i64 %143, %last
%145 = select i1 %144, i64 %143, i64 %last
%146 = mul i64 %145, 2
%147 = getelementptr double, ptr %135, i64 %146
%148 = add i64 %first, 3
%149 = icmp slt i64 %148, %last
%150 = select i1 %149, i64 %148, i64 %last
%151 = mul i64 %150, 2
%152 = getelementptr double, ptr %135, i64 %151
%153 = shufflevector <4 x double> %132, <4 x double> %130, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%154 = shufflevector <4 x double> %132, <4 x double> %130, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%155 = shufflevector <4 x double> %132, <4 x double> %132, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%156 = shufflevector <4 x double> %132, <4 x double> %132, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%157 = shufflevector <4 x double> %153, <4 x double> %155, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%158 = shufflevector <4 x double> %153, <4 x double> %155, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%159 = shufflevector <4 x double> %154, <4 x double> %156, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%160 = shufflevector <4 x double> %154, <4 x double> %156, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%161 = shufflevector <4 x double> %157, <4 x double> %157, <2 x i32> <i32 0, i32 1>
store <2 x double> %161, ptr %137, align 8
%162 = shufflevector <4 x double> %159, <4 x double> %159, <2 x i32> <i32 0, i32 1>
store <2 x double> %162, ptr %142, align 8
%163 = shufflevector <4 x double> %158, <4 x double> %158, <2 x i32> <i32 0, i32 1>
store <2 x double> %163, ptr %147, align 8
%164 = shufflevector <4 x double> %160, <4 x double> %160, <2 x i32> <i32 0, i32 1>
store <2 x double> %164, ptr %152, align 8
%165 = fcmp uno <4 x double> %133, splat (double 0x0000000000000000)
%166 = bitcast <4 x i1> %165 to i4
%167 = zext i4 %166 to i64
%168 = icmp eq i64 %167, 0
br i1 %168, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %167)
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

