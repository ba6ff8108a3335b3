declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
define internal void @start(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
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
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @part_0(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%1 = getelementptr ptr, ptr %workspace, i64 0
%2 = getelementptr ptr, ptr %workspace, i64 1
%3 = getelementptr ptr, ptr %workspace, i64 2
%4 = getelementptr ptr, ptr %workspace, i64 3
%5 = load ptr, ptr %1
%6 = load ptr, ptr %2
%7 = load ptr, ptr %3
%8 = load ptr, ptr %4
%9 = load <2 x double>, ptr %5, align 8
%10 = load <2 x double>, ptr %5, align 8
%11 = shufflevector <2 x double> %9, <2 x double> %10, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%12 = load <2 x double>, ptr %6, align 8
%13 = load <2 x double>, ptr %6, align 8
%14 = shufflevector <2 x double> %12, <2 x double> %13, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%15 = load <2 x double>, ptr %7, align 8
%16 = load <2 x double>, ptr %7, align 8
%17 = shufflevector <2 x double> %15, <2 x double> %16, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%18 = load <2 x double>, ptr %8, align 8
%19 = load <2 x double>, ptr %8, align 8
%20 = shufflevector <2 x double> %18, <2 x double> %19, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%21 = shufflevector <4 x double> %11, <4 x double> %14, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%22 = shufflevector <4 x double> %11, <4 x double> %14, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%23 = shufflevector <4 x double> %17, <4 x double> %20, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%24 = shufflevector <4 x double> %17, <4 x double> %20, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%25 = shufflevector <4 x double> %21, <4 x double> %23, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%26 = shufflevector <4 x double> %21, <4 x double> %23, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%27 = shufflevector <4 x double> %22, <4 x double> %24, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%28 = shufflevector <4 x double> %22, <4 x double> %24, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%29 = getelementptr double, ptr %5, i64 32
call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
%30 = getelementptr double, ptr %6, i64 32
call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
%31 = getelementptr double, ptr %7, i64 32
call void @llvm.prefetch.p0(ptr %31, i32 0, i32 3, i32 1)
%32 = getelementptr double, ptr %8, i64 32
call void @llvm.prefetch.p0(ptr %32, i32 0, i32 3, i32 1)
%33 = shufflevector <4 x double> %25, <4 x double> %27, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%34 = call <8 x double> @llvm.fma.v8f64(<8 x double> %33, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%35 = fsub <8 x double> %34, splat (double 0x4338000000000000)
%36 = fneg <8 x double> %35
%37 = call <8 x double> @llvm.fma.v8f64(<8 x double> %36, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %33)
%38 = fneg <8 x double> %35
%39 = call <8 x double> @llvm.fma.v8f64(<8 x double> %38, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %37)
%40 = fneg <8 x double> %35
%41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %40, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %39)
%42 = fcmp ogt <8 x double> %41, splat (double 0x3FF0000000000000)
%43 = select <8 x i1> %42, <8 x double> splat (double 0x3FF0000000000000), <8 x double> %41
%44 = fcmp olt <8 x double> %43, splat (double 0xBFF0000000000000)
%45 = select <8 x i1> %44, <8 x double> splat (double 0xBFF0000000000000), <8 x double> %43
%46 = bitcast <8 x double> %34 to <8 x i64>
%47 = fmul <8 x double> %45, %45
%48 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %47, <8 x double> splat (double 0xBE5AE5E61690F248))
%49 = call <8 x double> @llvm.fma.v8f64(<8 x double> %48, <8 x double> %47, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%50 = call <8 x double> @llvm.fma.v8f64(<8 x double> %49, <8 x double> %47, <8 x double> splat (double 0xBF2A01A019C0B086))
%51 = call <8 x double> @llvm.fma.v8f64(<8 x double> %50, <8 x double> %47, <8 x double> splat (double 0x3F8111111110F848))
%52 = call <8 x double> @llvm.fma.v8f64(<8 x double> %51, <8 x double> %47, <8 x double> splat (double 0xBFC5555555555549))
%53 = fmul <8 x double> %47, %45
%54 = call <8 x double> @llvm.fma.v8f64(<8 x double> %52, <8 x double> %53, <8 x double> %45)
%55 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %47, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%56 = call <8 x double> @llvm.fma.v8f64(<8 x double> %55, <8 x double> %47, <8 x double> splat (double 0xBE927E4F805C419B))
%57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %56, <8 x double> %47, <8 x double> splat (double 0x3EFA01A019CAC33E))
%58 = call <8 x double> @llvm.fma.v8f64(<8 x double> %57, <8 x double> %47, <8 x double> splat (double 0xBF56C16C16C15148))
%59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %58, <8 x double> %47, <8 x double> splat (double 0x3FA555555555554C))
%60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %59, <8 x double> %47, <8 x double> splat (double 0xBFE0000000000000))
%61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %60, <8 x double> %47, <8 x double> splat (double 0x3FF0000000000000))
%62 = shl <8 x i64> %46, splat (i64 63)
%63 = icmp slt <8 x i64> %62, splat (i64 0)
%64 = shl <8 x i64> %46, splat (i64 62)
%65 = and <8 x i64> %64, splat (i64 -9223372036854775808)
%66 = select <8 x i1> %63, <8 x double> %61, <8 x double> %54
%67 = bitcast <8 x double> %66 to <8 x i64>
%68 = xor <8 x i64> %67, %65
%69 = bitcast <8 x i64> %68 to <8 x double>
%70 = select <8 x i1> %63, <8 x double> %54, <8 x double> %61
%71 = xor <8 x i64> %65, %62
%72 = bitcast <8 x double> %70 to <8 x i64>
%73 = xor <8 x i64> %72, %71
%74 = bitcast <8 x i64> %73 to <8 x double>
%75 = shufflevector <8 x double> %69, <8 x double> %69, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%76 = shufflevector <8 x double> %69, <8 x double> %69, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%77 = shufflevector <8 x double> %74, <8 x double> %74, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%78 = shufflevector <8 x double> %74, <8 x double> %74, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%79 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %75, ptr %79, align 32
%80 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %77, ptr %80, align 32
%81 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %76, ptr %81, align 32
%82 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %78, ptr %82, align 32
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @part_1(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%1 = getelementptr double, ptr %workspace, i64 24
%2 = load <4 x double>, ptr %1, align 32
%3 = fmul <4 x double> splat (double 0x40239EB851EB851F), %2
%4 = getelementptr double, ptr %workspace, i64 20
%5 = load <4 x double>, ptr %4, align 32
%6 = fmul <4 x double> splat (double 0x40239EB851EB851F), %5
%7 = getelementptr ptr, ptr %workspace, i64 4
%8 = getelementptr ptr, ptr %workspace, i64 5
%9 = getelementptr ptr, ptr %workspace, i64 6
%10 = getelementptr ptr, ptr %workspace, i64 7
%11 = load ptr, ptr %7
%12 = load ptr, ptr %8
%13 = load ptr, ptr %9
%14 = load ptr, ptr %10
%15 = load <2 x double>, ptr %11, align 8
%16 = load <2 x double>, ptr %11, align 8
%17 = shufflevector <2 x double> %15, <2 x double> %16, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%18 = load <2 x double>, ptr %12, align 8
%19 = load <2 x double>, ptr %12, align 8
%20 = shufflevector <2 x double> %18, <2 x double> %19, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%21 = load <2 x double>, ptr %13, align 8
%22 = load <2 x double>, ptr %13, align 8
%23 = shufflevector <2 x double> %21, <2 x double> %22, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%24 = load <2 x double>, ptr %14, align 8
%25 = load <2 x double>, ptr %14, align 8
%26 = shufflevector <2 x double> %24, <2 x double> %25, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%27 = shufflevector <4 x double> %17, <4 x double> %20, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%28 = shufflevector <4 x double> %17, <4 x double> %20, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%29 = shufflevector <4 x double> %23, <4 x double> %26, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%30 = shufflevector <4 x double> %23, <4 x double> %26, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%31 = shufflevector <4 x double> %27, <4 x double> %29, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%32 = shufflevector <4 x double> %27, <4 x double> %29, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%33 = shufflevector <4 x double> %28, <4 x double> %30, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%34 = shufflevector <4 x double> %28, <4 x double> %30, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%35 = getelementptr double, ptr %11, i64 32
call void @llvm.prefetch.p0(ptr %35, i32 0, i32 3, i32 1)
%36 = getelementptr double, ptr %12, i64 32
call void @llvm.prefetch.p0(ptr %36, i32 0, i32 3, i32 1)
%37 = getelementptr double, ptr %13, i64 32
call void @llvm.prefetch.p0(ptr %37, i32 0, i32 3, i32 1)
%38 = getelementptr double, ptr %14, i64 32
call void @llvm.prefetch.p0(ptr %38, i32 0, i32 3, i32 1)
%39 = fadd <4 x double> %31, %33
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %31, <4 x double> %31, <4 x double> %3)
%41 = getelementptr double, ptr %workspace, i64 32
%42 = load <4 x double>, ptr %41, align 32
%43 = fmul <4 x double> %42, %40
%44 = getelementptr double, ptr %workspace, i64 28
%45 = load <4 x double>, ptr %44, align 32
%46 = fneg <4 x double> %43
%47 = call <4 x double> @llvm.fma.v4f64(<4 x double> %6, <4 x double> %45, <4 x double> %46)
%48 = fmul <4 x double> %39, %39
%49 = fmul <4 x double> splat (double 0x3FE0000000000000), %48
%50 = getelementptr ptr, ptr %workspace, i64 8
%51 = getelementptr ptr, ptr %workspace, i64 9
%52 = getelementptr ptr, ptr %workspace, i64 10
%53 = getelementptr ptr, ptr %workspace, i64 11
%54 = load ptr, ptr %50
%55 = load ptr, ptr %51
%56 = load ptr, ptr %52
%57 = load ptr, ptr %53
%58 = load <2 x double>, ptr %54, align 8
%59 = load <2 x double>, ptr %54, align 8
%60 = shufflevector <2 x double> %58, <2 x double> %59, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%61 = load <2 x double>, ptr %55, align 8
%62 = load <2 x double>, ptr %55, align 8
%63 = shufflevector <2 x double> %61, <2 x double> %62, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%64 = load <2 x double>, ptr %56, align 8
%65 = load <2 x double>, ptr %56, align 8
%66 = shufflevector <2 x double> %64, <2 x double> %65, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%67 = load <2 x double>, ptr %57, align 8
%68 = load <2 x double>, ptr %57, align 8
%69 = shufflevector <2 x double> %67, <2 x double> %68, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%70 = shufflevector <4 x double> %60, <4 x double> %63, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%71 = shufflevector <4 x double> %60, <4 x double> %63, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%72 = shufflevector <4 x double> %66, <4 x double> %69, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%73 = shufflevector <4 x double> %66, <4 x double> %69, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%74 = shufflevector <4 x double> %70, <4 x double> %72, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%75 = shufflevector <4 x double> %70, <4 x double> %72, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%76 = shufflevector <4 x double> %71, <4 x double> %73, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%77 = shufflevector <4 x double> %71, <4 x double> %73, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%78 = getelementptr double, ptr %54, i64 32
call void @llvm.prefetch.p0(ptr %78, i32 0, i32 3, i32 1)
%79 = getelementptr double, ptr %55, i64 32
call void @llvm.prefetch.p0(ptr %79, i32 0, i32 3, i32 1)
%80 = getelementptr double, ptr %56, i64 32
call void @llvm.prefetch.p0(ptr %80, i32 0, i32 3, i32 1)
%81 = getelementptr double, ptr %57, i64 32
call void @llvm.prefetch.p0(ptr %81, i32 0, i32 3, i32 1)
%82 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %47, <4 x double> %76)
%83 = fmul <4 x double> splat (double 0x3FF7F48066355709), %82
%84 = fmul <4 x double> %42, %49
%85 = fneg <4 x double> %83
%86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %45, <4 x double> %85, <4 x double> %84)
%87 = fsub <4 x double> %76, %86
%88 = fmul <4 x double> splat (double 0x3FE7F48066355709), %42
%89 = call <4 x double> @llvm.fma.v4f64(<4 x double> %42, <4 x double> %88, <4 x double> splat (double 0xBFE7F48066355709))
%90 = fneg <4 x double> %5
%91 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %90, <4 x double> %87)
%92 = fsub <4 x double> %74, %91
%93 = fadd <4 x double> %89, splat (double 0x3FF557E4B17E4B19)
%94 = fdiv <4 x double> splat (double 0x3FF0000000000000), %93
%95 = fmul <4 x double> %92, %94
%96 = fmul <4 x double> %95, splat (double 0x0000000000000000)
%97 = fmul <4 x double> %45, %95
%98 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %97, <4 x double> %95)
%99 = fneg <4 x double> %98
%100 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %82, <4 x double> %99)
%101 = getelementptr ptr, ptr %workspace, i64 12
%102 = getelementptr ptr, ptr %workspace, i64 13
%103 = getelementptr ptr, ptr %workspace, i64 14
%104 = getelementptr ptr, ptr %workspace, i64 15
%105 = load ptr, ptr %101
%106 = load ptr, ptr %102
%107 = load ptr, ptr %103
%108 = load ptr, ptr %104
%109 = shufflevector <4 x double> %95, <4 x double> %100, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%110 = shufflevector <4 x double> %95, <4 x double> %100, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%111 = shufflevector <4 x double> %95, <4 x double> %95, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%112 = shufflevector <4 x double> %95, <4 x double> %95, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%113 = shufflevector <4 x double> %109, <4 x double> %111, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%114 = shufflevector <4 x double> %109, <4 x double> %111, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%115 = shufflevector <4 x double> %110, <4 x double> %112, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%116 = shufflevector <4 x double> %110, <4 x double> %112, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%117 = shufflevector <4 x double> %113, <4 x double> %113, <2 x i32> <i32 0, i32 1>
store <2 x double> %117, ptr %105, align 8
%118 = shufflevector <4 x double> %115, <4 x double> %115, <2 x i32> <i32 0, i32 1>
store <2 x double> %118, ptr %106, align 8
%119 = shufflevector <4 x double> %114, <4 x double> %114, <2 x i32> <i32 0, i32 1>
store <2 x double> %119, ptr %107, align 8
%120 = shufflevector <4 x double> %116, <4 x double> %116, <2 x i32> <i32 0, i32 1>
store <2 x double> %120, ptr %108, align 8
%121 = getelementptr double, ptr %105, i64 32
call void @llvm.prefetch.p0(ptr %121, i32 0, i32 3, i32 1)
%122 = getelementptr double, ptr %106, i64 32
call void @llvm.prefetch.p0(ptr %122, i32 0, i32 3, i32 1)
%123 = getelementptr double, ptr %107, i64 32
call void @llvm.prefetch.p0(ptr %123, i32 0, i32 3, i32 1)
%124 = getelementptr double, ptr %108, i64 32
call void @llvm.prefetch.p0(ptr %124, i32 0, i32 3, i32 1)
%125 = getelementptr double, ptr %workspace, i64 16
%126 = load <4 x double>, ptr %125, align 32
%127 = fadd <4 x double> %126, %96
%128 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %127, ptr %128, align 32
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @finish(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count) #0 {
entry:
br label %strip
strip:
%number = phi i64 [0, %entry], [%next, %strip]
%first = phi i64 [%first_row, %entry], [%next_first, %strip]
%workspace = phi ptr [%strips, %entry], [%next_workspace, %strip]
%1 = getelementptr double, ptr %workspace, i64 16
%2 = load <4 x double>, ptr %1, align 32
%3 = fcmp uno <4 x double> %2, splat (double 0x0000000000000000)
%4 = bitcast <4 x i1> %3 to i4
%5 = zext i4 %4 to i64
call void @void_rows(ptr %table, i64 %first, i64 %last, i64 %5)
%next_first = add i64 %first, 4
%next_workspace = getelementptr double, ptr %workspace, i64 36
%next = add i64 %number, 1
%more = icmp slt i64 %next, %count
br i1 %more, label %strip, label %done
done:
ret void
}

