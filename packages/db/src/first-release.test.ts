import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openUpgrade } from './upgrade.testing.ts'

/** Data that the first release (242d5f8) left in its `.data`: every row, and a few of the files. */
const folder = path.resolve(import.meta.dirname, '../fixtures/first-release')
const lastMigration = '0065'

const listApplied = 'select name, checksum from migrations.applied order by 1'

/** Columns whose values stand elsewhere now, and the condition that finds them there for a row `t` that was `o.row`. */
const moved: Record<string, { columns: string[]; found: string }> = {
  certificates: {
    columns: [
      'student_name',
      'course_title',
      'workload_minutes',
      'school_name',
      'signature_name',
      'signature_key',
      'logo_key',
    ],
    found: `t.facts @> jsonb_build_object('student_name', o.row -> 'student_name', 'workload_minutes', o.row -> 'workload_minutes',
      'school_name', o.row -> 'school_name', 'logo_key', o.row -> 'logo_key',
      'courses', jsonb_build_array(jsonb_build_object('course_id', o.row ->> 'course_id', 'title', o.row -> 'course_title')),
      'signers', jsonb_build_array(jsonb_build_object('name', o.row -> 'signature_name', 'signature_key', o.row -> 'signature_key')))`,
  },
  certificate_templates: {
    columns: ['signature_name', 'signature_key'],
    found: `exists (select from certificate_signers s where s.school_id = t.school_id and s.template_id = t.id
      and s.name = o.row ->> 'signature_name' and s.signature_key is not distinct from o.row ->> 'signature_key')`,
  },
}

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
let applied: unknown[][]
let before: Map<string, unknown[][]>
beforeAll(async () => {
  upgrade = await openUpgrade('first_release')
  await upgrade.migrateTo(lastMigration)
  applied = await upgrade.rowsOf(listApplied)
  await upgrade.admin.query('truncate migrations.applied')
  // The rows come in the order of their tables' names, before the rows that they point to.
  await upgrade.admin.query('set session_replication_role = replica')
  await upgrade.admin.query(await readFile(path.join(folder, 'data.sql'), 'utf8'))
  await upgrade.admin.query('reset session_replication_role')
  const tables = (
    await upgrade.rowsOf(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  ).flat() as string[]
  before = new Map()
  for (const table of tables)
    before.set(table, await upgrade.rowsOf(`select to_jsonb(t)::text from ${table} t order by 1`))
})
afterAll(() => upgrade.close())

it('keeps every row of the first release, and finds its files', async () => {
  // Its migrations are still the ones that it ran.
  expect(await upgrade.rowsOf(listApplied)).toEqual(applied)
  expect([...before.values()].flat().length).toBeGreaterThan(600)
  await upgrade.migrateTo('9999')

  const lost: Record<string, unknown[][]> = {}
  for (const [table, rows] of before) {
    const { columns, found } = moved[table] ?? { columns: [], found: 'true' }
    const { rows: missing } = await upgrade.admin.query({
      text: `select o.row from unnest($1::jsonb[]) as o (row)
        where not exists (select from ${table} t where to_jsonb(t) @> o.row - $2::text[] and ${found})`,
      values: [rows.flat(), columns],
      rowMode: 'array',
    })
    if (missing.length) lost[table] = missing
  }
  expect(lost).toEqual({})
  // Each membership and enrolment is known to the tables that came later.
  const unknown = await upgrade.rowsOf(`
    select 'person' as what, school_id, user_id from memberships where (school_id, user_id, is_admin, is_student) not in (
      select school_id, user_id, is_admin, is_student from person_schools)
    union all select 'grant', school_id, user_id from enrollments where (school_id, cohort_id, user_id, utc_created_on) not in (
      select school_id, cohort_id, user_id, utc_starts_on from enrollment_grants where utc_ended_on is null)
    union all select 'opening', p.school_id, p.user_id from course_progress p where not exists (
      select from course_openings o where o.school_id = p.school_id and o.user_id = p.user_id and o.course_id = p.course_id)`)
  expect(unknown).toEqual([])
  expect(await upgrade.rowsOf(`select total_students from schools order by id`)).toEqual(
    await upgrade.rowsOf(
      `select count(*)::int from memberships where is_student group by school_id order by school_id`,
    ),
  )

  const stored = path.join(folder, 'files')
  const names = (await readdir(stored, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(names.length).toBe(4)
  for (const { parentPath, name } of names) {
    const key = path.relative(stored, path.join(parentPath, name)).split(path.sep).join('/')
    const [row] = await upgrade.rowsOf(
      `select storage_key, size_bytes::int from files where storage_key in ('${key}', '${path.posix.dirname(key)}')`,
    )
    const { size } = await stat(path.join(parentPath, name))
    expect(row).toEqual(key.endsWith('.webp') ? [path.posix.dirname(key), 5924] : [key, size])
  }
})
