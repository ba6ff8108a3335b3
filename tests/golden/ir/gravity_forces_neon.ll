declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
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
%24 = call <2 x double> @llvm.fma.v2f64(<2 x double> %16, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%25 = call <2 x double> @llvm.fma.v2f64(<2 x double> %23, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%26 = fsub <2 x double> %24, splat (double 0x4338000000000000)
%27 = fsub <2 x double> %25, splat (double 0x4338000000000000)
%28 = fneg <2 x double> %26
%29 = call <2 x double> @llvm.fma.v2f64(<2 x double> %28, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %16)
%30 = fneg <2 x double> %27
%31 = call <2 x double> @llvm.fma.v2f64(<2 x double> %30, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %23)
%32 = fneg <2 x double> %26
%33 = call <2 x double> @llvm.fma.v2f64(<2 x double> %32, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %29)
%34 = fneg <2 x double> %27
%35 = call <2 x double> @llvm.fma.v2f64(<2 x double> %34, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %31)
%36 = fmul <2 x double> %33, %33
%37 = fcmp ogt <2 x double> %36, splat (double 0x3FF0000000000000)
%38 = select <2 x i1> %37, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %36
%39 = fmul <2 x double> %35, %35
%40 = fcmp ogt <2 x double> %39, splat (double 0x3FF0000000000000)
%41 = select <2 x i1> %40, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %39
%42 = fneg <2 x double> %26
%43 = call <2 x double> @llvm.fma.v2f64(<2 x double> %42, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %33)
%44 = fneg <2 x double> %27
%45 = call <2 x double> @llvm.fma.v2f64(<2 x double> %44, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %35)
%46 = bitcast <2 x double> %24 to <2 x i64>
%47 = bitcast <2 x double> %25 to <2 x i64>
%48 = fcmp ogt <2 x double> %43, splat (double 0x3FF0000000000000)
%49 = select <2 x i1> %48, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %43
%50 = fcmp olt <2 x double> %49, splat (double 0xBFF0000000000000)
%51 = select <2 x i1> %50, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %49
%52 = fcmp ogt <2 x double> %45, splat (double 0x3FF0000000000000)
%53 = select <2 x i1> %52, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %45
%54 = fcmp olt <2 x double> %53, splat (double 0xBFF0000000000000)
%55 = select <2 x i1> %54, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %53
%56 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %38, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%57 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %41, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%58 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %38, <2 x double> splat (double 0xBE5AE5E61690F248))
%59 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %41, <2 x double> splat (double 0xBE5AE5E61690F248))
%60 = call <2 x double> @llvm.fma.v2f64(<2 x double> %56, <2 x double> %38, <2 x double> splat (double 0xBE927E4F805C419B))
%61 = call <2 x double> @llvm.fma.v2f64(<2 x double> %57, <2 x double> %41, <2 x double> splat (double 0xBE927E4F805C419B))
%62 = call <2 x double> @llvm.fma.v2f64(<2 x double> %58, <2 x double> %38, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%63 = call <2 x double> @llvm.fma.v2f64(<2 x double> %59, <2 x double> %41, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%64 = call <2 x double> @llvm.fma.v2f64(<2 x double> %60, <2 x double> %38, <2 x double> splat (double 0x3EFA01A019CAC33E))
%65 = call <2 x double> @llvm.fma.v2f64(<2 x double> %61, <2 x double> %41, <2 x double> splat (double 0x3EFA01A019CAC33E))
%66 = call <2 x double> @llvm.fma.v2f64(<2 x double> %62, <2 x double> %38, <2 x double> splat (double 0xBF2A01A019C0B086))
%67 = call <2 x double> @llvm.fma.v2f64(<2 x double> %63, <2 x double> %41, <2 x double> splat (double 0xBF2A01A019C0B086))
%68 = call <2 x double> @llvm.fma.v2f64(<2 x double> %64, <2 x double> %38, <2 x double> splat (double 0xBF56C16C16C15148))
%69 = call <2 x double> @llvm.fma.v2f64(<2 x double> %65, <2 x double> %41, <2 x double> splat (double 0xBF56C16C16C15148))
%70 = call <2 x double> @llvm.fma.v2f64(<2 x double> %66, <2 x double> %38, <2 x double> splat (double 0x3F8111111110F848))
%71 = call <2 x double> @llvm.fma.v2f64(<2 x double> %67, <2 x double> %41, <2 x double> splat (double 0x3F8111111110F848))
%72 = call <2 x double> @llvm.fma.v2f64(<2 x double> %68, <2 x double> %38, <2 x double> splat (double 0x3FA555555555554C))
%73 = call <2 x double> @llvm.fma.v2f64(<2 x double> %69, <2 x double> %41, <2 x double> splat (double 0x3FA555555555554C))
%74 = call <2 x double> @llvm.fma.v2f64(<2 x double> %70, <2 x double> %38, <2 x double> splat (double 0xBFC5555555555549))
%75 = call <2 x double> @llvm.fma.v2f64(<2 x double> %71, <2 x double> %41, <2 x double> splat (double 0xBFC5555555555549))
%76 = call <2 x double> @llvm.fma.v2f64(<2 x double> %72, <2 x double> %38, <2 x double> splat (double 0xBFE0000000000000))
%77 = call <2 x double> @llvm.fma.v2f64(<2 x double> %73, <2 x double> %41, <2 x double> splat (double 0xBFE0000000000000))
%78 = call <2 x double> @llvm.fma.v2f64(<2 x double> %76, <2 x double> %38, <2 x double> splat (double 0x3FF0000000000000))
%79 = call <2 x double> @llvm.fma.v2f64(<2 x double> %77, <2 x double> %41, <2 x double> splat (double 0x3FF0000000000000))
%80 = fmul <2 x double> %38, %51
%81 = fmul <2 x double> %41, %55
%82 = call <2 x double> @llvm.fma.v2f64(<2 x double> %74, <2 x double> %80, <2 x double> %51)
%83 = call <2 x double> @llvm.fma.v2f64(<2 x double> %75, <2 x double> %81, <2 x double> %55)
%84 = shl <2 x i64> %46, splat (i64 63)
%85 = icmp slt <2 x i64> %84, splat (i64 0)
%86 = shl <2 x i64> %46, splat (i64 62)
%87 = and <2 x i64> %86, splat (i64 -9223372036854775808)
%88 = select <2 x i1> %85, <2 x double> %78, <2 x double> %82
%89 = bitcast <2 x double> %88 to <2 x i64>
%90 = xor <2 x i64> %89, %87
%91 = bitcast <2 x i64> %90 to <2 x double>
%92 = select <2 x i1> %85, <2 x double> %82, <2 x double> %78
%93 = xor <2 x i64> %87, %84
%94 = bitcast <2 x double> %92 to <2 x i64>
%95 = xor <2 x i64> %94, %93
%96 = bitcast <2 x i64> %95 to <2 x double>
%97 = shl <2 x i64> %47, splat (i64 63)
%98 = icmp slt <2 x i64> %97, splat (i64 0)
%99 = shl <2 x i64> %47, splat (i64 62)
%100 = and <2 x i64> %99, splat (i64 -9223372036854775808)
%101 = select <2 x i1> %98, <2 x double> %79, <2 x double> %83
%102 = bitcast <2 x double> %101 to <2 x i64>
%103 = xor <2 x i64> %102, %100
%104 = bitcast <2 x i64> %103 to <2 x double>
%105 = select <2 x i1> %98, <2 x double> %83, <2 x double> %79
%106 = xor <2 x i64> %100, %97
%107 = bitcast <2 x double> %105 to <2 x i64>
%108 = xor <2 x i64> %107, %106
%109 = bitcast <2 x i64> %108 to <2 x double>
%110 = fmul <2 x double> splat (double 0x40239EB851EB851F), %91
%111 = fmul <2 x double> splat (double 0x40239EB851EB851F), %96
%112 = fmul <2 x double> %110, %104
%113 = fneg <2 x double> %112
%114 = call <2 x double> @llvm.fma.v2f64(<2 x double> %111, <2 x double> %109, <2 x double> %113)
%115 = fmul <2 x double> splat (double 0x3FE0000000000000), %114
%116 = fneg <2 x double> %115
%117 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %96, <2 x double> %115)
%118 = fneg <2 x double> %117
%119 = fmul <2 x double> %118, splat (double 0x0000000000000000)
%120 = getelementptr i64, ptr %table, i64 2
%121 = load ptr, ptr %120
%122 = mul i64 %first, 2
%123 = getelementptr double, ptr %121, i64 %122
%124 = add i64 %first, 1
%125 = icmp slt i64 %124, %last
%126 = select i1 %125, i64 %124, i64 %last
%127 = mul i64 %126, 2
%128 = getelementptr double, ptr %121, i64 %127
%129 = shufflevector <2 x double> %118, <2 x double> %116, <2 x i32> <i32 0, i32 2>
%130 = shufflevector <2 x double> %118, <2 x double> %116, <2 x i32> <i32 1, i32 3>
store <2 x double> %129, ptr %123, align 8
store <2 x double> %130, ptr %128, align 8
%131 = fcmp uno <2 x double> %119, splat (double 0x0000000000000000)
%132 = bitcast <2 x i1> %131 to i2
%133 = zext i2 %132 to i64
%134 = icmp eq i64 %133, 0
br i1 %134, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %133)
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