define internal void @block(ptr %table, i64 %first, i64 %last, ptr %workspace) #0 {
%1 = sub i64 %last, %first
%2 = udiv i64 %1, 4
%3 = add i64 %2, 1
%4 = icmp ult i64 %3, 4
%count = select i1 %4, i64 %3, i64 4
call void @start(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @part_0(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @part_1(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
call void @finish(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)
ret void
}

define internal double @sum_of_row(ptr %start, i64 %size, double %before) #1 {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %sum = phi double [%before, %entry], [%longer, %body]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %end
body:
  %place = getelementptr double, ptr %start, i64 %i
  %x = load double, ptr %place
  %nothing = fmul double %x, 0x0000000000000000
  %longer = fadd double %sum, %nothing
  %next = add i64 %i, 1
  br label %loop
end:
  ret double %sum
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
  %sum_1 = call double @sum_of_row(ptr %start_0, i64 2, double %sum_0)
  %entry_1 = getelementptr i64, ptr %table, i64 2
  %base_1 = load ptr, ptr %entry_1
  %distance_at_1 = getelementptr i64, ptr %table, i64 3
  %distance_1 = load i64, ptr %distance_at_1
  %offset_1 = mul i64 %row, %distance_1
  %start_1 = getelementptr double, ptr %base_1, i64 %offset_1
  %sum_2 = call double @sum_of_row(ptr %start_1, i64 2, double %sum_1)
  %entry_2 = getelementptr i64, ptr %table, i64 4
  %base_2 = load ptr, ptr %entry_2
  %distance_at_2 = getelementptr i64, ptr %table, i64 5
  %distance_2 = load i64, ptr %distance_at_2
  %offset_2 = mul i64 %row, %distance_2
  %start_2 = getelementptr double, ptr %base_2, i64 %offset_2
  %sum_3 = call double @sum_of_row(ptr %start_2, i64 2, double %sum_2)
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
  br label %loop
loop:
  %first = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %first, %rows
  br i1 %more, label %body, label %end
body:
  call void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)
  %next = add i64 %first, 16
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

