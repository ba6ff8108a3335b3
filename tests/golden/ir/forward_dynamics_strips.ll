declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
define internal void @start(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
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
%22 = getelementptr ptr, ptr %workspace, i64 0
store ptr %6, ptr %22
%23 = getelementptr ptr, ptr %workspace, i64 1
store ptr %11, ptr %23
%24 = getelementptr ptr, ptr %workspace, i64 2
store ptr %16, ptr %24
%25 = getelementptr ptr, ptr %workspace, i64 3
store ptr %21, ptr %25
%26 = getelementptr i64, ptr %table, i64 2
%27 = load ptr, ptr %26
%28 = getelementptr i64, ptr %table, i64 3
%29 = load i64, ptr %28
%30 = mul i64 %first, %29
%31 = getelementptr double, ptr %27, i64 %30
%32 = add i64 %first, 1
%33 = icmp slt i64 %32, %last
%34 = select i1 %33, i64 %32, i64 %last
%35 = mul i64 %34, %29
%36 = getelementptr double, ptr %27, i64 %35
%37 = add i64 %first, 2
%38 = icmp slt i64 %37, %last
%39 = select i1 %38, i64 %37, i64 %last
%40 = mul i64 %39, %29
%41 = getelementptr double, ptr %27, i64 %40
%42 = add i64 %first, 3
%43 = icmp slt i64 %42, %last
%44 = select i1 %43, i64 %42, i64 %last
%45 = mul i64 %44, %29
%46 = getelementptr double, ptr %27, i64 %45
%47 = getelementptr ptr, ptr %workspace, i64 4
store ptr %31, ptr %47
%48 = getelementptr ptr, ptr %workspace, i64 5
store ptr %36, ptr %48
%49 = getelementptr ptr, ptr %workspace, i64 6
store ptr %41, ptr %49
%50 = getelementptr ptr, ptr %workspace, i64 7
store ptr %46, ptr %50
%51 = getelementptr i64, ptr %table, i64 4
%52 = load ptr, ptr %51
%53 = getelementptr i64, ptr %table, i64 5
%54 = load i64, ptr %53
%55 = mul i64 %first, %54
%56 = getelementptr double, ptr %52, i64 %55
%57 = add i64 %first, 1
%58 = icmp slt i64 %57, %last
%59 = select i1 %58, i64 %57, i64 %last
%60 = mul i64 %59, %54
%61 = getelementptr double, ptr %52, i64 %60
%62 = add i64 %first, 2
%63 = icmp slt i64 %62, %last
%64 = select i1 %63, i64 %62, i64 %last
%65 = mul i64 %64, %54
%66 = getelementptr double, ptr %52, i64 %65
%67 = add i64 %first, 3
%68 = icmp slt i64 %67, %last
%69 = select i1 %68, i64 %67, i64 %last
%70 = mul i64 %69, %54
%71 = getelementptr double, ptr %52, i64 %70
%72 = getelementptr ptr, ptr %workspace, i64 8
store ptr %56, ptr %72
%73 = getelementptr ptr, ptr %workspace, i64 9
store ptr %61, ptr %73
%74 = getelementptr ptr, ptr %workspace, i64 10
store ptr %66, ptr %74
%75 = getelementptr ptr, ptr %workspace, i64 11
store ptr %71, ptr %75
%76 = getelementptr i64, ptr %table, i64 6
%77 = load ptr, ptr %76
%78 = mul i64 %first, 2
%79 = getelementptr double, ptr %77, i64 %78
%80 = add i64 %first, 1
%81 = icmp slt i64 %80, %last
%82 = select i1 %81, i64 %80, i64 %last
%83 = mul i64 %82, 2
%84 = getelementptr double, ptr %77, i64 %83
%85 = add i64 %first, 2
%86 = icmp slt i64 %85, %last
%87 = select i1 %86, i64 %85, i64 %last
%88 = mul i64 %87, 2
%89 = getelementptr double, ptr %77, i64 %88
%90 = add i64 %first, 3
%91 = icmp slt i64 %90, %last
%92 = select i1 %91, i64 %90, i64 %last
%93 = mul i64 %92, 2
%94 = getelementptr double, ptr %77, i64 %93
%95 = getelementptr ptr, ptr %workspace, i64 12
store ptr %79, ptr %95
%96 = getelementptr ptr, ptr %workspace, i64 13
store ptr %84, ptr %96
%97 = getelementptr ptr, ptr %workspace, i64 14
store ptr %89, ptr %97
%98 = getelementptr ptr, ptr %workspace, i64 15
store ptr %94, ptr %98
%99 = getelementptr double, ptr %workspace, i64 16
store <4 x double> splat (double 0x0000000000000000), ptr %99, align 32
ret void
}

