declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <3 x double> @llvm.fma.v3f64(<3 x double>, <3 x double>, <3 x double>)
declare <3 x double> @llvm.sqrt.v3f64(<3 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <3 x float> @llvm.fma.v3f32(<3 x float>, <3 x float>, <3 x float>)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%1 = getelementptr i64, ptr %table, i64 0
%2 = load ptr, ptr %1
%3 = getelementptr i64, ptr %table, i64 1
%4 = load i64, ptr %3
%5 = mul i64 %first, %4
%6 = getelementptr double, ptr %2, i64 %5
%7 = load double, ptr %6, align 8
%8 = getelementptr double, ptr %6, i64 1
%9 = load double, ptr %8, align 8
%10 = insertelement <2 x double> poison, double %7, i32 0
%11 = insertelement <2 x double> %10, double %9, i32 1
%12 = call <2 x double> @llvm.fma.v2f64(<2 x double> %11, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%13 = fsub <2 x double> %12, splat (double 0x4338000000000000)
%14 = fneg <2 x double> %13
%15 = call <2 x double> @llvm.fma.v2f64(<2 x double> %14, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %11)
%16 = fneg <2 x double> %13
%17 = call <2 x double> @llvm.fma.v2f64(<2 x double> %16, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %15)
%18 = fmul <2 x double> %17, %17
%19 = fcmp ogt <2 x double> %18, splat (double 0x3FF0000000000000)
%20 = select <2 x i1> %19, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %18
%21 = fneg <2 x double> %13
%22 = call <2 x double> @llvm.fma.v2f64(<2 x double> %21, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %17)
%23 = bitcast <2 x double> %12 to <2 x i64>
%24 = fcmp ogt <2 x double> %22, splat (double 0x3FF0000000000000)
%25 = select <2 x i1> %24, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %22
%26 = fcmp olt <2 x double> %25, splat (double 0xBFF0000000000000)
%27 = select <2 x i1> %26, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %25
%28 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %20, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%29 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %20, <2 x double> splat (double 0xBE5AE5E61690F248))
%30 = call <2 x double> @llvm.fma.v2f64(<2 x double> %28, <2 x double> %20, <2 x double> splat (double 0xBE927E4F805C419B))
%31 = call <2 x double> @llvm.fma.v2f64(<2 x double> %29, <2 x double> %20, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%32 = call <2 x double> @llvm.fma.v2f64(<2 x double> %30, <2 x double> %20, <2 x double> splat (double 0x3EFA01A019CAC33E))
%33 = call <2 x double> @llvm.fma.v2f64(<2 x double> %31, <2 x double> %20, <2 x double> splat (double 0xBF2A01A019C0B086))
%34 = call <2 x double> @llvm.fma.v2f64(<2 x double> %32, <2 x double> %20, <2 x double> splat (double 0xBF56C16C16C15148))
%35 = call <2 x double> @llvm.fma.v2f64(<2 x double> %33, <2 x double> %20, <2 x double> splat (double 0x3F8111111110F848))
%36 = call <2 x double> @llvm.fma.v2f64(<2 x double> %34, <2 x double> %20, <2 x double> splat (double 0x3FA555555555554C))
%37 = call <2 x double> @llvm.fma.v2f64(<2 x double> %35, <2 x double> %20, <2 x double> splat (double 0xBFC5555555555549))
%38 = call <2 x double> @llvm.fma.v2f64(<2 x double> %36, <2 x double> %20, <2 x double> splat (double 0xBFE0000000000000))
%39 = call <2 x double> @llvm.fma.v2f64(<2 x double> %38, <2 x double> %20, <2 x double> splat (double 0x3FF0000000000000))
%40 = fmul <2 x double> %20, %27
%41 = call <2 x double> @llvm.fma.v2f64(<2 x double> %37, <2 x double> %40, <2 x double> %27)
%42 = shl <2 x i64> %23, splat (i64 63)
%43 = icmp slt <2 x i64> %42, splat (i64 0)
%44 = shl <2 x i64> %23, splat (i64 62)
%45 = and <2 x i64> %44, splat (i64 -9223372036854775808)
%46 = select <2 x i1> %43, <2 x double> %39, <2 x double> %41
%47 = bitcast <2 x double> %46 to <2 x i64>
%48 = xor <2 x i64> %47, %45
%49 = bitcast <2 x i64> %48 to <2 x double>
%50 = select <2 x i1> %43, <2 x double> %41, <2 x double> %39
%51 = xor <2 x i64> %45, %42
%52 = bitcast <2 x double> %50 to <2 x i64>
%53 = xor <2 x i64> %52, %51
%54 = bitcast <2 x i64> %53 to <2 x double>
%55 = extractelement <2 x double> %49, i32 0
%56 = extractelement <2 x double> %49, i32 1
%57 = extractelement <2 x double> %54, i32 0
%58 = extractelement <2 x double> %54, i32 1
%59 = fmul double 0x40239EB851EB851F, %55
%60 = fmul double 0x40239EB851EB851F, %57
%61 = getelementptr i64, ptr %table, i64 2
%62 = load ptr, ptr %61
%63 = getelementptr i64, ptr %table, i64 3
%64 = load i64, ptr %63
%65 = mul i64 %first, %64
%66 = getelementptr double, ptr %62, i64 %65
%67 = load double, ptr %66, align 8
%68 = getelementptr double, ptr %66, i64 1
%69 = load double, ptr %68, align 8
%70 = fadd double %67, %69
%71 = call double @llvm.fma.f64(double %67, double %67, double %59)
%72 = fmul double %56, %71
%73 = fneg double %72
%74 = call double @llvm.fma.f64(double %60, double %58, double %73)
%75 = fmul double %70, %70
%76 = fmul double 0x3FE0000000000000, %75
%77 = getelementptr i64, ptr %table, i64 4
%78 = load ptr, ptr %77
%79 = getelementptr i64, ptr %table, i64 5
%80 = load i64, ptr %79
%81 = mul i64 %first, %80
%82 = getelementptr double, ptr %78, i64 %81
%83 = load double, ptr %82, align 8
%84 = getelementptr double, ptr %82, i64 1
%85 = load double, ptr %84, align 8
%86 = call double @llvm.fma.f64(double 0x3FE0000000000000, double %74, double %85)
%87 = fmul double 0x3FF7F48066355709, %86
%88 = fmul double %56, %76
%89 = fneg double %87
%90 = call double @llvm.fma.f64(double %58, double %89, double %88)
%91 = fsub double %85, %90
%92 = fmul double 0x3FE7F48066355709, %56
%93 = call double @llvm.fma.f64(double %56, double %92, double 0xBFE7F48066355709)
%94 = fneg double %57
%95 = call double @llvm.fma.f64(double 0x402D6E147AE147AE, double %94, double %91)
%96 = fsub double %83, %95
%97 = fadd double %93, 0x3FF557E4B17E4B19
%98 = fdiv double 0x3FF0000000000000, %97
%99 = fmul double %96, %98
%100 = fmul double %99, 0x0000000000000000
%101 = fmul double %58, %99
%102 = call double @llvm.fma.f64(double 0x3FF7F48066355709, double %101, double %99)
%103 = fneg double %102
%104 = call double @llvm.fma.f64(double 0x4007F48066355709, double %86, double %103)
%105 = getelementptr i64, ptr %table, i64 6
%106 = load ptr, ptr %105
%107 = mul i64 %first, 2
%108 = getelementptr double, ptr %106, i64 %107
store double %99, ptr %108, align 8
%109 = getelementptr double, ptr %108, i64 1
store double %104, ptr %109, align 8
%110 = fcmp uno double %100, 0x0000000000000000
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
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="128" "min-legal-vector-width"="128" }
attributes #1 = { nounwind cold noinline }

