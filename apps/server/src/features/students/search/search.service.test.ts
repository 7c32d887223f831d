import { limits } from '@escola/contract/limits'
import type { StudentSort } from '@escola/contract/sorts'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { pageRangeOf } from '../../../core/paging.ts'
import { world } from '../../../testing/world.ts'
import { countStudents, listStudentIds } from '../students.queries.ts'
import { findStudents } from './search.service.ts'

describe('in a school of thousands', () => {
  const size = 8000
  const first = 1000
  const bound = limits.studentsFound + 1
  // Planning looks at the ends of indexes.
  const planning = 5
  const found = (search: string, sort: StudentSort) => (db: SchoolDb) =>
    findStudents(db, { search, sort, atMost: bound })
  const pageAt = (page: number, sort: StudentSort) => (db: SchoolDb) =>
    listStudentIds(db, { sort, ...pageRangeOf({ page, rowsPerPage: 50, total: size }) })
  it.each([
    ['a search that finds no student', found('ninguém', '-since'), 0, first],
    ['one that finds no student whose name begins so', found('zx', 'name'), 0, first],
    ['one that finds a student', found('número 1234', 'name'), 1, first + 100],
    ['one that finds a student by several words', found('a número 7999 tar', 'name'), 1, first + 100],
    ['one that finds no student though each word is there', found('tardia 7999', 'name'), 0, first + 100],
    ['one that finds an e-mail', found('.77@muitos', 'since'), 1, first + 100],
    ['one that finds what all have', found('aluna', '-name'), bound, first],
    ['the first page', pageAt(1, '-since'), 50, 50],
    ['the last', pageAt(size / 50, 'name'), 50, 50],
    ['one in the middle', pageAt(size / 100, '-name'), 50, size / 2],
  ])('%s reads little and goes to no row in vain', async (_title, read, count, most) => {
    const school = await large()
    await school.tx(async (db) => {
      const before = await readSoFar(db)
      expect(await read(db)).toHaveLength(count)
      const after = await readSoFar(db)
      expect(after.entries - before.entries).toBeLessThanOrEqual(most + planning)
      expect(after.rows - before.rows).toBeLessThanOrEqual(count + planning)
    })
  })

  it.each([
    // A rare word is sorted; a frequent one that few of the first have is read in the order of the list.
    ['rara', 'name', 270],
    ['tardia', 'name', 2600],
    ['tardia', '-since', 2600],
  ] as const)('finds the first of those with "%s" by %s', async (search, sort, all) => {
    const school = await large()
    await school.tx(async (db) => {
      const ids = await listStudentIds(db, { sort, offset: 0, limit: size, fromEnd: false })
      const having = await db
        .selectFrom('memberships')
        .where('folded', 'like', `%${search}%`)
        .select('user_id')
        .execute()
      const set = new Set(having.map((row) => row.user_id))
      expect(set.size).toBe(all)
      const expected = ids.filter((id) => set.has(id)).slice(0, bound)
      expect(await findStudents(db, { search, sort, atMost: bound })).toEqual(expected)
    })
  })

  it('counts them in one small index', async () => {
    const school = await large()
    await school.tx(async (db) => {
      const before = await readSoFar(db)
      expect(await countStudents(db)).toBe(size)
      expect((await readSoFar(db)).rows - before.rows).toBeLessThanOrEqual(planning)
    })
  })

  it('finds no student of another school', async () => {
    const { northside } = await world()
    await large()
    const names = await northside.tx((db) => findStudents(db, { search: 'aluna número', sort: 'name', atMost: bound }))
    expect(names).toEqual([])
  })

  let made: ReturnType<typeof makeLarge> | undefined
  const large = () => {
    made ??= makeLarge()
    return made
  }
  async function makeLarge() {
    const { makeSchool, databaseUrl } = await world()
    const school = await makeSchool('Grande')
    await school.tx(async (db) => {
      await db.deleteFrom('memberships').where('is_student', '=', true).execute()
      await db.deleteFrom('person_schools').where('is_student', '=', true).execute()
    })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      `insert into users (email) select 'aluna.' || n || '@muitos.example' from generate_series(1, $1::int) n returning id`,
      [size],
    )
    const made = [school.id, rows.map(({ id }) => id)]
    await client.query(
      `insert into memberships (school_id, user_id, name, email, utc_created_on)
      select $1, id, 'Aluna Número ' || n || case when n > 5400 then ' Tardia' when n % 20 = 0 then ' Rara' else '' end,
        'aluna.' || n || '@muitos.example', now() - id * interval '1 minute'
      from unnest($2::bigint[]) with ordinality as made (id, n)`,
      made,
    )
    await client.query(
      `insert into person_schools (school_id, user_id, is_admin, is_student, utc_created_on)
      select $1, id, false, true, now() - id * interval '1 minute' from unnest($2::bigint[]) as made (id)`,
      made,
    )
    await client.query('update schools set total_students = $2 where id = $1', [school.id, size])
    // The school has been running for some time: the database knows its tables, and which rows every transaction sees.
    await client.query('vacuum analyze memberships')
    await client.end()
    return school
  }
})

/** Reads of the memberships by this connection so far: entries of indexes and rows of whole scans, and rows that it went to. */
async function readSoFar(db: SchoolDb) {
  const { rows } = await sql<{ entries: number; rows: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as entries,
      sum(pg_stat_get_xact_tuples_fetched(oid)) filter (where relkind = 'r')::int as rows
    from pg_class where oid = 'memberships'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'memberships'::regclass)`.execute(db)
  return rows[0]!
}