define internal void @part_0(ptr %workspace) #0 {
%1 = getelementptr ptr, ptr %workspace, i64 0
%2 = load ptr, ptr %1
%3 = getelementptr ptr, ptr %workspace, i64 1
%4 = load ptr, ptr %3
%5 = getelementptr ptr, ptr %workspace, i64 2
%6 = load ptr, ptr %5
%7 = getelementptr ptr, ptr %workspace, i64 3
%8 = load ptr, ptr %7
%9 = getelementptr double, ptr %2, i64 32
call void @llvm.prefetch.p0(ptr %9, i32 0, i32 3, i32 1)
%10 = getelementptr double, ptr %4, i64 32
call void @llvm.prefetch.p0(ptr %10, i32 0, i32 3, i32 1)
%11 = getelementptr double, ptr %6, i64 32
call void @llvm.prefetch.p0(ptr %11, i32 0, i32 3, i32 1)
%12 = getelementptr double, ptr %8, i64 32
call void @llvm.prefetch.p0(ptr %12, i32 0, i32 3, i32 1)
%13 = getelementptr ptr, ptr %workspace, i64 4
%14 = load ptr, ptr %13
%15 = getelementptr ptr, ptr %workspace, i64 5
%16 = load ptr, ptr %15
%17 = getelementptr ptr, ptr %workspace, i64 6
%18 = load ptr, ptr %17
%19 = getelementptr ptr, ptr %workspace, i64 7
%20 = load ptr, ptr %19
%21 = getelementptr double, ptr %14, i64 32
call void @llvm.prefetch.p0(ptr %21, i32 0, i32 3, i32 1)
%22 = getelementptr double, ptr %16, i64 32
call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
%23 = getelementptr double, ptr %18, i64 32
call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
%24 = getelementptr double, ptr %20, i64 32
call void @llvm.prefetch.p0(ptr %24, i32 0, i32 3, i32 1)
%25 = load <2 x double>, ptr %2, align 8
%26 = load <2 x double>, ptr %4, align 8
%27 = load <2 x double>, ptr %6, align 8
%28 = load <2 x double>, ptr %8, align 8
%29 = shufflevector <2 x double> %25, <2 x double> %27, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%30 = shufflevector <2 x double> %26, <2 x double> %28, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%31 = shufflevector <4 x double> %29, <4 x double> %30, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%32 = shufflevector <4 x double> %29, <4 x double> %30, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%33 = call <4 x double> @llvm.fma.v4f64(<4 x double> %31, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%34 = call <4 x double> @llvm.fma.v4f64(<4 x double> %32, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
%35 = fsub <4 x double> %33, splat (double 0x4338000000000000)
%36 = fsub <4 x double> %34, splat (double 0x4338000000000000)
%37 = fneg <4 x double> %35
%38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %37, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %31)
%39 = fneg <4 x double> %36
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %39, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %32)
%41 = fneg <4 x double> %35
%42 = call <4 x double> @llvm.fma.v4f64(<4 x double> %41, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %38)
%43 = fneg <4 x double> %36
%44 = call <4 x double> @llvm.fma.v4f64(<4 x double> %43, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %40)
%45 = fmul <4 x double> %42, %42
%46 = fcmp ogt <4 x double> %45, splat (double 0x3FF0000000000000)
%47 = select <4 x i1> %46, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %45
%48 = fmul <4 x double> %44, %44
%49 = fcmp ogt <4 x double> %48, splat (double 0x3FF0000000000000)
%50 = select <4 x i1> %49, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %48
%51 = fneg <4 x double> %35
%52 = call <4 x double> @llvm.fma.v4f64(<4 x double> %51, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %42)
%53 = fneg <4 x double> %36
%54 = call <4 x double> @llvm.fma.v4f64(<4 x double> %53, <4 x double> splat (double 0xB91F1976B7ED900B), <4 x double> %44)
%55 = bitcast <4 x double> %33 to <4 x i64>
%56 = bitcast <4 x double> %34 to <4 x i64>
%57 = fcmp ogt <4 x double> %52, splat (double 0x3FF0000000000000)
%58 = select <4 x i1> %57, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %52
%59 = fcmp olt <4 x double> %58, splat (double 0xBFF0000000000000)
%60 = select <4 x i1> %59, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %58
%61 = fcmp ogt <4 x double> %54, splat (double 0x3FF0000000000000)
%62 = select <4 x i1> %61, <4 x double> splat (double 0x3FF0000000000000), <4 x double> %54
%63 = fcmp olt <4 x double> %62, splat (double 0xBFF0000000000000)
%64 = select <4 x i1> %63, <4 x double> splat (double 0xBFF0000000000000), <4 x double> %62
%65 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %47, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%66 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FAD07DF189AF), <4 x double> %50, <4 x double> splat (double 0x3E21EE9E8F68D95C))
%67 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %47, <4 x double> splat (double 0xBE5AE5E61690F248))
%68 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D918F5F48942), <4 x double> %50, <4 x double> splat (double 0xBE5AE5E61690F248))
%69 = call <4 x double> @llvm.fma.v4f64(<4 x double> %65, <4 x double> %47, <4 x double> splat (double 0xBE927E4F805C419B))
%70 = call <4 x double> @llvm.fma.v4f64(<4 x double> %66, <4 x double> %50, <4 x double> splat (double 0xBE927E4F805C419B))
%71 = call <4 x double> @llvm.fma.v4f64(<4 x double> %67, <4 x double> %47, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%72 = call <4 x double> @llvm.fma.v4f64(<4 x double> %68, <4 x double> %50, <4 x double> splat (double 0x3EC71DE3571C7CCF))
%73 = call <4 x double> @llvm.fma.v4f64(<4 x double> %69, <4 x double> %47, <4 x double> splat (double 0x3EFA01A019CAC33E))
%74 = call <4 x double> @llvm.fma.v4f64(<4 x double> %70, <4 x double> %50, <4 x double> splat (double 0x3EFA01A019CAC33E))
%75 = call <4 x double> @llvm.fma.v4f64(<4 x double> %71, <4 x double> %47, <4 x double> splat (double 0xBF2A01A019C0B086))
%76 = call <4 x double> @llvm.fma.v4f64(<4 x double> %72, <4 x double> %50, <4 x double> splat (double 0xBF2A01A019C0B086))
%77 = call <4 x double> @llvm.fma.v4f64(<4 x double> %73, <4 x double> %47, <4 x double> splat (double 0xBF56C16C16C15148))
%78 = call <4 x double> @llvm.fma.v4f64(<4 x double> %74, <4 x double> %50, <4 x double> splat (double 0xBF56C16C16C15148))
%79 = call <4 x double> @llvm.fma.v4f64(<4 x double> %75, <4 x double> %47, <4 x double> splat (double 0x3F8111111110F848))
%80 = call <4 x double> @llvm.fma.v4f64(<4 x double> %76, <4 x double> %50, <4 x double> splat (double 0x3F8111111110F848))
%81 = call <4 x double> @llvm.fma.v4f64(<4 x double> %77, <4 x double> %47, <4 x double> splat (double 0x3FA555555555554C))
%82 = call <4 x double> @llvm.fma.v4f64(<4 x double> %78, <4 x double> %50, <4 x double> splat (double 0x3FA555555555554C))
%83 = call <4 x double> @llvm.fma.v4f64(<4 x double> %79, <4 x double> %47, <4 x double> splat (double 0xBFC5555555555549))
%84 = call <4 x double> @llvm.fma.v4f64(<4 x double> %80, <4 x double> %50, <4 x double> splat (double 0xBFC5555555555549))
%85 = call <4 x double> @llvm.fma.v4f64(<4 x double> %81, <4 x double> %47, <4 x double> splat (double 0xBFE0000000000000))
%86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %82, <4 x double> %50, <4 x double> splat (double 0xBFE0000000000000))
%87 = call <4 x double> @llvm.fma.v4f64(<4 x double> %85, <4 x double> %47, <4 x double> splat (double 0x3FF0000000000000))
%88 = call <4 x double> @llvm.fma.v4f64(<4 x double> %86, <4 x double> %50, <4 x double> splat (double 0x3FF0000000000000))
%89 = fmul <4 x double> %47, %60
%90 = fmul <4 x double> %50, %64
%91 = call <4 x double> @llvm.fma.v4f64(<4 x double> %83, <4 x double> %89, <4 x double> %60)
%92 = call <4 x double> @llvm.fma.v4f64(<4 x double> %84, <4 x double> %90, <4 x double> %64)
%93 = shl <4 x i64> %55, splat (i64 63)
%94 = icmp slt <4 x i64> %93, splat (i64 0)
%95 = shl <4 x i64> %55, splat (i64 62)
%96 = and <4 x i64> %95, splat (i64 -9223372036854775808)
%97 = select <4 x i1> %94, <4 x double> %87, <4 x double> %91
%98 = bitcast <4 x double> %97 to <4 x i64>
%99 = xor <4 x i64> %98, %96
%100 = bitcast <4 x i64> %99 to <4 x double>
%101 = select <4 x i1> %94, <4 x double> %91, <4 x double> %87
%102 = xor <4 x i64> %96, %93
%103 = bitcast <4 x double> %101 to <4 x i64>
%104 = xor <4 x i64> %103, %102
%105 = bitcast <4 x i64> %104 to <4 x double>
%106 = shl <4 x i64> %56, splat (i64 63)
%107 = icmp slt <4 x i64> %106, splat (i64 0)
%108 = shl <4 x i64> %56, splat (i64 62)
%109 = and <4 x i64> %108, splat (i64 -9223372036854775808)
%110 = select <4 x i1> %107, <4 x double> %88, <4 x double> %92
%111 = bitcast <4 x double> %110 to <4 x i64>
%112 = xor <4 x i64> %111, %109
%113 = bitcast <4 x i64> %112 to <4 x double>
%114 = select <4 x i1> %107, <4 x double> %92, <4 x double> %88
%115 = xor <4 x i64> %109, %106
%116 = bitcast <4 x double> %114 to <4 x i64>
%117 = xor <4 x i64> %116, %115
%118 = bitcast <4 x i64> %117 to <4 x double>
%119 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %100, ptr %119, align 32
%120 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %105, ptr %120, align 32
%121 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %113, ptr %121, align 32
%122 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %118, ptr %122, align 32
ret void
}

