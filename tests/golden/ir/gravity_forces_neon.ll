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
%37 = fmul <2 x double> %35, %35
%38 = fcmp ogt <2 x double> %36, splat (double 0x4010000000000000)
%39 = select <2 x i1> %38, <2 x double> splat (double 0x4010000000000000), <2 x double> %36
%40 = fcmp ogt <2 x double> %37, splat (double 0x4010000000000000)
%41 = select <2 x i1> %40, <2 x double> splat (double 0x4010000000000000), <2 x double> %37
%42 = fneg <2 x double> %26
%43 = call <2 x double> @llvm.fma.v2f64(<2 x double> %42, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %33)
%44 = fneg <2 x double> %27
%45 = call <2 x double> @llvm.fma.v2f64(<2 x double> %44, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %35)
%46 = bitcast <2 x double> %24 to <2 x i64>
%47 = bitcast <2 x double> %25 to <2 x i64>
%48 = bitcast <2 x double> %43 to <2 x i64>
%49 = and <2 x i64> %48, splat (i64 -4611686018427387905)
%50 = bitcast <2 x i64> %49 to <2 x double>
%51 = bitcast <2 x double> %45 to <2 x i64>
%52 = and <2 x i64> %51, splat (i64 -4611686018427387905)
%53 = bitcast <2 x i64> %52 to <2 x double>
%54 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %39, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%55 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %41, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%56 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %39, <2 x double> splat (double 0xBE5AE5E61690F248))
%57 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %41, <2 x double> splat (double 0xBE5AE5E61690F248))
%58 = call <2 x double> @llvm.fma.v2f64(<2 x double> %54, <2 x double> %39, <2 x double> splat (double 0xBE927E4F805C419B))
%59 = call <2 x double> @llvm.fma.v2f64(<2 x double> %55, <2 x double> %41, <2 x double> splat (double 0xBE927E4F805C419B))
%60 = call <2 x double> @llvm.fma.v2f64(<2 x double> %56, <2 x double> %39, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%61 = call <2 x double> @llvm.fma.v2f64(<2 x double> %57, <2 x double> %41, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%62 = call <2 x double> @llvm.fma.v2f64(<2 x double> %58, <2 x double> %39, <2 x double> splat (double 0x3EFA01A019CAC33E))
%63 = call <2 x double> @llvm.fma.v2f64(<2 x double> %59, <2 x double> %41, <2 x double> splat (double 0x3EFA01A019CAC33E))
%64 = call <2 x double> @llvm.fma.v2f64(<2 x double> %60, <2 x double> %39, <2 x double> splat (double 0xBF2A01A019C0B086))
%65 = call <2 x double> @llvm.fma.v2f64(<2 x double> %61, <2 x double> %41, <2 x double> splat (double 0xBF2A01A019C0B086))
%66 = call <2 x double> @llvm.fma.v2f64(<2 x double> %62, <2 x double> %39, <2 x double> splat (double 0xBF56C16C16C15148))
%67 = call <2 x double> @llvm.fma.v2f64(<2 x double> %63, <2 x double> %41, <2 x double> splat (double 0xBF56C16C16C15148))
%68 = call <2 x double> @llvm.fma.v2f64(<2 x double> %64, <2 x double> %39, <2 x double> splat (double 0x3F8111111110F848))
%69 = call <2 x double> @llvm.fma.v2f64(<2 x double> %65, <2 x double> %41, <2 x double> splat (double 0x3F8111111110F848))
%70 = call <2 x double> @llvm.fma.v2f64(<2 x double> %66, <2 x double> %39, <2 x double> splat (double 0x3FA555555555554C))
%71 = call <2 x double> @llvm.fma.v2f64(<2 x double> %67, <2 x double> %41, <2 x double> splat (double 0x3FA555555555554C))
%72 = call <2 x double> @llvm.fma.v2f64(<2 x double> %68, <2 x double> %39, <2 x double> splat (double 0xBFC5555555555549))
%73 = call <2 x double> @llvm.fma.v2f64(<2 x double> %69, <2 x double> %41, <2 x double> splat (double 0xBFC5555555555549))
%74 = call <2 x double> @llvm.fma.v2f64(<2 x double> %70, <2 x double> %39, <2 x double> splat (double 0xBFE0000000000000))
%75 = call <2 x double> @llvm.fma.v2f64(<2 x double> %71, <2 x double> %41, <2 x double> splat (double 0xBFE0000000000000))
%76 = call <2 x double> @llvm.fma.v2f64(<2 x double> %74, <2 x double> %39, <2 x double> splat (double 0x3FF0000000000000))
%77 = call <2 x double> @llvm.fma.v2f64(<2 x double> %75, <2 x double> %41, <2 x double> splat (double 0x3FF0000000000000))
%78 = fmul <2 x double> %39, %50
%79 = fmul <2 x double> %41, %53
%80 = call <2 x double> @llvm.fma.v2f64(<2 x double> %72, <2 x double> %78, <2 x double> %50)
%81 = call <2 x double> @llvm.fma.v2f64(<2 x double> %73, <2 x double> %79, <2 x double> %53)
%82 = shl <2 x i64> %46, splat (i64 63)
%83 = icmp slt <2 x i64> %82, splat (i64 0)
%84 = shl <2 x i64> %46, splat (i64 62)
%85 = and <2 x i64> %84, splat (i64 -9223372036854775808)
%86 = select <2 x i1> %83, <2 x double> %76, <2 x double> %80
%87 = bitcast <2 x double> %86 to <2 x i64>
%88 = xor <2 x i64> %87, %85
%89 = bitcast <2 x i64> %88 to <2 x double>
%90 = select <2 x i1> %83, <2 x double> %80, <2 x double> %76
%91 = xor <2 x i64> %85, %82
%92 = bitcast <2 x double> %90 to <2 x i64>
%93 = xor <2 x i64> %92, %91
%94 = bitcast <2 x i64> %93 to <2 x double>
%95 = shl <2 x i64> %47, splat (i64 63)
%96 = icmp slt <2 x i64> %95, splat (i64 0)
%97 = shl <2 x i64> %47, splat (i64 62)
%98 = and <2 x i64> %97, splat (i64 -9223372036854775808)
%99 = select <2 x i1> %96, <2 x double> %77, <2 x double> %81
%100 = bitcast <2 x double> %99 to <2 x i64>
%101 = xor <2 x i64> %100, %98
%102 = bitcast <2 x i64> %101 to <2 x double>
%103 = select <2 x i1> %96, <2 x double> %81, <2 x double> %77
%104 = xor <2 x i64> %98, %95
%105 = bitcast <2 x double> %103 to <2 x i64>
%106 = xor <2 x i64> %105, %104
%107 = bitcast <2 x i64> %106 to <2 x double>
%108 = fmul <2 x double> splat (double 0x40239EB851EB851F), %89
%109 = fmul <2 x double> splat (double 0x40239EB851EB851F), %94
%110 = fmul <2 x double> %108, %102
%111 = fneg <2 x double> %110
%112 = call <2 x double> @llvm.fma.v2f64(<2 x double> %109, <2 x double> %107, <2 x double> %111)
%113 = fmul <2 x double> splat (double 0x3FE0000000000000), %112
%114 = fneg <2 x double> %113
%115 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %94, <2 x double> %113)
%116 = fneg <2 x double> %115
%117 = fmul <2 x double> %116, splat (double 0x0000000000000000)
%118 = getelementptr i64, ptr %table, i64 2
%119 = load ptr, ptr %118
%120 = mul i64 %first, 2
%121 = getelementptr double, ptr %119, i64 %120
%122 = add i64 %first, 1
%123 = icmp slt i64 %122, %last
%124 = select i1 %123, i64 %122, i64 %last
%125 = mul i64 %124, 2
%126 = getelementptr double, ptr %119, i64 %125
%127 = shufflevector <2 x double> %116, <2 x double> %114, <2 x i32> <i32 0, i32 2>
%128 = shufflevector <2 x double> %116, <2 x double> %114, <2 x i32> <i32 1, i32 3>
store <2 x double> %127, ptr %121, align 8
store <2 x double> %128, ptr %126, align 8
%129 = fcmp uno <2 x double> %117, splat (double 0x0000000000000000)
%130 = bitcast <2 x i1> %129 to i2
%131 = zext i2 %130 to i64
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

