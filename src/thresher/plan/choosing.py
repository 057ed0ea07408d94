"""The plan for an input, by its name and content, and by what the user asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from thresher import formats
from thresher.algorithms.registry import DEFAULT, list_algorithm, list_algorithms, tree_algorithm, tree_algorithms
from thresher.errors import UsageError, suggestion
from thresher.formats import Format
from thresher.formats.content import is_binary
from thresher.formats.source.languages import guess_language, language_named
from thresher.formats.source.unparsed import SAMPLE, is_mostly_unparsed
from thresher.formats.structured.grammar import installed
from thresher.plan import default, variants
from thresher.plan.effort import Effort
from thresher.plan.options import PlanOptions
from thresher.plan.stages import (
    ClangDeltaStage,
    EmbeddedStage,
    GeneralStage,
    ListStage,
    Stage,
    TreeStage,
)
from thresher.plan.stages.shared import InSyntax
from thresher.plan.syntax import Syntax

PUBLISHED = "ddmin"  # the list algorithm inside the papers' tree algorithms
RENAMING = ("merging", "names", "lone_names")
UNPARSED = ("unparsable", ClangDeltaStage.transformation)  # may leave the language of a grammar


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages from coarse to fine, gone through until all that certify something have ended on the same content.

    With a `syntax`, no candidate is tried that does not parse in it. What is asked for the parts of a container is
    `inside`. With `several`, the one stage looks for so many different results. A plan for a QUICK search is
    gone through once.
    """

    format: str
    stages: tuple[Stage, ...]
    syntax: Syntax | None = None
    inside: PlanOptions | None = None
    several: int | None = None
    effort: Effort = Effort.NORMAL

    def measure(self, name: str) -> Callable[[bytes], int]:
        """How much a content of that name is: packed, a container may become longer when it loses something."""
        return partial(formats.weight, name) if self.inside else len


def plan_for(name: str, data: bytes, options: PlanOptions) -> Plan:
    """The plan for an input, by its name and content where nothing else is asked for."""
    if options.several is not None:
        return _several(name, data, options)
    if options.only:
        return _alone(name, data, options)
    plan = _with_effort(_own_plan(name, data, options), options.effort)
    if not options.reduce_with:
        return plan
    if plan.inside is not None:  # reducers of others are for the parts of a container
        return replace(plan, inside=replace(plan.inside, reduce_with=options.reduce_with))
    return replace(plan, stages=(*plan.stages, *default.external_stages(plan.format, options.reduce_with)))


def _with_effort(plan: Plan, effort: Effort) -> Plan:
    stages = variants.quick_stages(plan.stages) if effort is Effort.QUICK else plan.stages
    return replace(plan, stages=stages or plan.stages, effort=effort)


def quick_plan(plan: Plan) -> Plan:
    """The same plan for a quick search."""
    return _with_effort(plan, Effort.QUICK)


def coarse_plan(plan: Plan) -> Plan:
    """The first stages of a plan, gone through once: for the parts of a container before any is searched in detail."""
    return replace(plan, stages=variants.coarse_stages(plan.stages), effort=Effort.QUICK)


def other_route(plan: Plan) -> Plan | None:
    """The plan of a second search from the beginning, where there is one: for a text with a syntax."""
    is_general = any(isinstance(stage, GeneralStage) for stage in plan.stages)
    possible = plan.syntax is not None and plan.format != formats.GRAMMAR and is_general
    return replace(plan, stages=variants.other_route(plan.stages)) if possible else None


def _alone(name: str, data: bytes, options: PlanOptions) -> Plan:
    """The chosen algorithm and nothing else, with the list algorithm of the papers inside."""
    if options.algorithm is None:
        raise UsageError("--only runs one algorithm; name it with --algorithm")
    if options.reduce_with or options.min_granularity:
        raise UsageError(
            "--only runs one algorithm on one kind of units; leave out --reduce-with and --min-granularity"
        )
    plan = _own_plan(name, data, replace(options, minimizer=options.minimizer or PUBLISHED))
    if _is_flat(options.algorithm) and len(plan.stages) > 1 and plan.inside is None:
        units = ", ".join(stage.format for stage in plan.stages)
        raise UsageError(f"--only takes one kind of units; choose one of {units} with --format")
    return replace(plan, stages=plan.stages[:1])


def _several(name: str, data: bytes, options: PlanOptions) -> Plan:
    """Units of one list or tree: the nodes of a language, or else the finest units of the format."""
    if options.only or options.reduce_with or options.minimality > 1:
        raise UsageError("--all-minimal looks for single units; leave out --only, --reduce-with and --minimality")
    flat = _is_flat(options.algorithm)
    plan = _own_plan(name, data, replace(options, algorithm=options.algorithm or None, valid=True))
    if plan.inside is not None:
        raise UsageError(f"--all-minimal is for lists and trees; the format {plan.format} has parts in parts")
    if plan.syntax is None or flat:
        stage: Stage = replace(plan.stages[-1], factor=1) if isinstance(plan.stages[-1], ListStage) else plan.stages[-1]
    else:
        algorithm = tree_algorithm(options.algorithm or default.PARTS).name
        stage = TreeStage(plan.syntax, algorithm, list_algorithm(options.minimizer or DEFAULT).name)
    return replace(plan, stages=(stage,), several=options.several)


