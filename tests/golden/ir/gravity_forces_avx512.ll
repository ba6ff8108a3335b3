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
%43 = load <2 x double>, ptr %6, align 8
%44 = shufflevector <2 x double> %42, <2 x double> %43, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%45 = load <2 x double>, ptr %11, align 8
%46 = load <2 x double>, ptr %11, align 8
%47 = shufflevector <2 x double> %45, <2 x double> %46, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%48 = load <2 x double>, ptr %16, align 8
%49 = load <2 x double>, ptr %16, align 8
%50 = shufflevector <2 x double> %48, <2 x double> %49, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%51 = load <2 x double>, ptr %21, align 8
%52 = load <2 x double>, ptr %21, align 8
%53 = shufflevector <2 x double> %51, <2 x double> %52, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%54 = load <2 x double>, ptr %26, align 8
%55 = load <2 x double>, ptr %26, align 8
%56 = shufflevector <2 x double> %54, <2 x double> %55, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%57 = load <2 x double>, ptr %31, align 8
%58 = load <2 x double>, ptr %31, align 8
%59 = shufflevector <2 x double> %57, <2 x double> %58, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%60 = load <2 x double>, ptr %36, align 8
%61 = load <2 x double>, ptr %36, align 8
%62 = shufflevector <2 x double> %60, <2 x double> %61, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%63 = load <2 x double>, ptr %41, align 8
%64 = load <2 x double>, ptr %41, align 8
%65 = shufflevector <2 x double> %63, <2 x double> %64, <8 x i32> <i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
%66 = shufflevector <8 x double> %44, <8 x double> %47, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%67 = shufflevector <8 x double> %44, <8 x double> %47, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%68 = shufflevector <8 x double> %50, <8 x double> %53, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%69 = shufflevector <8 x double> %50, <8 x double> %53, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%70 = shufflevector <8 x double> %56, <8 x double> %59, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%71 = shufflevector <8 x double> %56, <8 x double> %59, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%72 = shufflevector <8 x double> %62, <8 x double> %65, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%73 = shufflevector <8 x double> %62, <8 x double> %65, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%74 = shufflevector <8 x double> %66, <8 x double> %68, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%75 = shufflevector <8 x double> %66, <8 x double> %68, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%76 = shufflevector <8 x double> %67, <8 x double> %69, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%77 = shufflevector <8 x double> %67, <8 x double> %69, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%78 = shufflevector <8 x double> %70, <8 x double> %72, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%79 = shufflevector <8 x double> %70, <8 x double> %72, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%80 = shufflevector <8 x double> %71, <8 x double> %73, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%81 = shufflevector <8 x double> %71, <8 x double> %73, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%82 = shufflevector <8 x double> %74, <8 x double> %78, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%83 = shufflevector <8 x double> %74, <8 x double> %78, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%84 = shufflevector <8 x double> %76, <8 x double> %80, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%85 = shufflevector <8 x double> %76, <8 x double> %80, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%86 = shufflevector <8 x double> %75, <8 x double> %79, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%87 = shufflevector <8 x double> %75, <8 x double> %79, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%88 = shufflevector <8 x double> %77, <8 x double> %81, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%89 = shufflevector <8 x double> %77, <8 x double> %81, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%90 = fadd <8 x double> %82, %84
%91 = call <8 x double> @llvm.fma.v8f64(<8 x double> %82, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%92 = call <8 x double> @llvm.fma.v8f64(<8 x double> %90, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%93 = fsub <8 x double> %91, splat (double 0x4338000000000000)
%94 = fsub <8 x double> %92, splat (double 0x4338000000000000)
%95 = fneg <8 x double> %93
%96 = call <8 x double> @llvm.fma.v8f64(<8 x double> %95, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %82)
%97 = fneg <8 x double> %94
%98 = call <8 x double> @llvm.fma.v8f64(<8 x double> %97, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %90)
%99 = fneg <8 x double> %93
%100 = call <8 x double> @llvm.fma.v8f64(<8 x double> %99, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %96)
%101 = fneg <8 x double> %94
%102 = call <8 x double> @llvm.fma.v8f64(<8 x double> %101, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %98)
%103 = fmul <8 x double> %100, %100
%104 = fcmp ogt <8 x double> %103, splat (double 0x3FF0000000000000)
%105 = select <8 x i1> %104, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %103
%106 = fmul <8 x double> %102, %102
%107 = fcmp ogt <8 x double> %106, splat (double 0x3FF0000000000000)
%108 = select <8 x i1> %107, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %106
%109 = fneg <8 x double> %93
%110 = call <8 x double> @llvm.fma.v8f64(<8 x double> %109, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %100)
%111 = fneg <8 x double> %94
%112 = call <8 x double> @llvm.fma.v8f64(<8 x double> %111, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %102)
%113 = bitcast <8 x double> %91 to <8 x i64>
%114 = bitcast <8 x double> %92 to <8 x i64>
%115 = fcmp ogt <8 x double> %110, splat (double 0x3FF0000000000000)
%116 = select <8 x i1> %115, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %110
%117 = fcmp olt <8 x double> %116, splat (double 0xBFF0000000000000)
%118 = select <8 x i1> %117, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %116
%119 = fcmp ogt <8 x double> %112, splat (double 0x3FF0000000000000)
%120 = select <8 x i1> %119, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %112
%121 = fcmp olt <8 x double> %120, splat (double 0xBFF0000000000000)
%122 = select <8 x i1> %121, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %120
%123 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %105, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%124 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %108, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%125 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %105, <8 x double> splat (double 0xBE5AE5E61690F248))
%126 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %108, <8 x double> splat (double 0xBE5AE5E61690F248))
%127 = call <8 x double> @llvm.fma.v8f64(<8 x double> %123, <8 x double> %105, <8 x double> splat (double 0xBE927E4F805C419B))
%128 = call <8 x double> @llvm.fma.v8f64(<8 x double> %124, <8 x double> %108, <8 x double> splat (double 0xBE927E4F805C419B))
%129 = call <8 x double> @llvm.fma.v8f64(<8 x double> %125, <8 x double> %105, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%130 = call <8 x double> @llvm.fma.v8f64(<8 x double> %126, <8 x double> %108, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%131 = call <8 x double> @llvm.fma.v8f64(<8 x double> %127, <8 x double> %105, <8 x double> splat (double 0x3EFA01A019CAC33E))
%132 = call <8 x double> @llvm.fma.v8f64(<8 x double> %128, <8 x double> %108, <8 x double> splat (double 0x3EFA01A019CAC33E))
%133 = call <8 x double> @llvm.fma.v8f64(<8 x double> %129, <8 x double> %105, <8 x double> splat (double 0xBF2A01A019C0B086))
%134 = call <8 x double> @llvm.fma.v8f64(<8 x double> %130, <8 x double> %108, <8 x double> splat (double 0xBF2A01A019C0B086))
%135 = call <8 x double> @llvm.fma.v8f64(<8 x double> %131, <8 x double> %105, <8 x double> splat (double 0xBF56C16C16C15148))
%136 = call <8 x double> @llvm.fma.v8f64(<8 x double> %132, <8 x double> %108, <8 x double> splat (double 0xBF56C16C16C15148))
%137 = call <8 x double> @llvm.fma.v8f64(<8 x double> %133, <8 x double> %105, <8 x double> splat (double 0x3F8111111110F848))
%138 = call <8 x double> @llvm.fma.v8f64(<8 x double> %134, <8 x double> %108, <8 x double> splat (double 0x3F8111111110F848))
%139 = call <8 x double> @llvm.fma.v8f64(<8 x double> %135, <8 x double> %105, <8 x double> splat (double 0x3FA555555555554C))
%140 = call <8 x double> @llvm.fma.v8f64(<8 x double> %136, <8 x double> %108, <8 x double> splat (double 0x3FA555555555554C))
%141 = call <8 x double> @llvm.fma.v8f64(<8 x double> %137, <8 x double> %105, <8 x double> splat (double 0xBFC5555555555549))
%142 = call <8 x double> @llvm.fma.v8f64(<8 x double> %138, <8 x double> %108, <8 x double> splat (double 0xBFC5555555555549))
%143 = call <8 x double> @llvm.fma.v8f64(<8 x double> %139, <8 x double> %105, <8 x double> splat (double 0xBFE0000000000000))
%144 = call <8 x double> @llvm.fma.v8f64(<8 x double> %140, <8 x double> %108, <8 x double> splat (double 0xBFE0000000000000))
%145 = call <8 x double> @llvm.fma.v8f64(<8 x double> %143, <8 x double> %105, <8 x double> splat (double 0x3FF0000000000000))
%146 = call <8 x double> @llvm.fma.v8f64(<8 x double> %144, <8 x double> %108, <8 x double> splat (double 0x3FF0000000000000))
%147 = fmul <8 x double> %105, %118
%148 = fmul <8 x double> %108, %122
%149 = call <8 x double> @llvm.fma.v8f64(<8 x double> %141, <8 x double> %147, <8 x double> %118)
%150 = call <8 x double> @llvm.fma.v8f64(<8 x double> %142, <8 x double> %148, <8 x double> %122)
%151 = shl <8 x i64> %113, splat (i64 63)
%152 = icmp slt <8 x i64> %151, splat (i64 0)
%153 = shl <8 x i64> %113, splat (i64 62)
%154 = and <8 x i64> %153, splat (i64 -9223372036854775808)
%155 = select <8 x i1> %152, <8 x double> %145, <8 x double> %149
%156 = bitcast <8 x double> %155 to <8 x i64>
%157 = xor <8 x i64> %156, %154
%158 = bitcast <8 x i64> %157 to <8 x double>
%159 = select <8 x i1> %152, <8 x double> %149, <8 x double> %145
%160 = xor <8 x i64> %154, %151
%161 = bitcast <8 x double> %159 to <8 x i64>
%162 = xor <8 x i64> %161, %160
%163 = bitcast <8 x i64> %162 to <8 x double>
%164 = shl <8 x i64> %114, splat (i64 63)
%165 = icmp slt <8 x i64> %164, splat (i64 0)
%166 = shl <8 x i64> %114, splat (i64 62)
%167 = and <8 x i64> %166, splat (i64 -9223372036854775808)
%168 = select <8 x i1> %165, <8 x double> %146, <8 x double> %150
%169 = bitcast <8 x double> %168 to <8 x i64>
%170 = xor <8 x i64> %169, %167
%171 = bitcast <8 x i64> %170 to <8 x double>
%172 = select <8 x i1> %165, <8 x double> %150, <8 x double> %146
%173 = xor <8 x i64> %167, %164
%174 = bitcast <8 x double> %172 to <8 x i64>
%175 = xor <8 x i64> %174, %173
%176 = bitcast <8 x i64> %175 to <8 x double>
%177 = fmul <8 x double> splat (double 0x40139EB851EB851F), %176
%178 = fneg <8 x double> %177
%179 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %163, <8 x double> %177)
%180 = fneg <8 x double> %179
%181 = fmul <8 x double> %180, splat (double 0x0000000000000000)
%182 = getelementptr i64, ptr %table, i64 2
%183 = load ptr, ptr %182
%184 = mul i64 %first, 2
%185 = getelementptr double, ptr %183, i64 %184
%186 = add i64 %first, 1
%187 = icmp slt i64 %186, %last
%188 = select i1 %187, i64 %186, i64 %last
%189 = mul i64 %188, 2
%190 = getelementptr double, ptr %183, i64 %189
%191 = add i64 %first, 2
%192 = icmp slt i64 %191, %last
%193 = select i1 %192, i64 %191, i64 %last
%194 = mul i64 %193, 2
%195 = getelementptr double, ptr %183, i64 %194
%196 = add i64 %first, 3
%197 = icmp slt i64 %196, %last
%198 = select i1 %197, i64 %196, i64 %last
%199 = mul i64 %198, 2
%200 = getelementptr double, ptr %183, i64 %199
%201 = add i64 %first, 4
%202 = icmp slt i64 %201, %last
%203 = select i1 %202, i64 %201, i64 %last
%204 = mul i64 %203, 2
%205 = getelementptr double, ptr %183, i64 %204
%206 = add i64 %first, 5
%207 = icmp slt i64 %206, %last
%208 = select i1 %207, i64 %206, i64 %last
%209 = mul i64 %208, 2
%210 = getelementptr double, ptr %183, i64 %209
%211 = add i64 %first, 6
%212 = icmp slt i64 %211, %last
%213 = select i1 %212, i64 %211, i64 %last
%214 = mul i64 %213, 2
%215 = getelementptr double, ptr %183, i64 %214
%216 = add i64 %first, 7
%217 = icmp slt i64 %216, %last
%218 = select i1 %217, i64 %216, i64 %last
%219 = mul i64 %218, 2
%220 = getelementptr double, ptr %183, i64 %219
%221 = shufflevector <8 x double> %180, <8 x double> %178, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%222 = shufflevector <8 x double> %180, <8 x double> %178, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%223 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%224 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%225 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%226 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%227 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%228 = shufflevector <8 x double> %180, <8 x double> %180, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%229 = shufflevector <8 x double> %221, <8 x double> %223, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%230 = shufflevector <8 x double> %221, <8 x double> %223, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%231 = shufflevector <8 x double> %222, <8 x double> %224, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%232 = shufflevector <8 x double> %222, <8 x double> %224, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%233 = shufflevector <8 x double> %225, <8 x double> %227, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%234 = shufflevector <8 x double> %225, <8 x double> %227, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%235 = shufflevector <8 x double> %226, <8 x double> %228, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%236 = shufflevector <8 x double> %226, <8 x double> %228, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%237 = shufflevector <8 x double> %229, <8 x double> %233, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%238 = shufflevector <8 x double> %229, <8 x double> %233, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%239 = shufflevector <8 x double> %231, <8 x double> %235, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%240 = shufflevector <8 x double> %231, <8 x double> %235, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%241 = shufflevector <8 x double> %230, <8 x double> %234, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%242 = shufflevector <8 x double> %230, <8 x double> %234, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%243 = shufflevector <8 x double> %232, <8 x double> %236, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%244 = shufflevector <8 x double> %232, <8 x double> %236, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%245 = shufflevector <8 x double> %237, <8 x double> %237, <2 x i32> <i32 0, i32 1>
store <2 x double> %245, ptr %185, align 8
%246 = shufflevector <8 x double> %239, <8 x double> %239, <2 x i32> <i32 0, i32 1>
store <2 x double> %246, ptr %190, align 8
%247 = shufflevector <8 x double> %241, <8 x double> %241, <2 x i32> <i32 0, i32 1>
store <2 x double> %247, ptr %195, align 8
%248 = shufflevector <8 x double> %243, <8 x double> %243, <2 x i32> <i32 0, i32 1>
store <2 x double> %248, ptr %200, align 8
%249 = shufflevector <8 x double> %238, <8 x double> %238, <2 x i32> <i32 0, i32 1>
store <2 x double> %249, ptr %205, align 8
%250 = shufflevector <8 x double> %240, <8 x double> %240, <2 x i32> <i32 0, i32 1>
store <2 x double> %250, ptr %210, align 8
%251 = shufflevector <8 x double> %242, <8 x double> %242, <2 x i32> <i32 0, i32 1>
store <2 x double> %251, ptr %215, align 8
%252 = shufflevector <8 x double> %244, <8 x double> %244, <2 x i32> <i32 0, i32 1>
store <2 x double> %252, ptr %220, align 8
%253 = fcmp uno <8 x double> %181, splat (double 0x0000000000000000)
%254 = bitcast <8 x i1> %253 to i8
%255 = zext i8 %254 to i64
%256 = icmp eq i64 %255, 0
br i1 %256, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %255)
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
  %more = icmp slt i64 %next, 8
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
  %next = add i64 %first, 8
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=64 "prefer-vector-width"="512" "min-legal-vector-width"="512" }
attributes #1 = { nounwind cold noinline }

