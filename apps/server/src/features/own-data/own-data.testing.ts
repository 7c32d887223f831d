import { dayMs } from '@escola/contract/durations'
import { userTables } from '@escola/db/user-tables'
import { schoolColumns } from '@escola/db/walls'
import pg from 'pg'
import { openSchool } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import type { World } from '../../testing/world.ts'

/** Columns by which rows name a user, except the column of the user the row belongs to. */
const idColumns = Object.entries(userTables).flatMap(([table, { users }]) =>
  Object.keys(users)
    .filter((column) => column !== 'id' && !column.endsWith('email'))
    .map((column) => ({ table, column, isOfSchool: schoolColumns[table] === 'school_id' })),
)

/** Counts the rows that name the user, by table and column; school null counts those above the schools too. */
export async function rowsWith({ databaseUrl }: World, userId: string, schoolId: string | null = null) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const counts: Record<string, number> = {}
  for (const { table, column, isOfSchool } of idColumns) {
    if (schoolId && !isOfSchool) continue
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
