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
%90 = call <8 x double> @llvm.fma.v8f64(<8 x double> %82, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%91 = call <8 x double> @llvm.fma.v8f64(<8 x double> %84, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%92 = fsub <8 x double> %90, splat (double 0x4338000000000000)
%93 = fsub <8 x double> %91, splat (double 0x4338000000000000)
%94 = fneg <8 x double> %92
%95 = call <8 x double> @llvm.fma.v8f64(<8 x double> %94, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %82)
%96 = fneg <8 x double> %93
%97 = call <8 x double> @llvm.fma.v8f64(<8 x double> %96, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %84)
%98 = fneg <8 x double> %92
%99 = call <8 x double> @llvm.fma.v8f64(<8 x double> %98, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %95)
%100 = fneg <8 x double> %93
%101 = call <8 x double> @llvm.fma.v8f64(<8 x double> %100, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %97)
%102 = fmul <8 x double> %99, %99
%103 = fcmp ogt <8 x double> %102, splat (double 0x3FF0000000000000)
%104 = select <8 x i1> %103, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %102
%105 = fmul <8 x double> %101, %101
%106 = fcmp ogt <8 x double> %105, splat (double 0x3FF0000000000000)
%107 = select <8 x i1> %106, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %105
%108 = fneg <8 x double> %92
%109 = call <8 x double> @llvm.fma.v8f64(<8 x double> %108, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %99)
%110 = fneg <8 x double> %93
%111 = call <8 x double> @llvm.fma.v8f64(<8 x double> %110, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %101)
%112 = bitcast <8 x double> %90 to <8 x i64>
%113 = bitcast <8 x double> %91 to <8 x i64>
%114 = fcmp ogt <8 x double> %109, splat (double 0x3FF0000000000000)
%115 = select <8 x i1> %114, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %109
%116 = fcmp olt <8 x double> %115, splat (double 0xBFF0000000000000)
%117 = select <8 x i1> %116, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %115
%118 = fcmp ogt <8 x double> %111, splat (double 0x3FF0000000000000)
%119 = select <8 x i1> %118, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %111
%120 = fcmp olt <8 x double> %119, splat (double 0xBFF0000000000000)
%121 = select <8 x i1> %120, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %119
%122 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %104, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%123 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %107, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%124 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %104, <8 x double> splat (double 0xBE5AE5E61690F248))
%125 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %107, <8 x double> splat (double 0xBE5AE5E61690F248))
%126 = call <8 x double> @llvm.fma.v8f64(<8 x double> %122, <8 x double> %104, <8 x double> splat (double 0xBE927E4F805C419B))
%127 = call <8 x double> @llvm.fma.v8f64(<8 x double> %123, <8 x double> %107, <8 x double> splat (double 0xBE927E4F805C419B))
%128 = call <8 x double> @llvm.fma.v8f64(<8 x double> %124, <8 x double> %104, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%129 = call <8 x double> @llvm.fma.v8f64(<8 x double> %125, <8 x double> %107, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%130 = call <8 x double> @llvm.fma.v8f64(<8 x double> %126, <8 x double> %104, <8 x double> splat (double 0x3EFA01A019CAC33E))
%131 = call <8 x double> @llvm.fma.v8f64(<8 x double> %127, <8 x double> %107, <8 x double> splat (double 0x3EFA01A019CAC33E))
%132 = call <8 x double> @llvm.fma.v8f64(<8 x double> %128, <8 x double> %104, <8 x double> splat (double 0xBF2A01A019C0B086))
%133 = call <8 x double> @llvm.fma.v8f64(<8 x double> %129, <8 x double> %107, <8 x double> splat (double 0xBF2A01A019C0B086))
%134 = call <8 x double> @llvm.fma.v8f64(<8 x double> %130, <8 x double> %104, <8 x double> splat (double 0xBF56C16C16C15148))
%135 = call <8 x double> @llvm.fma.v8f64(<8 x double> %131, <8 x double> %107, <8 x double> splat (double 0xBF56C16C16C15148))
%136 = call <8 x double> @llvm.fma.v8f64(<8 x double> %132, <8 x double> %104, <8 x double> splat (double 0x3F8111111110F848))
%137 = call <8 x double> @llvm.fma.v8f64(<8 x double> %133, <8 x double> %107, <8 x double> splat (double 0x3F8111111110F848))
%138 = call <8 x double> @llvm.fma.v8f64(<8 x double> %134, <8 x double> %104, <8 x double> splat (double 0x3FA555555555554C))
%139 = call <8 x double> @llvm.fma.v8f64(<8 x double> %135, <8 x double> %107, <8 x double> splat (double 0x3FA555555555554C))
%140 = call <8 x double> @llvm.fma.v8f64(<8 x double> %136, <8 x double> %104, <8 x double> splat (double 0xBFC5555555555549))
%141 = call <8 x double> @llvm.fma.v8f64(<8 x double> %137, <8 x double> %107, <8 x double> splat (double 0xBFC5555555555549))
%142 = call <8 x double> @llvm.fma.v8f64(<8 x double> %138, <8 x double> %104, <8 x double> splat (double 0xBFE0000000000000))
%143 = call <8 x double> @llvm.fma.v8f64(<8 x double> %139, <8 x double> %107, <8 x double> splat (double 0xBFE0000000000000))
%144 = call <8 x double> @llvm.fma.v8f64(<8 x double> %142, <8 x double> %104, <8 x double> splat (double 0x3FF0000000000000))
%145 = call <8 x double> @llvm.fma.v8f64(<8 x double> %143, <8 x double> %107, <8 x double> splat (double 0x3FF0000000000000))
%146 = fmul <8 x double> %104, %117
%147 = fmul <8 x double> %107, %121
%148 = call <8 x double> @llvm.fma.v8f64(<8 x double> %140, <8 x double> %146, <8 x double> %117)
%149 = call <8 x double> @llvm.fma.v8f64(<8 x double> %141, <8 x double> %147, <8 x double> %121)
%150 = shl <8 x i64> %112, splat (i64 63)
%151 = icmp slt <8 x i64> %150, splat (i64 0)
%152 = shl <8 x i64> %112, splat (i64 62)
%153 = and <8 x i64> %152, splat (i64 -9223372036854775808)
%154 = select <8 x i1> %151, <8 x double> %144, <8 x double> %148
%155 = bitcast <8 x double> %154 to <8 x i64>
%156 = xor <8 x i64> %155, %153
%157 = bitcast <8 x i64> %156 to <8 x double>
%158 = select <8 x i1> %151, <8 x double> %148, <8 x double> %144
%159 = xor <8 x i64> %153, %150
%160 = bitcast <8 x double> %158 to <8 x i64>
%161 = xor <8 x i64> %160, %159
%162 = bitcast <8 x i64> %161 to <8 x double>
%163 = shl <8 x i64> %113, splat (i64 63)
%164 = icmp slt <8 x i64> %163, splat (i64 0)
%165 = shl <8 x i64> %113, splat (i64 62)
%166 = and <8 x i64> %165, splat (i64 -9223372036854775808)
%167 = select <8 x i1> %164, <8 x double> %145, <8 x double> %149
%168 = bitcast <8 x double> %167 to <8 x i64>
%169 = xor <8 x i64> %168, %166
%170 = bitcast <8 x i64> %169 to <8 x double>
%171 = select <8 x i1> %164, <8 x double> %149, <8 x double> %145
%172 = xor <8 x i64> %166, %163
%173 = bitcast <8 x double> %171 to <8 x i64>
%174 = xor <8 x i64> %173, %172
%175 = bitcast <8 x i64> %174 to <8 x double>
%176 = fmul <8 x double> splat (double 0x40239EB851EB851F), %157
%177 = fmul <8 x double> splat (double 0x40239EB851EB851F), %162
%178 = fmul <8 x double> %176, %170
%179 = fneg <8 x double> %178
%180 = call <8 x double> @llvm.fma.v8f64(<8 x double> %177, <8 x double> %175, <8 x double> %179)
%181 = fmul <8 x double> splat (double 0x3FE0000000000000), %180
%182 = fneg <8 x double> %181
%183 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %162, <8 x double> %181)
%184 = fneg <8 x double> %183
%185 = fmul <8 x double> %184, splat (double 0x0000000000000000)
%186 = getelementptr i64, ptr %table, i64 2
%187 = load ptr, ptr %186
%188 = mul i64 %first, 2
%189 = getelementptr double, ptr %187, i64 %188
%190 = add i64 %first, 1
%191 = icmp slt i64 %190, %last
%192 = select i1 %191, i64 %190, i64 %last
%193 = mul i64 %192, 2
%194 = getelementptr double, ptr %187, i64 %193
%195 = add i64 %first, 2
%196 = icmp slt i64 %195, %last
%197 = select i1 %196, i64 %195, i64 %last
%198 = mul i64 %197, 2
%199 = getelementptr double, ptr %187, i64 %198
%200 = add i64 %first, 3
%201 = icmp slt i64 %200, %last
%202 = select i1 %201, i64 %200, i64 %last
%203 = mul i64 %202, 2
%204 = getelementptr double, ptr %187, i64 %203
%205 = add i64 %first, 4
%206 = icmp slt i64 %205, %last
%207 = select i1 %206, i64 %205, i64 %last
%208 = mul i64 %207, 2
%209 = getelementptr double, ptr %187, i64 %208
%210 = add i64 %first, 5
%211 = icmp slt i64 %210, %last
%212 = select i1 %211, i64 %210, i64 %last
%213 = mul i64 %212, 2
%214 = getelementptr double, ptr %187, i64 %213
%215 = add i64 %first, 6
%216 = icmp slt i64 %215, %last
%217 = select i1 %216, i64 %215, i64 %last
%218 = mul i64 %217, 2
%219 = getelementptr double, ptr %187, i64 %218
%220 = add i64 %first, 7
%221 = icmp slt i64 %220, %last
%222 = select i1 %221, i64 %220, i64 %last
%223 = mul i64 %222, 2
%224 = getelementptr double, ptr %187, i64 %223
%225 = shufflevector <8 x double> %184, <8 x double> %182, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%226 = shufflevector <8 x double> %184, <8 x double> %182, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%227 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%228 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%229 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%230 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%231 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%232 = shufflevector <8 x double> %184, <8 x double> %184, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%233 = shufflevector <8 x double> %225, <8 x double> %227, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%234 = shufflevector <8 x double> %225, <8 x double> %227, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%235 = shufflevector <8 x double> %226, <8 x double> %228, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%236 = shufflevector <8 x double> %226, <8 x double> %228, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%237 = shufflevector <8 x double> %229, <8 x double> %231, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%238 = shufflevector <8 x double> %229, <8 x double> %231, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%239 = shufflevector <8 x double> %230, <8 x double> %232, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%240 = shufflevector <8 x double> %230, <8 x double> %232, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%241 = shufflevector <8 x double> %233, <8 x double> %237, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%242 = shufflevector <8 x double> %233, <8 x double> %237, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%243 = shufflevector <8 x double> %235, <8 x double> %239, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%244 = shufflevector <8 x double> %235, <8 x double> %239, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%245 = shufflevector <8 x double> %234, <8 x double> %238, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%246 = shufflevector <8 x double> %234, <8 x double> %238, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%247 = shufflevector <8 x double> %236, <8 x double> %240, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%248 = shufflevector <8 x double> %236, <8 x double> %240, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%249 = shufflevector <8 x double> %241, <8 x double> %241, <2 x i32> <i32 0, i32 1>
store <2 x double> %249, ptr %189, align 8
%250 = shufflevector <8 x double> %243, <8 x double> %243, <2 x i32> <i32 0, i32 1>
store <2 x double> %250, ptr %194, align 8
%251 = shufflevector <8 x double> %245, <8 x double> %245, <2 x i32> <i32 0, i32 1>
store <2 x double> %251, ptr %199, align 8
%252 = shufflevector <8 x double> %247, <8 x double> %247, <2 x i32> <i32 0, i32 1>
store <2 x double> %252, ptr %204, align 8
%253 = shufflevector <8 x double> %242, <8 x double> %242, <2 x i32> <i32 0, i32 1>
store <2 x double> %253, ptr %209, align 8
%254 = shufflevector <8 x double> %244, <8 x double> %244, <2 x i32> <i32 0, i32 1>
store <2 x double> %254, ptr %214, align 8
%255 = shufflevector <8 x double> %246, <8 x double> %246, <2 x i32> <i32 0, i32 1>
store <2 x double> %255, ptr %219, align 8
%256 = shufflevector <8 x double> %248, <8 x double> %248, <2 x i32> <i32 0, i32 1>
store <2 x double> %256, ptr %224, align 8
%257 = fcmp uno <8 x double> %185, splat (double 0x0000000000000000)
%258 = bitcast <8 x i1> %257 to i8
%259 = zext i8 %258 to i64
%260 = icmp eq i64 %259, 0
br i1 %260, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %259)
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

