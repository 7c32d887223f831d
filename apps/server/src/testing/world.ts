import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hourMs } from '@escola/contract/durations'
import type { TeamRole } from '@escola/contract/permissions'
import { createTestDatabase, testSecret } from '@escola/db/testing'
import pg from 'pg'
import { expect } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openSchool } from '../core/scope.ts'
import { insertFirstTemplate } from '../features/certificates/templates/templates.queries.ts'
import { mayOpenBy } from '../features/learning/learning.service.ts'
import { Outlines } from '../features/learning/outlines.service.ts'
import { openPeople } from '../features/people/people.service.ts'
import { personSchoolColumns, savePersonSchools } from '../features/people/person-schools.queries.ts'
import { sessionTokens } from '../http/session-token.ts'
import { studentLifecycle } from '../student-lifecycle.ts'
import { callsOf, type Person } from './call.ts'
import { withoutLooks } from './clock.ts'
import { factoriesFor } from './factories.ts'
import { printedFaults } from './printed-faults.ts'
import { assertStatementsNameSchool, watchStatements } from './statement-checks.ts'

/**
 * Builds a test file's own database, app and two schools, once per file, so that every test has an outsider.
 * @param buildAround runs what builds the app; the tests of a database that hangs keep the looks at it
 */
export const world = (env: NodeJS.ProcessEnv = {}, buildAround: Build = withoutLooks) => {
  built ??= build(env, buildAround)
  return built
}

interface TeamMember {
  roles: TeamRole[]
  courseIds: string[]
  mayPublish: boolean
  isStudent: boolean
}

type Build = <T>(build: () => Promise<T>) => Promise<T>
export const withLooks: Build = (build) => build()

export type World = Awaited<ReturnType<typeof build>>
let built: ReturnType<typeof build> | undefined

