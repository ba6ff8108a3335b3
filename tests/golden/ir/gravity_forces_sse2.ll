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
%16 = fmul <2 x double> %14, splat (double 0x3FE45F306DC9C883)
%17 = fadd <2 x double> %16, splat (double 0x4338000000000000)
%18 = fmul <2 x double> %15, splat (double 0x3FE45F306DC9C883)
%19 = fadd <2 x double> %18, splat (double 0x4338000000000000)
%20 = fsub <2 x double> %17, splat (double 0x4338000000000000)
%21 = fsub <2 x double> %19, splat (double 0x4338000000000000)
%22 = bitcast <2 x double> %20 to <2 x i64>
%23 = and <2 x i64> %22, splat (i64 -134217728)
%24 = bitcast <2 x i64> %23 to <2 x double>
%25 = fsub <2 x double> %20, %24
%26 = fmul <2 x double> %20, splat (double 0x3FF921FB54442D18)
%27 = fmul <2 x double> %24, splat (double 0x3FF921FB58000000)
%28 = fsub <2 x double> %27, %26
%29 = fmul <2 x double> %24, splat (double 0xBE4DDE9740000000)
%30 = fadd <2 x double> %28, %29
%31 = fmul <2 x double> %25, splat (double 0x3FF921FB58000000)
%32 = fadd <2 x double> %30, %31
%33 = fmul <2 x double> %25, splat (double 0xBE4DDE9740000000)
%34 = fadd <2 x double> %32, %33
%35 = fsub <2 x double> %14, %26
%36 = fsub <2 x double> %35, %34
%37 = bitcast <2 x double> %21 to <2 x i64>
%38 = and <2 x i64> %37, splat (i64 -134217728)
%39 = bitcast <2 x i64> %38 to <2 x double>
%40 = fsub <2 x double> %21, %39
%41 = fmul <2 x double> %21, splat (double 0x3FF921FB54442D18)
%42 = fmul <2 x double> %39, splat (double 0x3FF921FB58000000)
%43 = fsub <2 x double> %42, %41
%44 = fmul <2 x double> %39, splat (double 0xBE4DDE9740000000)
%45 = fadd <2 x double> %43, %44
%46 = fmul <2 x double> %40, splat (double 0x3FF921FB58000000)
%47 = fadd <2 x double> %45, %46
%48 = fmul <2 x double> %40, splat (double 0xBE4DDE9740000000)
%49 = fadd <2 x double> %47, %48
%50 = fsub <2 x double> %15, %41
%51 = fsub <2 x double> %50, %49
%52 = bitcast <2 x double> %20 to <2 x i64>
%53 = and <2 x i64> %52, splat (i64 -134217728)
%54 = bitcast <2 x i64> %53 to <2 x double>
%55 = fsub <2 x double> %20, %54
%56 = fmul <2 x double> %20, splat (double 0x3C91A62633145C07)
%57 = fmul <2 x double> %54, splat (double 0x3C91A62630000000)
%58 = fsub <2 x double> %57, %56
%59 = fmul <2 x double> %54, splat (double 0x3AE8A2E038000000)
%60 = fadd <2 x double> %58, %59
%61 = fmul <2 x double> %55, splat (double 0x3C91A62630000000)
%62 = fadd <2 x double> %60, %61
%63 = fmul <2 x double> %55, splat (double 0x3AE8A2E038000000)
%64 = fadd <2 x double> %62, %63
%65 = fsub <2 x double> %36, %56
%66 = fsub <2 x double> %65, %64
%67 = bitcast <2 x double> %21 to <2 x i64>
%68 = and <2 x i64> %67, splat (i64 -134217728)
%69 = bitcast <2 x i64> %68 to <2 x double>
%70 = fsub <2 x double> %21, %69
%71 = fmul <2 x double> %21, splat (double 0x3C91A62633145C07)
%72 = fmul <2 x double> %69, splat (double 0x3C91A62630000000)
%73 = fsub <2 x double> %72, %71
%74 = fmul <2 x double> %69, splat (double 0x3AE8A2E038000000)
%75 = fadd <2 x double> %73, %74
%76 = fmul <2 x double> %70, splat (double 0x3C91A62630000000)
%77 = fadd <2 x double> %75, %76
%78 = fmul <2 x double> %70, splat (double 0x3AE8A2E038000000)
%79 = fadd <2 x double> %77, %78
%80 = fsub <2 x double> %51, %71
%81 = fsub <2 x double> %80, %79
%82 = fmul <2 x double> %66, %66
%83 = fcmp ogt <2 x double> %82, splat (double 0x3FF0000000000000)
%84 = select <2 x i1> %83, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %82
%85 = fmul <2 x double> %81, %81
%86 = fcmp ogt <2 x double> %85, splat (double 0x3FF0000000000000)
%87 = select <2 x i1> %86, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %85
%88 = bitcast <2 x double> %20 to <2 x i64>
%89 = and <2 x i64> %88, splat (i64 -134217728)
%90 = bitcast <2 x i64> %89 to <2 x double>
%91 = fsub <2 x double> %20, %90
%92 = fmul <2 x double> %20, splat (double 0xB91F1976B7ED900B)
%93 = fmul <2 x double> %90, splat (double 0xB91F1976B8000000)
%94 = fsub <2 x double> %93, %92
%95 = fmul <2 x double> %90, splat (double 0x37126FF500000000)
%96 = fadd <2 x double> %94, %95
%97 = fmul <2 x double> %91, splat (double 0xB91F1976B8000000)
%98 = fadd <2 x double> %96, %97
%99 = fmul <2 x double> %91, splat (double 0x37126FF500000000)
%100 = fadd <2 x double> %98, %99
%101 = fsub <2 x double> %66, %92
%102 = fsub <2 x double> %101, %100
%103 = bitcast <2 x double> %21 to <2 x i64>
%104 = and <2 x i64> %103, splat (i64 -134217728)
%105 = bitcast <2 x i64> %104 to <2 x double>
%106 = fsub <2 x double> %21, %105
%107 = fmul <2 x double> %21, splat (double 0xB91F1976B7ED900B)
%108 = fmul <2 x double> %105, splat (double 0xB91F1976B8000000)
%109 = fsub <2 x double> %108, %107
%110 = fmul <2 x double> %105, splat (double 0x37126FF500000000)
%111 = fadd <2 x double> %109, %110
%112 = fmul <2 x double> %106, splat (double 0xB91F1976B8000000)
%113 = fadd <2 x double> %111, %112
%114 = fmul <2 x double> %106, splat (double 0x37126FF500000000)
%115 = fadd <2 x double> %113, %114
%116 = fsub <2 x double> %81, %107
%117 = fsub <2 x double> %116, %115
%118 = bitcast <2 x double> %17 to <2 x i64>
%119 = bitcast <2 x double> %19 to <2 x i64>
%120 = fcmp ogt <2 x double> %102, splat (double 0x3FF0000000000000)
%121 = select <2 x i1> %120, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %102
%122 = fcmp olt <2 x double> %121, splat (double 0xBFF0000000000000)
%123 = select <2 x i1> %122, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %121
%124 = fcmp ogt <2 x double> %117, splat (double 0x3FF0000000000000)
%125 = select <2 x i1> %124, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %117
%126 = fcmp olt <2 x double> %125, splat (double 0xBFF0000000000000)
%127 = select <2 x i1> %126, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %125
%128 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %84
%129 = fadd <2 x double> %128, splat (double 0x3E21EE9E8F68D95C)
%130 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %87
%131 = fadd <2 x double> %130, splat (double 0x3E21EE9E8F68D95C)
%132 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %84
%133 = fadd <2 x double> %132, splat (double 0xBE5AE5E61690F248)
%134 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %87
%135 = fadd <2 x double> %134, splat (double 0xBE5AE5E61690F248)
%136 = fmul <2 x double> %129, %84
%137 = fadd <2 x double> %136, splat (double 0xBE927E4F805C419B)
%138 = fmul <2 x double> %131, %87
%139 = fadd <2 x double> %138, splat (double 0xBE927E4F805C419B)
%140 = fmul <2 x double> %133, %84
%141 = fadd <2 x double> %140, splat (double 0x3EC71DE3571C7CCF)
%142 = fmul <2 x double> %135, %87
%143 = fadd <2 x double> %142, splat (double 0x3EC71DE3571C7CCF)
%144 = fmul <2 x double> %137, %84
%145 = fadd <2 x double> %144, splat (double 0x3EFA01A019CAC33E)
%146 = fmul <2 x double> %139, %87
%147 = fadd <2 x double> %146, splat (double 0x3EFA01A019CAC33E)
%148 = fmul <2 x double> %141, %84
%149 = fadd <2 x double> %148, splat (double 0xBF2A01A019C0B086)
%150 = fmul <2 x double> %143, %87
%151 = fadd <2 x double> %150, splat (double 0xBF2A01A019C0B086)
%152 = fmul <2 x double> %145, %84
%153 = fadd <2 x double> %152, splat (double 0xBF56C16C16C15148)
%154 = fmul <2 x double> %147, %87
%155 = fadd <2 x double> %154, splat (double 0xBF56C16C16C15148)
%156 = fmul <2 x double> %149, %84
%157 = fadd <2 x double> %156, splat (double 0x3F8111111110F848)
%158 = fmul <2 x double> %151, %87
%159 = fadd <2 x double> %158, splat (double 0x3F8111111110F848)
%160 = fmul <2 x double> %153, %84
%161 = fadd <2 x double> %160, splat (double 0x3FA555555555554C)
%162 = fmul <2 x double> %155, %87
%163 = fadd <2 x double> %162, splat (double 0x3FA555555555554C)
%164 = fmul <2 x double> %157, %84
%165 = fadd <2 x double> %164, splat (double 0xBFC5555555555549)
%166 = fmul <2 x double> %159, %87
%167 = fadd <2 x double> %166, splat (double 0xBFC5555555555549)
%168 = fmul <2 x double> %161, %84
%169 = fadd <2 x double> %168, splat (double 0xBFE0000000000000)
%170 = fmul <2 x double> %163, %87
%171 = fadd <2 x double> %170, splat (double 0xBFE0000000000000)
%172 = fmul <2 x double> %169, %84
%173 = fadd <2 x double> %172, splat (double 0x3FF0000000000000)
%174 = fmul <2 x double> %171, %87
%175 = fadd <2 x double> %174, splat (double 0x3FF0000000000000)
%176 = fmul <2 x double> %84, %123
%177 = fmul <2 x double> %87, %127
%178 = fmul <2 x double> %165, %176
%179 = fadd <2 x double> %178, %123
%180 = fmul <2 x double> %167, %177
%181 = fadd <2 x double> %180, %127
%182 = shl <2 x i64> %118, splat (i64 63)
%183 = icmp slt <2 x i64> %182, splat (i64 0)
%184 = shl <2 x i64> %118, splat (i64 62)
%185 = and <2 x i64> %184, splat (i64 -9223372036854775808)
%186 = select <2 x i1> %183, <2 x double> %173, <2 x double> %179
%187 = bitcast <2 x double> %186 to <2 x i64>
%188 = xor <2 x i64> %187, %185
%189 = bitcast <2 x i64> %188 to <2 x double>
%190 = select <2 x i1> %183, <2 x double> %179, <2 x double> %173
%191 = xor <2 x i64> %185, %182
%192 = bitcast <2 x double> %190 to <2 x i64>
%193 = xor <2 x i64> %192, %191
%194 = bitcast <2 x i64> %193 to <2 x double>
%195 = shl <2 x i64> %119, splat (i64 63)
%196 = icmp slt <2 x i64> %195, splat (i64 0)
%197 = shl <2 x i64> %119, splat (i64 62)
%198 = and <2 x i64> %197, splat (i64 -9223372036854775808)
%199 = select <2 x i1> %196, <2 x double> %175, <2 x double> %181
%200 = bitcast <2 x double> %199 to <2 x i64>
%201 = xor <2 x i64> %200, %198
%202 = bitcast <2 x i64> %201 to <2 x double>
%203 = select <2 x i1> %196, <2 x double> %181, <2 x double> %175
%204 = xor <2 x i64> %198, %195
%205 = bitcast <2 x double> %203 to <2 x i64>
%206 = xor <2 x i64> %205, %204
%207 = bitcast <2 x i64> %206 to <2 x double>
%208 = fmul <2 x double> splat (double 0x40239EB851EB851F), %189
%209 = fmul <2 x double> splat (double 0x40239EB851EB851F), %194
%210 = fmul <2 x double> %208, %202
%211 = fneg <2 x double> %210
%212 = fmul <2 x double> %209, %207
%213 = fadd <2 x double> %212, %211
%214 = fmul <2 x double> splat (double 0x3FE0000000000000), %213
%215 = fneg <2 x double> %214
%216 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %194
%217 = fadd <2 x double> %216, %214
%218 = fneg <2 x double> %217
%219 = fmul <2 x double> %218, splat (double 0x0000000000000000)
%220 = getelementptr i64, ptr %table, i64 2
%221 = load ptr, ptr %220
%222 = mul i64 %first, 2
%223 = getelementptr double, ptr %221, i64 %222
%224 = add i64 %first, 1
%225 = icmp slt i64 %224, %last
%226 = select i1 %225, i64 %224, i64 %last
%227 = mul i64 %226, 2
%228 = getelementptr double, ptr %221, i64 %227
%229 = shufflevector <2 x double> %218, <2 x double> %215, <2 x i32> <i32 0, i32 2>
%230 = shufflevector <2 x double> %218, <2 x double> %215, <2 x i32> <i32 1, i32 3>
store <2 x double> %229, ptr %223, align 8
store <2 x double> %230, ptr %228, align 8
%231 = fcmp uno <2 x double> %219, splat (double 0x0000000000000000)
%232 = bitcast <2 x i1> %231 to i2
%233 = zext i2 %232 to i64
%234 = icmp eq i64 %233, 0
br i1 %234, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %233)
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