def _own_plan(name: str, data: bytes, options: PlanOptions) -> Plan:
    flat = _is_flat(options.algorithm) or options.depth >= formats.DEEPEST
    chosen = format_for(name, data, options, flat=flat)
    minimizer = list_algorithm(options.minimizer or DEFAULT).name
    if chosen.name == formats.EVENTS:
        return _events_plan(minimizer, options, data, flat=flat)
    if chosen.parse_container is not None:
        return _container_plan(chosen, name, data, minimizer, options)
    if chosen.parse_document is not None:
        language = _language(chosen.name, name, data, options)
        plan = _tree_plan(chosen.name, language, minimizer, options)
        if _ends_at_bytes(options) and len(data) > default.largest_parsed(language):
            plan = replace(plan, stages=(*default.outline_stages(chosen.name, language, minimizer), *plan.stages))
        return plan
    if options.algorithm and not flat:
        raise UsageError(f"--algorithm {options.algorithm} needs a tree; name the language with --language")
    stages = default.list_stages(chosen.stages, options.algorithm or minimizer, options.minimality)
    if chosen.name == default.CHARACTERS and not options.format and is_binary(data) and _ends_at_bytes(options):
        stages = (*default.unknown_binary_stages(minimizer), *stages)
    goes_on = chosen.parse is None and chosen.stages[-1] != default.CHARACTERS and _ends_at_bytes(options)
    end = (default.character_stage(),) if goes_on else ()
    return Plan(chosen.name, (*_coarse(stages, options.min_granularity), *end))


def _ends_at_bytes(options: PlanOptions) -> bool:
    """Whether the format is a hint only: the user has chosen no algorithm, no finest unit and no validity."""
    return not (options.valid or options.algorithm or options.min_granularity)


def format_for(name: str, data: bytes, options: PlanOptions, *, flat: bool = False) -> Format:
    """The format asked for, or the one that the input's name and content suggest; `flat` takes none with trees."""
    if options.format:
        return formats.format_named(options.format)
    if options.language in formats.PROGRAMS:
        return formats.format_named(options.language)
    if options.grammar or options.language in installed():
        return formats.format_named(formats.GRAMMAR)
    if options.language:
        language_named(options.language)
        return formats.format_named(formats.SOURCE)
    chosen = formats.guess(name, data, flat=flat)
    brackets = formats.format_named(formats.BRACKETS)
    if chosen.name != formats.SOURCE or not brackets.confidence(name, data):
        return chosen
    sample = data[: data.rfind(b"\n", 0, SAMPLE) + 1 or SAMPLE] if len(data) > default.LARGE else data
    unparsed = _is_mostly_unparsed(name, sample)
    if unparsed and sample != data:  # the sample may end inside of something that the whole file is
        unparsed = len(data) <= default.LARGE_PROGRAM and _is_mostly_unparsed(name, data)
    return brackets if unparsed else chosen


def _is_mostly_unparsed(name: str, data: bytes) -> bool:
    return is_mostly_unparsed(Syntax(formats.SOURCE).parse(name, data).tree)


def _language(format: str, name: str, data: bytes, options: PlanOptions) -> str | None:
    """The language of a content, or its format where that has only one; None if anything may be in it."""
    if format == formats.SOURCE:
        return language_named(options.language) if options.language else guess_language(name, data)
    return None if format == formats.GRAMMAR else format


def _tree_plan(format: str, language: str | None, minimizer: str, options: PlanOptions) -> Plan:
    """Removal and promotion of nodes, then single tokens, then transformations unless one algorithm was chosen."""
    if format == formats.GRAMMAR:  # whoever gives a grammar asks for its language
        options = replace(options, valid=True)
    there = default.transformations()
    for each in options.without:
        if each not in there:
            meant = suggestion(each, there) or f"; choose from {', '.join(there)}"
            raise UsageError(f"unknown transformation {each!r}{meant}")
    syntax = Syntax(format, options.grammar or options.language)
    if options.algorithm:
        stages = default.only_removal(syntax, tree_algorithm(options.algorithm).name, minimizer)
    else:
        left_out = {*options.without, *(UNPARSED if options.valid else ())}
        tokens = default.token_stage(syntax, minimizer if options.min_granularity else options.minimizer)
        stages = (*default.tree_stages(syntax, minimizer, tokens), *default.foreign_stages(syntax))
        if format in formats.ITEM_PROGRAMS:
            stages = default.item_program_stages(syntax, minimizer)
        elif format in formats.PROGRAMS:
            stages = (*default.program_stages(syntax), *stages)
        stages = tuple(stage for stage in stages if _transformation(stage) not in left_out and _is_for(stage, language))
    if options.min_granularity:
        stages = tuple(stage for stage in stages if _transformation(stage) is None)
    stages = tuple(_with_options(stage, options) for stage in _coarse(stages, options.min_granularity))
    return Plan(format, (*stages, *(default.general_stages() if _ends_at_bytes(options) else ())), syntax)


