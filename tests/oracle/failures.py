"""What the failures of many tools look like: on a big input, on a small one, and another failure of the same tool.

The texts are written after the tools' manner, with the names, numbers and paths that differ between two runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent


@dataclass(frozen=True)
class Case:
    """`big` and `small` show one failure, `other` another; all with the same exit code or signal."""

    tool: str
    kind: str
    big: str
    small: str
    other: str
    exit_code: int | None = 1
    signal: int | None = None
    name: str = "case.c"  # of the candidate, which lies in another directory in each run


def _case(tool: str, kind: str, big: str, small: str, other: str, **ending: int | str | None) -> Case:
    return Case(tool, kind, *(dedent(text).lstrip("\n") for text in (big, small, other)), **ending)  # type: ignore[arg-type]


CASES = [
    _case(
        "gcc, in a function",
        "internal compiler error",
        """
        during GIMPLE pass: ccp
        /dev/shm/thresher-k3j2/0/work/case.c: In function 'inflate_table':
        /dev/shm/thresher-k3j2/0/work/case.c:812:1: internal compiler error: in gimplify_modify_expr, at gimplify.cc:6012
          812 | inflate_table(int assert, int n)
              | ^~~~~~~~~~~~~
        0x7f3c1d2a gimplify_expr(tree_node**, gimple**, gimple**, bool (*)(tree_node*), int)
        \t../../src/gcc/gimplify.cc:14213
        Please submit a full bug report, with preprocessed source (by using -freport-bug).
        See <file:///usr/share/doc/gcc-12/README.Bugs> for instructions.
        """,
        """
        /dev/shm/thresher-k3j2/41/work/case.c: In function 'f':
        /dev/shm/thresher-k3j2/41/work/case.c:3:1: internal compiler error: in gimplify_modify_expr, at gimplify.cc:6012
            3 | f(int n)
              | ^
        Please submit a full bug report, with preprocessed source (by using -freport-bug).
        See <file:///usr/share/doc/gcc-12/README.Bugs> for instructions.
        """,
        """
        /dev/shm/thresher-k3j2/42/work/case.c:3:1: internal compiler error: in make_ssa_name_fn, at tree-ssanames.cc:355
            3 | f(int n)
              | ^
        Please submit a full bug report, with preprocessed source (by using -freport-bug).
        """,
    ),
    _case(
        "gcc, tree check",
        "internal compiler error",
        """
        case.c:90:5: internal compiler error: tree check: expected integer_cst, have ssa_name in get_len, at tree.h:6247
           90 |     g(sizeof(struct { int a[n]; }));
        0x6d2a41 tree_check_failed(tree_node const*, char const*, int, char const*, ...)
        \t../../src/gcc/tree.cc:8874
        """,
        """
        case.c:2:9: internal compiler error: tree check: expected integer_cst, have ssa_name in get_len, at tree.h:6247
            2 | g(n);
        """,
        """
        case.c:2:9: internal compiler error: tree check: expected record_type, have error_mark in walk, at tree.h:6250
            2 | g(n);
        """,
    ),
    _case(
        "gcc, crashed",
        "internal compiler error",
        """
        case.c:167:1: internal compiler error: Segmentation fault
          167 | }
              | ^
        0xcc6714 crash_signal
        \t../../src/gcc/toplev.cc:322
        0x116a09f fold_convert_loc(unsigned int, tree_node*, tree_node*)
        \t../../src/gcc/fold-const.cc:2410
        0x1174caf build_array_ref(unsigned int, tree_node*, tree_node*)
        \t../../src/gcc/c/c-typeck.cc:2766
        0x1174caf c_parser_postfix_expression
        \t../../src/gcc/c/c-parser.cc:11612
        0x1174caf c_parser_statement_after_labels
        \t../../src/gcc/c/c-parser.cc:6612
        Please submit a full bug report, with preprocessed source (by using -freport-bug).
        """,
        """
        case.c:2:1: internal compiler error: Segmentation fault
        0xcc6714 crash_signal
        \t../../src/gcc/toplev.cc:322
        0x116a0bb fold_convert_loc(unsigned int, tree_node*, tree_node*)
        \t../../src/gcc/fold-const.cc:2415
        0x1174caf build_array_ref(unsigned int, tree_node*, tree_node*)
        \t../../src/gcc/c/c-typeck.cc:2766
        0x1174caf c_parser_postfix_expression
        \t../../src/gcc/c/c-parser.cc:11612
        Please submit a full bug report, with preprocessed source (by using -freport-bug).
        """,
        """
        case.c:2:1: internal compiler error: Segmentation fault
        0xcc6714 crash_signal
        \t../../src/gcc/toplev.cc:322
        0x116a0bb unify_nodes(constraint_graph*, unsigned int, unsigned int, bool)
        \t../../src/gcc/tree-ssa-structalias.cc:1415
        0x1174caf compute_points_to_sets
        \t../../src/gcc/tree-ssa-structalias.cc:7501
        """,
    ),
    _case(
        "clang, assertion",
        "assertion",
        """
        clang: /build/llvm/clang/lib/Sema/SemaExpr.cpp:1203: clang::QualType clang::Sema::UsualArithmetic(clang::Expr*, int): Assertion `!LHS.isNull() && "operand lost"' failed.
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: /usr/bin/clang -cc1 -main-file-name case.c -o /tmp/case-1a2b3c.o
        1.\tcase.c:812:14: current parser token ';'
         #0 0x000055c0e3d4a1b8 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/bin/clang+0x33)
        """,
        """
        clang: /build/llvm/clang/lib/Sema/SemaExpr.cpp:1203: clang::QualType clang::Sema::UsualArithmetic(clang::Expr*, int): Assertion `!LHS.isNull() && "operand lost"' failed.
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: /usr/bin/clang -cc1 -main-file-name case.c -o /tmp/case-99aa11.o
        1.\t<eof> parser at end of file
        """,
        """
        clang: /build/llvm/clang/lib/Sema/SemaExpr.cpp:1340: clang::QualType clang::Sema::CheckShift(clang::Expr*): Assertion `Bits > 0' failed.
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        """,
        exit_code=134,
    ),
    _case(
        "clang, stack dump",
        "internal compiler error",
        """
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: clang -cc1 -std=c++20 /dev/shm/thresher-k3j2/0/work/case.c
        1.\t/dev/shm/thresher-k3j2/0/work/case.c:212:30: current parser token '>'
        2.\t/dev/shm/thresher-k3j2/0/work/case.c:200:1: parsing struct/union/class body 'Holder'
         #0 0x00007fecd016ef43 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM-14.so.1+0xe3ef43)
         #1 0x00007fecd016d0ec llvm::sys::RunSignalHandlers() (/lib/libLLVM-14.so.1+0xe3d0ec)
         #2 0x00007fecd016f4c6 (/lib/libLLVM-14.so.1+0xe3f4c6)
         #3 0x00007feccee5bfd0 (/lib/x86_64-linux-gnu/libc.so.6+0x3bfd0)
         #4 0x00007fecd6d8a4c1 clang::Sema::BuildFromArgument(clang::TemplateArgument const&, clang::SourceLocation) (/lib/libclang-cpp.so.14+0x1a)
         #5 0x00007fecd6e21b07 (/lib/libclang-cpp.so.14+0x1b)
         #6 0x00007fecd6e21b07 clang::Sema::SubstExpr(clang::Expr*, clang::MultiLevelArguments const&) (/lib/libclang-cpp.so.14+0x1c)
         #7 0x00007fecd6e21b07 clang::Sema::SubstExpr(clang::Expr*, clang::MultiLevelArguments const&) (/lib/libclang-cpp.so.14+0x1c)
         #8 0x00007fecd6e21b07 clang::Sema::Instantiate(clang::Decl*) (/lib/libclang-cpp.so.14+0x1d)
         #9 0x00007fecd6e21b07 clang::Sema::CheckOverloads(clang::Decl*) (/lib/libclang-cpp.so.14+0x1e)
        """,
        """
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: clang -cc1 -std=c++20 /dev/shm/thresher-k3j2/9/work/case.c
        1.\t<eof> parser at end of file
         #0 0x00007f11d016ef43 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM-14.so.1+0xe3ef43)
         #1 0x00007f11d016d0ec llvm::sys::RunSignalHandlers() (/lib/libLLVM-14.so.1+0xe3d0ec)
         #2 0x00007f11cee5bfd0 (/lib/x86_64-linux-gnu/libc.so.6+0x3bfd0)
         #3 0x00007f11d6d8a4c1 clang::Sema::BuildFromArgument(clang::TemplateArgument const&, clang::SourceLocation) (/lib/libclang-cpp.so.14+0x1a)
         #4 0x00007f11d6e21b07 clang::Sema::SubstExpr(clang::Expr*, clang::MultiLevelArguments const&) (/lib/libclang-cpp.so.14+0x1c)
         #5 0x00007f11d6e21b07 clang::Sema::Instantiate(clang::Decl*) (/lib/libclang-cpp.so.14+0x1d)
         #6 0x00007f11d6e21b07 clang::ParseAST(clang::Sema&, bool, bool) (/lib/libclang-cpp.so.14+0x1f)
        """,
        """
        PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: clang -cc1 -std=c++20 /dev/shm/thresher-k3j2/9/work/case.c
        1.\t<eof> parser at end of file
         #0 0x00007f11d016ef43 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM-14.so.1+0xe3ef43)
         #2 0x00007f11d6e21b07 clang::Sema::ActOnReturn(clang::Expr*) (/lib/libclang-cpp.so.14+0x2c)
         #3 0x00007f11d6e21b07 clang::ParseAST(clang::Sema&, bool, bool) (/lib/libclang-cpp.so.14+0x1f)
        """,
        exit_code=None,
        signal=11,
    ),
    _case(
        "clang, without symbols",
        "internal compiler error",
        """
        PLEASE submit a bug report to https://bugs.llvm.org/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: llc case.c
        1.\tRunning pass 'Function Pass Manager' on module 'case.c'.
        2.\tRunning pass 'Machine Instruction Scheduler' on function '@deflate_slow'
        Stack dump without symbol names (ensure you have llvm-symbolizer in your PATH):
        /lib/libLLVM-14.so.1(_ZN4llvm3sys15PrintStackTraceERNS_11raw_ostreamEi+0x31)[0x7fecd016ef43]
        /lib/libLLVM-14.so.1(_ZN4llvm3sys17RunSignalHandlersEv+0xee)[0x7fecd016d0ec]
        /lib/x86_64-linux-gnu/libc.so.6(+0x3bfd0)[0x7feccee5bfd0]
        /lib/libLLVM-14.so.1(+0x1e3f4c6)[0x7fecd016f4c6]
        """,
        """
        PLEASE submit a bug report to https://bugs.llvm.org/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: llc case.c
        1.\tRunning pass 'Function Pass Manager' on module 'case.c'.
        2.\tRunning pass 'Machine Instruction Scheduler' on function '@a'
        Stack dump without symbol names (ensure you have llvm-symbolizer in your PATH):
        /lib/libLLVM-14.so.1(_ZN4llvm3sys15PrintStackTraceERNS_11raw_ostreamEi+0x31)[0x7f11d016ef43]
        """,
        """
        PLEASE submit a bug report to https://bugs.llvm.org/ and include the crash backtrace.
        Stack dump:
        0.\tProgram arguments: llc case.c
        1.\tRunning pass 'Function Pass Manager' on module 'case.c'.
        2.\tRunning pass 'Greedy Register Allocator' on function '@a'
        Stack dump without symbol names (ensure you have llvm-symbolizer in your PATH):
        """,
        exit_code=None,
        signal=11,
    ),
    _case(
        "rustc, old panic",
        "internal compiler error",
        """
        warning: unused variable: `x`
        thread 'rustc' panicked at 'called `Option::unwrap()` on a `None` value', compiler/rustc_borrowck/src/diagnostics/region_errors.rs:199:67
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

        error: internal compiler error: unexpected panic

        note: the compiler unexpectedly panicked. this is a bug.
        query stack during panic:
        #0 [mir_borrowck] borrow-checking `either::Either::<L, R>::factor`
        #1 [analysis] running analysis passes on this crate
        """,
        """
        thread 'rustc' panicked at 'called `Option::unwrap()` on a `None` value', compiler/rustc_borrowck/src/diagnostics/region_errors.rs:199:67
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

        error: internal compiler error: unexpected panic

        query stack during panic:
        #0 [mir_borrowck] borrow-checking `f`
        """,
        """
        thread 'rustc' panicked at 'index out of bounds: the len is 0 but the index is 0', compiler/rustc_middle/src/ty/subst.rs:402:9
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

        error: internal compiler error: unexpected panic
        """,
        exit_code=101,
        name="case.rs",
    ),
    _case(
        "rustc, bug!",
        "internal compiler error",
        """
        error: internal compiler error: compiler/rustc_trait_selection/src/traits/select/confirmation.rs:142:21: Where clause `Binder(TraitPredicate(<Cursor<T> as Write>), [])` was applicable to `Obligation(predicate=Binder(Tr(<&T as Write>)), depth=3)` but now is not
           --> case.rs:500:5
        thread 'rustc' panicked at 'Box<dyn Any>', /rustc/88f19c6da/library/std/src/panic.rs:59:5
        """,
        """
        error: internal compiler error: compiler/rustc_trait_selection/src/traits/select/confirmation.rs:142:21: Where clause `Binder(TraitPredicate(<A<T> as B>), [])` was applicable to `Obligation(predicate=Binder(Tr(<A as B>)), depth=1)` but now is not
           --> case.rs:5:5
        thread 'rustc' panicked at 'Box<dyn Any>', /rustc/88f19c6da/library/std/src/panic.rs:59:5
        """,
        """
        error: internal compiler error: compiler/rustc_mir/src/interpret/place.rs:99:21: unsized place with no metadata: `x`
           --> case.rs:5:5
        thread 'rustc' panicked at 'Box<dyn Any>', /rustc/88f19c6da/library/std/src/panic.rs:59:5
        """,
        exit_code=101,
        name="case.rs",
    ),
    _case(
        "rust panic",
        "rust panic",
        """

        thread 'main' (4660) panicked at src/reader/table.rs:41:34:
        index out of bounds: the len is 300 but the index is 612
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
        """,
        """

        thread 'main' (9) panicked at src/reader/table.rs:48:20:
        index out of bounds: the len is 1 but the index is 1
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
        """,
        """

        thread 'main' (9) panicked at src/reader/header.rs:48:20:
        attempt to subtract with overflow
        """,
        exit_code=101,
    ),
    _case(
        "rust panic with a backtrace",
        "rust panic",
        """
        thread 'worker-3' panicked at src/main.rs:1:34:
        called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }
        stack backtrace:
           0: rust_begin_unwind
                     at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
           1: core::panicking::panic_fmt
                     at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
           2: core::result::unwrap_failed
           3: tool::number
                     at ./src/main.rs:1:34
           4: tool::expression
                     at ./src/main.rs:20:34
           5: tool::expression
                     at ./src/main.rs:22:34
           6: tool::statement::h25e70888d22e3a4c
                     at ./src/main.rs:80:34
           7: tool::block
        """,
        """
        thread 'worker-1' panicked at src/main.rs:1:34:
        called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }
        stack backtrace:
           0: rust_begin_unwind
           1: core::panicking::panic_fmt
           2: core::result::unwrap_failed
           3: tool::number
                     at ./src/main.rs:1:34
           4: tool::expression
                     at ./src/main.rs:20:34
           5: tool::statement::h25e70888d22e3a4c
                     at ./src/main.rs:80:34
           6: tool::main
        """,
        """
        thread 'worker-1' panicked at src/main.rs:1:34:
        called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }
        stack backtrace:
           0: rust_begin_unwind
           1: core::result::unwrap_failed
           2: tool::index
                     at ./src/main.rs:5:34
           3: tool::statement
        """,
        exit_code=101,
    ),
    _case(
        "go panic",
        "go panic",
        """
        2024/05/01 10:00:01 parsing 812 lines
        panic: runtime error: index out of range [812] with length 500 [recovered]
        \tpanic: runtime error: index out of range [812] with length 500

        goroutine 154 [running]:
        panic({0x49a1c0, 0xc0000b4018})
        \t/usr/local/go/src/runtime/panic.go:884 +0x212
        example.com/fmt/printer.(*printer).line(0xc0000a0000, 0x32c)
        \t/home/me/fmt/printer/nodes.go:76 +0x19c
        example.com/fmt/printer.(*printer).block(...)
        \t/home/me/fmt/printer/nodes.go:99
        example.com/fmt/printer.(*printer).decl(0xc0000a0000)
        \t/home/me/fmt/printer/nodes.go:38 +0x17c
        main.main()
        \t/home/me/fmt/main.go:202 +0xe7

        goroutine 6 [chan send]:
        main.other()
        \t/home/me/fmt/main.go:25
        """,
        """
        2024/05/01 10:07:44 parsing 2 lines
        panic: runtime error: index out of range [2] with length 0

        goroutine 1 [running]:
        example.com/fmt/printer.(*printer).line(0xc0000aaaaa, 0x2)
        \t/home/me/fmt/printer/nodes.go:76 +0x19c
        example.com/fmt/printer.(*printer).block(...)
        \t/home/me/fmt/printer/nodes.go:99
        example.com/fmt/printer.(*printer).decl(0xc0000a0000)
        \t/home/me/fmt/printer/nodes.go:38 +0x17c
        main.main()
        \t/home/me/fmt/main.go:202 +0xe7
        """,
        """
        panic: runtime error: invalid memory address or nil pointer dereference
        [signal SIGSEGV: segmentation violation code=0x1 addr=0x28 pc=0x1385f7c]

        goroutine 1 [running]:
        example.com/fmt/printer.(*printer).line(0xc0000aaaaa, 0x2)
        \t/home/me/fmt/printer/nodes.go:70 +0x19c
        """,
        exit_code=2,
    ),
    _case(
        "python",
        "python exception",
        """
        Traceback (most recent call last):
          File "/usr/bin/fmt", line 8, in <module>
            sys.exit(main())
                     ^^^^^^
          File "/usr/lib/python3/fmt/cli.py", line 812, in main
            run(path)
          File "/usr/lib/python3/fmt/tree.py", line 40, in visit
            self.visit(child)
          File "/usr/lib/python3/fmt/tree.py", line 44, in visit
            self.visit(child)
          File "/usr/lib/python3/fmt/lines.py", line 12, in split
            raise KeyError(name)
        KeyError: 'deflate_state'
        """,
        """
        Traceback (most recent call last):
          File "/usr/bin/fmt", line 8, in <module>
            sys.exit(main())
          File "/usr/lib/python3/fmt/cli.py", line 812, in main
            run(path)
          File "/usr/lib/python3/fmt/tree.py", line 40, in visit
            self.visit(child)
          File "/usr/lib/python3/fmt/lines.py", line 15, in split
            raise KeyError(name)
        KeyError: 'a'
        """,
        """
        Traceback (most recent call last):
          File "/usr/bin/fmt", line 8, in <module>
            sys.exit(main())
          File "/usr/lib/python3/fmt/cli.py", line 812, in main
            run(path)
          File "/usr/lib/python3/fmt/lines.py", line 15, in split
            raise IndexError(name)
        IndexError: list index out of range
        """,
        name="case.py",
    ),
    _case(
        "python, raised from a cause",
        "python exception",
        """
        Traceback (most recent call last):
          File "/opt/db/engine.py", line 80, in execute
            self.step(row)
          File "/opt/db/engine.py", line 95, in step
            raise ValueError(f"row {row}")
        ValueError: row 4711

        The above exception was the direct cause of the following exception:

        Traceback (most recent call last):
          File "/opt/db/main.py", line 3, in <module>
            main()
          File "/opt/db/main.py", line 9, in main
            raise Failed("statement 300") from error
        db.Failed: statement 300
        """,
        """
        Traceback (most recent call last):
          File "/opt/db/engine.py", line 81, in execute
            self.step(row)
          File "/opt/db/engine.py", line 95, in step
            raise ValueError(f"row {row}")
        ValueError: row 1

        The above exception was the direct cause of the following exception:

        Traceback (most recent call last):
          File "/opt/db/main.py", line 3, in <module>
            main()
          File "/opt/db/main.py", line 9, in main
            raise Failed("statement 1") from error
        db.Failed: statement 1
        """,
        """
        Traceback (most recent call last):
          File "/opt/db/engine.py", line 12, in plan
            raise ValueError("no index")
        ValueError: no index

        The above exception was the direct cause of the following exception:

        Traceback (most recent call last):
          File "/opt/db/main.py", line 3, in <module>
            main()
          File "/opt/db/main.py", line 9, in main
            raise Failed("statement 1") from error
        db.Failed: statement 1
        """,
        name="case.sql",
    ),
    _case(
        "mypy",
        "python exception",
        """
        case.py:812: error: INTERNAL ERROR -- Please try using mypy master on GitHub:
        https://mypy.readthedocs.io/en/stable/common_issues.html
        version: 0.910
        Traceback (most recent call last):
          File "mypy/checker.py", line 401, in accept
          File "mypy/nodes.py", line 683, in accept
          File "mypy/checker.py", line 790, in visit_func_def
          File "mypy/checker.py", line 801, in _visit_func_def
          File "mypy/checker.py", line 1203, in frame_context
        AssertionError:\x20
        case.py:812: : note: use --pdb to drop into pdb
        """,
        """
        case.py:2: error: INTERNAL ERROR -- Please try using mypy master on GitHub:
        https://mypy.readthedocs.io/en/stable/common_issues.html
        version: 0.910
        Traceback (most recent call last):
          File "mypy/nodes.py", line 683, in accept
          File "mypy/checker.py", line 790, in visit_func_def
          File "mypy/checker.py", line 801, in _visit_func_def
          File "mypy/checker.py", line 1203, in frame_context
        AssertionError:\x20
        case.py:2: : note: use --pdb to drop into pdb
        """,
        """
        case.py:2: error: INTERNAL ERROR -- Please try using mypy master on GitHub:
        version: 0.910
        Traceback (most recent call last):
          File "mypy/nodes.py", line 683, in accept
          File "mypy/semanal.py", line 90, in visit_class_def
        AttributeError: 'NoneType' object has no attribute 'type'
        """,
        exit_code=2,
        name="case.py",
    ),
    _case(
        "python recursion",
        "python exception",
        """
        Traceback (most recent call last):
          File "/usr/lib/p/main.py", line 3, in <module>
            expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
          File "/usr/lib/p/parse.py", line 20, in term
            return expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
          File "/usr/lib/p/parse.py", line 20, in term
            return expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
          File "/usr/lib/p/parse.py", line 19, in term
            if isinstance(x, Name):
          File "/usr/lib/python3.11/abc.py", line 119, in __instancecheck__
        RecursionError: maximum recursion depth exceeded in comparison
        """,
        """
        Traceback (most recent call last):
          File "/usr/lib/p/main.py", line 3, in <module>
            expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
          File "/usr/lib/p/parse.py", line 20, in term
            return expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
          File "/usr/lib/p/parse.py", line 20, in term
            return expression()
          File "/usr/lib/p/parse.py", line 10, in expression
            return term()
        RecursionError: maximum recursion depth exceeded
        """,
        """
        Traceback (most recent call last):
          File "/usr/lib/p/main.py", line 3, in <module>
            dump()
          File "/usr/lib/p/dump.py", line 10, in dump
            return dump()
          File "/usr/lib/p/dump.py", line 10, in dump
            return dump()
          File "/usr/lib/p/dump.py", line 10, in dump
            return dump()
          [Previous line repeated 990 more times]
        RecursionError: maximum recursion depth exceeded
        """,
    ),
    _case(
        "java",
        "java exception",
        """
        10:15:02.123 INFO reading case.c
        Exception in thread "main" java.lang.IllegalStateException: cannot compile Deflater line 812
        \tat org.tool.Compiler.run(Compiler.java:80)
        \tat org.tool.Main.main(Main.java:12)
        Caused by: java.lang.NullPointerException: Cannot invoke "org.tool.Type.size()" because "<local4>" is null
        \tat org.tool.Layout.size(Layout.java:31)
        \tat org.tool.Layout.lambda$fields$12(Layout.java:90)
        \tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
        \tat org.tool.Layout.fields(Layout.java:88)
        \tat org.tool.Compiler.run(Compiler.java:77)
        \t... 1 more
        """,
        """
        10:15:09.001 INFO reading case.c
        Exception in thread "main" java.lang.IllegalStateException: cannot compile A line 1
        \tat org.tool.Compiler.run(Compiler.java:80)
        \tat org.tool.Main.main(Main.java:12)
        Caused by: java.lang.NullPointerException: Cannot invoke "org.tool.Type.size()" because "<local2>" is null
        \tat org.tool.Layout.size(Layout.java:33)
        \tat org.tool.Layout.lambda$fields$3(Layout.java:91)
        \tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
        \tat org.tool.Compiler.run(Compiler.java:77)
        \t... 1 more
        """,
        """
        Exception in thread "main" java.lang.IllegalStateException: cannot compile A line 1
        \tat org.tool.Compiler.run(Compiler.java:80)
        \tat org.tool.Main.main(Main.java:12)
        Caused by: java.lang.ArithmeticException: / by zero
        \tat org.tool.Constants.fold(Constants.java:33)
        \tat org.tool.Compiler.run(Compiler.java:77)
        \t... 1 more
        """,
    ),
    _case(
        "javac",
        "java exception",
        """
        An exception has occurred in the compiler (17.0.15). Please file a bug against the Java compiler.
        java.lang.AssertionError: Value of x 812
        \tat jdk.compiler/com.sun.tools.javac.util.Assert.error(Assert.java:162)
        \tat jdk.compiler/com.sun.tools.javac.jvm.Items.makeItem(Items.java:60)
        \tat jdk.compiler/com.sun.tools.javac.jvm.Gen.visitIdent(Gen.java:2391)
        \tat jdk.compiler/com.sun.tools.javac.tree.JCTree$JCIdent.accept(JCTree.java:2500)
        """,
        """
        An exception has occurred in the compiler (17.0.15). Please file a bug against the Java compiler.
        java.lang.AssertionError: Value of x -1
        \tat jdk.compiler/com.sun.tools.javac.util.Assert.error(Assert.java:162)
        \tat jdk.compiler/com.sun.tools.javac.jvm.Items.makeItem(Items.java:60)
        \tat jdk.compiler/com.sun.tools.javac.jvm.Gen.visitIdent(Gen.java:2391)
        """,
        """
        An exception has occurred in the compiler (17.0.15). Please file a bug against the Java compiler.
        java.lang.ClassCastException: class A cannot be cast to class B
        \tat jdk.compiler/com.sun.tools.javac.comp.Attr.visitLambda(Attr.java:60)
        """,
        exit_code=4,
        name="Case.java",
    ),
    _case(
        "java stack overflow",
        "java exception",
        """
        Exception in thread "main" java.lang.StackOverflowError
        \tat java.base/java.util.HashMap.hash(HashMap.java:338)
        \tat org.tool.Parser.term(Parser.java:20)
        \tat org.tool.Parser.expression(Parser.java:10)
        \tat org.tool.Parser.term(Parser.java:20)
        \tat org.tool.Parser.expression(Parser.java:10)
        \tat org.tool.Parser.term(Parser.java:20)
        """,
        """
        Exception in thread "main" java.lang.StackOverflowError
        \tat org.tool.Parser.expression(Parser.java:10)
        \tat org.tool.Parser.term(Parser.java:20)
        \tat org.tool.Parser.expression(Parser.java:10)
        \tat org.tool.Parser.term(Parser.java:20)
        """,
        """
        Exception in thread "main" java.lang.StackOverflowError
        \tat org.tool.Printer.print(Printer.java:10)
        \tat org.tool.Printer.print(Printer.java:10)
        \tat org.tool.Printer.print(Printer.java:10)
        """,
    ),
    _case(
        "java virtual machine",
        "virtual machine crash",
        """
        #
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f7bfaa351c9, pid=13060, tid=13080
        #
        # JRE version: OpenJDK Runtime Environment (17.0.5+8) (build 17.0.5+8)
        # Problematic frame:
        # V  [libjvm.so+0xce71c9]  PhaseIterGVN::transform_old(Node*)+0x159
        #
        # An error report file with more information is saved as:
        # /dev/shm/thresher-k3j2/0/work/hs_err_pid13060.log
        """,
        """
        #
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f11aaaa51c9, pid=77, tid=78
        #
        # JRE version: OpenJDK Runtime Environment (17.0.5+8) (build 17.0.5+8)
        # Problematic frame:
        # V  [libjvm.so+0xce71c9]  PhaseIterGVN::transform_old(Node*)+0x15d
        #
        """,
        """
        #
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f11aaaa51c9, pid=77, tid=78
        #
        # Problematic frame:
        # V  [libjvm.so+0x75084e]  frame::sender(RegisterMap*) const+0x6e
        #
        """,
        exit_code=134,
    ),
    _case(
        "node",
        "node exception",
        """
        /usr/lib/node_modules/csso/lib/specificity.js:12
            node.simpleselector.each(count);
                                ^

        TypeError: Cannot read properties of null (reading 'each')
            at specificity (/usr/lib/node_modules/csso/lib/specificity.js:12:25)
            at Array.map (<anonymous>)
            at Object.processRule [as rule] (/usr/lib/node_modules/csso/lib/restructure.js:80:3)
            at walk (/usr/lib/node_modules/csso/lib/walk.js:7:9)
            at walk (/usr/lib/node_modules/csso/lib/walk.js:9:9)
            at Module._compile (node:internal/modules/cjs/loader:1521:14)
            at node:internal/main/run_main_module:28:49

        Node.js v20.20.2
        """,
        """
        /usr/lib/node_modules/csso/lib/specificity.js:14
            node.simpleselector.each(count);
                                ^

        TypeError: Cannot read properties of null (reading 'each')
            at specificity (/usr/lib/node_modules/csso/lib/specificity.js:14:25)
            at Array.map (<anonymous>)
            at Object.processRule [as rule] (/usr/lib/node_modules/csso/lib/restructure.js:80:3)
            at walk (/usr/lib/node_modules/csso/lib/walk.js:7:9)
            at main (/usr/lib/node_modules/csso/lib/cli.js:7:9)

        Node.js v20.20.2
        """,
        """
        /usr/lib/node_modules/csso/lib/merge.js:14
            throw new RangeError('bad offset');

        RangeError: bad offset
            at merge (/usr/lib/node_modules/csso/lib/merge.js:14:25)
            at walk (/usr/lib/node_modules/csso/lib/walk.js:7:9)

        Node.js v20.20.2
        """,
        name="case.css",
    ),
    _case(
        "node, long message",
        "node exception",
        """
        /usr/lib/tsc.js:100
                throw e;
                ^

        Error: Debug Failure. False expression.
        Verbose Debug Information: node 812 of kind SemicolonClassElement
        class Deflater { next: Error; }
            at checkUnusedClassMembers (/usr/lib/tsc.js:22999:34)
            at checkSourceFile (/usr/lib/tsc.js:23100:34)
        """,
        """
        /usr/lib/tsc.js:100
                throw e;
                ^

        Error: Debug Failure. False expression.
        Verbose Debug Information: node 3 of kind SemicolonClassElement
            at checkUnusedClassMembers (/usr/lib/tsc.js:22999:34)
            at checkSourceFile (/usr/lib/tsc.js:23100:34)
        """,
        """
        /usr/lib/tsc.js:100
                throw e;
                ^

        Error: Debug Failure. False expression.
            at resolveName (/usr/lib/tsc.js:12999:34)
            at checkSourceFile (/usr/lib/tsc.js:23100:34)
        """,
        name="case.ts",
    ),
    _case(
        "node stack overflow",
        "node exception",
        """
        RangeError: Maximum call stack size exceeded
            at Map.get (<anonymous>)
            at term (/usr/lib/p.js:5:3)
            at expression (/usr/lib/p.js:1:3)
            at term (/usr/lib/p.js:6:3)
            at expression (/usr/lib/p.js:1:3)
            at term (/usr/lib/p.js:6:3)
        """,
        """
        RangeError: Maximum call stack size exceeded
            at expression (/usr/lib/p.js:1:3)
            at term (/usr/lib/p.js:6:3)
            at expression (/usr/lib/p.js:1:3)
            at term (/usr/lib/p.js:6:3)
        """,
        """
        RangeError: Maximum call stack size exceeded
            at clone (/usr/lib/p.js:1:3)
            at clone (/usr/lib/p.js:1:3)
            at clone (/usr/lib/p.js:1:3)
        """,
        exit_code=7,
    ),
    _case(
        "dotnet",
        "dotnet exception",
        """
        Unhandled exception. System.InvalidOperationException: Sequence of 812 contains no elements
           at System.Linq.ThrowHelper.ThrowNoElementsException()
           at Tool.Binder.Bind(Node node) in /src/Tool/Binder.cs:line 90
           at Tool.Program.Main(String[] args) in /src/Tool/Program.cs:line 12
        """,
        """
        Unhandled exception. System.InvalidOperationException: Sequence of 1 contains no elements
           at System.Linq.ThrowHelper.ThrowNoElementsException()
           at Tool.Binder.Bind(Node node) in /src/Tool/Binder.cs:line 91
           at Tool.Program.Main(String[] args) in /src/Tool/Program.cs:line 12
        """,
        """
        Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.
           at Tool.Emitter.Emit(Node node) in /src/Tool/Emitter.cs:line 9
           at Tool.Program.Main(String[] args) in /src/Tool/Program.cs:line 12
        """,
        exit_code=134,
    ),
    _case(
        "address sanitizer",
        "sanitizer",
        """
        =================================================================
        ==4578==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000016 at pc 0x561906abe91f bp 0x7fffc8424390 sp 0x7fffc8424388
        READ of size 8 at 0x602000000016 thread T0
            #0 0x7f5b4d4b89cf in __interceptor_memcpy ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
            #1 0x561906abe91e in copy_cell(cell*, unsigned long) /src/lib/cells.cc:17:3
            #2 0x561906abe91e in fill_row /src/lib/rows.cc:180
            #3 0x561906abe91e in fill_row /src/lib/rows.cc:188
            #4 0x561906abe91e in layout_table /src/lib/table.cc:99
            #5 0x561906abe91e in layout_block /src/lib/block.cc:99

        0x602000000016 is located 2 bytes to the right of 4-byte region [0x602000000010,0x602000000014)
        allocated by thread T0 here:
            #0 0x7f5b4d4b89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
            #1 0x561906abe883 in new_cell /src/lib/cells.cc:3
        SUMMARY: AddressSanitizer: heap-buffer-overflow /src/lib/cells.cc:17 in copy_cell
        ==4578==ABORTING
        """,
        """
        =================================================================
        ==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000aa16 at pc 0x55dd06abe91f bp 0x7ffdd8424390 sp 0x7ffdd8424388
        READ of size 1 at 0x60200000aa16 thread T0
            #0 0x7f5b4d4b89cf in __interceptor_memcpy ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
            #1 0x55dd06abe91e in copy_cell(cell*, unsigned long) /src/lib/cells.cc:19:3
            #2 0x55dd06abe91e in fill_row /src/lib/rows.cc:180
            #3 0x55dd06abe91e in layout_table /src/lib/table.cc:99
            #4 0x55dd06abe91e in main /src/main.cc:99

        SUMMARY: AddressSanitizer: heap-buffer-overflow /src/lib/cells.cc:19 in copy_cell
        """,
        """
        =================================================================
        ==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x60200000aa16 at pc 0x55dd06abe91f bp 0x7ffdd8424390 sp 0x7ffdd8424388
        READ of size 1 at 0x60200000aa16 thread T0
            #0 0x55dd06abe91e in copy_cell(cell*, unsigned long) /src/lib/cells.cc:19:3
            #1 0x55dd06abe91e in fill_row /src/lib/rows.cc:180
            #2 0x55dd06abe91e in layout_table /src/lib/table.cc:99
        """,
    ),
    _case(
        "thread sanitizer",
        "sanitizer",
        """
        ==================
        WARNING: ThreadSanitizer: data race (pid=4711)
          Write of size 4 at 0x7b0400000800 by thread T12:
            #0 bump /src/count.c:9 (tool+0x1234)
            #1 work /src/pool.c:90 (tool+0x1299)

          Previous write of size 4 at 0x7b0400000800 by main thread:
            #0 bump /src/count.c:9 (tool+0x1234)
        """,
        """
        ==================
        WARNING: ThreadSanitizer: data race (pid=12)
          Write of size 4 at 0x7b0400000900 by thread T1:
            #0 bump /src/count.c:11 (tool+0x1238)
            #1 work /src/pool.c:92 (tool+0x1299)

        """,
        """
        ==================
        WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=12)
            #0 pthread_mutex_lock <null> (tool+0x1238)
            #1 take /src/pool.c:92 (tool+0x1299)
        """,
        exit_code=66,
    ),
    _case(
        "undefined behaviour sanitizer",
        "sanitizer",
        """
        /src/scale.c:80:12: runtime error: signed integer overflow: 2147483647 + 812 cannot be represented in type 'int'
        """,
        """
        /src/scale.c:82:12: runtime error: signed integer overflow: 2147483000 + 648 cannot be represented in type 'int'
        """,
        """
        /src/scale.c:82:12: runtime error: shift exponent 64 is too large for 32-bit type 'int'
        """,
        exit_code=0,
    ),
    _case(
        "valgrind",
        "sanitizer",
        """
        ==4711== Memcheck, a memory error detector
        ==4711== Invalid read of size 8
        ==4711==    at 0x109156: next_token (lexer.c:512)
        ==4711==    by 0x109188: statement (parser.c:80)
        ==4711==    by 0x109188: statement (parser.c:84)
        ==4711==    by 0x109199: program (parser.c:9)
        ==4711==  Address 0x4a8f0a0 is 0 bytes after a block of size 32 alloc'd
        """,
        """
        ==12== Memcheck, a memory error detector
        ==12== Invalid read of size 1
        ==12==    at 0x109156: next_token (lexer.c:514)
        ==12==    by 0x109188: statement (parser.c:80)
        ==12==    by 0x109199: program (parser.c:9)
        ==12==  Address 0x4a8f0a0 is 0 bytes after a block of size 2 alloc'd
        """,
        """
        ==12== Memcheck, a memory error detector
        ==12== Conditional jump or move depends on uninitialised value(s)
        ==12==    at 0x109156: next_token (lexer.c:514)
        """,
        exit_code=9,
    ),
    _case(
        "C assertion",
        "assertion",
        "Building case.c (812 rules)\ntool: src/rules.c:90: merge_rules: Assertion `left->next != right' failed.\n",
        "tool: src/rules.c:90: merge_rules: Assertion `left->next != right' failed.\n",
        "tool: src/rules.c:95: merge_rules: Assertion `count > 0' failed.\n",
        exit_code=None,
        signal=6,
    ),
    _case(
        "GLib assertion",
        "assertion",
        "**\nGtk:ERROR:../gtk/gtktable.c:812:gtk_table_attach: assertion failed (left < right): (12 < 3)\nBail out!\n",
        "**\nGtk:ERROR:../gtk/gtktable.c:812:gtk_table_attach: assertion failed (left < right): (1 < 0)\nBail out!\n",
        "**\nGtk:ERROR:../gtk/gtkbox.c:12:gtk_box_pack: assertion failed: (child != NULL)\nBail out!\n",
        exit_code=None,
        signal=6,
    ),
    _case(
        "Chromium check",
        "assertion",
        "[4711:4711:0501/100001.123456:FATAL:layout_table.cc(812)] Check failed: row < rows_ (12 vs. 3)\n#0 0x55 base::debug::StackTrace\n",
        "[12:12:0501/100109.000001:FATAL:layout_table.cc(815)] Check failed: row < rows_ (1 vs. 0)\n",
        "[12:12:0501/100109.000001:FATAL:layout_block.cc(80)] Check failed: !child_.\n",
        exit_code=None,
        signal=5,
    ),
    _case(
        "C++ exception",
        "uncaught exception",
        """
        terminate called after throwing an instance of 'std::out_of_range'
          what():  vector::_M_range_check: __n (which is 812) >= this->size() (which is 300)
        """,
        """
        terminate called after throwing an instance of 'std::out_of_range'
          what():  vector::_M_range_check: __n (which is 1) >= this->size() (which is 0)
        """,
        """
        terminate called after throwing an instance of 'std::bad_alloc'
          what():  std::bad_alloc
        """,
        exit_code=None,
        signal=6,
    ),
    _case(
        "glibc heap",
        "memory corruption",
        "reading case.c\ndouble free or corruption (out)\n",
        "double free or corruption (!prev)\n",
        "free(): invalid pointer\n",
        exit_code=None,
        signal=6,
    ),
    _case(
        "duckdb",
        "error message",
        """
        INTERNAL Error:
        Attempted to access index 812 within vector of size 812

        Stack Trace:
        0        duckdb::Exception::Exception + 52
        """,
        """
        INTERNAL Error:
        Attempted to access index 0 within vector of size 0

        Stack Trace:
        0        duckdb::Exception::Exception + 52
        """,
        'INTERNAL Error: Failed to bind column reference "a" [3.1]: inequal types\n',
        name="case.sql",
    ),
    _case(
        "sqlite",
        "error message",
        "Runtime error near line 812: database disk image is malformed (11)\n",
        "Runtime error near line 3: database disk image is malformed (11)\n",
        'Parse error near line 3: near "selekt": syntax error\n  selekt 1;\n  ^--- error here\n',
        name="case.sql",
    ),
    _case(
        "jq",
        "error message",
        'jq: error (at case.json:812): Cannot index number with "deflate"\n',
        'jq: error (at case.json:1): Cannot index number with "a"\n',
        "jq: error (at case.json:1): null (null) has no keys\n",
        exit_code=5,
        name="case.json",
    ),
    _case(
        "ffmpeg",
        "error message",
        """
        ffmpeg version 5.1.6 Copyright (c) 2000-2024 the FFmpeg developers
        [h264 @ 0x55d0c0a1b2c0] error while decoding MB 12 33, bytestream -812
        [h264 @ 0x55d0c0a1b2c0] concealing 812 DC, 812 AC, 812 MV errors in P frame
        Conversion failed!
        """,
        """
        ffmpeg version 5.1.6 Copyright (c) 2000-2024 the FFmpeg developers
        [h264 @ 0x5611c0a1b2c0] error while decoding MB 0 1, bytestream -5
        Conversion failed!
        """,
        """
        ffmpeg version 5.1.6 Copyright (c) 2000-2024 the FFmpeg developers
        [mov,mp4 @ 0x5611c0a1b2c0] moov atom not found
        case.mp4: Invalid data found when processing input
        """,
        name="case.mp4",
    ),
    _case(
        "gcc, an ordinary error",
        "error message",
        """
        case.c: In function 'deflate':
        case.c:800:3: warning: unused variable 'error' [-Wunused-variable]
        case.c:812:12: error: expected ';' before 'return'
          812 |     assert(0)
              |              ^
        case.c:900:1: error: unknown type name 'uch'
        """,
        """
        case.c: In function 'f':
        case.c:2:12: error: expected ';' before 'x'
            2 |     assert(0)
        """,
        """
        case.c: In function 'f':
        case.c:2:12: error: 'x' undeclared (first use in this function)
        """,
    ),
    _case(
        "rustc, an ordinary error",
        "error message",
        """
        error[E0382]: borrow of moved value: `either`
           --> case.rs:812:9
            |
        812 |     panic!("{either}");
            |             ^^^^^^ value borrowed here after move

        error: aborting due to 3 previous errors

        For more information about this error, try `rustc --explain E0382`.
        """,
        """
        error[E0382]: borrow of moved value: `x`
         --> case.rs:2:9
          |
        2 |     f(x);

        error: aborting due to 1 previous error
        """,
        """
        error[E0425]: cannot find value `x` in this scope
         --> case.rs:2:9
        """,
        name="case.rs",
    ),
    _case(
        "tsc",
        "error message",
        "case.ts(812,5): error TS2322: Type 'Deflater' is not assignable to type 'number'.\ncase.ts(900,1): error TS2304: x\n",
        "case.ts(1,5): error TS2322: Type 'A' is not assignable to type 'string'.\n",
        "case.ts(1,5): error TS2304: Cannot find name 'A'.\n",
        exit_code=2,
        name="case.ts",
    ),
    _case(
        "cvc4",
        "error message",
        """
        sat
        Fatal failure within CVC4::FloatingPointLiteral CVC4::helper(const Rational&, int) at ../src/floatingpoint.cpp:812
        Unreachable code reached
        """,
        """
        Fatal failure within CVC4::FloatingPointLiteral CVC4::helper(const Rational&, int) at ../src/floatingpoint.cpp:812
        Unreachable code reached
        """,
        """
        CVC4 suffered a segfault.
        Offending address is 0x8
        """,
        exit_code=None,
        signal=6,
    ),
    _case(
        "xsltproc",
        "error message",
        """
        runtime error: file case.xsl line 812 element call-template
        xsltApplyXSLTTemplate: A potential infinite template recursion was detected.
        You can adjust xsltMaxDepth (--maxdepth) in order to raise the limit.
        """,
        """
        runtime error: file case.xsl line 3 element call-template
        xsltApplyXSLTTemplate: A potential infinite template recursion was detected.
        """,
        """
        compilation error: file case.xsl line 3 element stylesheet
        xsl:version: only 1.1 features are supported
        """,
        exit_code=10,
        name="case.xsl",
    ),
    _case(
        "a shell around a crash",
        "signal",
        "./run.sh: line 3: 14711 Segmentation fault      (core dumped) ./tool /dev/shm/thresher-k3j2/0/work/case.c\n",
        "./run.sh: line 3:    12 Segmentation fault      (core dumped) ./tool /dev/shm/thresher-k3j2/8/work/case.c\n",
        "tool: x.c:3: f: Assertion `a' failed.\n",
        exit_code=139,
    ),
]
