import { dayMs } from '@escola/contract/durations'
import pg from 'pg'
import { openSchool } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import type { World } from '../../testing/world.ts'

/** Columns by which rows name a user. */
export const userColumns = ['user_id', 'created_by', 'granted_by', 'ended_by'] as const

/** Counts the rows that name the user, by table and column, as far as the database knows; school null counts those above the schools too. */
export async function rowsWith({ databaseUrl }: World, userId: string, schoolId: string | null = null) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: columns } = await client.query<{ table: string; column: string; of_school: boolean }>(
    `select c.table_name as table, c.column_name as column, exists (select from information_schema.columns s
        where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'school_id') as of_school
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = 'public' and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = any($1) order by 1, 2`,
    [userColumns],
  )
  const counts: Record<string, number> = {}
  for (const { table, column, of_school } of columns) {
    if (schoolId && !of_school) continue
    const { rows } = await client.query(
      `select count(*)::int as count from ${table} where ${column} = $1 ${schoolId ? 'and school_id = $2' : ''}`,
      [userId, ...(schoolId ? [schoolId] : [])],
    )
    if (rows[0].count > 0) counts[`${table}.${column}`] = rows[0].count
  }
  await client.end()
  return counts
}

/** Makes a student of two schools, with rows of every kind in the first and with all that opens an account. */
export async function makeStudent(w: World) {
  const school = await w.makeSchool('Primeira')
  const second = await w.makeSchool('Segunda')
  const lia = await school.make.student('Lia Prado')
  await second.make.membership(lia)
  const course = await school.make.course()
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, lia)
  await school.make.thread(course, lia)
  const certificate = await school.make.certificate(course, lia)
  await school.make.sale()
  await school.tx(async (db) => {
    const buyer = { buyer_name: 'Lia Prado', buyer_email: lia.email, product_name: 'Pães', body: 'TGlh' }
    await db.updateTable('sales').set(buyer).execute()
    await db
      .insertInto('lesson_completions')
      .values({ user_id: lia.userId, course_id: course.id, lesson_id: course.lessons[0]!.id })
      .execute()
    await db.insertInto('bookmarks').values({ user_id: lia.userId, course_id: course.id }).execute()
  })
  await w.riverside.tx((db) => db.insertInto('erased_people').values({ user_id: lia.userId }).execute())
  await w.database.withPlatform(async (db) => {
    const user_id = lia.userId
    await db
      .updateTable('users')
      .set({ cpf: '12345678909', password_hash: 'secret-hash' })
      .where('id', '=', user_id)
      .execute()
    await db
      .insertInto('second_factors')
      .values({ user_id, sealed_secret: 'secret-seed', utc_created_on: new Date() })
      .execute()
    await db.insertInto('recovery_codes').values({ user_id, code_hash: 'secret-code' }).execute()
    await db
      .insertInto('passkeys')
      .values({
        id: `key-${user_id}`,
        user_id,
        name: 'Safari no iPhone',
        public_key: 'secret-key',
        sign_count: '0',
        transports: [],
        utc_created_on: new Date(),
      })
      .execute()
    await db.insertInto('familiar_addresses').values({ user_id, address_hash: 'secret-address' }).execute()
    await db
      .insertInto('email_tokens')
      .values({
        token_hash: `secret-token-${user_id}`,
        purpose: 'recovery',
        user_id,
        school_id: school.id,
        utc_expires_on: new Date(),
      })
      .execute()
  })
  return { school, second, lia, course, certificate }
}

/** Tools of the worker, so many days from now. */
export const inDays = (w: World, days: number) => ({
  ...w.tools,
  platform: w.database,
  openSchool: (id: string) => openSchool(w.database, id),
  now: () => new Date(Date.now() + days * dayMs),
})

/** Ends the proof that a test's session begins with. */
export const forgetProof = (w: World, { sessionId }: Pick<Person, 'sessionId'>) =>
  w.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', sessionId).execute(),
  )
