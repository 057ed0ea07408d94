"""The functions that `from thresher import ...` gives, with the papers' examples."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import thresher
from tests.carts import SEQUENCE_1, replay
from thresher import (
    NotFailing,
    Outcome,
    Progress,
    Stop,
    Stopped,
    UsageError,
    algorithms,
    dd,
    ddmin,
    minimal_sets,
    minimize,
    n_minimal,
    rddmin,
    reduce,
)
from thresher.algorithms.lists.splitting import smaller_first
from thresher.algorithms.registry import list_algorithms
from thresher.kernel.outcome import BooleanScalar
from thresher.kernel.selection import Selection

SELECT = '<SELECT NAME="priority" MULTIPLE SIZE=7>'


class Counting:
    """A test function that writes down what it was asked and which questions failed."""

    def __init__(self, test: Callable[..., object]) -> None:
        self._test = test
        self.asked: list[object] = []
        self.failures: list[tuple[int, int]] = []

    def __call__(self, kept):  # type: ignore[no-untyped-def]
        self.asked.append(kept)
        said = self._test(kept)
        if said is True or said is Outcome.FAIL:
            self.failures.append((len(self.asked), len(kept)))
        return said


def is_select(text: str) -> Outcome:
    return Outcome.FAIL if re.match(r"<SELECT[^>]*>", text) else Outcome.PASS


def test_example_5_8_of_why_programs_fail() -> None:
    test = Counting(is_select)
    assert ddmin(SELECT, test, subsets=False, cache=False) == "<SELECT>"
    assert len(test.asked) == 48
    assert test.failures == [(4, 30), (6, 20), (11, 15), (18, 13), (22, 10), (33, 8)]
    repeated = [number for number, kept in enumerate(test.asked, start=1) if kept in test.asked[: number - 1]]
    assert repeated == [5, 14, 41, 42, 43, 44, 45, 48]  # the book names the last six
    cached = Counting(is_select)
    assert ddmin(SELECT, cached, subsets=False) == "<SELECT>"
    assert len(cached.asked) == 48 - len(repeated)


def test_example_5_8_with_a_list_of_characters() -> None:
    test = Counting(lambda kept: is_select("".join(kept)))
    assert ddmin(list(SELECT), test, subsets=False, cache=False) == list("<SELECT>")
    assert len(test.asked) == 48


def test_the_quiz_2424() -> None:
    test = Counting(lambda text: "42" in text)
    assert ddmin("2424", test, cache=False) == "42"
    iterations = [
        ["24", "24", "24", "24"],  # n = 2: parts, then complements
        ["2", "4", "2", "4", "424"],  # n = 4: the first complement fails
        ["4", "2", "4", "24", "44", "42"],  # n = 3: the last one does
        ["4", "2", "2", "4"],  # n = 2: done
    ]
    assert test.asked == [text for iteration in iterations for text in iteration]


def test_geegg() -> None:
    def geegg(text: str) -> bool:
        return text.count("g") >= 3 or text.count("e") >= 2

    found = ddmin("a-debugging-exam", geegg)
    assert found in ("ggg", "ee")


def test_the_shopping_cart_of_figure_3_a() -> None:
    """A replayer stops at the failing event, so what follows is known to be irrelevant (Elyasov et al. 2014)."""
    test = Counting(replay)
    assert ddmin(SEQUENCE_1, test, complements_first=True) == ["open", "empty"]
    assert len(test.asked) == 14
    assert test.asked[1] == SEQUENCE_1[:4]
    assert test.asked[11] == ["open", *SEQUENCE_1[2:]]
    test = Counting(replay)
    assert ddmin(SEQUENCE_1, test, complements_first=True, prefixes=True) == ["open", "empty"]
    assert len(test.asked) == 9


def test_the_shopping_cart_of_figure_3_b() -> None:
    """Eight questions, five of them run; the reduction alone was found not to be executable before."""
    for prefixes, runs in ((False, 8), (True, 5)):
        test = Counting(replay)
        found = rddmin(
            SEQUENCE_1, ["empty"], test, complements_first=True, split=smaller_first, tried=True, prefixes=prefixes
        )
        assert found == ["open", "empty"]
        assert len(test.asked) == runs


def test_a_reduction_that_fails_is_all_that_is_searched() -> None:
    test = Counting(replay)
    assert rddmin(SEQUENCE_1, ["open", "empty"], test, prefixes=True) == ["open", "empty"]
    assert len(test.asked) == 2
    with pytest.raises(UsageError, match="not a subsequence"):
        rddmin("abc", "cb", lambda text: "a" in text)


@pytest.mark.parametrize("units", [{"a": 1, "b": 2}, {1, 2, 3}])
def test_what_has_no_order_is_refused_in_words(units: Any) -> None:
    for function in (minimize, ddmin):
        with pytest.raises(UsageError, match="a list, tuple, str or bytes is needed, not a "):
            function(units, lambda kept: True)


def test_31_options_of_which_one_matters() -> None:
    options = [f"-f{number}" for number in range(31)]
    for needed in options:
        test = Counting(lambda kept, needed=needed: needed in kept)
        assert minimize(options, test) == [needed]
        assert len(test.asked) <= 9
    average = sum(_tests(31, [needed]) for needed in range(31)) / 31
    assert average <= 8


def _tests(count: int, needed: list[int]) -> int:
    test = Counting(lambda kept: set(needed) <= set(kept))
    minimize(range(count), test, cache=True)
    return len(test.asked)


@pytest.mark.parametrize("place", [0, 1, 77_777, 499_999, 500_000, 654_321, 999_998, 999_999])
def test_a_million_characters_of_which_one_matters(place: int) -> None:
    text = "." * place + "x" + "." * (10**6 - place - 1)
    test = Counting(lambda kept: "x" in kept)
    assert minimize(text, test) == "x"
    assert len(test.asked) <= 24


def test_example_5_9() -> None:
    test = Counting(is_select)
    found = dd("", SELECT, test)
    assert is_select(found.failing) is Outcome.FAIL
    assert is_select(found.passing) is Outcome.PASS
    assert len(found.difference) == 1
    assert len(test.asked) <= 6


def test_example_5_9_in_either_order() -> None:
    """The book's difference is the first character, found from the other end; each test halves what is left."""
    for last_first, difference, tests in ((False, ">", 5), (True, "<", 6)):
        test = Counting(is_select)
        found = dd("", SELECT, test, last_first=last_first)
        assert found.difference == difference
        assert found.failing == SELECT
        assert len(test.asked) == tests + 1  # and the whole input at the end


