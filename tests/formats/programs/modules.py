"""Small modules in intermediate languages, with something of everything."""

from __future__ import annotations

LLVM = rb"""; ModuleID = 'words.c'
source_filename = "words.c"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, %struct.inner }
%struct.inner = type { ptr, [2 x i32] }
$shared = comdat any

@.str = private unnamed_addr constant [4 x i8] c"a;b\00", align 1
@table = internal global [2 x ptr] [ptr @first, ptr @helper], align 8
@0 = private global i32 7
@other = alias i32, ptr @0

; Function Attrs: nounwind
define i32 @first(ptr noundef %0, i32 noundef %1) #0 personality ptr @handler {
  %3 = getelementptr inbounds %struct.pair, ptr %0, i64 0, i32 1
  %4 = load i32, ptr %3, align 4, !tbaa !1
  %5 = icmp sgt i32 %4, %1
  br i1 %5, label %6, label %9, !prof !5

6:                                                ; preds = %2
  %7 = add nsw i32 %4, %1
  %8 = invoke i32 @helper(i32 %7, i32 noundef 3)
          to label %9 unwind label %14

9:                                                ; preds = %6, %2
  %10 = phi i32 [ %8, %6 ], [ 0, %2 ]
  switch i32 %10, label %13 [
    i32 0, label %11
    i32 1, label %12
  ]

11:                                               ; preds = %9
  call void @show(ptr @.str)
  br label %13

12:                                               ; preds = %9
  store i32 %10, ptr @0, align 4
  br label %13

13:                                               ; preds = %12, %11, %9
  %x = phi i32 [ 1, %11 ], [ %10, %12 ], [ 2, %9 ]
  ret i32 %x

14:                                               ; preds = %6
  %15 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %15
}

define linkonce_odr i32 @helper(i32 %a, i32 %b) #1 comdat($shared) {
entry:
  %slot = alloca i32, align 4
  store i32 %a, ptr %slot
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, %b
  %done = icmp eq i32 %next, 100
  br i1 %done, label %out, label %loop, !llvm.loop !4

out:
  %v = load i32, ptr %slot
  %f = sitofp i32 %v to double
  %g = fmul double %f, %f
  %t = call i32 @first(ptr null, i32 %next)
  ret i32 %t
}

declare void @show(ptr)
declare i32 @handler(...)

attributes #0 = { nounwind "frame-pointer"="none" }
attributes #1 = { noinline }

!llvm.ident = !{!0}
!0 = !{!"a compiler"}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
!4 = distinct !{!4}
!5 = !{!"branch_weights", i32 1, i32 2000}
"""
