import path from 'node:path'
import { limits } from '@escola/contract/limits'
import { students } from '@escola/contract/students.contract'
import pg from 'pg'
import type { BenchSchool } from './bench-school.ts'
import type { BenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'

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
const searches = [
  { name: 'nobody', query: 'search=zzzz' },
  { name: 'one e-mail', query: 'search=pessoa.567@' },
  { name: 'a full name', query: 'search=beatriz gonçalves ribeiro' },
  { name: 'first letters', query: 'search=an' },
  { name: 'a name of many', query: 'search=silva&sort=name' },
]

/** The student list of a school of 100,000 as its administrator calls it, and each search beside the same one in a school of 1,000. */
export async function benchStudents(stack: BenchStack, school: BenchSchool): Promise<Figure[]> {
  const port = await stack.freePort()
  const [small, large] = await makeSchools(stack, [few, many])
  const api = await stack.run(path.join(import.meta.dirname, '../main-api.ts'), {}, port)
  const timed = async (id: string, query: string) => {
    const url = `http://127.0.0.1:${port}/api${students.list.path.replace(':schoolId', id)}?${query}`
    const start = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${school.adminToken}` } })
    await answer.text()
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return performance.now() - start
  }
  const times = new Map<string, number[]>()
  const note = (key: string, ms: number) => times.set(key, [...(times.get(key) ?? []), ms])
  for (let round = 0; round < rounds; round++) {
    for (const { name, query } of lists) note(name, await timed(large!, query))
    for (const { name, query } of searches) {
      note(`${name} of few`, await timed(small!, query))
      note(name, await timed(large!, query))
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

/** Schools of so many students, whom the measured school's administrator leads. */
async function makeSchools({ databaseUrl }: BenchStack, sizes: number[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ids: string[] = []
  for (const size of sizes) {
    const { rows } = await client.query<{ id: string }>(
      'insert into schools (name, namespace) values ($1, $1) returning id',
      [`escola-de-${size}`],
    )
    const id = rows[0]!.id
    ids.push(id)
    await client.query(
      `insert into memberships (school_id, user_id, name, email, is_admin, is_student)
      select $1, id, 'Direção', email, true, false from users where email = 'admin@bench.example'`,
      [id],
    )
    await client.query(
      `with made as (
        insert into users (email) select 'pessoa.' || n || '@escola' || $1::text || '.example' from generate_series(1, $2::int) n returning id, email)
      insert into memberships (school_id, user_id, name, email, utc_created_on)
      select $1::bigint, id, ($3::text[])[1 + id % cardinality($3)] || ' ' || ($4::text[])[1 + id / 7 % cardinality($4)] || ' ' || ($4::text[])[1 + id / 5 % cardinality($4)],
        email, now() - id % 1000 * interval '1 hour' from made`,
      [id, size, firstNames, lastNames],
    )
  }
  // As in schools that have been running: the database knows its tables.
  await client.query('vacuum analyze memberships')
  await client.end()
  return ids
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
