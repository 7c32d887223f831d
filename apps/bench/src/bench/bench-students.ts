import { limits } from '@escola/contract/limits'
import { students } from '@escola/contract/students.contract'
import type { Bench } from './bench.ts'
import type { BenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const few = 1000
const many = 100_000
const rounds = 30
const longestMs = 50
const atMostTimes = 1.5

const lastPage = many / limits.studentsPerPage
const lists = [
  { name: 'first page', query: '' },
  { name: 'last page', query: `page=${lastPage}` },
  { name: 'middle page', query: `page=${lastPage / 2}` },
  { name: 'middle page by name', query: `page=${lastPage / 2}&sort=name` },
]
const fullName = 'Beatriz Gonçalves Ribeiro'
const searches = [
  { name: 'nobody', query: 'search=zzzz' },
  { name: 'one e-mail', query: 'search=pessoa.567@' },
  { name: 'a full name', query: `search=${fullName}` },
  { name: 'first letters', query: 'search=an' },
  { name: 'a name of many', query: 'search=silva&sort=name' },
]

/** The student list of a school of 100,000 as its administrator calls it, and each search beside the same one in a school of 1,000. */
export async function benchStudents(bench: Bench): Promise<Figure[]> {
  const [stack, school] = [await bench.stack(), await bench.school()]
  const [small, large] = await makeNamedSchools(stack, school.id, [few, many])
  const api = await stack.serveApi()
  const timed = async (id: string, query: string) => {
    const url = `http://127.0.0.1:${api.port}/api${students.list.path.replace(':schoolId', id)}?${query}`
    const start = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${school.adminToken}` } })
    await answer.text()
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return performance.now() - start
  }
  const times = new Map<string, number[]>()
  const saveTime = (key: string, ms: number) => times.set(key, [...(times.get(key) ?? []), ms])
  for (let round = 0; round < rounds; round++) {
    for (const { name, query } of lists) saveTime(name, await timed(large!, query))
    for (const { name, query } of searches) {
      saveTime(`${name} of few`, await timed(small!, query))
      saveTime(name, await timed(large!, query))
    }
  }
  await api.stop()
  const of = (key: string) => median(times.get(key)!)
  return [
    ...lists.map(({ name }) => listFigure(`${name} of ${many} students`, of(name))),
    ...searches.map(({ name }) =>
      searchFigure(`search for ${name} among ${many} students`, of(name), of(`${name} of few`)),
    ),
  ]
}

const listFigure = (name: string, ms: number): Figure => ({
  name,
  value: `${ms.toFixed(1)} ms`,
  floor: '',
  target: `at most ${longestMs} ms`,
  ok: ms <= longestMs,
})

const searchFigure = (name: string, ms: number, floor: number): Figure => ({
  name,
  value: `${ms.toFixed(1)} ms`,
  floor: `${floor.toFixed(1)} ms (among ${few})`,
  ratio: ms / floor,
  target: `at most ${atMostTimes}×`,
  ok: ms / floor <= atMostTimes,
})

const firstNames = [
  'Maria',
  'Ana',
  'João',
  'Pedro',
  'Lucas',
  'Júlia',
  'Gabriel',
  'Beatriz',
  'Fernanda',
  'Bruno',
  'Antônio',
  'Helena',
  'Sônia',
]
const lastNames = [
  'Silva',
  'Santos',
  'Oliveira',
  'Souza',
  'Ferreira',
  'Alves',
  'Lima',
  'Gonçalves',
  'Ribeiro',
  'Martins',
  'Rocha',
]

/** Schools of so many students, whom the administrators of another school lead. */
export async function makeNamedSchools(
  { admin }: Pick<BenchStack, 'admin'>,
  ledBy: string,
  sizes: number[],
): Promise<string[]> {
  const ids: string[] = []
  for (const size of sizes) {
    const { rows } = await admin.query<{ id: string }>(
      'insert into schools (name, namespace) values ($1, $1) returning id',
      [`escola-de-${size}`],
    )
    const id = rows[0]!.id
    ids.push(id)
    await admin.query(
      `insert into memberships (school_id, user_id, name, email, is_admin, is_student)
      select $1, user_id, 'Direção', email, true, false from memberships where school_id = $2 and is_admin`,
      [id, ledBy],
    )
    await admin.query(
      `with made as (
        insert into users (email) select 'pessoa.' || n || '@escola' || $1::text || '.example' from generate_series(1, $2::int) n returning id, email)
      insert into memberships (school_id, user_id, name, email, utc_created_on)
      select $1::bigint, id, ($3::text[])[1 + id % cardinality($3)] || ' ' || ($4::text[])[1 + id / 7 % cardinality($4)] || ' ' || ($4::text[])[1 + id / 5 % cardinality($4)],
        email, now() - id % 1000 * interval '1 hour' from made`,
      [id, size, firstNames, lastNames],
    )
    await admin.query(
      `insert into person_schools (school_id, user_id, is_admin, is_student, utc_created_on)
      select school_id, user_id, is_admin, is_student, utc_created_on from memberships where school_id = $1`,
      [id],
    )
  }
  // Both schools have as many students of the full name, so that the search is compared and not the length of its answer.
  await admin.query(
    `update memberships set name = $3 where school_id = $1 and user_id in (
      select user_id from memberships where school_id = $1 and is_student order by user_id
      limit (select count(*) from memberships where school_id = $2 and name = $3))`,
    [ids[0], ids.at(-1), fullName],
  )
  // The statistics of running schools are current.
  await admin.query('vacuum analyze memberships, person_schools')
  return ids
}