def test_dd_between_any_two_inputs() -> None:
    found = dd("red, green, blue", "red, brown, blue, black", lambda text: "own" in text)
    assert "own" in found.failing
    assert "own" not in found.passing
    assert sum(len(out) + len(put) for out, put in found.deltas) <= 2


def test_unresolved_outcomes_are_used_both_ways() -> None:
    def test(kept: tuple[int, ...]) -> Outcome:
        if (3 in kept) != (4 in kept):
            return Outcome.UNRESOLVED
        return Outcome.FAIL if {3, 4, 6} <= set(kept) else Outcome.PASS

    found = dd((), tuple(range(8)), test)
    assert test(found.failing) is Outcome.FAIL
    assert test(found.passing) is Outcome.PASS
    assert set(found.difference) in ({6}, {3, 4})


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@pytest.mark.parametrize("units", ["abcdefgh", b"abcdefgh", tuple("abcdefgh"), list("abcdefgh")])
def test_every_list_algorithm_by_name_and_as_a_function(name: str, units: str) -> None:
    def test(kept: str) -> bool:
        return type(kept) is type(units) and units[2] in kept and units[6] in kept

    found = minimize(units, test, algorithm=name)
    assert type(found) is type(units)
    assert list(found) == [units[2], units[6]]
    assert getattr(thresher, name)(units, test) == found
    assert minimize(units, test, algorithm=name, jobs=3) == found


def test_units_need_not_be_hashable() -> None:
    units = [[number] for number in range(10)]
    assert minimize(units, lambda kept: [4] in kept) == [[4]]


