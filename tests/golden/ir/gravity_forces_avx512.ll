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
%90 = fmul <8 x double> %82, splat (double 0x0000000000000000)
%91 = call <8 x double> @llvm.fma.v8f64(<8 x double> %84, <8 x double> splat (double 0x0000000000000000), <8 x double> %90)
%92 = fadd <8 x double> splat (double 0x0000000000000000), %91
%93 = shufflevector <8 x double> %82, <8 x double> %84, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%94 = fcmp ogt <16 x double> %93, splat (double 0x4310000000000000)
%95 = select <16 x i1> %94, <16 x double> splat (double 0x4310000000000000), <16 x double> %93
%96 = fcmp olt <16 x double> %95, splat (double 0xC310000000000000)
%97 = select <16 x i1> %96, <16 x double> splat (double 0xC310000000000000), <16 x double> %95
%98 = call <16 x double> @llvm.fma.v16f64(<16 x double> %97, <16 x double> splat (double 0x3FE45F306DC9C883), <16 x double> splat (double 0x4338000000000000))
%99 = fsub <16 x double> %98, splat (double 0x4338000000000000)
%100 = fneg <16 x double> %99
%101 = call <16 x double> @llvm.fma.v16f64(<16 x double> %100, <16 x double> splat (double 0x3FF921FB54442D18), <16 x double> %97)
%102 = fneg <16 x double> %99
%103 = call <16 x double> @llvm.fma.v16f64(<16 x double> %102, <16 x double> splat (double 0x3C91A62633145C07), <16 x double> %101)
%104 = fneg <16 x double> %99
%105 = call <16 x double> @llvm.fma.v16f64(<16 x double> %104, <16 x double> splat (double 0xB91F1976B7ED900B), <16 x double> %103)
%106 = bitcast <16 x double> %98 to <16 x i64>
%107 = fmul <16 x double> %105, %105
%108 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0x3DE5D918F5F48942), <16 x double> %107, <16 x double> splat (double 0xBE5AE5E61690F248))
%109 = call <16 x double> @llvm.fma.v16f64(<16 x double> %108, <16 x double> %107, <16 x double> splat (double 0x3EC71DE3571C7CCF))
%110 = call <16 x double> @llvm.fma.v16f64(<16 x double> %109, <16 x double> %107, <16 x double> splat (double 0xBF2A01A019C0B086))
%111 = call <16 x double> @llvm.fma.v16f64(<16 x double> %110, <16 x double> %107, <16 x double> splat (double 0x3F8111111110F848))
%112 = call <16 x double> @llvm.fma.v16f64(<16 x double> %111, <16 x double> %107, <16 x double> splat (double 0xBFC5555555555549))
%113 = fmul <16 x double> %107, %105
%114 = call <16 x double> @llvm.fma.v16f64(<16 x double> %112, <16 x double> %113, <16 x double> %105)
%115 = call <16 x double> @llvm.fma.v16f64(<16 x double> splat (double 0xBDA8FAD07DF189AF), <16 x double> %107, <16 x double> splat (double 0x3E21EE9E8F68D95C))
%116 = call <16 x double> @llvm.fma.v16f64(<16 x double> %115, <16 x double> %107, <16 x double> splat (double 0xBE927E4F805C419B))
%117 = call <16 x double> @llvm.fma.v16f64(<16 x double> %116, <16 x double> %107, <16 x double> splat (double 0x3EFA01A019CAC33E))
%118 = call <16 x double> @llvm.fma.v16f64(<16 x double> %117, <16 x double> %107, <16 x double> splat (double 0xBF56C16C16C15148))
%119 = call <16 x double> @llvm.fma.v16f64(<16 x double> %118, <16 x double> %107, <16 x double> splat (double 0x3FA555555555554C))
%120 = call <16 x double> @llvm.fma.v16f64(<16 x double> %119, <16 x double> %107, <16 x double> splat (double 0xBFE0000000000000))
%121 = call <16 x double> @llvm.fma.v16f64(<16 x double> %120, <16 x double> %107, <16 x double> splat (double 0x3FF0000000000000))
%122 = shl <16 x i64> %106, splat (i64 63)
%123 = icmp slt <16 x i64> %122, splat (i64 0)
%124 = add <16 x i64> %106, splat (i64 1)
%125 = select <16 x i1> %123, <16 x double> %121, <16 x double> %114
%126 = and <16 x i64> %106, splat (i64 2)
%127 = shl <16 x i64> %126, splat (i64 62)
%128 = bitcast <16 x double> %125 to <16 x i64>
%129 = xor <16 x i64> %128, %127
%130 = bitcast <16 x i64> %129 to <16 x double>
%131 = select <16 x i1> %123, <16 x double> %114, <16 x double> %121
%132 = and <16 x i64> %124, splat (i64 2)
%133 = shl <16 x i64> %132, splat (i64 62)
%134 = bitcast <16 x double> %131 to <16 x i64>
%135 = xor <16 x i64> %134, %133
%136 = bitcast <16 x i64> %135 to <16 x double>
%137 = shufflevector <16 x double> %130, <16 x double> %130, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%138 = shufflevector <16 x double> %130, <16 x double> %130, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%139 = shufflevector <16 x double> %136, <16 x double> %136, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%140 = shufflevector <16 x double> %136, <16 x double> %136, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
%141 = fmul <8 x double> splat (double 0x40239EB851EB851F), %137
%142 = fmul <8 x double> splat (double 0x40239EB851EB851F), %139
%143 = fmul <8 x double> %141, %138
%144 = fneg <8 x double> %143
%145 = call <8 x double> @llvm.fma.v8f64(<8 x double> %142, <8 x double> %140, <8 x double> %144)
%146 = fmul <8 x double> splat (double 0x3FE0000000000000), %145
%147 = fneg <8 x double> %146
%148 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x402D6E147AE147AE), <8 x double> %139, <8 x double> %146)
%149 = fneg <8 x double> %148
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
%189 = shufflevector <8 x double> %149, <8 x double> %147, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%190 = shufflevector <8 x double> %149, <8 x double> %147, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%191 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%192 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%193 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%194 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%195 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
%196 = shufflevector <8 x double> %149, <8 x double> %149, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
%197 = shufflevector <8 x double> %189, <8 x double> %191, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%198 = shufflevector <8 x double> %189, <8 x double> %191, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%199 = shufflevector <8 x double> %190, <8 x double> %192, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%200 = shufflevector <8 x double> %190, <8 x double> %192, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%201 = shufflevector <8 x double> %193, <8 x double> %195, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%202 = shufflevector <8 x double> %193, <8 x double> %195, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%203 = shufflevector <8 x double> %194, <8 x double> %196, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
%204 = shufflevector <8 x double> %194, <8 x double> %196, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
%205 = shufflevector <8 x double> %197, <8 x double> %201, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%206 = shufflevector <8 x double> %197, <8 x double> %201, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%207 = shufflevector <8 x double> %199, <8 x double> %203, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%208 = shufflevector <8 x double> %199, <8 x double> %203, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%209 = shufflevector <8 x double> %198, <8 x double> %202, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%210 = shufflevector <8 x double> %198, <8 x double> %202, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%211 = shufflevector <8 x double> %200, <8 x double> %204, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
%212 = shufflevector <8 x double> %200, <8 x double> %204, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
%213 = shufflevector <8 x double> %205, <8 x double> %205, <2 x i32> <i32 0, i32 1>
store <2 x double> %213, ptr %153, align 8
%214 = shufflevector <8 x double> %207, <8 x double> %207, <2 x i32> <i32 0, i32 1>
store <2 x double> %214, ptr %158, align 8
%215 = shufflevector <8 x double> %209, <8 x double> %209, <2 x i32> <i32 0, i32 1>
store <2 x double> %215, ptr %163, align 8
%216 = shufflevector <8 x double> %211, <8 x double> %211, <2 x i32> <i32 0, i32 1>
store <2 x double> %216, ptr %168, align 8
%217 = shufflevector <8 x double> %206, <8 x double> %206, <2 x i32> <i32 0, i32 1>
store <2 x double> %217, ptr %173, align 8
%218 = shufflevector <8 x double> %208, <8 x double> %208, <2 x i32> <i32 0, i32 1>
store <2 x double> %218, ptr %178, align 8
%219 = shufflevector <8 x double> %210, <8 x double> %210, <2 x i32> <i32 0, i32 1>
store <2 x double> %219, ptr %183, align 8
%220 = shufflevector <8 x double> %212, <8 x double> %212, <2 x i32> <i32 0, i32 1>
store <2 x double> %220, ptr %188, align 8
%221 = fcmp uno <8 x double> %92, splat (double 0x0000000000000000)
%222 = bitcast <8 x i1> %221 to i8
%223 = zext i8 %222 to i64
%224 = icmp eq i64 %223, 0
br i1 %224, label %done, label %bad
bad:
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %223)
br label %done
done:
ret void
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
  br label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %more = icmp slt i64 %lane, 8
  br i1 %more, label %test, label %end
test:
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %fill, label %continue
fill:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %size_at_1 = getelementptr i64, ptr %table, i64 3
  %size_1 = load i64, ptr %size_at_1
  %offset_1 = mul i64 %row, %size_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  call void @fill_nan(ptr %start_1, i64 %size_1)
  br label %continue
continue:
  %next = add i64 %lane, 1
  br label %loop
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

