declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
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
%33 = fmul <4 x double> %25, splat (double 0x0000000000000000)
%34 = call <4 x double> @llvm.fma.v4f64(<4 x double> %27, <4 x double> splat (double 0x0000000000000000), <4 x double> %33)
%35 = fadd <4 x double> splat (double 0x0000000000000000), %34
%36 = shufflevector <4 x double> %25, <4 x double> %27, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
%37 = fcmp ogt <8 x double> %36, splat (double 0x4310000000000000)
%38 = select <8 x i1> %37, <8 x double> splat (double 0x4310000000000000), <8 x double> %36
%39 = fcmp olt <8 x double> %38, splat (double 0xC310000000000000)
%40 = select <8 x i1> %39, <8 x double> splat (double 0xC310000000000000), <8 x double> %38
%41 = call <8 x double> @llvm.fma.v8f64(<8 x double> %40, <8 x double> splat (double 0x3FE45F306DC9C883), <8 x double> splat (double 0x4338000000000000))
%42 = fsub <8 x double> %41, splat (double 0x4338000000000000)
%43 = fneg <8 x double> %42
%44 = call <8 x double> @llvm.fma.v8f64(<8 x double> %43, <8 x double> splat (double 0x3FF921FB54442D18), <8 x double> %40)
%45 = fneg <8 x double> %42
%46 = call <8 x double> @llvm.fma.v8f64(<8 x double> %45, <8 x double> splat (double 0x3C91A62633145C07), <8 x double> %44)
%47 = fneg <8 x double> %42
%48 = call <8 x double> @llvm.fma.v8f64(<8 x double> %47, <8 x double> splat (double 0xB91F1976B7ED900B), <8 x double> %46)
%49 = bitcast <8 x double> %41 to <8 x i64>
%50 = fmul <8 x double> %48, %48
%51 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3DE5D918F5F48942), <8 x double> %50, <8 x double> splat (double 0xBE5AE5E61690F248))
%52 = call <8 x double> @llvm.fma.v8f64(<8 x double> %51, <8 x double> %50, <8 x double> splat (double 0x3EC71DE3571C7CCF))
%53 = call <8 x double> @llvm.fma.v8f64(<8 x double> %52, <8 x double> %50, <8 x double> splat (double 0xBF2A01A019C0B086))
%54 = call <8 x double> @llvm.fma.v8f64(<8 x double> %53, <8 x double> %50, <8 x double> splat (double 0x3F8111111110F848))
%55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %54, <8 x double> %50, <8 x double> splat (double 0xBFC5555555555549))
%56 = fmul <8 x double> %50, %48
%57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %55, <8 x double> %56, <8 x double> %48)
%58 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0xBDA8FAD07DF189AF), <8 x double> %50, <8 x double> splat (double 0x3E21EE9E8F68D95C))
%59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %58, <8 x double> %50, <8 x double> splat (double 0xBE927E4F805C419B))
%60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %59, <8 x double> %50, <8 x double> splat (double 0x3EFA01A019CAC33E))
%61 = call <8 x double> @llvm.fma.v8f64(<8 x double> %60, <8 x double> %50, <8 x double> splat (double 0xBF56C16C16C15148))
%62 = call <8 x double> @llvm.fma.v8f64(<8 x double> %61, <8 x double> %50, <8 x double> splat (double 0x3FA555555555554C))
%63 = call <8 x double> @llvm.fma.v8f64(<8 x double> %62, <8 x double> %50, <8 x double> splat (double 0xBFE0000000000000))
%64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %63, <8 x double> %50, <8 x double> splat (double 0x3FF0000000000000))
%65 = shl <8 x i64> %49, splat (i64 63)
%66 = icmp slt <8 x i64> %65, splat (i64 0)
%67 = add <8 x i64> %49, splat (i64 1)
%68 = select <8 x i1> %66, <8 x double> %64, <8 x double> %57
%69 = and <8 x i64> %49, splat (i64 2)
%70 = shl <8 x i64> %69, splat (i64 62)
%71 = bitcast <8 x double> %68 to <8 x i64>
%72 = xor <8 x i64> %71, %70
%73 = bitcast <8 x i64> %72 to <8 x double>
%74 = select <8 x i1> %66, <8 x double> %57, <8 x double> %64
%75 = and <8 x i64> %67, splat (i64 2)
%76 = shl <8 x i64> %75, splat (i64 62)
%77 = bitcast <8 x double> %74 to <8 x i64>
%78 = xor <8 x i64> %77, %76
%79 = bitcast <8 x i64> %78 to <8 x double>
%80 = shufflevector <8 x double> %73, <8 x double> %73, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%81 = shufflevector <8 x double> %73, <8 x double> %73, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%82 = shufflevector <8 x double> %79, <8 x double> %79, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
%83 = shufflevector <8 x double> %79, <8 x double> %79, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
%84 = getelementptr double, ptr %workspace, i64 24
store <4 x double> %80, ptr %84, align 32
%85 = getelementptr double, ptr %workspace, i64 20
store <4 x double> %82, ptr %85, align 32
%86 = getelementptr double, ptr %workspace, i64 32
store <4 x double> %81, ptr %86, align 32
%87 = getelementptr double, ptr %workspace, i64 28
store <4 x double> %83, ptr %87, align 32
%88 = getelementptr double, ptr %workspace, i64 16
%89 = load <4 x double>, ptr %88, align 32
%90 = fadd <4 x double> %89, %35
%91 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %90, ptr %91, align 32
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
%39 = fmul <4 x double> %31, splat (double 0x0000000000000000)
%40 = call <4 x double> @llvm.fma.v4f64(<4 x double> %33, <4 x double> splat (double 0x0000000000000000), <4 x double> %39)
%41 = fadd <4 x double> splat (double 0x0000000000000000), %40
%42 = fadd <4 x double> %31, %33
%43 = call <4 x double> @llvm.fma.v4f64(<4 x double> %31, <4 x double> %31, <4 x double> %3)
%44 = getelementptr double, ptr %workspace, i64 32
%45 = load <4 x double>, ptr %44, align 32
%46 = fmul <4 x double> %45, %43
%47 = getelementptr double, ptr %workspace, i64 28
%48 = load <4 x double>, ptr %47, align 32
%49 = fneg <4 x double> %46
%50 = call <4 x double> @llvm.fma.v4f64(<4 x double> %6, <4 x double> %48, <4 x double> %49)
%51 = fmul <4 x double> %42, %42
%52 = fmul <4 x double> splat (double 0x3FE0000000000000), %51
%53 = getelementptr ptr, ptr %workspace, i64 8
%54 = getelementptr ptr, ptr %workspace, i64 9
%55 = getelementptr ptr, ptr %workspace, i64 10
%56 = getelementptr ptr, ptr %workspace, i64 11
%57 = load ptr, ptr %53
%58 = load ptr, ptr %54
%59 = load ptr, ptr %55
%60 = load ptr, ptr %56
%61 = load <2 x double>, ptr %57, align 8
%62 = load <2 x double>, ptr %57, align 8
%63 = shufflevector <2 x double> %61, <2 x double> %62, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%64 = load <2 x double>, ptr %58, align 8
%65 = load <2 x double>, ptr %58, align 8
%66 = shufflevector <2 x double> %64, <2 x double> %65, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%67 = load <2 x double>, ptr %59, align 8
%68 = load <2 x double>, ptr %59, align 8
%69 = shufflevector <2 x double> %67, <2 x double> %68, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%70 = load <2 x double>, ptr %60, align 8
%71 = load <2 x double>, ptr %60, align 8
%72 = shufflevector <2 x double> %70, <2 x double> %71, <4 x i32> <i32 0, i32 1, i32 0, i32 0>
%73 = shufflevector <4 x double> %63, <4 x double> %66, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%74 = shufflevector <4 x double> %63, <4 x double> %66, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%75 = shufflevector <4 x double> %69, <4 x double> %72, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%76 = shufflevector <4 x double> %69, <4 x double> %72, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%77 = shufflevector <4 x double> %73, <4 x double> %75, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%78 = shufflevector <4 x double> %73, <4 x double> %75, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%79 = shufflevector <4 x double> %74, <4 x double> %76, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%80 = shufflevector <4 x double> %74, <4 x double> %76, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%81 = getelementptr double, ptr %57, i64 32
call void @llvm.prefetch.p0(ptr %81, i32 0, i32 3, i32 1)
%82 = getelementptr double, ptr %58, i64 32
call void @llvm.prefetch.p0(ptr %82, i32 0, i32 3, i32 1)
%83 = getelementptr double, ptr %59, i64 32
call void @llvm.prefetch.p0(ptr %83, i32 0, i32 3, i32 1)
%84 = getelementptr double, ptr %60, i64 32
call void @llvm.prefetch.p0(ptr %84, i32 0, i32 3, i32 1)
%85 = fmul <4 x double> %77, splat (double 0x0000000000000000)
%86 = call <4 x double> @llvm.fma.v4f64(<4 x double> %79, <4 x double> splat (double 0x0000000000000000), <4 x double> %85)
%87 = fadd <4 x double> %41, %86
%88 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FE0000000000000), <4 x double> %50, <4 x double> %79)
%89 = fmul <4 x double> splat (double 0x3FF7F48066355709), %88
%90 = fmul <4 x double> %45, %52
%91 = fneg <4 x double> %89
%92 = call <4 x double> @llvm.fma.v4f64(<4 x double> %48, <4 x double> %91, <4 x double> %90)
%93 = fsub <4 x double> %79, %92
%94 = fmul <4 x double> splat (double 0x3FE7F48066355709), %45
%95 = call <4 x double> @llvm.fma.v4f64(<4 x double> %45, <4 x double> %94, <4 x double> splat (double 0xBFE7F48066355709))
%96 = fneg <4 x double> %5
%97 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x402D6E147AE147AE), <4 x double> %96, <4 x double> %93)
%98 = fsub <4 x double> %77, %97
%99 = fadd <4 x double> %95, splat (double 0x3FF557E4B17E4B19)
%100 = fdiv <4 x double> splat (double 0x3FF0000000000000), %99
%101 = fmul <4 x double> %98, %100
%102 = fmul <4 x double> %48, %101
%103 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FF7F48066355709), <4 x double> %102, <4 x double> %101)
%104 = fneg <4 x double> %103
%105 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x4007F48066355709), <4 x double> %88, <4 x double> %104)
%106 = getelementptr ptr, ptr %workspace, i64 12
%107 = getelementptr ptr, ptr %workspace, i64 13
%108 = getelementptr ptr, ptr %workspace, i64 14
%109 = getelementptr ptr, ptr %workspace, i64 15
%110 = load ptr, ptr %106
%111 = load ptr, ptr %107
%112 = load ptr, ptr %108
%113 = load ptr, ptr %109
%114 = shufflevector <4 x double> %101, <4 x double> %105, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%115 = shufflevector <4 x double> %101, <4 x double> %105, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%116 = shufflevector <4 x double> %101, <4 x double> %101, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
%117 = shufflevector <4 x double> %101, <4 x double> %101, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
%118 = shufflevector <4 x double> %114, <4 x double> %116, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%119 = shufflevector <4 x double> %114, <4 x double> %116, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%120 = shufflevector <4 x double> %115, <4 x double> %117, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
%121 = shufflevector <4 x double> %115, <4 x double> %117, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
%122 = shufflevector <4 x double> %118, <4 x double> %118, <2 x i32> <i32 0, i32 1>
store <2 x double> %122, ptr %110, align 8
%123 = shufflevector <4 x double> %120, <4 x double> %120, <2 x i32> <i32 0, i32 1>
store <2 x double> %123, ptr %111, align 8
%124 = shufflevector <4 x double> %119, <4 x double> %119, <2 x i32> <i32 0, i32 1>
store <2 x double> %124, ptr %112, align 8
%125 = shufflevector <4 x double> %121, <4 x double> %121, <2 x i32> <i32 0, i32 1>
store <2 x double> %125, ptr %113, align 8
%126 = getelementptr double, ptr %110, i64 32
call void @llvm.prefetch.p0(ptr %126, i32 0, i32 3, i32 1)
%127 = getelementptr double, ptr %111, i64 32
call void @llvm.prefetch.p0(ptr %127, i32 0, i32 3, i32 1)
%128 = getelementptr double, ptr %112, i64 32
call void @llvm.prefetch.p0(ptr %128, i32 0, i32 3, i32 1)
%129 = getelementptr double, ptr %113, i64 32
call void @llvm.prefetch.p0(ptr %129, i32 0, i32 3, i32 1)
%130 = getelementptr double, ptr %workspace, i64 16
%131 = load <4 x double>, ptr %130, align 32
%132 = fadd <4 x double> %131, %87
%133 = getelementptr double, ptr %workspace, i64 16
store <4 x double> %132, ptr %133, align 32
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
  %more = icmp slt i64 %lane, 4
  br i1 %more, label %test, label %end
test:
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %fill, label %continue
fill:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last
  %entry_3 = getelementptr i64, ptr %table, i64 6
  %base_3 = load ptr, ptr %entry_3
  %size_at_3 = getelementptr i64, ptr %table, i64 7
  %size_3 = load i64, ptr %size_at_3
  %offset_3 = mul i64 %row, %size_3
  %start_3 = getelementptr double, ptr %base_3, i64 %offset_3
  call void @fill_nan(ptr %start_3, i64 %size_3)
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
  %next = add i64 %first, 16
  br label %loop
end:
  ret void
}
attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
attributes #1 = { nounwind cold noinline }

