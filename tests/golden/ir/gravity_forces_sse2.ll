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
%91 = fmul <2 x double> %89, %89
%92 = fcmp ogt <2 x double> %90, splat (double 0x4010000000000000)
%93 = select <2 x i1> %92, <2 x double> splat (double 0x4010000000000000), <2 x double> %90
%94 = fcmp ogt <2 x double> %91, splat (double 0x4010000000000000)
%95 = select <2 x i1> %94, <2 x double> splat (double 0x4010000000000000), <2 x double> %91
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
%128 = bitcast <2 x double> %110 to <2 x i64>
%129 = and <2 x i64> %128, splat (i64 -4611686018427387905)
%130 = bitcast <2 x i64> %129 to <2 x double>
%131 = bitcast <2 x double> %125 to <2 x i64>
%132 = and <2 x i64> %131, splat (i64 -4611686018427387905)
%133 = bitcast <2 x i64> %132 to <2 x double>
%134 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %93
%135 = fadd <2 x double> %134, splat (double 0x3E21EE9E8F68D95C)
%136 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %95
%137 = fadd <2 x double> %136, splat (double 0x3E21EE9E8F68D95C)
%138 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %93
%139 = fadd <2 x double> %138, splat (double 0xBE5AE5E61690F248)
%140 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %95
%141 = fadd <2 x double> %140, splat (double 0xBE5AE5E61690F248)
%142 = fmul <2 x double> %135, %93
%143 = fadd <2 x double> %142, splat (double 0xBE927E4F805C419B)
%144 = fmul <2 x double> %137, %95
%145 = fadd <2 x double> %144, splat (double 0xBE927E4F805C419B)
%146 = fmul <2 x double> %139, %93
%147 = fadd <2 x double> %146, splat (double 0x3EC71DE3571C7CCF)
%148 = fmul <2 x double> %141, %95
%149 = fadd <2 x double> %148, splat (double 0x3EC71DE3571C7CCF)
%150 = fmul <2 x double> %143, %93
%151 = fadd <2 x double> %150, splat (double 0x3EFA01A019CAC33E)
%152 = fmul <2 x double> %145, %95
%153 = fadd <2 x double> %152, splat (double 0x3EFA01A019CAC33E)
%154 = fmul <2 x double> %147, %93
%155 = fadd <2 x double> %154, splat (double 0xBF2A01A019C0B086)
%156 = fmul <2 x double> %149, %95
%157 = fadd <2 x double> %156, splat (double 0xBF2A01A019C0B086)
%158 = fmul <2 x double> %151, %93
%159 = fadd <2 x double> %158, splat (double 0xBF56C16C16C15148)
%160 = fmul <2 x double> %153, %95
%161 = fadd <2 x double> %160, splat (double 0xBF56C16C16C15148)
%162 = fmul <2 x double> %155, %93
%163 = fadd <2 x double> %162, splat (double 0x3F8111111110F848)
%164 = fmul <2 x double> %157, %95
%165 = fadd <2 x double> %164, splat (double 0x3F8111111110F848)
%166 = fmul <2 x double> %159, %93
%167 = fadd <2 x double> %166, splat (double 0x3FA555555555554C)
%168 = fmul <2 x double> %161, %95
%169 = fadd <2 x double> %168, splat (double 0x3FA555555555554C)
%170 = fmul <2 x double> %163, %93
%171 = fadd <2 x double> %170, splat (double 0xBFC5555555555549)
%172 = fmul <2 x double> %165, %95
%173 = fadd <2 x double> %172, splat (double 0xBFC5555555555549)
%174 = fmul <2 x double> %167, %93
%175 = fadd <2 x double> %174, splat (double 0xBFE0000000000000)
%176 = fmul <2 x double> %169, %95
%177 = fadd <2 x double> %176, splat (double 0xBFE0000000000000)
%178 = fmul <2 x double> %175, %93
%179 = fadd <2 x double> %178, splat (double 0x3FF0000000000000)
%180 = fmul <2 x double> %177, %95
%181 = fadd <2 x double> %180, splat (double 0x3FF0000000000000)
%182 = fmul <2 x double> %93, %130
%183 = fmul <2 x double> %95, %133
%184 = fmul <2 x double> %171, %182
%185 = fadd <2 x double> %184, %130
%186 = fmul <2 x double> %173, %183
%187 = fadd <2 x double> %186, %133
%188 = shl <2 x i64> %126, splat (i64 63)
%189 = icmp slt <2 x i64> %188, splat (i64 0)
%190 = shl <2 x i64> %126, splat (i64 62)
%191 = and <2 x i64> %190, splat (i64 -9223372036854775808)
%192 = select <2 x i1> %189, <2 x double> %179, <2 x double> %185
%193 = bitcast <2 x double> %192 to <2 x i64>
%194 = xor <2 x i64> %193, %191
%195 = bitcast <2 x i64> %194 to <2 x double>
%196 = select <2 x i1> %189, <2 x double> %185, <2 x double> %179
%197 = xor <2 x i64> %191, %188
%198 = bitcast <2 x double> %196 to <2 x i64>
%199 = xor <2 x i64> %198, %197
%200 = bitcast <2 x i64> %199 to <2 x double>
%201 = shl <2 x i64> %127, splat (i64 63)
%202 = icmp slt <2 x i64> %201, splat (i64 0)
%203 = shl <2 x i64> %127, splat (i64 62)
%204 = and <2 x i64> %203, splat (i64 -9223372036854775808)
%205 = select <2 x i1> %202, <2 x double> %181, <2 x double> %187
%206 = bitcast <2 x double> %205 to <2 x i64>
%207 = xor <2 x i64> %206, %204
%208 = bitcast <2 x i64> %207 to <2 x double>
%209 = select <2 x i1> %202, <2 x double> %187, <2 x double> %181
%210 = xor <2 x i64> %204, %201
%211 = bitcast <2 x double> %209 to <2 x i64>
%212 = xor <2 x i64> %211, %210
%213 = bitcast <2 x i64> %212 to <2 x double>
%214 = fmul <2 x double> splat (double 0x40239EB851EB851F), %195
%215 = fmul <2 x double> splat (double 0x40239EB851EB851F), %200
%216 = fmul <2 x double> %214, %208
%217 = fneg <2 x double> %216
%218 = fmul <2 x double> %215, %213
%219 = fadd <2 x double> %218, %217
%220 = fmul <2 x double> splat (double 0x3FE0000000000000), %219
%221 = fneg <2 x double> %220
%222 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %200
%223 = fadd <2 x double> %222, %220
%224 = fneg <2 x double> %223
%225 = fmul <2 x double> %224, splat (double 0x0000000000000000)
%226 = getelementptr i64, ptr %table, i64 2
%227 = load ptr, ptr %226
%228 = mul i64 %first, 2
%229 = getelementptr double, ptr %227, i64 %228
%230 = add i64 %first, 1
%231 = icmp slt i64 %230, %last
%232 = select i1 %231, i64 %230, i64 %last
%233 = mul i64 %232, 2
%234 = getelementptr double, ptr %227, i64 %233
%235 = shufflevector <2 x double> %224, <2 x double> %221, <2 x i32> <i32 0, i32 2>
%236 = shufflevector <2 x double> %224, <2 x double> %221, <2 x i32> <i32 1, i32 3>
store <2 x double> %235, ptr %229, align 8
store <2 x double> %236, ptr %234, align 8
%237 = fcmp uno <2 x double> %225, splat (double 0x0000000000000000)
%238 = bitcast <2 x i1> %237 to i2
%239 = zext i2 %238 to i64
%240 = icmp eq i64 %239, 0
br i1 %240, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %239)
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