def test_what_does_not_fail() -> None:
    with pytest.raises(NotFailing, match="pass for the whole"):
        ddmin("abc", lambda text: False)
    assert ddmin("ab", lambda text: text == "ab") == "ab"


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@pytest.mark.parametrize("units", ["a", "ab", "abcdefgh", b"abc", (1, 2, 3), [1, 2, 3]])
def test_a_test_that_accepts_the_empty_sequence_gives_the_empty_sequence(name: str, units: str) -> None:
    for cache in (True, False):
        test = Counting(lambda kept: True)
        found = getattr(thresher, name)(units, test, cache=cache)
        assert found == units[:0]
        assert found in test.asked
    assert n_minimal(units, lambda kept: True, algorithm=name) == units[:0]
    assert minimal_sets(units, lambda kept: True, algorithm=name) == [units[:0]]
    assert rddmin(units, units[:1], lambda kept: True) == units[:0]


@pytest.mark.parametrize("name", sorted(list_algorithms()))
def test_a_single_unit_is_the_result_only_if_nothing_at_all_passes(name: str) -> None:
    test = Counting(lambda kept: "c" in kept)
    assert minimize("abcdefgh", test, algorithm=name) == "c"
    assert test.asked.count("") == 1
    with pytest.raises(NotFailing, match="pass for the whole"):
        minimize("a", lambda kept: False, algorithm=name)
    with pytest.raises(NotFailing, match="pass for the whole"):
        minimize("", lambda kept: False, algorithm=name)


@pytest.mark.parametrize(
    ("outcome_of", "words"),
    [
        (lambda text: Outcome.PASS, "the failing sequence does not fail"),
        (lambda text: Outcome.FAIL, "the passing sequence does not pass"),
        (lambda text: Outcome.UNRESOLVED, "the passing sequence does not pass"),
        (lambda text: "o" not in text, "the failing sequence does not fail"),  # they were swapped
        (lambda text: Outcome.FAIL if text == "brown" else Outcome.UNRESOLVED, "the passing sequence does not pass"),
        (lambda text: Outcome.PASS if text == "green" else Outcome.UNRESOLVED, "the failing sequence does not fail"),
    ],
)
@pytest.mark.parametrize("cache", [True, False])
def test_dd_checks_its_ends(outcome_of: Callable[[str], Outcome], words: str, cache: bool) -> None:
    for jobs in (1, 3):
        with pytest.raises(NotFailing, match=words):
            dd("green", "brown", outcome_of, cache=cache, jobs=jobs)


def test_dd_of_one_delta_and_of_none() -> None:
    test = Counting(lambda text: "b" in text)
    assert dd("a", "b", test).deltas == (("a", "b"),)
    assert sorted(test.asked) == ["a", "b"]  # type: ignore[type-var]
    for outcome in Outcome:
        with pytest.raises(NotFailing):
            dd("same", "same", lambda text, outcome=outcome: outcome)  # type: ignore[misc]


def test_dd_asks_its_ends_only_if_the_search_has_not() -> None:
    test = Counting(lambda text: len(text) >= 3)
    found = dd("", "abcdefgh", test)
    assert (len(found.passing), len(found.failing)) == (2, 3)
    assert "" not in test.asked
    assert "abcdefgh" not in test.asked


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@pytest.mark.parametrize("units", ["abababab", tuple("abababab"), [["a"], ["b"]] * 4])
def test_the_cache_goes_by_content_where_units_are_equal(name: str, units: str) -> None:
    test = Counting(lambda kept: sum(unit == units[0] for unit in kept) >= 3)
    assert list(minimize(units, test, algorithm=name)) == [units[0]] * 3
    assert all(kept not in test.asked[:number] for number, kept in enumerate(test.asked))


def test_the_cache_of_dd_goes_by_content() -> None:
    test = Counting(lambda text: text.count("a") >= 2 and text.count("b") >= 2)
    dd("", "aaaabbbb", test)
    assert len(test.asked) == len(set(test.asked))


def shows(text: str, kept: Iterable[object]) -> bool:
    return text in map(repr, kept)


