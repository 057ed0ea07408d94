"""SQL queries that PostgreSQL rejects, by thresher and by sqlreduce.

usage: python -m benchmarks.queries

Needs PostgreSQL and sqlreduce (Debian has both), and root, to start a private server as the user `postgres`.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.formats import tests_to
from benchmarks.report import Report
from thresher import Stop, reduce

TABLES = """
create table staff(name text, place point, pay int);
insert into staff select 'e' || i, point(i, i), i * 100 from generate_series(1, 30) i;
create table boxes(shape box, span interval, id int);
insert into boxes select box(point(i, i), point(0, 0)), make_interval(days => i), i from generate_series(1, 9) i;
create table circles(f1 circle); insert into circles select circle(point(i, i), i) from generate_series(1, 9) i;
"""
COLUMNS = ["error", "bytes", "sqlreduce: tests", "left", "thresher: tests", "to as few bytes", "left"]
CASE = "case when null::box &> (select shape from boxes limit 1 offset 2) then (select f1 from circles limit 1) end"
QUERIES = {
    "no such operator": f"""select
 case when s.pay < 5 then case when circle_sub_pt(cast(cast(null as circle) as circle),
 cast((select place from staff limit 1 offset 13) as point)) ~ cast(nullif({CASE}, {CASE}) as circle) then s.pay else 0
 end else case when s.name is null then length(s.name) else (select max(id) from boxes) end end as c0, s.name || 'x'
 from staff as s where (s.pay between 1 and 5000) and not (s.name is null) order by 1 limit 7""",
    "division in a subquery": """with
 r as (select e.name, e.pay, (e.pay / 100) as grade from staff e where e.pay > 500),
 top as (select name, grade from r where grade > (select avg(grade) from r) order by grade desc limit 10)
select t.name, r.pay, case when t.grade > 20 then 'high' else 'low' end as class,
 (select count(*) from boxes b where b.id < t.grade) as cnt, row_number() over (partition by t.grade order by r.pay)
from top t join r on r.name = t.name left join (select id, id / (id - id) as bad from boxes where id in (1, 2, 3)
 union all select 5, 6) as d on d.id = r.grade or d.bad > 1
where exists (select 1 from circles c where radius(c.f1) > 2) order by 1, 2 limit 50""",
    "negative length": """select distinct s.name as c0, coalesce(b.id, (select max(id) from boxes)) as c1,
 case when s.pay > 100 then (select sub.x from (select unnest(array[1, 2, 3]) as x) as sub where sub.x > 1 limit 1)
 end as c2, substring(s.name from 0 for -s.pay) as c3 from staff as s left join boxes as b on (s.pay = b.id * 100)
 where (s.place is not null) and ((s.pay between 1 and 5000) or (s.name like '%3%')) order by 1, 2 limit 77""",
    "interval in a window": """with ranked as (select s.name, s.pay,
 rank() over (partition by s.pay / 500 order by s.name) as place,
 sum(s.pay) over (order by s.pay rows between 2 preceding and current row) as running from staff s),
 spans as (select b.id, b.span, lag(b.span, 2) over (order by b.id) as earlier from boxes b where b.id % 2 = 1)
select r.name, r.running, avg(extract(day from p.span)) over (partition by r.place order by p.id),
 first_value(p.span + coalesce(p.earlier, r.running)) over (order by r.pay desc) as longest
from ranked r join spans p on p.id = r.place where r.running > 100 order by r.name limit 20""",
    "bad number in an update": """update staff set pay = case when staff.name like 'e1%' then staff.pay * 2
 else (select coalesce(max(b.id), 0) from boxes b where b.id < length(staff.name))
 + cast(substr('12x4', 2, 3) as int) end,
 name = upper(staff.name) || '-' || (select count(*) from circles c where area(c.f1) > 1)::text
where staff.pay in (select id * 100 from boxes where span > interval '2 days') and staff.place is not null
returning staff.name, staff.pay""",
    "types of a join": """select d.name, d.total, x.ids
 from (select s.name, sum(s.pay) as total, array_agg(s.pay) as pays from staff s
 group by s.name having count(*) > 0) d
 left join lateral (select array_agg(b.id order by b.id) as ids, min(b.span) as least from boxes b
 where b.id = any(d.pays) or b.id < d.total / 100) x on x.ids && d.pays
 join circles c on radius(c.f1) = d.total or center(c.f1) = d.name
where not exists (select 1 from boxes k where k.id > d.total) and x.least is not null order by d.total desc, 1""",
}


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The connection string of a server that ends with the block."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    folder.chmod(0o777)
    as_user = ["runuser", "-u", "postgres", "--"]
    data, log = f"{folder}/data", f"{folder}/log"
    subprocess.run([*as_user, f"{programs}/initdb", "-A", "trust", data], check=True, capture_output=True)
    control = [*as_user, f"{programs}/pg_ctl", "-D", data, "-l", log, "-w"]
    settings = f"-k {folder} -c listen_addresses= -c fsync=off"
    subprocess.run([*control, "-o", settings, "start"], check=True, stdout=subprocess.DEVNULL)
    try:
        yield f"host={folder} user=postgres dbname=postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, stdout=subprocess.DEVNULL)


def error(database: str, query: bytes) -> str:
    """The first line of what the server says against a query."""
    done = subprocess.run(["psql", "-qX", database], input=query + b";\n", capture_output=True, check=False)
    return re.sub(r"^.*?ERROR: ", "", done.stderr.decode(errors="replace").partition("\n")[0])


def main() -> None:
    report = Report("queries", "SQL queries", COLUMNS)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as database:
        subprocess.run(["psql", "-qX", database], input=TABLES.encode(), check=True)
        for title, text in QUERIES.items():
            wanted = error(database, text.encode())
            command = ["sqlreduce", "-t", "20000", "-d", database, text]
            printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            shortest = printed.partition("same error:\n")[2].partition("\n")[0]
            tests = re.search(r"Seen: (\d+) items", printed)
            result = reduce(
                text.encode(), lambda data: error(database, data) == wanted, name="a.sql", stop=Stop(tests=600)
            )
            goal, found = len(shortest.encode()), result.statistics
            reached = tests_to(goal, found.curve)
            report.row(title, len(text), tests[1] if tests else "", goal, found.tests, reached, len(result.data))
    report.note("sqlreduce keeps names, numbers and brackets as they are; its tests are the queries it has seen.")
    report.write()


if __name__ == "__main__":
    main()
