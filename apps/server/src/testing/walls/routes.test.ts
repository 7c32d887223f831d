import { subscribe } from 'node:diagnostics_channel'
import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import type { RouteDefinition } from '@escola/contract/route'
import { schools } from '@escola/contract/schools.contract'
import { insertRows, tables } from '@escola/db/walls'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { payingWorld } from '../../features/payments/payments.testing.ts'
import { makeSignedFileUrl } from '../../files/signed-links.ts'
import { multipart } from '../call.ts'
import { affiliate, makePlan } from '../franchise.ts'
import { makeAttended } from '../member-scope.ts'
import type { World } from '../world.ts'

/** Routes that a server has, declared or not. */
const registered = new WeakMap<FastifyInstance, Set<string>>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes = new Set<string>()
  registered.set(fastify, routes)
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
  })
})

let w: World
/** Ids of Riverside's things for an outsider to try, under the name that a path gives them. */
let theirs: Record<string, string>
let far: Awaited<ReturnType<World['makeSchool']>>
/** Ids under names that several nouns share; a noun whose table has its name needs none, because its row is that of `farRow`. */
let theirsByNoun: Record<string, Record<string, string>>
/** Id of the rows of a third school, which has one in each table. */
const farRow = 900_001

beforeAll(async () => {
  w = (await payingWorld()).w
  const { riverside } = w
  const { student, make } = riverside
  const course = await make.course()
  const cohort = await make.cohort({ courses: [course] })
  await make.enrollment(cohort, student)
  const { link } = await riverside.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
  )
  const certificate = await make.certificate(course, student)
  const thread = await make.thread(course, student)
  const { id: replyId } = await riverside.tx((db) =>
    db
      .insertInto('thread_replies')
      .values({
        thread_id: thread.id,
        user_id: riverside.admin.userId,
        is_admin: true,
        message: '<p>Sim</p>',
        utc_created_on: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const key = '00000000-0000-4000-8000-000000000000'
  await w.tools.files.put(`${riverside.id}/images/${key}/480.webp`, Buffer.from('Riverside'), 'image/webp')
  theirs = {
    degreeLink: course.link,
    courseLink: course.link,
    lessonLink: course.lessons[0]!.link,
    userId: student.userId,
    classId: cohort.id,
    cohortId: cohort.id,
    contentId: course.lessons[0]!.id,
    contentLink: course.lessons[0]!.link,
    threadId: thread.id,
    fileId: (await make.file()).id,
    key,
    hash: 'x'.repeat(43),
    code: certificate.code,
    token: 'x'.repeat(43),
    course: course.id,
    degreeId: course.id,
    page: 'riverside',
    number: '1',
  }
  const consent = { user_id: student.userId, whose: 'school', page: 'termos-e-condicoes', version: 1, way: 'join' }
  const { id: consentId } = await w.database.withPlatform((db) =>
    db
      .insertInto('consents')
      .values({ school_id: riverside.id, ...consent, utc_given_on: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const paymentKey = 'riverside-payment'
  await riverside.tx((db) =>
    db
      .insertInto('payments')
      .values({
        key: paymentKey,
        item: 'basic',
        way: 'pix',
        cents: '2990',
        status: 'requires_action',
        method: '',
        saves_card: false,
        utc_created_on: new Date(),
        utc_tried_on: new Date(),
      })
      .execute(),
  )
  // Riverside teaches a course of Northside, whose administrators reach nothing of it there.
  const edition = await make.course({ franchisor_id: w.northside.id })
  await affiliate(w.northside, riverside, await makePlan(w.northside, []))
  await riverside.tx((db) => db.insertInto('editions').values({ course_id: edition.id, is_open: true }).execute())
  theirsByNoun = {
    affiliates: { planId: String(farRow) },
    accessApi: { id: (await make.integration(cohort)).id },
    calendars: { id: cohort.id, link: course.link },
    certificates: { id: certificate.id },
    certificateIssues: { id: certificate.id },
    charges: { id: String(farRow) },
    coursePages: { link: course.link },
    examAttempts: { attemptId: String(farRow) },
    examOpenAnswers: { attemptId: String(farRow) },
    examExceptions: { lessonId: course.lessons[0]!.id },
    examResults: { lessonId: course.lessons[0]!.id, attemptId: String(farRow), link, id: cohort.id },
    courses: { link: course.link },
    credentials: { id: key, list: '1' },
    merges: { link },
    // The account of a known platform: whatever it is, another school's administrator gets the answer that there is none.
    editions: { link: edition.link },
    examCorrections: { id: String(farRow), correctionId: String(farRow) },
    exams: { lessonId: course.lessons[0]!.id },
    fieldMappings: { id: String(farRow) },
    lessonOrder: { link: course.link },
    ownData: { consentId },
    practice: { cardId: String(farRow) },
    payments: { paymentId: paymentKey },
    security: { id: 'x'.repeat(22) },
    sessions: { id: key },
    profiles: { link },
    purchaseList: { id: String(farRow) },
    renewals: { id: cohort.id },
    sales: { place: cohort.id },
    students: { link },
    studentViews: { link },
    subscriptions: { planId: 'nenhum-plano' },
    threads: { replyId },
    timeline: { link },
    undeliveredMails: { id: String(farRow) },
    videos: { id: (await make.videoUpload(riverside.admin)).id },
  }
  for (const { make } of [w.northside, riverside]) {
    await make.videosAllowed()
    await make.affiliationAllowed()
  }
  far = await w.makeSchool('Longe')
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await insertRows(client, { school: far.id, person: far.student.userId, number: farRow })
  await client.end()
})

/** Finds the value that an outsider tries for a name of a route's path. */
function theirValue(route: string, name: string): string | undefined {
  const noun = route.split('.')[0]!
  const own = theirsByNoun[noun]?.[name] ?? theirs[name]
  const table = noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return own ?? (name === 'id' && tables[table]?.row?.id ? String(farRow) : undefined)
}
const namesIn = ({ path }: RouteDefinition) =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!).filter((name) => name !== 'schoolId')

const send = async (
  [name, route]: readonly [string, RouteDefinition],
  {
    as,
    schoolId,
    body,
    params = {},
  }: { as?: { token: string }; schoolId?: string; body?: unknown; params?: Record<string, string> },
) => {
  // A name without a value is reported once, below.
  const tried = Object.fromEntries(namesIn(route).map((each) => [each, theirValue(name, each) ?? '1']))
  const pathParams = { ...tried, ...params, schoolId: schoolId ?? w.northside.id }
  const signed = makeSignedFileUrl(w.tools, makeAttended(w.northside, w.northside.admin), {
    fileId: theirs.fileId!,
    way: 'lesson',
    id: '1',
  }).split('?')[1]
  const day = '2026-01-01T00:00:00Z'
  const signedIn: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {}
  const isForm = route.multipart && body !== undefined
  const { headers, payload } = isForm
    ? multipart(Object(body), { bytes: Buffer.from('oi'), filename: 'a.txt' }, signedIn)
    : {
        headers: { ...signedIn, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        payload: body === undefined ? undefined : JSON.stringify(body),
      }
  const response = await w.app.inject({
    method: route.method,
    // Every query that some route reads; the others ignore it.
    url: `/api${fillPath(route.path, pathParams)}?school_gateway_id=${theirs.classId}&filename=a.csv&enrolled_on=${day}&at=${name.startsWith('studentViews.') ? '' : day}&email=alguem@example.com&${signed}`,
    headers,
    payload,
  })
  return { status: response.statusCode, body: response.body }
}

const all = allRoutes.map(({ name, route }) => [name, route] as const)
const needSession = all.filter(([, route]) => !['public', 'visitor'].includes(route.access))
const ofSchool = needSession.filter(([, route]) => route.path.startsWith('/school/'))
const forAdmins = ofSchool.filter(([, route]) => route.access === 'admin')
const withBody = all.filter(([, route]) => route.body)
const oddValues = [
  '0',
  '-1',
  '999999999999999999',
  'ç%00',
  "'; drop table users --",
  '../../etc/passwd',
  '9'.repeat(60),
]

describe('every route', () => {
  it('can be tried with the ids of another school', () => {
    const remedy =
      'say one in theirsByNoun of routes.test.ts, or give the noun a table of its name with a row that has an id'
    const missing = all.flatMap(([name, route]) =>
      namesIn(route)
        .filter((each) => theirValue(name, each) === undefined)
        .map((each) => `${name} needs ${each}: ${remedy}`),
    )
    expect(missing).toEqual([])
  })
  it('is registered under its path, and nothing else is', () => {
    const declared = new Set(all.map(([, route]) => `${route.method} /api${route.path}`))
    expect(declared.size).toBe(all.length)
    const routes = registered.get(w.app)!
    const documentation = [...routes].filter((route) => route.startsWith('GET /api/docs'))
    const health = ['GET /healthz', 'GET /readyz', 'GET /metrics']
    expect(routes).toEqual(new Set([...declared, ...documentation, ...health]))
  })
  it('under a school says so first in its path, and takes no school from its body', () => {
    // Routes of signing in, confirming and recovering name the school whose page was used; they read nothing of it.
    const named = [
      'sessions.signIn',
      'sessions.requestRecovery',
      'sessions.resendActivation',
      'sessions.resendOwnActivation',
      // Accounts are above the schools: these routes name the school whose page was used, and the gate checks it.
      'emailChanges.ask',
      'emailChanges.confirm',
      'profiles.update',
      'profiles.removePicture',
    ]
    for (const [name, route] of all) {
      if (['visitor', 'member', 'admin'].includes(route.access))
        expect(route.path).toMatch(/^\/(school|integration)\/:schoolId\//)
      if (route.body instanceof z.ZodObject && !named.includes(name))
        expect(Object.keys(route.body.shape)).not.toContain('schoolId')
    }
  })
  it.each(needSession)('%s answers 401 without a session', async (name, route) => {
    expect((await send([name, route], { body: route.body ? {} : undefined })).status).toBe(401)
  })
  it.each(ofSchool)("%s answers 404 to another school's administrator", async (name, route) => {
    expect((await send([name, route], { as: w.riverside.admin, body: route.body ? {} : undefined })).status).toBe(404)
  })
  it.each(forAdmins)('%s answers 403 to a student', async (name, route) => {
    expect((await send([name, route], { as: w.northside.student, body: route.body ? {} : undefined })).status).toBe(403)
  })
  it.each(withBody)('%s answers 4xx, and says why, to a body that makes no sense', async (name, route) => {
    for (const body of [[], 'text', 7, { id: {}, title: [], email: '\u0000', name: 5, password: {} }, null]) {
      const answer = await send([name, route], { as: w.northside.admin, body })
      if (body && typeof body === 'object' && !Array.isArray(body) && answer.status < 300) continue
      expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
      expect(answer.status, answer.body).toBeLessThan(500)
      const { fields, ...error } = JSON.parse(answer.body)
      expect(error).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        requestId: expect.any(String),
      })
      for (const text of Object.values<string>(fields ?? {}))
        expect(text).not.toMatch(/\b(invalid|expected|too|must|required)\b/i)
    }
  })
  it.each(all)('%s never answers 500, whatever its path says', async (name, route) => {
    const names = namesIn(route)
    // A path without names says the same each time.
    for (const odd of names.length ? oddValues : ['']) {
      const params = Object.fromEntries(names.map((name) => [name, odd]))
      const answer = await send([name, route], { as: w.northside.admin, params, body: route.body ? {} : undefined })
      expect(answer.status, `${odd}: ${answer.body}`).toBeLessThan(500)
    }
  })
  it.each(all.filter(([, route]) => route.path.startsWith('/school/')))(
    '%s answers a school that does not exist with 401 or 404',
    async (name, route) => {
      for (const schoolId of ['999999999', '0', 'x', '-1', '9'.repeat(30), `0${w.northside.id}`]) {
        expect([401, 404]).toContain(
          (await send([name, route], { as: w.northside.admin, schoolId, body: route.body ? {} : undefined })).status,
        )
      }
    },
  )
})

/** Reads of what belongs to a member, and not to the school: each is on the list with its reason. */
const whileBlocked: Record<string, string> = {
  'certificates.mine': 'certificates belong to their students, who owe nothing',
  'certificates.pdfLink': 'as the list of them: while the school is blocked, of one’s own alone',
}

it('a blocked school answers the reads on the list, and no other call that needs a session', async () => {
  const marked = all.filter(([, route]) => route.whileBlocked)
  expect(marked.map(([name]) => name).sort()).toEqual(Object.keys(whileBlocked).sort())
  for (const [name, route] of marked) expect([name, route.method, route.access]).toEqual([name, 'GET', 'member'])
  const { id: schoolId, admin, student, tx } = await w.makeSchool('Bloqueada')
  await tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute())
  for (const [name, route] of ofSchool) {
    const as = route.access === 'admin' ? admin : student
    const { body } = await send([name, route], { as, schoolId, body: route.body ? {} : undefined })
    expect.soft([name, body.includes('"school_blocked"')]).toEqual([name, !Object.hasOwn(whileBlocked, name)])
  }
})

describe('an administrator of the platform', () => {
  it('reaches every route of a school that is not theirs, and does no more there than its administrators may', async () => {
    const as = await w.makePlatformPerson()
    for (const [name, route] of ofSchool) {
      const answer = await send([name, route], { as, body: route.body ? {} : undefined })
      expect.soft([401, 500], `${name}: ${answer.body}`).not.toContain(answer.status)
      expect.soft(answer.body, name).not.toContain('school_not_found')
      if (route.access === 'admin') expect.soft(answer.body, name).not.toContain('"forbidden"')
    }
  })
  let elsewhere: Awaited<ReturnType<World['makePlatformPerson']>>
  beforeAll(async () => {
    elsewhere = await w.makePlatformPerson('admin', w.riverside.id)
  })
  it.each(ofSchool)("%s answers 404 to them through another school's session", async (name, route) => {
    expect((await send([name, route], { as: elsewhere, body: route.body ? {} : undefined })).status).toBe(404)
  })
  it.each(['academy', 'academy-admin', 'teacher', 'student'])('is no user with the role %s', async (role) => {
    const as = await w.makePlatformPerson(role)
    const [first] = forAdmins
    expect((await send(first!, { as, body: first![1].body ? {} : undefined })).status).toBe(404)
  })
})

describe("another school's ids in the caller's own school", () => {
  it('reach nothing and change nothing', async () => {
    // A franchisor of the school whose ids are tried, an affiliate of it, and a school that has nothing to do with it.
    const callers = [w.northside, await w.makeSchool('Filial'), await w.makeSchool('Alheia')] as const
    await affiliate(w.riverside, callers[1], await makePlan(w.riverside, 'all'))
    const before = await checksum()
    const bodies = [
      {},
      {
        id: theirs.course,
        degree_id: theirs.course,
        version: 1,
        title: 'Tomado',
        degreeId: theirs.course,
        contentId: theirs.contentId,
        userDegree: { metadata: { content: { [theirs.contentId!]: { isComplete: true } } } },
        notes: 'x',
        classLink: theirs.lessonLink,
        name: 'Nome Comum',
        email: 'alguem@example.com',
      },
    ]
    const readers = await Promise.all(callers.map(async ({ make }) => [await make.admin(), await make.student()]))
    for (const [name, route] of all.filter(([, { path }]) => path.startsWith('/school/'))) {
      const namesTheirs =
        /\/school\/:schoolId\/.*:/.test(route.path) || 'school_gateway_id' in (route.query?.shape ?? {})
      for (const [index, { id: schoolId, make }] of callers.entries()) {
        // Each route that writes gets new people, because one of these routes signs out.
        const [reader, studying] = route.method === 'GET' ? readers[index]! : []
        const admin = reader ?? (await make.admin())
        for (const as of route.access === 'admin' ? [admin] : [admin, studying ?? (await make.student())]) {
          for (const body of route.body || route.multipart ? bodies : [undefined]) {
            const answer = await send([name, route], { as, schoolId, body })
            expect.soft(answer.body, name).not.toContain('Riverside')
            // A conflict would reveal that the thing exists.
            const unknown = route.method === 'GET' ? [404] : [400, 403, 404]
            if (namesTheirs) expect.soft(unknown, `${name}: ${answer.body}`).toContain(answer.status)
          }
        }
      }
    }
    expect(await checksum()).toEqual(before)
  })
  it('are not shown by the context of another school', async () => {
    const context = await w.call(schools.context, {
      as: w.northside.admin,
      query: { domain: 'localhost', pathname: `/escola/${w.riverside.id}` },
    })
    expect(context.body.school).toMatchObject({ id: w.riverside.id, role: [] })
    expect(context.body.students.total).toBe(0)
    expect(context.body.gatewayList).toEqual([])
  })
})

/** Sums up the rows of Riverside and of the third school, table by table. */
async function checksum(): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'school_id' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t where school_id in ($1, $2)`,
      [w.riverside.id, far.id],
    )
    sums[name] = rows[0].sum
  }
  await client.end()
  return sums
}
