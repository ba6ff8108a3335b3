declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <16 x double> @llvm.fma.v16f64(<16 x double>, <16 x double>, <16 x double>)
declare <16 x double> @llvm.sqrt.v16f64(<16 x double>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
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
%90 = shufflevector <8 x double> %82, <8 x double> %84, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%91 = call <16 x double> @llvm.fma.v16f64(<16 x double> %90, <16 x double> splat (double 0x3FE45F306DC9C883), <16 x double> splat (double 0x4338000000000000))
%92 = fsub <16 x double> %91, splat (double 0x4338000000000000)
%93 = fneg <16 x double> %92
%94 = call <16 x double> @llvm.fma.v16f64(<16 x double> %93, <16 x double> splat (double 0x3FF921FB54442D18), <16 x double> %90)
%95 = fneg <16 x double> %92
%96 = call <16 x double> @llvm.fma.v16f64(<16 x double> %95, <16 x double> splat (double 0x3C91A62633145C07), <16 x double> %94)
%97 = fneg <16 x double> %92
%98 = call <16 x double> @llvm.fma.v16f64(<16 x double> %97, <16 x double> splat (double 0xB91F1976B7ED900B), <16 x double> %96)
%99 = fcmp ogt <16 x double> %98, splat (double 0x3FF0000000000000)
%100 = select <16 x i1> %99, <16 x double> splat (double 0x3FF0000000000000), <16 x double> %98
%101 = fcmp olt <16 x double> %100, splat (double 0xBFF0000000000000)
%102 = select <16 x i1> %101, <16 x double> splat (double 0xBFF0000000000000), <16 x double> %100
%103 = bitcast <16 x double> %91 to <16 x i64>
%104 = fmul <16 x double> %102, %102
%105 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0x3DE5D918F5F48942), <16 x double> %104, <16 x double> splat (double 0xBE5AE5E61690F248))
%106 = call <16 x double> @llvm.fma.v16f64(<16 x double> %105, <16 x double> %104, <16 x double> splat (double 0x3EC71DE3571C7CCF))
%107 = call <16 x double> @llvm.fma.v16f64(<16 x double> %106, <16 x double> %104, <16 x double> splat (double 0xBF2A01A019C0B086))
%108 = call <16 x double> @llvm.fma.v16f64(<16 x double> %107, <16 x double> %104, <16 x double> splat (double 0x3F8111111110F848))
%109 = call <16 x double> @llvm.fma.v16f64(<16 x double> %108, <16 x double> %104, <16 x double> splat (double 0xBFC5555555555549))
%110 = fmul <16 x double> %104, %102
%111 = call <16 x double> @llvm.fma.v16f64(<16 x double> %109, <16 x double> %110, <16 x double> %102)
%112 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0xBDA8FAD07DF189AF), <16 x double> %104, <16 x double> splat (double 0x3E21EE9E8F68D95C))
%113 = call <16 x double> @llvm.fma.v16f64(<16 x double> %112, <16 x double> %104, <16 x double> splat (double 0xBE927E4F805C419B))
%114 = call <16 x double> @llvm.fma.v16f64(<16 x double> %113, <16 x double> %104, <16 x double> splat (double 0x3EFA01A019CAC33E))
%115 = call <16 x double> @llvm.fma.v16f64(<16 x double> %114, <16 x double> %104, <16 x double> splat (double 0xBF56C16C16C15148))
%116 = call <16 x double> @llvm.fma.v16f64(<16 x double> %115, <16 x double> %104, <16 x double> splat (double 0x3FA555555555554C))
%117 = call <16 x double> @llvm.fma.v16f64(<16 x double> %116, <16 x double> %104, <16 x double> splat (double 0xBFE0000000000000))
%118 = call <16 x double> @llvm.fma.v16f64(<16 x double> %117, <16 x double> %104, <16 x double> splat (double 0x3FF0000000000000))
%119 = shl <16 x i64> %103, splat (i64 63)
%120 = icmp slt <16 x i64> %119, splat (i64 0)
%121 = shl <16 x i64> %103, splat (i64 62)
%122 = and <16 x i64> %121, splat (i64 -9223372036854775808)
%123 = select <16 x i1> %120, <16 x double> %118, <16 x double> %111
%124 = bitcast <16 x double> %123 to <16 x i64>
%125 = xor <16 x i64> %124, %122
%126 = bitcast <16 x i64> %125 to <16 x double>
%127 = select <16 x i1> %120, <16 x double> %111, <16 x double> %118
%128 = xor <16 x i64> %122, %119
%129 = bitcast <16 x double> %127 to <16 x i64>
%130 = xor <16 x i64> %129, %128
%131 = bitcast <16 x i64> %130 to <16 x double>
%132 = shufflevector <16 x double> %126, <16 x double> %126, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%133 = shufflevector <16 x double> %126, <16 x double> %126, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%134 = shufflevector <16 x double> %131, <16 x double> %131, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%135 = shufflevector <16 x double> %131, <16 x double> %131, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%136 = fmul <8 x double> splat (double 0x40239EB851EB851F), %132
%137 = fmul <8 x double> splat (double 0x40239EB851EB851F), %134
%138 = fmul <8 x double> %136, %133
%139 = fneg <8 x double> %138
%140 = call <8 x double> @llvm.fma.v8f64(<8 x double> %137, <8 x double> %135, <8 x double> %139)
%141 = fmul <8 x double> splat (double 0x3FE0000000000000), %140
%142 = fneg <8 x double> %141
%143 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %134, <8 x double> %141)
%144 = fneg <8 x double> %143
%145 = fmul <8 x double> %144, splat (double 0x0000000000000000)
%146 = getelementptr i64, ptr %table, i64 2
%147 = load ptr, ptr %146
%148 = mul i64 %first, 2
%149 = getelementptr double, ptr %147, i64 %148
%150 = add i64 %first, 1
%151 = icmp slt i64 %150, %last
%152 = select i1 %151, i64 %150, i64 %last
%153 = mul i64 %152, 2
%154 = getelementptr double, ptr %147, i64 %153
%155 = add i64 %first, 2
%156 = icmp slt i64 %155, %last
%157 = select i1 %156, i64 %155, i64 %last
%158 = mul i64 %157, 2
%159 = getelementptr double, ptr %147, i64 %158
%160 = add i64 %first, 3
%161 = icmp slt i64 %160, %last
%162 = select i1 %161, i64 %160, i64 %last
%163 = mul i64 %162, 2
%164 = getelementptr double, ptr %147, i64 %163
%165 = add i64 %first, 4
%166 = icmp slt i64 %165, %last
%167 = select i1 %166, i64 %165, i64 %last
%168 = mul i64 %167, 2
%169 = getelementptr double, ptr %147, i64 %168
%170 = add i64 %first, 5
%171 = icmp slt i64 %170, %last
%172 = select i1 %171, i64 %170, i64 %last
%173 = mul i64 %172, 2
%174 = getelementptr double, ptr %147, i64 %173
%175 = add i64 %first, 6
%176 = icmp slt i64 %175, %last
%177 = select i1 %176, i64 %175, i64 %last
%178 = mul i64 %177, 2
%179 = getelementptr double, ptr %147, i64 %178
%180 = add i64 %first, 7
%181 = icmp slt i64 %180, %last
%182 = select i1 %181, i64 %180, i64 %last
%183 = mul i64 %182, 2
%184 = getelementptr double, ptr %147, i64 %183
%185 = shufflevector <8 x double> %144, <8 x double> %142, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%186 = shufflevector <8 x double> %144, <8 x double> %142, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%187 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%188 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%189 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%190 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%191 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%192 = shufflevector <8 x double> %144, <8 x double> %144, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%193 = shufflevector <8 x double> %185, <8 x double> %187, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%194 = shufflevector <8 x double> %185, <8 x double> %187, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%195 = shufflevector <8 x double> %186, <8 x double> %188, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%196 = shufflevector <8 x double> %186, <8 x double> %188, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%197 = shufflevector <8 x double> %189, <8 x double> %191, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%198 = shufflevector <8 x double> %189, <8 x double> %191, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%199 = shufflevector <8 x double> %190, <8 x double> %192, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%200 = shufflevector <8 x double> %190, <8 x double> %192, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%201 = shufflevector <8 x double> %193, <8 x double> %197, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%202 = shufflevector <8 x double> %193, <8 x double> %197, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%203 = shufflevector <8 x double> %195, <8 x double> %199, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%204 = shufflevector <8 x double> %195, <8 x double> %199, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%205 = shufflevector <8 x double> %194, <8 x double> %198, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%206 = shufflevector <8 x double> %194, <8 x double> %198, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%207 = shufflevector <8 x double> %196, <8 x double> %200, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%208 = shufflevector <8 x double> %196, <8 x double> %200, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%209 = shufflevector <8 x double> %201, <8 x double> %201, <2 x i32> <i32 0, i32 1>
store <2 x double> %209, ptr %149, align 8
%210 = shufflevector <8 x double> %203, <8 x double> %203, <2 x i32> <i32 0, i32 1>
store <2 x double> %210, ptr %154, align 8
%211 = shufflevector <8 x double> %205, <8 x double> %205, <2 x i32> <i32 0, i32 1>
store <2 x double> %211, ptr %159, align 8
%212 = shufflevector <8 x double> %207, <8 x double> %207, <2 x i32> <i32 0, i32 1>
store <2 x double> %212, ptr %164, align 8
%213 = shufflevector <8 x double> %202, <8 x double> %202, <2 x i32> <i32 0, i32 1>
store <2 x double> %213, ptr %169, align 8
%214 = shufflevector <8 x double> %204, <8 x double> %204, <2 x i32> <i32 0, i32 1>
store <2 x double> %214, ptr %174, align 8
%215 = shufflevector <8 x double> %206, <8 x double> %206, <2 x i32> <i32 0, i32 1>
store <2 x double> %215, ptr %179, align 8
%216 = shufflevector <8 x double> %208, <8 x double> %208, <2 x i32> <i32 0, i32 1>
store <2 x double> %216, ptr %184, align 8
%217 = fcmp uno <8 x double> %145, splat (double 0x0000000000000000)
%218 = bitcast <8 x i1> %217 to i8
%219 = zext i8 %218 to i64
%220 = icmp eq i64 %219, 0
br i1 %220, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %219)
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

