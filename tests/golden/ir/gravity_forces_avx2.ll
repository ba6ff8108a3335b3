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
%23 = load <2 x double>, ptr %11, align 8
%24 = load <2 x double>, ptr %16, align 8
%25 = load <2 x double>, ptr %21, align 8
%26 = shufflevector <2 x double> %22, <2 x double> %24, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%27 = shufflevector <2 x double> %23, <2 x double> %25, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%28 = shufflevector <4 x double> %26, <4 x double> %27, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%29 = shufflevector <4 x double> %26, <4 x double> %27, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%30 = fadd <4 x double> %28, %29
%31 = call <4 x double> @llvm.fma.v4f64(<4 x double> %28, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%32 = call <4 x double> @llvm.fma.v4f64(<4 x double> %30, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%33 = fsub <4 x double> %31, splat (double 0x4338000000000000)
%34 = fsub <4 x double> %32, splat (double 0x4338000000000000)
%35 = fneg <4 x double> %33
%36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %35, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %28)
%37 = fneg <4 x double> %34
%38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %37, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %30)
%39 = fneg <4 x double> %33
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %39, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %36)
%41 = fneg <4 x double> %34
%42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %41, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %38)
%43 = fmul <4 x double> %40, %40
%44 = fcmp ogt <4 x double> %43, splat (double 0x3FF0000000000000)
%45 = select <4 x i1> %44, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %43
%46 = fmul <4 x double> %42, %42
%47 = fcmp ogt <4 x double> %46, splat (double 0x3FF0000000000000)
%48 = select <4 x i1> %47, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %46
%49 = fneg <4 x double> %33
%50 = call <4 x double> @llvm.fma.v4f64(<4 x double> %49, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %40)
%51 = fneg <4 x double> %34
%52 = call <4 x double> @llvm.fma.v4f64(<4 x double> %51, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %42)
%53 = bitcast <4 x double> %31 to <4 x i64>
%54 = bitcast <4 x double> %32 to <4 x i64>
%55 = fcmp ogt <4 x double> %50, splat (double 0x3FF0000000000000)
%56 = select <4 x i1> %55, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %50
%57 = fcmp olt <4 x double> %56, splat (double 0xBFF0000000000000)
%58 = select <4 x i1> %57, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %56
%59 = fcmp ogt <4 x double> %52, splat (double 0x3FF0000000000000)
%60 = select <4 x i1> %59, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %52
%61 = fcmp olt <4 x double> %60, splat (double 0xBFF0000000000000)
%62 = select <4 x i1> %61, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %60
%63 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %45, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%64 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %48, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%65 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %45, <4 x double> splat (double 0xBE5AE5E61690F248))
%66 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %48, <4 x double> splat (double 0xBE5AE5E61690F248))
%67 = call <4 x double> @llvm.fma.v4f64(<4 x double> %63, <4 x double> %45, <4 x double> splat (double 0xBE927E4F805C419B))
%68 = call <4 x double> @llvm.fma.v4f64(<4 x double> %64, <4 x double> %48, <4 x double> splat (double 0xBE927E4F805C419B))
%69 = call <4 x double> @llvm.fma.v4f64(<4 x double> %65, <4 x double> %45, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%70 = call <4 x double> @llvm.fma.v4f64(<4 x double> %66, <4 x double> %48, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%71 = call <4 x double> @llvm.fma.v4f64(<4 x double> %67, <4 x double> %45, <4 x double> splat (double 0x3EFA01A019CAC33E))
%72 = call <4 x double> @llvm.fma.v4f64(<4 x double> %68, <4 x double> %48, <4 x double> splat (double 0x3EFA01A019CAC33E))
%73 = call <4 x double> @llvm.fma.v4f64(<4 x double> %69, <4 x double> %45, <4 x double> splat (double 0xBF2A01A019C0B086))
%74 = call <4 x double> @llvm.fma.v4f64(<4 x double> %70, <4 x double> %48, <4 x double> splat (double 0xBF2A01A019C0B086))
%75 = call <4 x double> @llvm.fma.v4f64(<4 x double> %71, <4 x double> %45, <4 x double> splat (double 0xBF56C16C16C15148))
%76 = call <4 x double> @llvm.fma.v4f64(<4 x double> %72, <4 x double> %48, <4 x double> splat (double 0xBF56C16C16C15148))
%77 = call <4 x double> @llvm.fma.v4f64(<4 x double> %73, <4 x double> %45, <4 x double> splat (double 0x3F8111111110F848))
%78 = call <4 x double> @llvm.fma.v4f64(<4 x double> %74, <4 x double> %48, <4 x double> splat (double 0x3F8111111110F848))
%79 = call <4 x double> @llvm.fma.v4f64(<4 x double> %75, <4 x double> %45, <4 x double> splat (double 0x3FA555555555554C))
%80 = call <4 x double> @llvm.fma.v4f64(<4 x double> %76, <4 x double> %48, <4 x double> splat (double 0x3FA555555555554C))
%81 = call <4 x double> @llvm.fma.v4f64(<4 x double> %77, <4 x double> %45, <4 x double> splat (double 0xBFC5555555555549))
%82 = call <4 x double> @llvm.fma.v4f64(<4 x double> %78, <4 x double> %48, <4 x double> splat (double 0xBFC5555555555549))
%83 = call <4 x double> @llvm.fma.v4f64(<4 x double> %79, <4 x double> %45, <4 x double> splat (double 0xBFE0000000000000))
%84 = call <4 x double> @llvm.fma.v4f64(<4 x double> %80, <4 x double> %48, <4 x double> splat (double 0xBFE0000000000000))
%85 = call <4 x double> @llvm.fma.v4f64(<4 x double> %83, <4 x double> %45, <4 x double> splat (double 0x3FF0000000000000))
%86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %84, <4 x double> %48, <4 x double> splat (double 0x3FF0000000000000))
%87 = fmul <4 x double> %45, %58
%88 = fmul <4 x double> %48, %62
%89 = call <4 x double> @llvm.fma.v4f64(<4 x double> %81, <4 x double> %87, <4 x double> %58)
%90 = call <4 x double> @llvm.fma.v4f64(<4 x double> %82, <4 x double> %88, <4 x double> %62)
%91 = shl <4 x i64> %53, splat (i64 63)
%92 = icmp slt <4 x i64> %91, splat (i64 0)
%93 = shl <4 x i64> %53, splat (i64 62)
%94 = and <4 x i64> %93, splat (i64 -9223372036854775808)
%95 = select <4 x i1> %92, <4 x double> %85, <4 x double> %89
%96 = bitcast <4 x double> %95 to <4 x i64>
%97 = xor <4 x i64> %96, %94
%98 = bitcast <4 x i64> %97 to <4 x double>
%99 = select <4 x i1> %92, <4 x double> %89, <4 x double> %85
%100 = xor <4 x i64> %94, %91
%101 = bitcast <4 x double> %99 to <4 x i64>
%102 = xor <4 x i64> %101, %100
%103 = bitcast <4 x i64> %102 to <4 x double>
%104 = shl <4 x i64> %54, splat (i64 63)
%105 = icmp slt <4 x i64> %104, splat (i64 0)
%106 = shl <4 x i64> %54, splat (i64 62)
%107 = and <4 x i64> %106, splat (i64 -9223372036854775808)
%108 = select <4 x i1> %105, <4 x double> %86, <4 x double> %90
%109 = bitcast <4 x double> %108 to <4 x i64>
%110 = xor <4 x i64> %109, %107
%111 = bitcast <4 x i64> %110 to <4 x double>
%112 = select <4 x i1> %105, <4 x double> %90, <4 x double> %86
%113 = xor <4 x i64> %107, %104
%114 = bitcast <4 x double> %112 to <4 x i64>
%115 = xor <4 x i64> %114, %113
%116 = bitcast <4 x i64> %115 to <4 x double>
%117 = fmul <4 x double> splat (double 0x40139EB851EB851F), %116
%118 = fneg <4 x double> %117
%119 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %103, <4 x double> %117)
%120 = fneg <4 x double> %119
%121 = fmul <4 x double> %120, splat (double 0x0000000000000000)
%122 = getelementptr i64, ptr %table, i64 2
%123 = load ptr, ptr %122
%124 = mul i64 %first, 2
%125 = getelementptr double, ptr %123, i64 %124
%126 = add i64 %first, 1
%127 = icmp slt i64 %126, %last
%128 = select i1 %127, i64 %126, i64 %last
%129 = mul i64 %128, 2
%130 = getelementptr double, ptr %123, i64 %129
%131 = add i64 %first, 2
%132 = icmp slt i64 %131, %last
%133 = select i1 %132, i64 %131, i64 %last
%134 = mul i64 %133, 2
%135 = getelementptr double, ptr %123, i64 %134
%136 = add i64 %first, 3
%137 = icmp slt i64 %136, %last
%138 = select i1 %137, i64 %136, i64 %last
%139 = mul i64 %138, 2
%140 = getelementptr double, ptr %123, i64 %139
%141 = shufflevector <4 x double> %120, <4 x double> %118, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%142 = shufflevector <4 x double> %120, <4 x double> %118, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%143 = shufflevector <4 x double> %141, <4 x double> %141, <2 x i32> <i32 0, i32 1>
store <2 x double> %143, ptr %125, align 8
%144 = shufflevector <4 x double> %141, <4 x double> %141, <2 x i32> <i32 2, i32 3>
store <2 x double> %144, ptr %135, align 8
%145 = shufflevector <4 x double> %142, <4 x double> %142, <2 x i32> <i32 0, i32 1>
store <2 x double> %145, ptr %130, align 8
%146 = shufflevector <4 x double> %142, <4 x double> %142, <2 x i32> <i32 2, i32 3>
store <2 x double> %146, ptr %140, align 8
%147 = fcmp uno <4 x double> %121, splat (double 0x0000000000000000)
%148 = bitcast <4 x i1> %147 to i4
%149 = zext i4 %148 to i64
%150 = icmp eq i64 %149, 0
br i1 %150, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %149)
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
  br label %i_head
i_head:
  %i = phi i64 [0, %entry], [%i_next, %i_body]
  %i_more = icmp slt i64 %i, %size
  br i1 %i_more, label %i_body, label %i_done
i_body:
  %place = getelementptr double, ptr %start, i64 %i
  store double 0x7FF8000000000000, ptr %place
  %i_next = add i64 %i, 1
  br label %i_head
i_done:
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
  br label %first_head
first_head:
  %first = phi i64 [0, %entry], [%first_next, %first_body]
  %first_more = icmp slt i64 %first, %rows
  br i1 %first_more, label %first_body, label %first_done
first_body:
  call void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)
  %first_next = add i64 %first, 4
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