define internal void @part_1(ptr %workspace) #0 {
%1 = getelementptr ptr, ptr %workspace, i64 8
%2 = load ptr, ptr %1
%3 = getelementptr ptr, ptr %workspace, i64 9
%4 = load ptr, ptr %3
%5 = getelementptr ptr, ptr %workspace, i64 10
%6 = load ptr, ptr %5
%7 = getelementptr ptr, ptr %workspace, i64 11
%8 = load ptr, ptr %7
%9 = getelementptr double, ptr %2, i64 32
call void @llvm.prefetch.p0(ptr %9, i32 0, i32 3, i32 1)
%10 = getelementptr double, ptr %4, i64 32
call void @llvm.prefetch.p0(ptr %10, i32 0, i32 3, i32 1)
%11 = getelementptr double, ptr %6, i64 32
call void @llvm.prefetch.p0(ptr %11, i32 0, i32 3, i32 1)
%12 = getelementptr double, ptr %8, i64 32
call void @llvm.prefetch.p0(ptr %12, i32 0, i32 3, i32 1)
%13 = getelementptr ptr, ptr %workspace, i64 12
%14 = load ptr, ptr %13
%15 = getelementptr ptr, ptr %workspace, i64 13
%16 = load ptr, ptr %15
%17 = getelementptr ptr, ptr %workspace, i64 14
%18 = load ptr, ptr %17
%19 = getelementptr ptr, ptr %workspace, i64 15
%20 = load ptr, ptr %19
%21 = getelementptr double, ptr %14, i64 32
call void @llvm.prefetch.p0(ptr %21, i32 0, i32 3, i32 1)
%22 = getelementptr double, ptr %16, i64 32
call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
%23 = getelementptr double, ptr %18, i64 32
call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
%24 = getelementptr double, ptr %20, i64 32
call void @llvm.prefetch.p0(ptr %24, i32 0, i32 3, i32 1)
%25 = getelementptr double, ptr %workspace, i64 24
%26 = load <4 x double>, ptr %25, align 32
%27 = fmul <4 x double> splat (double 0x40239EB851EB851F), %26
%28 = getelementptr double, ptr %workspace, i64 20
%29 = load <4 x double>, ptr %28, align 32
%30 = fmul <4 x double> splat (double 0x40239EB851EB851F), %29
%31 = getelementptr ptr, ptr %workspace, i64 4
%32 = load ptr, ptr %31
%33 = getelementptr ptr, ptr %workspace, i64 5
%34 = load ptr, ptr %33
%35 = getelementptr ptr, ptr %workspace, i64 6
%36 = load ptr, ptr %35
%37 = getelementptr ptr, ptr %workspace, i64 7
%38 = load ptr, ptr %37
%39 = load <2 x double>, ptr %32, align 8
%40 = load <2 x double>, ptr %34, align 8
%41 = load <2 x double>, ptr %36, align 8
%42 = load <2 x double>, ptr %38, align 8
%43 = shufflevector <2 x double> %39, <2 x double> %41, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%44 = shufflevector <2 x double> %40, <2 x double> %42, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%45 = shufflevector <4 x double> %43, <4 x double> %44, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%46 = shufflevector <4 x double> %43, <4 x double> %44, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%47 = fadd <4 x double> %45, %46
%48 = call <4 x double> @llvm.fma.v4f64(<4 x double> %45, <4 x double> %45, <4 x double> %27)
%49 = getelementptr double, ptr %workspace, i64 32
%50 = load <4 x double>, ptr %49, align 32
%51 = fmul <4 x double> %50, %48
%52 = getelementptr double, ptr %workspace, i64 28
%53 = load <4 x double>, ptr %52, align 32
%54 = fneg <4 x double> %51
%55 = call <4 x double> @llvm.fma.v4f64(<4 x double> %30, <4 x double> %53, <4 x double> %54)
%56 = fmul <4 x double> %47, %47
%57 = fmul <4 x double> splat (double 0x3FE0000000000000), %56
%58 = load <2 x double>, ptr %2, align 8
%59 = load <2 x double>, ptr %4, align 8
%60 = load <2 x double>, ptr %6, align 8
%61 = load <2 x double>, ptr %8, align 8
%62 = shufflevector <2 x double> %58, <2 x double> %60, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%63 = shufflevector <2 x double> %59, <2 x double> %61, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%64 = shufflevector <4 x double> %62, <4 x double> %63, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%65 = shufflevector <4 x double> %62, <4 x double> %63, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%66 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %55, <4 x double> %65)
%67 = fmul <4 x double> splat (double 0x3FF7F48066355709), %66
%68 = fmul <4 x double> %50, %57
%69 = fneg <4 x double> %67
%70 = call <4 x double> @llvm.fma.v4f64(<4 x double> %53, <4 x double> %69, <4 x double> %68)
%71 = fsub <4 x double> %65, %70
%72 = fmul <4 x double> splat (double 0x3FE7F48066355709), %50
%73 = call <4 x double> @llvm.fma.v4f64(<4 x double> %50, <4 x double> %72, <4 x double> splat (double 0xBFE7F48066355709))
%74 = fneg <4 x double> %29
%75 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %74, <4 x double> %71)
%76 = fsub <4 x double> %64, %75
%77 = fadd <4 x double> %73, splat (double 0x3FF557E4B17E4B19)
%78 = fdiv <4 x double> splat (double 0x3FF0000000000000), %77
%79 = fmul <4 x double> %76, %78
%80 = fmul <4 x double> %79, splat (double 0x0000000000000000)
%81 = fmul <4 x double> %53, %79
%82 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %81, <4 x double> %79)
%83 = fneg <4 x double> %82
%84 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %66, <4 x double> %83)
%85 = shufflevector <4 x double> %79, <4 x double> %84, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%86 = shufflevector <4 x double> %79, <4 x double> %84, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%87 = shufflevector <4 x double> %85, <4 x double> %85, <2 x i32> <i32 0, i32 1>
store <2 x double> %87, ptr %14, align 8
%88 = shufflevector <4 x double> %85, <4 x double> %85, <2 x i32> <i32 2, i32 3>
store <2 x double> %88, ptr %18, align 8
%89 = shufflevector <4 x double> %86, <4 x double> %86, <2 x i32> <i32 0, i32 1>
store <2 x double> %89, ptr %16, align 8
%90 = shufflevector <4 x double> %86, <4 x double> %86, <2 x i32> <i32 2, i32 3>
store <2 x double> %90, ptr %20, align 8
%91 = getelementptr double, ptr %workspace, i64 16
%92 = load <4 x double>, ptr %91, align 32
%93 = fadd <4 x double> %92, %80
%94 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %93, ptr %94, align 32
ret void
}

