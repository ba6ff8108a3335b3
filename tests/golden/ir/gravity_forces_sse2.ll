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
%24 = fmul <2 x double> %16, splat (double 0x3FE45F306DC9C883)
%25 = fadd <2 x double> %24, splat (double 0x4338000000000000)
%26 = fmul <2 x double> %23, splat (double 0x3FE45F306DC9C883)
%27 = fadd <2 x double> %26, splat (double 0x4338000000000000)
%28 = fsub <2 x double> %25, splat (double 0x4338000000000000)
%29 = fsub <2 x double> %27, splat (double 0x4338000000000000)
%30 = bitcast <2 x double> %28 to <2 x i64>
%31 = and <2 x i64> %30, splat (i64 -134217728)
%32 = bitcast <2 x i64> %31 to <2 x double>
%33 = fsub <2 x double> %28, %32
%34 = fmul <2 x double> %28, splat (double 0x3FF921FB54442D18)
%35 = fmul <2 x double> %32, splat (double 0x3FF921FB58000000)
%36 = fsub <2 x double> %35, %34
%37 = fmul <2 x double> %32, splat (double 0xBE4DDE9740000000)
%38 = fadd <2 x double> %36, %37
%39 = fmul <2 x double> %33, splat (double 0x3FF921FB58000000)
%40 = fadd <2 x double> %38, %39
%41 = fmul <2 x double> %33, splat (double 0xBE4DDE9740000000)
%42 = fadd <2 x double> %40, %41
%43 = fsub <2 x double> %16, %34
%44 = fsub <2 x double> %43, %42
%45 = bitcast <2 x double> %29 to <2 x i64>
%46 = and <2 x i64> %45, splat (i64 -134217728)
%47 = bitcast <2 x i64> %46 to <2 x double>
%48 = fsub <2 x double> %29, %47
%49 = fmul <2 x double> %29, splat (double 0x3FF921FB54442D18)
%50 = fmul <2 x double> %47, splat (double 0x3FF921FB58000000)
%51 = fsub <2 x double> %50, %49
%52 = fmul <2 x double> %47, splat (double 0xBE4DDE9740000000)
%53 = fadd <2 x double> %51, %52
%54 = fmul <2 x double> %48, splat (double 0x3FF921FB58000000)
%55 = fadd <2 x double> %53, %54
%56 = fmul <2 x double> %48, splat (double 0xBE4DDE9740000000)
%57 = fadd <2 x double> %55, %56
%58 = fsub <2 x double> %23, %49
%59 = fsub <2 x double> %58, %57
%60 = bitcast <2 x double> %28 to <2 x i64>
%61 = and <2 x i64> %60, splat (i64 -134217728)
%62 = bitcast <2 x i64> %61 to <2 x double>
%63 = fsub <2 x double> %28, %62
%64 = fmul <2 x double> %28, splat (double 0x3C91A62633145C07)
%65 = fmul <2 x double> %62, splat (double 0x3C91A62630000000)
%66 = fsub <2 x double> %65, %64
%67 = fmul <2 x double> %62, splat (double 0x3AE8A2E038000000)
%68 = fadd <2 x double> %66, %67
%69 = fmul <2 x double> %63, splat (double 0x3C91A62630000000)
%70 = fadd <2 x double> %68, %69
%71 = fmul <2 x double> %63, splat (double 0x3AE8A2E038000000)
%72 = fadd <2 x double> %70, %71
%73 = fsub <2 x double> %44, %64
%74 = fsub <2 x double> %73, %72
%75 = bitcast <2 x double> %29 to <2 x i64>
%76 = and <2 x i64> %75, splat (i64 -134217728)
%77 = bitcast <2 x i64> %76 to <2 x double>
%78 = fsub <2 x double> %29, %77
%79 = fmul <2 x double> %29, splat (double 0x3C91A62633145C07)
%80 = fmul <2 x double> %77, splat (double 0x3C91A62630000000)
%81 = fsub <2 x double> %80, %79
%82 = fmul <2 x double> %77, splat (double 0x3AE8A2E038000000)
%83 = fadd <2 x double> %81, %82
%84 = fmul <2 x double> %78, splat (double 0x3C91A62630000000)
%85 = fadd <2 x double> %83, %84
%86 = fmul <2 x double> %78, splat (double 0x3AE8A2E038000000)
%87 = fadd <2 x double> %85, %86
%88 = fsub <2 x double> %59, %79
%89 = fsub <2 x double> %88, %87
%90 = fmul <2 x double> %74, %74
%91 = fcmp ogt <2 x double> %90, splat (double 0x3FF0000000000000)
%92 = select <2 x i1> %91, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %90
%93 = fmul <2 x double> %89, %89
%94 = fcmp ogt <2 x double> %93, splat (double 0x3FF0000000000000)
%95 = select <2 x i1> %94, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %93
%96 = bitcast <2 x double> %28 to <2 x i64>
%97 = and <2 x i64> %96, splat (i64 -134217728)
%98 = bitcast <2 x i64> %97 to <2 x double>
%99 = fsub <2 x double> %28, %98
%100 = fmul <2 x double> %28, splat (double 0xB91F1976B7ED900B)
%101 = fmul <2 x double> %98, splat (double 0xB91F1976B8000000)
%102 = fsub <2 x double> %101, %100
%103 = fmul <2 x double> %98, splat (double 0x37126FF500000000)
%104 = fadd <2 x double> %102, %103
%105 = fmul <2 x double> %99, splat (double 0xB91F1976B8000000)
%106 = fadd <2 x double> %104, %105
%107 = fmul <2 x double> %99, splat (double 0x37126FF500000000)
%108 = fadd <2 x double> %106, %107
%109 = fsub <2 x double> %74, %100
%110 = fsub <2 x double> %109, %108
%111 = bitcast <2 x double> %29 to <2 x i64>
%112 = and <2 x i64> %111, splat (i64 -134217728)
%113 = bitcast <2 x i64> %112 to <2 x double>
%114 = fsub <2 x double> %29, %113
%115 = fmul <2 x double> %29, splat (double 0xB91F1976B7ED900B)
%116 = fmul <2 x double> %113, splat (double 0xB91F1976B8000000)
%117 = fsub <2 x double> %116, %115
%118 = fmul <2 x double> %113, splat (double 0x37126FF500000000)
%119 = fadd <2 x double> %117, %118
%120 = fmul <2 x double> %114, splat (double 0xB91F1976B8000000)
%121 = fadd <2 x double> %119, %120
%122 = fmul <2 x double> %114, splat (double 0x37126FF500000000)
%123 = fadd <2 x double> %121, %122
%124 = fsub <2 x double> %89, %115
%125 = fsub <2 x double> %124, %123
%126 = bitcast <2 x double> %25 to <2 x i64>
%127 = bitcast <2 x double> %27 to <2 x i64>
%128 = fcmp ogt <2 x double> %110, splat (double 0x3FF0000000000000)
%129 = select <2 x i1> %128, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %110
%130 = fcmp olt <2 x double> %129, splat (double 0xBFF0000000000000)
%131 = select <2 x i1> %130, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %129
%132 = fcmp ogt <2 x double> %125, splat (double 0x3FF0000000000000)
%133 = select <2 x i1> %132, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %125
%134 = fcmp olt <2 x double> %133, splat (double 0xBFF0000000000000)
%135 = select <2 x i1> %134, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %133
%136 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %92
%137 = fadd <2 x double> %136, splat (double 0x3E21EE9E8F68D95C)
%138 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %95
%139 = fadd <2 x double> %138, splat (double 0x3E21EE9E8F68D95C)
%140 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %92
%141 = fadd <2 x double> %140, splat (double 0xBE5AE5E61690F248)
%142 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %95
%143 = fadd <2 x double> %142, splat (double 0xBE5AE5E61690F248)
%144 = fmul <2 x double> %137, %92
%145 = fadd <2 x double> %144, splat (double 0xBE927E4F805C419B)
%146 = fmul <2 x double> %139, %95
%147 = fadd <2 x double> %146, splat (double 0xBE927E4F805C419B)
%148 = fmul <2 x double> %141, %92
%149 = fadd <2 x double> %148, splat (double 0x3EC71DE3571C7CCF)
%150 = fmul <2 x double> %143, %95
%151 = fadd <2 x double> %150, splat (double 0x3EC71DE3571C7CCF)
%152 = fmul <2 x double> %145, %92
%153 = fadd <2 x double> %152, splat (double 0x3EFA01A019CAC33E)
%154 = fmul <2 x double> %147, %95
%155 = fadd <2 x double> %154, splat (double 0x3EFA01A019CAC33E)
%156 = fmul <2 x double> %149, %92
%157 = fadd <2 x double> %156, splat (double 0xBF2A01A019C0B086)
%158 = fmul <2 x double> %151, %95
%159 = fadd <2 x double> %158, splat (double 0xBF2A01A019C0B086)
%160 = fmul <2 x double> %153, %92
%161 = fadd <2 x double> %160, splat (double 0xBF56C16C16C15148)
%162 = fmul <2 x double> %155, %95
%163 = fadd <2 x double> %162, splat (double 0xBF56C16C16C15148)
%164 = fmul <2 x double> %157, %92
%165 = fadd <2 x double> %164, splat (double 0x3F8111111110F848)
%166 = fmul <2 x double> %159, %95
%167 = fadd <2 x double> %166, splat (double 0x3F8111111110F848)
%168 = fmul <2 x double> %161, %92
%169 = fadd <2 x double> %168, splat (double 0x3FA555555555554C)
%170 = fmul <2 x double> %163, %95
%171 = fadd <2 x double> %170, splat (double 0x3FA555555555554C)
%172 = fmul <2 x double> %165, %92
%173 = fadd <2 x double> %172, splat (double 0xBFC5555555555549)
%174 = fmul <2 x double> %167, %95
%175 = fadd <2 x double> %174, splat (double 0xBFC5555555555549)
%176 = fmul <2 x double> %169, %92
%177 = fadd <2 x double> %176, splat (double 0xBFE0000000000000)
%178 = fmul <2 x double> %171, %95
%179 = fadd <2 x double> %178, splat (double 0xBFE0000000000000)
%180 = fmul <2 x double> %177, %92
%181 = fadd <2 x double> %180, splat (double 0x3FF0000000000000)
%182 = fmul <2 x double> %179, %95
%183 = fadd <2 x double> %182, splat (double 0x3FF0000000000000)
%184 = fmul <2 x double> %92, %131
%185 = fmul <2 x double> %95, %135
%186 = fmul <2 x double> %173, %184
%187 = fadd <2 x double> %186, %131
%188 = fmul <2 x double> %175, %185
%189 = fadd <2 x double> %188, %135
%190 = shl <2 x i64> %126, splat (i64 63)
%191 = icmp slt <2 x i64> %190, splat (i64 0)
%192 = shl <2 x i64> %126, splat (i64 62)
%193 = and <2 x i64> %192, splat (i64 -9223372036854775808)
%194 = select <2 x i1> %191, <2 x double> %181, <2 x double> %187
%195 = bitcast <2 x double> %194 to <2 x i64>
%196 = xor <2 x i64> %195, %193
%197 = bitcast <2 x i64> %196 to <2 x double>
%198 = select <2 x i1> %191, <2 x double> %187, <2 x double> %181
%199 = xor <2 x i64> %193, %190
%200 = bitcast <2 x double> %198 to <2 x i64>
%201 = xor <2 x i64> %200, %199
%202 = bitcast <2 x i64> %201 to <2 x double>
%203 = shl <2 x i64> %127, splat (i64 63)
%204 = icmp slt <2 x i64> %203, splat (i64 0)
%205 = shl <2 x i64> %127, splat (i64 62)
%206 = and <2 x i64> %205, splat (i64 -9223372036854775808)
%207 = select <2 x i1> %204, <2 x double> %183, <2 x double> %189
%208 = bitcast <2 x double> %207 to <2 x i64>
%209 = xor <2 x i64> %208, %206
%210 = bitcast <2 x i64> %209 to <2 x double>
%211 = select <2 x i1> %204, <2 x double> %189, <2 x double> %183
%212 = xor <2 x i64> %206, %203
%213 = bitcast <2 x double> %211 to <2 x i64>
%214 = xor <2 x i64> %213, %212
%215 = bitcast <2 x i64> %214 to <2 x double>
%216 = fmul <2 x double> splat (double 0x40239EB851EB851F), %197
%217 = fmul <2 x double> splat (double 0x40239EB851EB851F), %202
%218 = fmul <2 x double> %216, %210
%219 = fneg <2 x double> %218
%220 = fmul <2 x double> %217, %215
%221 = fadd <2 x double> %220, %219
%222 = fmul <2 x double> splat (double 0x3FE0000000000000), %221
%223 = fneg <2 x double> %222
%224 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %202
%225 = fadd <2 x double> %224, %222
%226 = fneg <2 x double> %225
%227 = fmul <2 x double> %226, splat (double 0x0000000000000000)
%228 = getelementptr i64, ptr %table, i64 2
%229 = load ptr, ptr %228
%230 = mul i64 %first, 2
%231 = getelementptr double, ptr %229, i64 %230
%232 = add i64 %first, 1
%233 = icmp slt i64 %232, %last
%234 = select i1 %233, i64 %232, i64 %last
%235 = mul i64 %234, 2
%236 = getelementptr double, ptr %229, i64 %235
%237 = shufflevector <2 x double> %226, <2 x double> %223, <2 x i32> <i32 0, i32 2>
%238 = shufflevector <2 x double> %226, <2 x double> %223, <2 x i32> <i32 1, i32 3>
store <2 x double> %237, ptr %231, align 8
store <2 x double> %238, ptr %236, align 8
%239 = fcmp uno <2 x double> %227, splat (double 0x0000000000000000)
%240 = bitcast <2 x i1> %239 to i2
%241 = zext i2 %240 to i64
%242 = icmp eq i64 %241, 0
br i1 %242, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %241)
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

