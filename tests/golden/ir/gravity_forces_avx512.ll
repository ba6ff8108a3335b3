declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
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
%22 = add i64 %first, 4
%23 = icmp slt i64 %22, %last
%24 = select i1 %23, i64 %22, i64 %last
%25 = mul i64 %24, %4
%26 = getelementptr double, ptr %2, i64 %25
%27 = add i64 %first, 5
%28 = icmp slt i64 %27, %last
%29 = select i1 %28, i64 %27, i64 %last
%30 = mul i64 %29, %4
%31 = getelementptr double, ptr %2, i64 %30
%32 = add i64 %first, 6
%33 = icmp slt i64 %32, %last
%34 = select i1 %33, i64 %32, i64 %last
%35 = mul i64 %34, %4
%36 = getelementptr double, ptr %2, i64 %35
%37 = add i64 %first, 7
%38 = icmp slt i64 %37, %last
%39 = select i1 %38, i64 %37, i64 %last
%40 = mul i64 %39, %4
%41 = getelementptr double, ptr %2, i64 %40
%42 = load <2 x double>, ptr %6, align 8
%43 = load <2 x double>, ptr %11, align 8
%44 = load <2 x double>, ptr %16, align 8
%45 = load <2 x double>, ptr %21, align 8
%46 = load <2 x double>, ptr %26, align 8
%47 = load <2 x double>, ptr %31, align 8
%48 = load <2 x double>, ptr %36, align 8
%49 = load <2 x double>, ptr %41, align 8
%50 = shufflevector <2 x double> %42, <2 x double> %44, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%51 = shufflevector <2 x double> %46, <2 x double> %48, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%52 = shufflevector <4 x double> %50, <4 x double> %51, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%53 = shufflevector <2 x double> %43, <2 x double> %45, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%54 = shufflevector <2 x double> %47, <2 x double> %49, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%55 = shufflevector <4 x double> %53, <4 x double> %54, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%56 = shufflevector <8 x double> %52, <8 x double> %55, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%57 = shufflevector <8 x double> %52, <8 x double> %55, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%58 = fadd <8 x double> %56, %57
%59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %56, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %58, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%61 = fsub <8 x double> %59, splat (double 0x4338000000000000)
%62 = fsub <8 x double> %60, splat (double 0x4338000000000000)
%63 = fneg <8 x double> %61
%64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %63, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %56)
%65 = fneg <8 x double> %62
%66 = call <8 x double> @llvm.fma.v8f64(<8 x double> %65, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %58)
%67 = fneg <8 x double> %61
%68 = call <8 x double> @llvm.fma.v8f64(<8 x double> %67, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %64)
%69 = fneg <8 x double> %62
%70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %69, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %66)
%71 = fmul <8 x double> %68, %68
%72 = fcmp ogt <8 x double> %71, splat (double 0x3FF0000000000000)
%73 = select <8 x i1> %72, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %71
%74 = fmul <8 x double> %70, %70
%75 = fcmp ogt <8 x double> %74, splat (double 0x3FF0000000000000)
%76 = select <8 x i1> %75, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %74
%77 = fneg <8 x double> %61
%78 = call <8 x double> @llvm.fma.v8f64(<8 x double> %77, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %68)
%79 = fneg <8 x double> %62
%80 = call <8 x double> @llvm.fma.v8f64(<8 x double> %79, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %70)
%81 = bitcast <8 x double> %59 to <8 x i64>
%82 = bitcast <8 x double> %60 to <8 x i64>
%83 = fcmp ogt <8 x double> %78, splat (double 0x3FF0000000000000)
%84 = select <8 x i1> %83, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %78
%85 = fcmp olt <8 x double> %84, splat (double 0xBFF0000000000000)
%86 = select <8 x i1> %85, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %84
%87 = fcmp ogt <8 x double> %80, splat (double 0x3FF0000000000000)
%88 = select <8 x i1> %87, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %80
%89 = fcmp olt <8 x double> %88, splat (double 0xBFF0000000000000)
%90 = select <8 x i1> %89, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %88
%91 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %73, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%92 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %76, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%93 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %73, <8 x double> splat (double 0xBE5AE5E61690F248))
%94 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %76, <8 x double> splat (double 0xBE5AE5E61690F248))
%95 = call <8 x double> @llvm.fma.v8f64(<8 x double> %91, <8 x double> %73, <8 x double> splat (double 0xBE927E4F805C419B))
%96 = call <8 x double> @llvm.fma.v8f64(<8 x double> %92, <8 x double> %76, <8 x double> splat (double 0xBE927E4F805C419B))
%97 = call <8 x double> @llvm.fma.v8f64(<8 x double> %93, <8 x double> %73, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%98 = call <8 x double> @llvm.fma.v8f64(<8 x double> %94, <8 x double> %76, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%99 = call <8 x double> @llvm.fma.v8f64(<8 x double> %95, <8 x double> %73, <8 x double> splat (double 0x3EFA01A019CAC33E))
%100 = call <8 x double> @llvm.fma.v8f64(<8 x double> %96, <8 x double> %76, <8 x double> splat (double 0x3EFA01A019CAC33E))
%101 = call <8 x double> @llvm.fma.v8f64(<8 x double> %97, <8 x double> %73, <8 x double> splat (double 0xBF2A01A019C0B086))
%102 = call <8 x double> @llvm.fma.v8f64(<8 x double> %98, <8 x double> %76, <8 x double> splat (double 0xBF2A01A019C0B086))
%103 = call <8 x double> @llvm.fma.v8f64(<8 x double> %99, <8 x double> %73, <8 x double> splat (double 0xBF56C16C16C15148))
%104 = call <8 x double> @llvm.fma.v8f64(<8 x double> %100, <8 x double> %76, <8 x double> splat (double 0xBF56C16C16C15148))
%105 = call <8 x double> @llvm.fma.v8f64(<8 x double> %101, <8 x double> %73, <8 x double> splat (double 0x3F8111111110F848))
%106 = call <8 x double> @llvm.fma.v8f64(<8 x double> %102, <8 x double> %76, <8 x double> splat (double 0x3F8111111110F848))
%107 = call <8 x double> @llvm.fma.v8f64(<8 x double> %103, <8 x double> %73, <8 x double> splat (double 0x3FA555555555554C))
%108 = call <8 x double> @llvm.fma.v8f64(<8 x double> %104, <8 x double> %76, <8 x double> splat (double 0x3FA555555555554C))
%109 = call <8 x double> @llvm.fma.v8f64(<8 x double> %105, <8 x double> %73, <8 x double> splat (double 0xBFC5555555555549))
%110 = call <8 x double> @llvm.fma.v8f64(<8 x double> %106, <8 x double> %76, <8 x double> splat (double 0xBFC5555555555549))
%111 = call <8 x double> @llvm.fma.v8f64(<8 x double> %107, <8 x double> %73, <8 x double> splat (double 0xBFE0000000000000))
%112 = call <8 x double> @llvm.fma.v8f64(<8 x double> %108, <8 x double> %76, <8 x double> splat (double 0xBFE0000000000000))
%113 = call <8 x double> @llvm.fma.v8f64(<8 x double> %111, <8 x double> %73, <8 x double> splat (double 0x3FF0000000000000))
%114 = call <8 x double> @llvm.fma.v8f64(<8 x double> %112, <8 x double> %76, <8 x double> splat (double 0x3FF0000000000000))
%115 = fmul <8 x double> %73, %86
%116 = fmul <8 x double> %76, %90
%117 = call <8 x double> @llvm.fma.v8f64(<8 x double> %109, <8 x double> %115, <8 x double> %86)
%118 = call <8 x double> @llvm.fma.v8f64(<8 x double> %110, <8 x double> %116, <8 x double> %90)
%119 = shl <8 x i64> %81, splat (i64 63)
%120 = icmp slt <8 x i64> %119, splat (i64 0)
%121 = shl <8 x i64> %81, splat (i64 62)
%122 = and <8 x i64> %121, splat (i64 -9223372036854775808)
%123 = select <8 x i1> %120, <8 x double> %113, <8 x double> %117
%124 = bitcast <8 x double> %123 to <8 x i64>
%125 = xor <8 x i64> %124, %122
%126 = bitcast <8 x i64> %125 to <8 x double>
%127 = select <8 x i1> %120, <8 x double> %117, <8 x double> %113
%128 = xor <8 x i64> %122, %119
%129 = bitcast <8 x double> %127 to <8 x i64>
%130 = xor <8 x i64> %129, %128
%131 = bitcast <8 x i64> %130 to <8 x double>
%132 = shl <8 x i64> %82, splat (i64 63)
%133 = icmp slt <8 x i64> %132, splat (i64 0)
%134 = shl <8 x i64> %82, splat (i64 62)
%135 = and <8 x i64> %134, splat (i64 -9223372036854775808)
%136 = select <8 x i1> %133, <8 x double> %114, <8 x double> %118
%137 = bitcast <8 x double> %136 to <8 x i64>
%138 = xor <8 x i64> %137, %135
%139 = bitcast <8 x i64> %138 to <8 x double>
%140 = select <8 x i1> %133, <8 x double> %118, <8 x double> %114
%141 = xor <8 x i64> %135, %132
%142 = bitcast <8 x double> %140 to <8 x i64>
%143 = xor <8 x i64> %142, %141
%144 = bitcast <8 x i64> %143 to <8 x double>
%145 = fmul <8 x double> splat (double 0x40139EB851EB851F), %144
%146 = fneg <8 x double> %145
%147 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %131, <8 x double> %145)
%148 = fneg <8 x double> %147
%149 = fmul <8 x double> %148, splat (double 0x0000000000000000)
%150 = getelementptr i64, ptr %table, i64 2
%151 = load ptr, ptr %150
%152 = mul i64 %first, 2
%153 = getelementptr double, ptr %151, i64 %152
%154 = add i64 %first, 1
%155 = icmp slt i64 %154, %last
%156 = select i1 %155, i64 %154, i64 %last
%157 = mul i64 %156, 2
%158 = getelementptr double, ptr %151, i64 %157
%159 = add i64 %first, 2
%160 = icmp slt i64 %159, %last
%161 = select i1 %160, i64 %159, i64 %last
%162 = mul i64 %161, 2
%163 = getelementptr double, ptr %151, i64 %162
%164 = add i64 %first, 3
%165 = icmp slt i64 %164, %last
%166 = select i1 %165, i64 %164, i64 %last
%167 = mul i64 %166, 2
%168 = getelementptr double, ptr %151, i64 %167
%169 = add i64 %first, 4
%170 = icmp slt i64 %169, %last
%171 = select i1 %170, i64 %169, i64 %last
%172 = mul i64 %171, 2
%173 = getelementptr double, ptr %151, i64 %172
%174 = add i64 %first, 5
%175 = icmp slt i64 %174, %last
%176 = select i1 %175, i64 %174, i64 %last
%177 = mul i64 %176, 2
%178 = getelementptr double, ptr %151, i64 %177
%179 = add i64 %first, 6
%180 = icmp slt i64 %179, %last
%181 = select i1 %180, i64 %179, i64 %last
%182 = mul i64 %181, 2
%183 = getelementptr double, ptr %151, i64 %182
%184 = add i64 %first, 7
%185 = icmp slt i64 %184, %last
%186 = select i1 %185, i64 %184, i64 %last
%187 = mul i64 %186, 2
%188 = getelementptr double, ptr %151, i64 %187
%189 = shufflevector <8 x double> %148, <8 x double> %146, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%190 = shufflevector <8 x double> %148, <8 x double> %146, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%191 = shufflevector <8 x double> %189, <8 x double> %189, <2 x i32> <i32 0, i32 1>
store <2 x double> %191, ptr %153, align 8
%192 = shufflevector <8 x double> %189, <8 x double> %189, <2 x i32> <i32 2, i32 3>
store <2 x double> %192, ptr %163, align 8
%193 = shufflevector <8 x double> %189, <8 x double> %189, <2 x i32> <i32 4, i32 5>
store <2 x double> %193, ptr %173, align 8
%194 = shufflevector <8 x double> %189, <8 x double> %189, <2 x i32> <i32 6, i32 7>
store <2 x double> %194, ptr %183, align 8
%195 = shufflevector <8 x double> %190, <8 x double> %190, <2 x i32> <i32 0, i32 1>
store <2 x double> %195, ptr %158, align 8
%196 = shufflevector <8 x double> %190, <8 x double> %190, <2 x i32> <i32 2, i32 3>
store <2 x double> %196, ptr %168, align 8
%197 = shufflevector <8 x double> %190, <8 x double> %190, <2 x i32> <i32 4, i32 5>
store <2 x double> %197, ptr %178, align 8
%198 = shufflevector <8 x double> %190, <8 x double> %190, <2 x i32> <i32 6, i32 7>
store <2 x double> %198, ptr %188, align 8
%199 = fcmp uno <8 x double> %149, splat (double 0x0000000000000000)
%200 = bitcast <8 x i1> %199 to i8
%201 = zext i8 %200 to i64
%202 = icmp eq i64 %201, 0
br i1 %202, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %201)
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
  %more = icmp slt i64 %next, 8
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
  %first_next = add i64 %first, 8
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=64 "prefer-vector-width"="512" "min-legal-vector-width"="512" }
attributes #1 = { nounwind cold noinline }

