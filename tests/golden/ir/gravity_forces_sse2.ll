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
%17 = fmul <2 x double> %14, splat (double 0x3FE45F306DC9C883)
%18 = fadd <2 x double> %17, splat (double 0x4338000000000000)
%19 = fmul <2 x double> %16, splat (double 0x3FE45F306DC9C883)
%20 = fadd <2 x double> %19, splat (double 0x4338000000000000)
%21 = fsub <2 x double> %18, splat (double 0x4338000000000000)
%22 = fsub <2 x double> %20, splat (double 0x4338000000000000)
%23 = bitcast <2 x double> %21 to <2 x i64>
%24 = and <2 x i64> %23, splat (i64 -134217728)
%25 = bitcast <2 x i64> %24 to <2 x double>
%26 = fsub <2 x double> %21, %25
%27 = fmul <2 x double> %21, splat (double 0x3FF921FB54442D18)
%28 = fmul <2 x double> %25, splat (double 0x3FF921FB58000000)
%29 = fsub <2 x double> %28, %27
%30 = fmul <2 x double> %25, splat (double 0xBE4DDE9740000000)
%31 = fadd <2 x double> %29, %30
%32 = fmul <2 x double> %26, splat (double 0x3FF921FB58000000)
%33 = fadd <2 x double> %31, %32
%34 = fmul <2 x double> %26, splat (double 0xBE4DDE9740000000)
%35 = fadd <2 x double> %33, %34
%36 = fsub <2 x double> %14, %27
%37 = fsub <2 x double> %36, %35
%38 = bitcast <2 x double> %22 to <2 x i64>
%39 = and <2 x i64> %38, splat (i64 -134217728)
%40 = bitcast <2 x i64> %39 to <2 x double>
%41 = fsub <2 x double> %22, %40
%42 = fmul <2 x double> %22, splat (double 0x3FF921FB54442D18)
%43 = fmul <2 x double> %40, splat (double 0x3FF921FB58000000)
%44 = fsub <2 x double> %43, %42
%45 = fmul <2 x double> %40, splat (double 0xBE4DDE9740000000)
%46 = fadd <2 x double> %44, %45
%47 = fmul <2 x double> %41, splat (double 0x3FF921FB58000000)
%48 = fadd <2 x double> %46, %47
%49 = fmul <2 x double> %41, splat (double 0xBE4DDE9740000000)
%50 = fadd <2 x double> %48, %49
%51 = fsub <2 x double> %16, %42
%52 = fsub <2 x double> %51, %50
%53 = bitcast <2 x double> %21 to <2 x i64>
%54 = and <2 x i64> %53, splat (i64 -134217728)
%55 = bitcast <2 x i64> %54 to <2 x double>
%56 = fsub <2 x double> %21, %55
%57 = fmul <2 x double> %21, splat (double 0x3C91A62633145C07)
%58 = fmul <2 x double> %55, splat (double 0x3C91A62630000000)
%59 = fsub <2 x double> %58, %57
%60 = fmul <2 x double> %55, splat (double 0x3AE8A2E038000000)
%61 = fadd <2 x double> %59, %60
%62 = fmul <2 x double> %56, splat (double 0x3C91A62630000000)
%63 = fadd <2 x double> %61, %62
%64 = fmul <2 x double> %56, splat (double 0x3AE8A2E038000000)
%65 = fadd <2 x double> %63, %64
%66 = fsub <2 x double> %37, %57
%67 = fsub <2 x double> %66, %65
%68 = bitcast <2 x double> %22 to <2 x i64>
%69 = and <2 x i64> %68, splat (i64 -134217728)
%70 = bitcast <2 x i64> %69 to <2 x double>
%71 = fsub <2 x double> %22, %70
%72 = fmul <2 x double> %22, splat (double 0x3C91A62633145C07)
%73 = fmul <2 x double> %70, splat (double 0x3C91A62630000000)
%74 = fsub <2 x double> %73, %72
%75 = fmul <2 x double> %70, splat (double 0x3AE8A2E038000000)
%76 = fadd <2 x double> %74, %75
%77 = fmul <2 x double> %71, splat (double 0x3C91A62630000000)
%78 = fadd <2 x double> %76, %77
%79 = fmul <2 x double> %71, splat (double 0x3AE8A2E038000000)
%80 = fadd <2 x double> %78, %79
%81 = fsub <2 x double> %52, %72
%82 = fsub <2 x double> %81, %80
%83 = fmul <2 x double> %67, %67
%84 = fcmp ogt <2 x double> %83, splat (double 0x3FF0000000000000)
%85 = select <2 x i1> %84, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %83
%86 = fmul <2 x double> %82, %82
%87 = fcmp ogt <2 x double> %86, splat (double 0x3FF0000000000000)
%88 = select <2 x i1> %87, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %86
%89 = bitcast <2 x double> %21 to <2 x i64>
%90 = and <2 x i64> %89, splat (i64 -134217728)
%91 = bitcast <2 x i64> %90 to <2 x double>
%92 = fsub <2 x double> %21, %91
%93 = fmul <2 x double> %21, splat (double 0xB91F1976B7ED900B)
%94 = fmul <2 x double> %91, splat (double 0xB91F1976B8000000)
%95 = fsub <2 x double> %94, %93
%96 = fmul <2 x double> %91, splat (double 0x37126FF500000000)
%97 = fadd <2 x double> %95, %96
%98 = fmul <2 x double> %92, splat (double 0xB91F1976B8000000)
%99 = fadd <2 x double> %97, %98
%100 = fmul <2 x double> %92, splat (double 0x37126FF500000000)
%101 = fadd <2 x double> %99, %100
%102 = fsub <2 x double> %67, %93
%103 = fsub <2 x double> %102, %101
%104 = bitcast <2 x double> %22 to <2 x i64>
%105 = and <2 x i64> %104, splat (i64 -134217728)
%106 = bitcast <2 x i64> %105 to <2 x double>
%107 = fsub <2 x double> %22, %106
%108 = fmul <2 x double> %22, splat (double 0xB91F1976B7ED900B)
%109 = fmul <2 x double> %106, splat (double 0xB91F1976B8000000)
%110 = fsub <2 x double> %109, %108
%111 = fmul <2 x double> %106, splat (double 0x37126FF500000000)
%112 = fadd <2 x double> %110, %111
%113 = fmul <2 x double> %107, splat (double 0xB91F1976B8000000)
%114 = fadd <2 x double> %112, %113
%115 = fmul <2 x double> %107, splat (double 0x37126FF500000000)
%116 = fadd <2 x double> %114, %115
%117 = fsub <2 x double> %82, %108
%118 = fsub <2 x double> %117, %116
%119 = bitcast <2 x double> %18 to <2 x i64>
%120 = bitcast <2 x double> %20 to <2 x i64>
%121 = fcmp ogt <2 x double> %103, splat (double 0x3FF0000000000000)
%122 = select <2 x i1> %121, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %103
%123 = fcmp olt <2 x double> %122, splat (double 0xBFF0000000000000)
%124 = select <2 x i1> %123, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %122
%125 = fcmp ogt <2 x double> %118, splat (double 0x3FF0000000000000)
%126 = select <2 x i1> %125, <2 x double> splat (double 0x3FF0000000000000), <2 x double> %118
%127 = fcmp olt <2 x double> %126, splat (double 0xBFF0000000000000)
%128 = select <2 x i1> %127, <2 x double> splat (double 0xBFF0000000000000), <2 x double> %126
%129 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %85
%130 = fadd <2 x double> %129, splat (double 0x3E21EE9E8F68D95C)
%131 = fmul <2 x double> splat (double 0xBDA8FAD07DF189AF), %88
%132 = fadd <2 x double> %131, splat (double 0x3E21EE9E8F68D95C)
%133 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %85
%134 = fadd <2 x double> %133, splat (double 0xBE5AE5E61690F248)
%135 = fmul <2 x double> splat (double 0x3DE5D918F5F48942), %88
%136 = fadd <2 x double> %135, splat (double 0xBE5AE5E61690F248)
%137 = fmul <2 x double> %130, %85
%138 = fadd <2 x double> %137, splat (double 0xBE927E4F805C419B)
%139 = fmul <2 x double> %132, %88
%140 = fadd <2 x double> %139, splat (double 0xBE927E4F805C419B)
%141 = fmul <2 x double> %134, %85
%142 = fadd <2 x double> %141, splat (double 0x3EC71DE3571C7CCF)
%143 = fmul <2 x double> %136, %88
%144 = fadd <2 x double> %143, splat (double 0x3EC71DE3571C7CCF)
%145 = fmul <2 x double> %138, %85
%146 = fadd <2 x double> %145, splat (double 0x3EFA01A019CAC33E)
%147 = fmul <2 x double> %140, %88
%148 = fadd <2 x double> %147, splat (double 0x3EFA01A019CAC33E)
%149 = fmul <2 x double> %142, %85
%150 = fadd <2 x double> %149, splat (double 0xBF2A01A019C0B086)
%151 = fmul <2 x double> %144, %88
%152 = fadd <2 x double> %151, splat (double 0xBF2A01A019C0B086)
%153 = fmul <2 x double> %146, %85
%154 = fadd <2 x double> %153, splat (double 0xBF56C16C16C15148)
%155 = fmul <2 x double> %148, %88
%156 = fadd <2 x double> %155, splat (double 0xBF56C16C16C15148)
%157 = fmul <2 x double> %150, %85
%158 = fadd <2 x double> %157, splat (double 0x3F8111111110F848)
%159 = fmul <2 x double> %152, %88
%160 = fadd <2 x double> %159, splat (double 0x3F8111111110F848)
%161 = fmul <2 x double> %154, %85
%162 = fadd <2 x double> %161, splat (double 0x3FA555555555554C)
%163 = fmul <2 x double> %156, %88
%164 = fadd <2 x double> %163, splat (double 0x3FA555555555554C)
%165 = fmul <2 x double> %158, %85
%166 = fadd <2 x double> %165, splat (double 0xBFC5555555555549)
%167 = fmul <2 x double> %160, %88
%168 = fadd <2 x double> %167, splat (double 0xBFC5555555555549)
%169 = fmul <2 x double> %162, %85
%170 = fadd <2 x double> %169, splat (double 0xBFE0000000000000)
%171 = fmul <2 x double> %164, %88
%172 = fadd <2 x double> %171, splat (double 0xBFE0000000000000)
%173 = fmul <2 x double> %170, %85
%174 = fadd <2 x double> %173, splat (double 0x3FF0000000000000)
%175 = fmul <2 x double> %172, %88
%176 = fadd <2 x double> %175, splat (double 0x3FF0000000000000)
%177 = fmul <2 x double> %85, %124
%178 = fmul <2 x double> %88, %128
%179 = fmul <2 x double> %166, %177
%180 = fadd <2 x double> %179, %124
%181 = fmul <2 x double> %168, %178
%182 = fadd <2 x double> %181, %128
%183 = shl <2 x i64> %119, splat (i64 63)
%184 = icmp slt <2 x i64> %183, splat (i64 0)
%185 = shl <2 x i64> %119, splat (i64 62)
%186 = and <2 x i64> %185, splat (i64 -9223372036854775808)
%187 = select <2 x i1> %184, <2 x double> %174, <2 x double> %180
%188 = bitcast <2 x double> %187 to <2 x i64>
%189 = xor <2 x i64> %188, %186
%190 = bitcast <2 x i64> %189 to <2 x double>
%191 = select <2 x i1> %184, <2 x double> %180, <2 x double> %174
%192 = xor <2 x i64> %186, %183
%193 = bitcast <2 x double> %191 to <2 x i64>
%194 = xor <2 x i64> %193, %192
%195 = bitcast <2 x i64> %194 to <2 x double>
%196 = shl <2 x i64> %120, splat (i64 63)
%197 = icmp slt <2 x i64> %196, splat (i64 0)
%198 = shl <2 x i64> %120, splat (i64 62)
%199 = and <2 x i64> %198, splat (i64 -9223372036854775808)
%200 = select <2 x i1> %197, <2 x double> %176, <2 x double> %182
%201 = bitcast <2 x double> %200 to <2 x i64>
%202 = xor <2 x i64> %201, %199
%203 = bitcast <2 x i64> %202 to <2 x double>
%204 = select <2 x i1> %197, <2 x double> %182, <2 x double> %176
%205 = xor <2 x i64> %199, %196
%206 = bitcast <2 x double> %204 to <2 x i64>
%207 = xor <2 x i64> %206, %205
%208 = bitcast <2 x i64> %207 to <2 x double>
%209 = fmul <2 x double> splat (double 0x40139EB851EB851F), %208
%210 = fneg <2 x double> %209
%211 = fmul <2 x double> splat (double 0x402D6E147AE147AE), %195
%212 = fadd <2 x double> %211, %209
%213 = fneg <2 x double> %212
%214 = fmul <2 x double> %213, splat (double 0x0000000000000000)
%215 = getelementptr i64, ptr %table, i64 2
%216 = load ptr, ptr %215
%217 = mul i64 %first, 2
%218 = getelementptr double, ptr %216, i64 %217
%219 = add i64 %first, 1
%220 = icmp slt i64 %219, %last
%221 = select i1 %220, i64 %219, i64 %last
%222 = mul i64 %221, 2
%223 = getelementptr double, ptr %216, i64 %222
%224 = shufflevector <2 x double> %213, <2 x double> %210, <2 x i32> <i32 0, i32 2>
%225 = shufflevector <2 x double> %213, <2 x double> %210, <2 x i32> <i32 1, i32 3>
store <2 x double> %224, ptr %218, align 8
store <2 x double> %225, ptr %223, align 8
%226 = fcmp uno <2 x double> %214, splat (double 0x0000000000000000)
%227 = bitcast <2 x i1> %226 to i2
%228 = zext i2 %227 to i64
%229 = icmp eq i64 %228, 0
br i1 %229, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %228)
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