def test_the_cache_distinguishes_units_that_a_test_can_distinguish() -> None:
    for units in ([1, True, 1.0, "1"], [0.0, -0.0, 0, False], [[1], [True]], [(1,), (1.0,)], [{"x": 1}, {"x": True}]):
        for unit in units:
            for name in list_algorithms():
                test = partial(shows, repr(unit))
                found = minimize(units, test, algorithm=name)
                assert list(map(repr, found)) == [repr(unit)]


def test_booleans_and_arrays_of_numpy_are_fine() -> None:
    numpy = pytest.importorskip("numpy")
    units = list(range(40))
    for name in list_algorithms():
        found = minimize(units, lambda kept: numpy.any(numpy.asarray(kept) == 7), algorithm=name)
        assert found == [7]
    assert ddmin(units, lambda kept: numpy.bool_(7 in kept)) == [7]
    assert dd([], units, lambda kept: numpy.isin(7, kept)).difference == [7]
    samples = numpy.arange(40)
    assert [int(each) for each in ddmin(list(samples), lambda kept: numpy.max(kept, initial=0) >= 39)] == [39]
    with pytest.raises(TypeError, match="Outcome or a bool"):
        minimize(units, lambda kept: numpy.asarray(kept) == 7)


def test_an_error_in_the_test_is_the_callers() -> None:
    def test(text: str) -> bool:
        raise ZeroDivisionError

    for jobs in (1, 3):
        with pytest.raises(ZeroDivisionError):
            minimize("abc", test, jobs=jobs)
    with pytest.raises(TypeError, match="Outcome or a bool"):
        minimize("abc", lambda text: None)  # type: ignore[arg-type,return-value]


def test_n_minimal_and_all_minimal_sets() -> None:
    def odd_and_even(text: str) -> bool:
        return text.count("b") % 2 == 1 and text.count("a") % 2 == 0

    assert n_minimal("babab", odd_and_even, n=2) == "b"
    found = minimal_sets("aabb", lambda text: "a" in text or "bb" in text)
    assert sorted(found) == ["a", "a", "bb"]
    assert len(minimal_sets("aabb", lambda text: "a" in text or "bb" in text, limit=2)) == 2


def test_everything_public_is_there() -> None:
    for name in thresher.__all__:
        public = getattr(thresher, name)
        assert public.__doc__ or not (inspect.isfunction(public) or inspect.isclass(public)), name
    assert set(list_algorithms()) <= set(thresher.__all__)


def test_dir_and_star_import_show_the_public_names() -> None:
    assert {"minimize", "ddmin", "dd", "reduce", "Stop", "Progress", "algorithms"} <= set(dir(thresher))
    assert set(thresher.__all__) <= set(dir(thresher))
    assert {"probdd", "cdd", "ddmin", "registry"} <= set(dir(algorithms))
    namespace: dict[str, object] = {}
    exec("from thresher import *", namespace)
    assert set(thresher.__all__) <= set(namespace)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = thresher.nothing
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = algorithms.nothing


def test_the_list_algorithms_are_functions_of_the_package_algorithms() -> None:
    assert set(list_algorithms()) <= set(algorithms.functions())
    for name in algorithms.functions():
        assert getattr(algorithms, name) is getattr(thresher, name)


def test_every_type_in_a_public_signature_is_exported() -> None:
    public = {name: getattr(thresher, name) for name in thresher.__all__}
    built_in = {bool, int, float, str, bytes, type(None), object, Path}
    for name in thresher.__all__:
        function = getattr(thresher, name)
        if not inspect.isfunction(function):
            continue
        for annotation in typing.get_type_hints(function, localns=public).values():
            for used in _named_types(annotation):
                assert used in built_in or used in public.values(), f"{used} in the signature of {name}"


def _named_types(annotation: object) -> list[object]:
    """The classes of an annotation that are not from the standard library."""
    inner = [used for part in typing.get_args(annotation) for used in _named_types(part)]
    module = getattr(annotation, "__module__", "")
    own = isinstance(annotation, type) and module.startswith("thresher")
    return [*inner, annotation] if own and annotation not in (BooleanScalar, Selection) else inner