def _is_for(stage: Stage, language: str | None) -> bool:
    """Whether a stage may find something in a language."""
    only = stage.only_for if isinstance(stage, InSyntax) else frozenset()
    return language is None or not only or language in only


def _transformation(stage: Stage) -> str | None:
    return stage.transformation if isinstance(stage, default.TRANSFORMING) else None


def _with_options(stage: Stage, options: PlanOptions) -> Stage:
    if isinstance(stage, EmbeddedStage):
        return replace(stage, options=replace(_inside(options), valid=True))  # the text around it ends at bytes
    return replace(stage, minimality=options.minimality) if isinstance(stage, ListStage) else stage


def _inside(options: PlanOptions) -> PlanOptions:
    """What is asked for the parts of something, which may have another format."""
    return PlanOptions(
        minimizer=options.minimizer,
        minimality=options.minimality,
        without=options.without,
        valid=options.valid,
        effort=options.effort,
        depth=options.depth + 1,
    )


def _container_plan(chosen: Format, name: str, data: bytes, minimizer: str, options: PlanOptions) -> Plan:
    """Parts first, then what is in each of them, by a plan of its own."""
    if chosen.container(name, data) is None:
        raise UsageError(f"{name} is not in the format {chosen.name}, or damaged; try --format characters")
    if options.algorithm and _is_flat(options.algorithm):
        minimizer, algorithm = options.algorithm, default.PARTS
    else:
        algorithm = tree_algorithm(options.algorithm or default.PARTS).name
    if options.min_granularity not in (None, "part", "parts"):
        raise UsageError(f"--min-granularity takes parts for the format {chosen.name}; not {options.min_granularity}")
    stages = default.container_stages(chosen.name, algorithm, minimizer)
    if chosen.name in formats.PROGRAMS and not options.algorithm and not options.min_granularity:
        edits = default.binary_program_stages(Syntax(chosen.name))
        stages = (*(stage for stage in edits if _transformation(stage) not in options.without), *stages)
    inside = _inside(options)
    if options.min_granularity:
        return Plan(chosen.name, stages[:1], inside=inside)
    end = default.file_stages(chosen.name) if _ends_at_bytes(options) and chosen.is_file else ()
    return Plan(chosen.name, (*stages, *end), inside=inside)


def _events_plan(minimizer: str, options: PlanOptions, data: bytes, *, flat: bool) -> Plan:
    """The hint if there is one, then tasks, then steps; a list algorithm treats all steps alike."""
    if flat:
        steps = TreeStage(Syntax(formats.STEPS), default.PARTS, options.algorithm or minimizer)
    else:
        algorithm = tree_algorithm(options.algorithm or default.PARTS).name
        steps = TreeStage(Syntax(formats.EVENTS), algorithm, minimizer)
    return Plan(formats.EVENTS, default.event_stages(steps, options.hint, data if options.dependents else None))


def _is_flat(algorithm: str | None) -> bool:
    """Whether a list algorithm is asked for; neither a list nor a tree algorithm is a UsageError."""
    if algorithm is None or algorithm in list_algorithms():
        return algorithm is not None
    try:
        tree_algorithm(algorithm)
    except UsageError:
        lists, trees = ", ".join(list_algorithms()), ", ".join(tree_algorithms())
        meant = suggestion(algorithm, [*list_algorithms(), *tree_algorithms()])
        there = meant or f"; choose from {lists} (lists), {trees} (trees)"
        raise UsageError(f"unknown algorithm {algorithm!r}{there}") from None
    return False


def _coarse(stages: tuple[Stage, ...], finest: str | None) -> tuple[Stage, ...]:
    """The stages down to the finest unit asked for."""
    if finest is None:
        return stages
    last = stages[-1]
    if finest.isdecimal() and int(finest) > 0 and isinstance(last, ListStage):
        return (*stages[:-1], replace(last, factor=int(finest)))
    names = [stage.format for stage in stages]
    plural = finest if finest in names else finest + "s"
    if plural not in names:
        there = ", ".join(dict.fromkeys(names))
        raise UsageError(f"--min-granularity takes a number of units or one of {there}; not {finest}")
    return stages[: len(names) - names[::-1].index(plural)]
