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
%25 = call <4 x double> @llvm.fma.v4f64(<4 x double> %24, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%26 = fsub <4 x double> %25, splat (double 0x4338000000000000)
%27 = fneg <4 x double> %26
%28 = call <4 x double> @llvm.fma.v4f64(<4 x double> %27, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %24)
%29 = fneg <4 x double> %26
%30 = call <4 x double> @llvm.fma.v4f64(<4 x double> %29, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %28)
%31 = fneg <4 x double> %26
%32 = call <4 x double> @llvm.fma.v4f64(<4 x double> %31, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %30)
%33 = fcmp ogt <4 x double> %32, splat (double 0x3FF0000000000000)
%34 = select <4 x i1> %33, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %32
%35 = fcmp olt <4 x double> %34, splat (double 0xBFF0000000000000)
%36 = select <4 x i1> %35, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %34
%37 = bitcast <4 x double> %25 to <4 x i64>
%38 = fmul <4 x double> %36, %36
%39 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %38, <4 x double> splat (double 0xBE5AE5E61690F248))
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %39, <4 x double> %38, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%41 = call <4 x double> @llvm.fma.v4f64(<4 x double> %40, <4 x double> %38, <4 x double> splat (double 0xBF2A01A019C0B086))
%42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %41, <4 x double> %38, <4 x double> splat (double 0x3F8111111110F848))
%43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %42, <4 x double> %38, <4 x double> splat (double 0xBFC5555555555549))
%44 = fmul <4 x double> %38, %36
%45 = call <4 x double> @llvm.fma.v4f64(<4 x double> %43, <4 x double> %44, <4 x double> %36)
%46 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %38, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%47 = call <4 x double> @llvm.fma.v4f64(<4 x double> %46, <4 x double> %38, <4 x double> splat (double 0xBE927E4F805C419B))
%48 = call <4 x double> @llvm.fma.v4f64(<4 x double> %47, <4 x double> %38, <4 x double> splat (double 0x3EFA01A019CAC33E))
%49 = call <4 x double> @llvm.fma.v4f64(<4 x double> %48, <4 x double> %38, <4 x double> splat (double 0xBF56C16C16C15148))
%50 = call <4 x double> @llvm.fma.v4f64(<4 x double> %49, <4 x double> %38, <4 x double> splat (double 0x3FA555555555554C))
%51 = call <4 x double> @llvm.fma.v4f64(<4 x double> %50, <4 x double> %38, <4 x double> splat (double 0xBFE0000000000000))
%52 = call <4 x double> @llvm.fma.v4f64(<4 x double> %51, <4 x double> %38, <4 x double> splat (double 0x3FF0000000000000))
%53 = shl <4 x i64> %37, splat (i64 63)
%54 = icmp slt <4 x i64> %53, splat (i64 0)
%55 = shl <4 x i64> %37, splat (i64 62)
%56 = and <4 x i64> %55, splat (i64 -9223372036854775808)
%57 = select <4 x i1> %54, <4 x double> %52, <4 x double> %45
%58 = bitcast <4 x double> %57 to <4 x i64>
%59 = xor <4 x i64> %58, %56
%60 = bitcast <4 x i64> %59 to <4 x double>
%61 = select <4 x i1> %54, <4 x double> %45, <4 x double> %52
%62 = xor <4 x i64> %56, %53
%63 = bitcast <4 x double> %61 to <4 x i64>
%64 = xor <4 x i64> %63, %62
%65 = bitcast <4 x i64> %64 to <4 x double>
%66 = shufflevector <4 x double> %60, <4 x double> %60, <2 x i32> <i32 0, i32 1>
%67 = shufflevector <4 x double> %60, <4 x double> %60, <2 x i32> <i32 2, i32 3>
%68 = shufflevector <4 x double> %65, <4 x double> %65, <2 x i32> <i32 0, i32 1>
%69 = shufflevector <4 x double> %65, <4 x double> %65, <2 x i32> <i32 2, i32 3>
%70 = fmul <2 x double> splat (double 0x40239EB851EB851F), %66
%71 = fmul <2 x double> splat (double 0x40239EB851EB851F), %68
%72 = fmul <2 x double> %70, %67
%73 = fneg <2 x double> %72
%74 = call <2 x double> @llvm.fma.v2f64(<2 x double> %71, <2 x double> %69, <2 x double> %73)
%75 = fmul <2 x double> splat (double 0x3FE0000000000000), %74
%76 = fneg <2 x double> %75
%77 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %68, <2 x double> %75)
%78 = fneg <2 x double> %77
%79 = fmul <2 x double> %78, splat (double 0x0000000000000000)
%80 = getelementptr i64, ptr %table, i64 2
%81 = load ptr, ptr %80
%82 = mul i64 %first, 2
%83 = getelementptr double, ptr %81, i64 %82
%84 = add i64 %first, 1
%85 = icmp slt i64 %84, %last
%86 = select i1 %85, i64 %84, i64 %last
%87 = mul i64 %86, 2
%88 = getelementptr double, ptr %81, i64 %87
%89 = shufflevector <2 x double> %78, <2 x double> %76, <2 x i32> <i32 0, i32 2>
%90 = shufflevector <2 x double> %78, <2 x double> %76, <2 x i32> <i32 1, i32 3>
store <2 x double> %89, ptr %83, align 8
store <2 x double> %90, ptr %88, align 8
%91 = fcmp uno <2 x double> %79, splat (double 0x0000000000000000)
%92 = bitcast <2 x i1> %91 to i2
%93 = zext i2 %92 to i64
%94 = icmp eq i64 %93, 0
br i1 %94, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %93)
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