class Scalar:
    """A boolean as array libraries have it."""

    def __init__(self, value: bool) -> None:
        self._value = value

    def item(self) -> bool:
        return self._value


def test_booleans_of_array_libraries_are_results_of_a_test() -> None:
    assert minimize("abcd", lambda text: Scalar("c" in text)) == "c"
    assert reduce("a\nb\nc\n", lambda data: Scalar(b"c" in data)).data == b"c"
    with pytest.raises(TypeError, match="Outcome or a bool"):
        minimize("abcd", lambda text: 1)  # type: ignore[arg-type,return-value]


def test_progress_is_reported_after_each_test_and_each_success() -> None:
    seen: list[Progress] = []
    test = Counting(lambda text: "need" in text)
    assert minimize("the needle in the hay", test, progress=seen.append) == "need"
    assert [each.tests for each in seen] == sorted(each.tests for each in seen)
    assert {each.tests for each in seen} == set(range(1, len(test.asked) + 1))
    assert [each.size for each in seen] == sorted((each.size for each in seen), reverse=True)
    assert (seen[0].original, seen[-1].size) == (21, 4)
    seen.clear()
    reduce("int a;\nint b;\n", lambda data: b"b" in data, progress=seen.append)
    assert (seen[0].original, seen[-1].size) == (14, 1)
    seen.clear()
    dd("", "abcdefgh", lambda text: len(text) >= 3, progress=seen.append)
    assert (seen[0].original, seen[-1].size) == (8, 1)


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("tests", [1, 4, 7])
def test_a_limit_on_tests_stops_at_the_same_point_for_any_number_of_jobs(tests: int, jobs: int) -> None:
    def stopped(**options: Any) -> object:
        with pytest.raises(Stopped) as raised:
            minimize("the needle in the hay", lambda text: "need" in text, stop=Stop(tests=tests), **options)
        return raised.value.best

    assert stopped(jobs=jobs) == stopped()


def test_stop_can_be_set_while_a_search_runs() -> None:
    stop, test = Stop(), Counting(lambda text: "need" in text)

    def progress(now: Progress) -> None:
        if now.size <= 10:
            stop.set()

    with pytest.raises(Stopped, match="attribute best") as raised:
        minimize("the needle in the hay", test, progress=progress, stop=stop)
    assert isinstance(raised.value.best, str)
    assert "need" in raised.value.best
    assert len(raised.value.best) <= 10
    with pytest.raises(Stopped):
        minimize("abc", test, stop=stop)


def test_a_stopped_dd_has_its_closest_sides() -> None:
    with pytest.raises(Stopped) as raised:
        dd("", "abcdefgh", lambda text: len(text) >= 3, stop=Stop(tests=2))
    best = raised.value.best
    assert isinstance(best, thresher.Difference)
    assert len(best.passing) < 3 <= len(best.failing) < 8


def test_a_stopped_reduce_is_not_complete() -> None:
    found = reduce("int a;\nint b;\nchar c;\n" * 20, lambda data: b"b" in data, stop=Stop(tests=5))
    assert not found.complete
    assert b"b" in found.data
    assert found.statistics.tests == 5


def test_results_are_displayed_in_notebooks() -> None:
    reduced = reduce("int a;\n<b>\n", lambda text: b"<" in text)
    assert "<pre>&lt;</pre>" in reduced._repr_html_()
    assert "&lt;" in dd("", "<a>", lambda text: "<" in text)._repr_html_()


def test_a_notebook_shows_the_curve_and_why_each_part_is_needed() -> None:
    shown = reduce("int a;\nint b;\n<c>\n", lambda text: b"<c" in text, format="characters")
    assert [(each.text, each.outcome) for each in shown.removals] == [("<", Outcome.PASS), ("c", Outcome.PASS)]
    page = shown._repr_html_()
    assert "<td>without character &#x27;&lt;&#x27;</td><td>pass</td>" in page
    assert f">{shown.statistics.tests}</text>" in page
    several = reduce("aabb", lambda text: b"a" in text or b"bb" in text, format="characters", all_minimal=5)
    assert "<pre>bb</pre>" in several._repr_html_()
