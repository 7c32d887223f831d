import { certificates } from '@escola/contract/certificates.contract'
import { students } from '@escola/contract/students.contract'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

/** Tables whose rows name the student by id, as far as the database knows. */
async function rowsWith(schoolId: string, userId: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: here.databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and t.table_schema = 'public' and c.column_name = 'user_id'
        and exists (select from information_schema.columns s where s.table_name = c.table_name and s.column_name = 'school_id')
      order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as count from ${name} where school_id = $1 and user_id = $2`,
      [schoolId, userId],
    )
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  await client.end()
  return counts
}

/** Makes a student with rows of every kind in the school, who studies at Northside too. */
async function makeStudent() {
  const school = await here.makeSchool('Esquecida')
  const lia = await school.make.student('Lia Prado')
  const course = await school.make.course({ title: 'Pães' })
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, lia)
  await school.make.thread(course, lia)
  const certificate = await school.make.certificate(course, lia)
  const sale = await school.make.sale()
  const refused = await school.make.import(cohort, { createdBy: school.admin })
  await school.tx(async (db) => {
    await db.updateTable('sales').set({ buyer_name: 'Lia Prado', buyer_email: lia.email, body: 'TGlh' }).execute()
    await db
      .updateTable('import_refusals')
      .set({ email: ` ${lia.email.toUpperCase()}` })
      .execute()
    await db
      .insertInto('lesson_completions')
      .values({ user_id: lia.userId, course_id: course.id, lesson_id: course.lessons[0]!.id })
      .execute()
  })
  await here.northside.make.membership(lia)
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', lia.userId).select('link').executeTakeFirstOrThrow(),
  )
  const erase = (as: Person = school.admin, of = link) => here.call(students.erase, { as, params: { link: of } })
  return { school, lia, certificate, sale, refused, link, erase }
}

it('erases what the school keeps of a student, and leaves what is not its own', async () => {
  const { school, lia, certificate, sale, link, erase } = await makeStudent()
  const before = await rowsWith(here.northside.id, lia.userId)
  expect(Object.keys(await rowsWith(school.id, lia.userId)).length).toBeGreaterThan(5)
  expect((await erase()).status).toBe(200)
  // That they were erased is remembered, so that they don't join again by themselves.
  expect(await rowsWith(school.id, lia.userId)).toEqual({ erased_people: 1 })
  expect(await rowsWith(here.northside.id, lia.userId)).toEqual(before)
  expect((await here.call(students.get, { as: school.admin, params: { link } })).status).toBe(404)
  expect((await erase()).status).toBe(404)
  const proof = await here.call(certificates.verify, { params: { schoolId: school.id, code: certificate.code } })
  expect(proof.body).toMatchObject({ state: 'valid', student_name: '', course_title: 'Pães' })
  const kept = await school.tx(async (db) => ({
    sales: await db.selectFrom('sales').select(['id', 'state', 'buyer_name', 'buyer_email', 'body']).execute(),
    refusals: await db.selectFrom('import_refusals').select('email').execute(),
    certificates: await db.selectFrom('certificates').select(['user_id', 'storage_key']).execute(),
  }))
  expect(kept).toEqual({
    sales: [{ id: sale.id, state: 'dismissed', buyer_name: '', buyer_email: '', body: '' }],
    refusals: [],
    certificates: [{ user_id: null, storage_key: null }],
  })
})

it('asks an administrator to prove who they are first', async () => {
  const { school, lia, erase } = await makeStudent()
  await here.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', school.admin.sessionId).execute(),
  )
  expect((await erase()).error.code).toBe('proof_needed')
  expect(await rowsWith(school.id, lia.userId)).toHaveProperty('memberships', 1)
})

it('erases no administrator, and no student of another school', async () => {
  const { school, lia, link, erase } = await makeStudent()
  await school.make.roles(lia, { is_admin: true })
  expect((await erase()).error.code).toBe('administrator_stays')
  await school.make.roles(lia, { is_admin: false })
  expect((await erase(here.northside.admin, link)).status).toBe(404)
  expect(await rowsWith(school.id, lia.userId)).toHaveProperty('memberships', 1)
})