async function build(env: NodeJS.ProcessEnv, buildAround: Build) {
  const clusterUrl = process.env.TEST_DATABASE_URL
  if (!clusterUrl)
    throw new Error('TEST_DATABASE_URL must name a PostgreSQL cluster that is only for tests; `pnpm test` starts one')
  const { url: databaseUrl, drop } = await createTestDatabase(clusterUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-test-'))
  const config: Config = readConfig({
    DATABASE_URL: databaseUrl,
    ESCOLA_SECRET: testSecret,
    SMTP_URL: 'smtp://127.0.0.1:1',
    FILES_DIR: folder,
    PUBLIC_URL: 'http://localhost:3000',
    RATE_FACTOR: '10000',
    OVERLOAD_WAIT_MS: '0',
    ...(process.env.DATABASE_WIRE && { DATABASE_WIRE: process.env.DATABASE_WIRE }),
    ...env,
  })
  watchStatements()
  const app = await buildAround(() => buildApp(config, printedFaults))
  const tokens = sessionTokens(app.http)
  const { database } = app

  const makePerson = async (
    schoolId: string,
    role: 'admin' | 'student',
    name: string,
    { roles = ['owner'], courseIds = [], mayPublish = true, isStudent = false }: Partial<TeamMember> = {},
  ): Promise<Person> => {
    const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@example.com`
    const person = await database.withPlatform(async (db) => {
      const user = await db
        .insertInto('users')
        .values({ email, name, utc_email_confirmed_on: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const joined = await db
        .insertInto('memberships')
        .values({
          school_id: schoolId,
          user_id: user.id,
          name,
          email,
          is_admin: role === 'admin',
          is_student: role === 'student' || isStudent,
          team_roles: role === 'admin' ? [...roles] : null,
          may_publish: mayPublish,
          utc_created_on: new Date(),
        })
        .returning(personSchoolColumns)
        .execute()
      await savePersonSchools(db, schoolId, joined)
      if (courseIds.length > 0) {
        await db
          .updateTable('person_schools')
          .set({ course_ids: [...courseIds] })
          .where('school_id', '=', schoolId)
          .where('user_id', '=', user.id)
          .execute()
      }
      const session = await db
        .insertInto('sessions')
        .values({ user_id: user.id, utc_expires_on: new Date(Date.now() + hourMs), utc_proven_on: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { userId: user.id, name, email, schoolId, sessionId: session.id, token: tokens.sign(session.id, user.id) }
    })
    const rows = courseIds.map((course_id) => ({ user_id: person.userId, course_id }))
    if (rows.length > 0)
      await database.withSchool(schoolId, (db) => db.insertInto('role_courses').values(rows).execute())
    return person
  }
  /** Gives a user a second factor, which an administrator of the platform must have. */
  const addFactor = (userId: string) =>
    database.withPlatform((db) =>
      db
        .insertInto('second_factors')
        .values({ user_id: userId, sealed_secret: '', utc_created_on: new Date(), utc_confirmed_on: new Date() })
        .execute(),
    )
  /** Makes a person with a role above the schools, who belongs to none; with a school named, through a session of that school. */
  const makePlatformPerson = async (platform_role = 'admin', sessionSchoolId: string | null = null) => {
    const person = await insertPlatformPerson(platform_role, sessionSchoolId)
    if (platform_role === 'admin') await addFactor(person.userId)
    return person
  }
  const insertPlatformPerson = (platform_role: string, sessionSchoolId: string | null) =>
    database.withPlatform(async (db): Promise<Pick<Person, 'userId' | 'name' | 'sessionId' | 'token'>> => {
      const name = 'Vera Plataforma'
      const user = await db
        .insertInto('users')
        .values({ email: `vera.${randomUUID()}@example.com`, name, platform_role, utc_email_confirmed_on: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const proven = { utc_proven_on: new Date(), utc_factor_proven_on: new Date() }
      const session = await db
        .insertInto('sessions')
        .values({
          user_id: user.id,
          school_id: sessionSchoolId,
          utc_expires_on: new Date(Date.now() + hourMs),
          ...proven,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { userId: user.id, name, sessionId: session.id, token: tokens.sign(session.id, user.id) }
    })
  const makeSchool = async (name: string) => {
    const { id } = await database.withPlatform(async (db) => {
      const school = await db
        .insertInto('schools')
        .values({ name, namespace: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${randomUUID().slice(0, 8)}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertFirstTemplate(db, school.id, `Direção ${name}`, new Date())
      return school
    })
    const school = openSchool(database, id)
    return {
      ...school,
      admin: await makePerson(id, 'admin', `${name} Admin`),
      student: await makePerson(id, 'student', `${name} Student`),
      make: factoriesFor(school, makePerson),
      /** Makes a member of the team with these roles. */
      makeTeamMember: (member: Partial<TeamMember> & Pick<TeamMember, 'roles'>) =>
        makePerson(id, 'admin', `${name} ${member.roles.join(' ')}`, member),
      /** Lists the jobs that wait in the outbox: name and payload, oldest first. */
      pendingJobs: () =>
        school.tx(async (db) =>
          (
            await db
              .selectFrom('outbox')
              .where('utc_done_on', 'is', null)
              .orderBy('id')
              .select(['name', 'payload'])
              .execute()
          ).map((row) => [row.name, row.payload] as const),
        ),
    }
  }
  const northside = await makeSchool('Northside')
  const riverside = await makeSchool('Riverside')
  closeLater(async () => {
    await app.close()
    await expectPersonSchools(databaseUrl)
      .then(() => assertStatementsNameSchool(databaseUrl))
      .finally(drop)
    await rm(folder, { recursive: true, force: true })
  })
  return {
    app: app.http,
    tools: {
      ...app.tools,
      people: openPeople(database),
      mayOpen: mayOpenBy(new Outlines()),
      lifecycle: studentLifecycle,
    },
    settled: app.settled,
    config,
    database,
    databaseUrl,
    folder,
    tokens,
    northside,
    riverside,
    makeSchool,
    makePerson,
    makePlatformPerson,
    addFactor,
    ...callsOf(app.http),
  }
}

const closers: (() => Promise<void>)[] = []
/** Closes things once the file's tests are over, the latest first. */
export const closeLater = (close: () => Promise<void>) => void closers.unshift(close)
/** Test files share their modules, so the next file in this process builds a world of its own. */
export async function closeWorld() {
  built = undefined
  for (const close of closers.splice(0)) await close()
}

/** Compares the list of people's schools and the number of students with the memberships of all schools, after all tests of a file. */
async function expectPersonSchools(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const listed = async (text: string) => (await client.query(text)).rows
  const places = (table: string, more = '') =>
    listed(
      `select school_id, user_id, is_admin, is_student, team_roles, may_publish ${more} from ${table} order by school_id, user_id`,
    )
  const [named, members] = [await places('person_schools', ', course_ids'), await places('memberships')]
  const keyOf = (row: Record<string, string>) => `${row.school_id}:${row.user_id}`
  const chosen = Map.groupBy(await listed('select school_id, user_id, course_id from role_courses'), keyOf)
  const courses = new Set((await listed('select id from courses')).map(({ id }) => id))
  // A course that was deleted is still named beside its teacher, and opens nothing.
  const saved = named.map((row) => ({
    ...row,
    course_ids: row.course_ids.filter((id: string) => courses.has(id)).sort(),
  }))
  const asked = members.map((row) => {
    const ids = row.is_admin ? (chosen.get(keyOf(row)) ?? []) : []
    return { ...row, course_ids: ids.map(({ course_id }) => course_id).sort() }
  })
  const { rows: counted } = await client.query(
    `select id, total_students from schools s
    where total_students <> (select count(*) from person_schools p where p.school_id = s.id and p.is_student)`,
  )
  await client.end()
  expect(saved).toEqual(asked)
  expect(counted).toEqual([])
}