define internal void @finish(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%1 = getelementptr double, ptr %workspace, i64 16
%2 = load <4 x double>, ptr %1, align 32
%3 = fcmp uno <4 x double> %2, splat (double 0x0000000000000000)
%4 = bitcast <4 x i1> %3 to i4
%5 = zext i4 %4 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %5)
ret void
}

define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%1 = sub i64 %last, %first
%2 = icmp sge i64 %1, 12
br i1 %2, label %all, label %some
all:
%first_0 = add i64 %first, 0
%workspace_0 = getelementptr double, ptr %workspace, i64 0
%first_1 = add i64 %first, 4
%workspace_1 = getelementptr double, ptr %workspace, i64 36
%first_2 = add i64 %first, 8
%workspace_2 = getelementptr double, ptr %workspace, i64 72
%first_3 = add i64 %first, 12
%workspace_3 = getelementptr double, ptr %workspace, i64 108
call void @start(ptr %table, i64 %first_0, i64 %last, ptr %workspace_0)
call void @start(ptr %table, i64 %first_1, i64 %last, ptr %workspace_1)
call void @start(ptr %table, i64 %first_2, i64 %last, ptr %workspace_2)
call void @start(ptr %table, i64 %first_3, i64 %last, ptr %workspace_3)
call void @part_0(ptr %workspace_0)
call void @part_0(ptr %workspace_1)
call void @part_0(ptr %workspace_2)
call void @part_0(ptr %workspace_3)
call void @part_1(ptr %workspace_0)
call void @part_1(ptr %workspace_1)
call void @part_1(ptr %workspace_2)
call void @part_1(ptr %workspace_3)
call void @finish(ptr %table, i64 %first_0, i64 %last, ptr %workspace_0)
call void @finish(ptr %table, i64 %first_1, i64 %last, ptr %workspace_1)
call void @finish(ptr %table, i64 %first_2, i64 %last, ptr %workspace_2)
call void @finish(ptr %table, i64 %first_3, i64 %last, ptr %workspace_3)
ret void
some:
%row = phi i64 [%first, %0], [%next_row, %some]
call void @start(ptr %table, i64 %row, i64 %last, ptr %workspace)
call void @part_0(ptr %workspace)
call void @part_1(ptr %workspace)
call void @finish(ptr %table, i64 %row, i64 %last, ptr %workspace)
%next_row = add i64 %row, 4
%more = icmp sle i64 %next_row, %last
br i1 %more, label %some, label %done
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
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %distance_at_1 = getelementptr i64, ptr %table, i64 3
  %distance_1 = load i64, ptr %distance_at_1
  %offset_1 = mul i64 %row, %distance_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  %scanned_1 = call double @scan(ptr %start_1, i64 2)
  %sum_2 = fadd double %sum_1, %scanned_1
  %entry_2 = getelementptr i64, ptr %table, i64 4
  %base_2 = load ptr, ptr %entry_2
  %distance_at_2 = getelementptr i64, ptr %table, i64 5
  %distance_2 = load i64, ptr %distance_at_2
  %offset_2 = mul i64 %row, %distance_2
  %start_2 = getelementptr double, ptr %base_2, i64 %offset_2
  %scanned_2 = call double @scan(ptr %start_2, i64 2)
  %sum_3 = fadd double %sum_2, %scanned_2
  %finite = fcmp ord double %sum_3, 0x0000000000000000
  br i1 %finite, label %continue, label %void
void:
  %entry_3 = getelementptr i64, ptr %table, i64 6
  %base_3 = load ptr, ptr %entry_3
  %distance_at_3 = getelementptr i64, ptr %table, i64 7
  %distance_3 = load i64, ptr %distance_at_3
  %offset_3 = mul i64 %row, %distance_3
  %start_3 = getelementptr double, ptr %base_3, i64 %offset_3
  call void @fill_nan(ptr %start_3, i64 %distance_3)
  br label %continue
continue:
  %next = add i64 %lane, 1
  %more = icmp slt i64 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
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
  %first_next = add i64 %first, 16
  br label %first_head
first_done:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

