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
%12 = load <2 x double>, ptr %6, align 8
%13 = load <2 x double>, ptr %11, align 8
%14 = shufflevector <2 x double> %12, <2 x double> %13, <2 x i32> <i32 0, i32 2>
%15 = shufflevector <2 x double> %12, <2 x double> %13, <2 x i32> <i32 1, i32 3>
%16 = fadd <2 x double> %14, %15
%17 = call <2 x double> @llvm.fma.v2f64(<2 x double> %14, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%18 = call <2 x double> @llvm.fma.v2f64(<2 x double> %16, <2 x double> splat (double 0x3FE45F306DC9C883), <2 x double> splat (double 0x4338000000000000))
%19 = fsub <2 x double> %17, splat (double 0x4338000000000000)
%20 = fsub <2 x double> %18, splat (double 0x4338000000000000)
%21 = fneg <2 x double> %19
%22 = call <2 x double> @llvm.fma.v2f64(<2 x double> %21, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %14)
%23 = fneg <2 x double> %20
%24 = call <2 x double> @llvm.fma.v2f64(<2 x double> %23, <2 x double> splat (double 0x3FF921FB54442D18), <2 x double> %16)
%25 = fneg <2 x double> %19
%26 = call <2 x double> @llvm.fma.v2f64(<2 x double> %25, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %22)
%27 = fneg <2 x double> %20
%28 = call <2 x double> @llvm.fma.v2f64(<2 x double> %27, <2 x double> splat (double 0x3C91A62633145C07), <2 x double> %24)
%29 = fmul <2 x double> %26, %26
%30 = fcmp ogt <2 x double> %29, splat (double 0x3FF0000000000000)
%31 = select <2 x i1> %30, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %29
%32 = fmul <2 x double> %28, %28
%33 = fcmp ogt <2 x double> %32, splat (double 0x3FF0000000000000)
%34 = select <2 x i1> %33, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %32
%35 = fneg <2 x double> %19
%36 = call <2 x double> @llvm.fma.v2f64(<2 x double> %35, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %26)
%37 = fneg <2 x double> %20
%38 = call <2 x double> @llvm.fma.v2f64(<2 x double> %37, <2 x double> splat (double 0xB91F1976B7ED900B), <2 x double> %28)
%39 = bitcast <2 x double> %17 to <2 x i64>
%40 = bitcast <2 x double> %18 to <2 x i64>
%41 = fcmp ogt <2 x double> %36, splat (double 0x3FF0000000000000)
%42 = select <2 x i1> %41, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %36
%43 = fcmp olt <2 x double> %42, splat (double 0xBFF0000000000000)
%44 = select <2 x i1> %43, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %42
%45 = fcmp ogt <2 x double> %38, splat (double 0x3FF0000000000000)
%46 = select <2 x i1> %45, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %38
%47 = fcmp olt <2 x double> %46, splat (double 0xBFF0000000000000)
%48 = select <2 x i1> %47, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %46
%49 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %31, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%50 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0xBDA8FAD07DF189AF), <2 x double> %34, <2 x double> splat (double 0x3E21EE9E8F68D95C))
%51 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %31, <2 x double> splat (double 0xBE5AE5E61690F248))
%52 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x3DE5D918F5F48942), <2 x double> %34, <2 x double> splat (double 0xBE5AE5E61690F248))
%53 = call <2 x double> @llvm.fma.v2f64(<2 x double> %49, <2 x double> %31, <2 x double> splat (double 0xBE927E4F805C419B))
%54 = call <2 x double> @llvm.fma.v2f64(<2 x double> %50, <2 x double> %34, <2 x double> splat (double 0xBE927E4F805C419B))
%55 = call <2 x double> @llvm.fma.v2f64(<2 x double> %51, <2 x double> %31, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%56 = call <2 x double> @llvm.fma.v2f64(<2 x double> %52, <2 x double> %34, <2 x double> splat (double 0x3EC71DE3571C7CCF))
%57 = call <2 x double> @llvm.fma.v2f64(<2 x double> %53, <2 x double> %31, <2 x double> splat (double 0x3EFA01A019CAC33E))
%58 = call <2 x double> @llvm.fma.v2f64(<2 x double> %54, <2 x double> %34, <2 x double> splat (double 0x3EFA01A019CAC33E))
%59 = call <2 x double> @llvm.fma.v2f64(<2 x double> %55, <2 x double> %31, <2 x double> splat (double 0xBF2A01A019C0B086))
%60 = call <2 x double> @llvm.fma.v2f64(<2 x double> %56, <2 x double> %34, <2 x double> splat (double 0xBF2A01A019C0B086))
%61 = call <2 x double> @llvm.fma.v2f64(<2 x double> %57, <2 x double> %31, <2 x double> splat (double 0xBF56C16C16C15148))
%62 = call <2 x double> @llvm.fma.v2f64(<2 x double> %58, <2 x double> %34, <2 x double> splat (double 0xBF56C16C16C15148))
%63 = call <2 x double> @llvm.fma.v2f64(<2 x double> %59, <2 x double> %31, <2 x double> splat (double 0x3F8111111110F848))
%64 = call <2 x double> @llvm.fma.v2f64(<2 x double> %60, <2 x double> %34, <2 x double> splat (double 0x3F8111111110F848))
%65 = call <2 x double> @llvm.fma.v2f64(<2 x double> %61, <2 x double> %31, <2 x double> splat (double 0x3FA555555555554C))
%66 = call <2 x double> @llvm.fma.v2f64(<2 x double> %62, <2 x double> %34, <2 x double> splat (double 0x3FA555555555554C))
%67 = call <2 x double> @llvm.fma.v2f64(<2 x double> %63, <2 x double> %31, <2 x double> splat (double 0xBFC5555555555549))
%68 = call <2 x double> @llvm.fma.v2f64(<2 x double> %64, <2 x double> %34, <2 x double> splat (double 0xBFC5555555555549))
%69 = call <2 x double> @llvm.fma.v2f64(<2 x double> %65, <2 x double> %31, <2 x double> splat (double 0xBFE0000000000000))
%70 = call <2 x double> @llvm.fma.v2f64(<2 x double> %66, <2 x double> %34, <2 x double> splat (double 0xBFE0000000000000))
%71 = call <2 x double> @llvm.fma.v2f64(<2 x double> %69, <2 x double> %31, <2 x double> splat (double 0x3FF0000000000000))
%72 = call <2 x double> @llvm.fma.v2f64(<2 x double> %70, <2 x double> %34, <2 x double> splat (double 0x3FF0000000000000))
%73 = fmul <2 x double> %31, %44
%74 = fmul <2 x double> %34, %48
%75 = call <2 x double> @llvm.fma.v2f64(<2 x double> %67, <2 x double> %73, <2 x double> %44)
%76 = call <2 x double> @llvm.fma.v2f64(<2 x double> %68, <2 x double> %74, <2 x double> %48)
%77 = shl <2 x i64> %39, splat (i64 63)
%78 = icmp slt <2 x i64> %77, splat (i64 0)
%79 = shl <2 x i64> %39, splat (i64 62)
%80 = and <2 x i64> %79, splat (i64 -9223372036854775808)
%81 = select <2 x i1> %78, <2 x double> %71, <2 x double> %75
%82 = bitcast <2 x double> %81 to <2 x i64>
%83 = xor <2 x i64> %82, %80
%84 = bitcast <2 x i64> %83 to <2 x double>
%85 = select <2 x i1> %78, <2 x double> %75, <2 x double> %71
%86 = xor <2 x i64> %80, %77
%87 = bitcast <2 x double> %85 to <2 x i64>
%88 = xor <2 x i64> %87, %86
%89 = bitcast <2 x i64> %88 to <2 x double>
%90 = shl <2 x i64> %40, splat (i64 63)
%91 = icmp slt <2 x i64> %90, splat (i64 0)
%92 = shl <2 x i64> %40, splat (i64 62)
%93 = and <2 x i64> %92, splat (i64 -9223372036854775808)
%94 = select <2 x i1> %91, <2 x double> %72, <2 x double> %76
%95 = bitcast <2 x double> %94 to <2 x i64>
%96 = xor <2 x i64> %95, %93
%97 = bitcast <2 x i64> %96 to <2 x double>
%98 = select <2 x i1> %91, <2 x double> %76, <2 x double> %72
%99 = xor <2 x i64> %93, %90
%100 = bitcast <2 x double> %98 to <2 x i64>
%101 = xor <2 x i64> %100, %99
%102 = bitcast <2 x i64> %101 to <2 x double>
%103 = fmul <2 x double> splat (double 0x40139EB851EB851F), %102
%104 = fneg <2 x double> %103
%105 = call <2 x double> @llvm.fma.v2f64(<2 x double> splat (double 0x402D6E147AE147AE), <2 x double> %89, <2 x double> %103)
%106 = fneg <2 x double> %105
%107 = fmul <2 x double> %106, splat (double 0x0000000000000000)
%108 = getelementptr i64, ptr %table, i64 2
%109 = load ptr, ptr %108
%110 = mul i64 %first, 2
%111 = getelementptr double, ptr %109, i64 %110
%112 = add i64 %first, 1
%113 = icmp slt i64 %112, %last
%114 = select i1 %113, i64 %112, i64 %last
%115 = mul i64 %114, 2
%116 = getelementptr double, ptr %109, i64 %115
%117 = shufflevector <2 x double> %106, <2 x double> %104, <2 x i32> <i32 0, i32 2>
%118 = shufflevector <2 x double> %106, <2 x double> %104, <2 x i32> <i32 1, i32 3>
store <2 x double> %117, ptr %111, align 8
store <2 x double> %118, ptr %116, align 8
%119 = fcmp uno <2 x double> %107, splat (double 0x0000000000000000)
%120 = bitcast <2 x i1> %119 to i2
%121 = zext i2 %120 to i64
%122 = icmp eq i64 %121, 0
br i1 %122, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %121)
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
  %more = icmp slt i64 %next, 2
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
  %first_next = add i64 %first, 2
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=16 "prefer-vector-width"="128" "min-legal-vector-width"="128" }
attributes #1 = { nounwind cold noinline }

