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
%28 = insertelement <2 x double> poison, double %19, i32 0
%29 = insertelement <2 x double> %28, double %21, i32 1
%30 = call <2 x double> @llvm.fma.v2f64(<2 x double> %29, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%31 = fsub <2 x double> %30, splat (double 0x4338000000000000)
%32 = fneg <2 x double> %31
%33 = call <2 x double> @llvm.fma.v2f64(<2 x double> %32, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %29)
%34 = fneg <2 x double> %31
%35 = call <2 x double> @llvm.fma.v2f64(<2 x double> %34, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %33)
%36 = fmul <2 x double> %35, %35
%37 = fcmp ogt <2 x double> %36, splat (double 0x3FF0000000000000)
%38 = select <2 x i1> %37, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %36
%39 = fneg <2 x double> %31
%40 = call <2 x double> @llvm.fma.v2f64(<2 x double> %39, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %35)
%41 = bitcast <2 x double> %30 to <2 x i64>
%42 = fcmp ogt <2 x double> %40, splat (double 0x3FF0000000000000)
%43 = select <2 x i1> %42, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %40
%44 = fcmp olt <2 x double> %43, splat (double 0xBFF0000000000000)
%45 = select <2 x i1> %44, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %43
%46 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %38, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%47 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %38, <2 x double> splat (double 0xBE5AE5E61690F248))
%48 = call <2 x double> @llvm.fma.v2f64(<2 x double> %46, <2 x double> %38, <2 x double> splat (double 0xBE927E4F805C419B))
%49 = call <2 x double> @llvm.fma.v2f64(<2 x double> %47, <2 x double> %38, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%50 = call <2 x double> @llvm.fma.v2f64(<2 x double> %48, <2 x double> %38, <2 x double> splat (double 0x3EFA01A019CAC33E))
%51 = call <2 x double> @llvm.fma.v2f64(<2 x double> %49, <2 x double> %38, <2 x double> splat (double 0xBF2A01A019C0B086))
%52 = call <2 x double> @llvm.fma.v2f64(<2 x double> %50, <2 x double> %38, <2 x double> splat (double 0xBF56C16C16C15148))
%53 = call <2 x double> @llvm.fma.v2f64(<2 x double> %51, <2 x double> %38, <2 x double> splat (double 0x3F8111111110F848))
%54 = call <2 x double> @llvm.fma.v2f64(<2 x double> %52, <2 x double> %38, <2 x double> splat (double 0x3FA555555555554C))
%55 = call <2 x double> @llvm.fma.v2f64(<2 x double> %53, <2 x double> %38, <2 x double> splat (double 0xBFC5555555555549))
%56 = call <2 x double> @llvm.fma.v2f64(<2 x double> %54, <2 x double> %38, <2 x double> splat (double 0xBFE0000000000000))
%57 = call <2 x double> @llvm.fma.v2f64(<2 x double> %56, <2 x double> %38, <2 x double> splat (double 0x3FF0000000000000))
%58 = fmul <2 x double> %38, %45
%59 = call <2 x double> @llvm.fma.v2f64(<2 x double> %55, <2 x double> %58, <2 x double> %45)
%60 = shl <2 x i64> %41, splat (i64 63)
%61 = icmp slt <2 x i64> %60, splat (i64 0)
%62 = shl <2 x i64> %41, splat (i64 62)
%63 = and <2 x i64> %62, splat (i64 -9223372036854775808)
%64 = select <2 x i1> %61, <2 x double> %57, <2 x double> %59
%65 = bitcast <2 x double> %64 to <2 x i64>
%66 = xor <2 x i64> %65, %63
%67 = bitcast <2 x i64> %66 to <2 x double>
%68 = select <2 x i1> %61, <2 x double> %59, <2 x double> %57
%69 = xor <2 x i64> %63, %60
%70 = bitcast <2 x double> %68 to <2 x i64>
%71 = xor <2 x i64> %70, %69
%72 = bitcast <2 x i64> %71 to <2 x double>
%73 = extractelement <2 x double> %67, i32 0
%74 = fmul double 0x40239EB851EB851F, %73
%75 = extractelement <2 x double> %72, i32 0
%76 = fmul double 0x40239EB851EB851F, %75
%77 = fadd double %22, %24
%78 = call double @llvm.fma.f64(double %22, double %22, double %74)
%79 = extractelement <2 x double> %67, i32 1
%80 = fmul double %79, %78
%81 = extractelement <2 x double> %72, i32 1
%82 = fneg double %80
%83 = call double @llvm.fma.f64(double %76, double %81, double %82)
%84 = fmul double %77, %77
%85 = fmul double 0x3FE0000000000000, %84
%86 = call double @llvm.fma.f64(double 0x3FE0000000000000, double %83, double %27)
%87 = fmul double 0x3FF7F48066355709, %86
%88 = fmul double %79, %85
%89 = fneg double %87
%90 = call double @llvm.fma.f64(double %81, double %89, double %88)
%91 = fsub double %27, %90
%92 = fmul double 0x3FE7F48066355709, %79
%93 = call double @llvm.fma.f64(double %79, double %92, double 0xBFE7F48066355709)
%94 = fneg double %75
%95 = call double @llvm.fma.f64(double 0x402D6E147AE147AE, double %94, double %91)
%96 = fsub double %25, %95
%97 = fadd double %93, 0x3FF557E4B17E4B19
%98 = fdiv double 0x3FF0000000000000, %97
%99 = fmul double %96, %98
%100 = fmul double %81, %99
%101 = call double @llvm.fma.f64(double 0x3FF7F48066355709, double %100, double %99)
%102 = fneg double %101
%103 = call double @llvm.fma.f64(double 0x4007F48066355709, double %86, double %102)
%104 = getelementptr i64, ptr %table, i64 6
%105 = load ptr, ptr %104
%106 = mul i64 %first, 2
%107 = getelementptr double, ptr %105, i64 %106
store double %99, ptr %107, align 8
%108 = getelementptr double, ptr %107, i64 1
store double %103, ptr %108, align 8
%109 = fmul double %99, 0x0000000000000000
%110 = fcmp uno double %109, 0x0000000000000000
%111 = zext i1 %110 to i64
%112 = icmp eq i64 %111, 0
br i1 %112, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %111)
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
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %distance_at_1 = getelementptr i64, ptr %table, i64 3
  %distance_1 = load i64, ptr %distance_at_1
  %offset_1 = mul i64 %row, %distance_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  %scanned_1 = call double @scan(ptr %start_1, i64 2)
  %sum_2 = fadd double %sum_1, %scanned_1
  %entry_2 = getelementptr i64, ptr %table, i64 4
  %base_2 = load ptr, ptr %entry_2
  %distance_at_2 = getelementptr i64, ptr %table, i64 5
  %distance_2 = load i64, ptr %distance_at_2
  %offset_2 = mul i64 %row, %distance_2
  %start_2 = getelementptr double, ptr %base_2, i64 %offset_2
  %scanned_2 = call double @scan(ptr %start_2, i64 2)
  %sum_3 = fadd double %sum_2, %scanned_2
  %finite = fcmp ord double %sum_3, 0x0000000000000000
  br i1 %finite, label %continue, label %void
void:
  %entry_3 = getelementptr i64, ptr %table, i64 6
  %base_3 = load ptr, ptr %entry_3
  %distance_at_3 = getelementptr i64, ptr %table, i64 7
  %distance_3 = load i64, ptr %distance_at_3
  %offset_3 = mul i64 %row, %distance_3
  %start_3 = getelementptr double, ptr %base_3, i64 %offset_3
  call void @fill_nan(ptr %start_3, i64 %distance_3)
  br label %continue
continue:
  %next = add i64 %lane, 1
  %more = icmp slt i64 %next, 1
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
  %first_next = add i64 %first, 1
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="512" "min-legal-vector-width"="512" }
attributes #1 = { nounwind cold noinline }

