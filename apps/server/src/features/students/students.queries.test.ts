import { limits } from '@escola/contract/limits'
import type { StudentSort } from '@escola/contract/sorts'
import { students } from '@escola/contract/students.contract'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { stretchOf } from '../../core/paging.ts'
import { expectShape } from '../../testing/row-shape.ts'
import { openTransaction } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { findStudents, listStudentIds, listStudentProgress } from './students.queries.ts'

it('reads progress as it declares', async () => {
  const { northside } = await world()
  const { make, student } = northside
  const issued = await make.course({ modules: [1] })
  await make.enrollment(await make.cohort({ courses: [issued, await make.course()] }), student)
  const certificate = await make.certificate(issued, student)
  const read = () => northside.tx((db) => listStudentProgress(db, student.userId))
  const drawn = await read()
  expectShape(drawn, {
    id: 'string',
    title: 'string',
    link: 'string',
    lessons: 'number',
    completed: 'number',
    certificate: 'object or null',
  })
  const failed = { status: 'failed', failure: 'Não coube' }
  await northside.tx((db) => db.updateTable('certificates').set(failed).where('id', '=', certificate.id).execute())
  const issues = [...drawn, ...(await read())].flatMap((row) => row.certificate ?? [])
  expectShape(issues, { id: 'string', status: 'string', number: 'number', failure: 'string or null' })
})

it('never says that a course is complete before all of it is', async () => {
  const { call, northside, databaseUrl } = await world()
  const ana = await northside.make.student()
  const course = await northside.make.course({ modules: [1] })
  await northside.make.enrollment(await northside.make.cohort({ courses: [course] }), ana)
  const lessons = 20_001
  await northside.tx(async (db) => {
    await sql`insert into lessons (course_id, link, utc_published_on)
      select ${course.id}, 'muitas-' || n, now() from generate_series(2, ${lessons}::int) n`.execute(db)
    await sql`update modules set lesson_order = array(select id from lessons where course_id = ${course.id} order by id)
      where course_id = ${course.id}`.execute(db)
    await sql`insert into lesson_completions (user_id, course_id, lesson_id)
      select ${ana.userId}, course_id, id from lessons where course_id = ${course.id} order by id limit ${lessons - 1}`.execute(
      db,
    )
  })
  // As in a school that has been running: the database knows its tables.
  await (await openTransaction(databaseUrl, 'analyze lessons, modules, lesson_completions')).commit()
  const { body } = await call(students.get, { as: northside.admin, params: { link: ana.userId } })
  expect(body.degrees.map(({ progress }) => progress)).toEqual(['99.99'])
})

describe('in a school of thousands', () => {
  const size = 3000
  // Planning looks at the ends of indexes.
  const planning = 5
  const bound = limits.studentsFound + 1
  it.each([
    ['a search that finds nobody', (db: SchoolDb) => findStudents(db, 'ninguém', bound), 0, 0],
    ['one that finds nobody whose name begins so', (db: SchoolDb) => findStudents(db, 'zx', bound), 0, 0],
    ['one that finds somebody', (db: SchoolDb) => findStudents(db, 'número 1234', bound), 1, 50],
    ['one that finds an e-mail', (db: SchoolDb) => findStudents(db, '.77@muitos', bound), 1, 50],
    ['one that finds more than are counted', (db: SchoolDb) => findStudents(db, 'aluna', bound), bound, size + bound],
    ['the first page', (db: SchoolDb) => pageAt(db, 1, '-since'), 50, 50],
    ['the last', (db: SchoolDb) => pageAt(db, size / 50, 'name'), 50, 50],
    ['one in the middle', (db: SchoolDb) => pageAt(db, 30, '-name'), 50, size / 2],
  ])('%s reads little and goes to no row in vain', async (_what, read, found, most) => {
    const school = await large()
    await school.tx(async (db) => {
      const before = await readSoFar(db)
      expect(await read(db)).toHaveLength(found)
      const after = await readSoFar(db)
      expect(after.entries - before.entries).toBeLessThanOrEqual(most + planning)
      expect(after.rows - before.rows).toBeLessThanOrEqual(found + planning)
    })
  })

  it('finds nobody of another school', async () => {
    const { northside } = await world()
    await large()
    const names = await northside.tx((db) => findStudents(db, 'aluna número', bound))
    expect(names).toEqual([])
  })

  const pageAt = (db: SchoolDb, page: number, sort: StudentSort) =>
    listStudentIds(db, { sort, ...stretchOf({ page, rowsPerPage: 50, total: size }) }, {})

  let made: ReturnType<typeof makeLarge> | undefined
  const large = () => {
    made ??= makeLarge()
    return made
  }
  async function makeLarge() {
    const { makeSchool, databaseUrl } = await world()
    const school = await makeSchool('Grande')
    await school.tx((db) => db.deleteFrom('memberships').where('is_student', '=', true).execute())
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(
      `with made as (insert into users (email) select 'aluna.' || n || '@muitos.example' from generate_series(1, $1::int) n returning id, email)
      insert into memberships (school_id, user_id, name, email, utc_created_on)
      select $2, id, 'Aluna Número ' || split_part(split_part(email, '@', 1), '.', 2), email, now() - id * interval '1 minute' from made`,
      [size, school.id],
    )
    // As in a school that has been running: the database knows its tables, and which rows everybody sees.
    await client.query('vacuum analyze memberships')
    await client.end()
    return school
  }
})

/** What this connection has lately read of the memberships: entries of indexes and rows of whole scans, and rows that it went to. */
async function readSoFar(db: SchoolDb) {
  const { rows } = await sql<{ entries: number; rows: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as entries,
      sum(pg_stat_get_xact_tuples_fetched(oid)) filter (where relkind = 'r')::int as rows
    from pg_class where oid = 'memberships'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'memberships'::regclass)`.execute(db)
  return rows[0]!
}
