"""Small modules in intermediate languages, with something of everything."""

from __future__ import annotations

from struct import pack

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


def _text(text: str) -> tuple[int, ...]:
    data = text.encode() + b"\0" * (4 - len(text) % 4)
    return tuple(int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4))


VOID, MAIN_TYPE, FLOAT, BOOL, UINT, POINTER, HELPER_TYPE, MAIN, HELPER, TRUE, ONE, TWO, OUTPUT, OUT, SLOT = range(1, 16)
A, X, Y, SUM, LABEL, THEN, ELSE, MERGE, PHI, LOOP, TEST, BODY, NEXT, END, CALL, PICKED, HELPED, EXIT, LAST = range(
    16, 35
)
INSTRUCTIONS: tuple[tuple[int, ...], ...] = (
    (17, 1),  # capability Shader
    (14, 0, 1),
    (15, 4, MAIN, *_text("main"), OUT),
    (16, MAIN, 7),  # origin
    (5, MAIN, *_text("main")),
    (5, SUM, *_text("the sum")),
    (71, OUT, 30, 0),  # location
    (19, VOID),
    (33, MAIN_TYPE, VOID),
    (22, FLOAT, 32),
    (20, BOOL),
    (21, UINT, 32, 0),
    (33, HELPER_TYPE, FLOAT, FLOAT, FLOAT),
    (32, POINTER, 7, FLOAT),  # in functions
    (32, OUTPUT, 3, FLOAT),
    (41, BOOL, TRUE),
    (43, FLOAT, ONE, 0x3F800000),
    (43, FLOAT, TWO, 0x40000000),
    (59, OUTPUT, OUT, 3),
    (54, VOID, MAIN, 0, MAIN_TYPE),
    (248, LABEL),
    (59, POINTER, SLOT, 7),
    (62, SLOT, TWO),
    (61, FLOAT, A, SLOT),
    (184, BOOL, PICKED, A, ONE),  # less than
    (247, MERGE, 0),
    (250, PICKED, THEN, ELSE),
    (248, THEN),
    (129, FLOAT, SUM, A, ONE),
    (249, MERGE),
    (248, ELSE),
    (249, MERGE),
    (248, MERGE),
    (245, FLOAT, PHI, SUM, THEN, TWO, ELSE),
    (249, LOOP),
    (248, LOOP),
    (246, END, NEXT, 0),
    (249, TEST),
    (248, TEST),
    (250, TRUE, BODY, END),
    (248, BODY),
    (57, FLOAT, CALL, HELPER, PHI, ONE),
    (62, OUT, CALL),
    (249, NEXT),
    (248, NEXT),
    (249, LOOP),
    (248, END),
    (249, EXIT),
    (248, EXIT),
    (253,),
    (56,),
    (54, FLOAT, HELPER, 0, HELPER_TYPE),
    (55, FLOAT, X),
    (55, FLOAT, Y),
    (248, HELPED),
    (133, FLOAT, LAST, X, Y),
    (254, LAST),
    (56,),
)
SPIRV = pack("<5I", 0x07230203, 0x10000, 0, LAST + 1, 0) + b"".join(
    pack(f"<{len(each)}I", len(each) << 16 | each[0], *each[1:]) for each in INSTRUCTIONS
)

WAT = """(module
  (type $binary (func (param i32 i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (import "env" "base" (global $base i32))
  (memory 1)
  (table 4 funcref)
  (global $count (mut i32) (i32.const 3))
  (global $rate f64 (f64.const 1.5))
  (func $add (type $binary) (i32.add (local.get 0) (local.get 1)))
  (func $scale (param i32 f64) (result f64) (local i64 i64)
    (local.set 2 (i64.extend_i32_s (local.get 0)))
    (local.set 3 (i64.mul (local.get 2) (i64.const 7)))
    (f64.add (f64.mul (global.get $rate) (local.get 1)) (f64.convert_i64_s (local.get 3))))
  (func $run (export "run") (param $n i32) (result i32) (local $sum i32)
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $n)))
        (call $log (i32.mul (local.get $n) (i32.load offset=4 (global.get $base))))
        (if (i32.gt_s (local.get $n) (i32.const 5))
          (then (global.set $count (call $add (global.get $count) (local.get $n))))
          (else (i32.store (i32.const 8) (i32.trunc_f64_s (call $scale (local.get $n) (f64.const 2))))))
        (local.set $sum (call_indirect (type $binary) (local.get $sum) (local.get $n) (i32.const 1)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $again)))
    (if (result i32) (local.get $sum) (then (global.get $count))
      (else (drop (local.tee $n (i32.const 2))) (local.get $n))))
  (func $begin (call $log (i32.const 1)) (return) (unreachable))
  (export "add" (func $add))
  (export "memory" (memory 0))
  (start $begin)
  (elem (i32.const 0) $add $run)
  (data (i32.const 16) "some bytes")
  (data (i32.const 64) "others"))
"""
