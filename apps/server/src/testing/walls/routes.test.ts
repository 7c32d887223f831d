import { allRoutes } from '@escola/contract/api'
import type { RouteDefinition } from '@escola/contract/route'
import { schools } from '@escola/contract/schools.contract'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillPath, type Person } from '../call.ts'
import { type World, world } from '../world.ts'

let here: World
/** Ids of Riverside's rows, for a stranger to try. */
let theirs: Record<string, string>

beforeAll(async () => {
  here = await world()
  const { riverside } = here
  const course = await riverside.make.course()
  const cohort = await riverside.make.cohort({ courses: [course] })
  await riverside.make.enrollment(cohort, riverside.student)
  const link = await riverside.tx((db) =>
    db
      .selectFrom('memberships')
      .where('user_id', '=', riverside.student.userId)
      .select('link')
      .executeTakeFirstOrThrow(),
  )
  const file = await riverside.tx((db) =>
    db
      .insertInto('files')
      .values({
        purpose: 'lesson_file',
        storage_key: `${riverside.id}/x`,
        filename: 'x.pdf',
        content_type: 'application/pdf',
        size_bytes: '1',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  theirs = {
    link: link.link,
    degreeLink: course.link,
    courseLink: course.link,
    lessonLink: course.lessons[0]!.link,
    id: cohort.id,
    userId: riverside.student.userId,
    classId: cohort.id,
    contentId: course.lessons[0]!.id,
    fileId: file.id,
    key: '00000000-0000-4000-8000-000000000000',
    code: 'AAAA-AAAA-AAAA',
    token: 'x'.repeat(43),
    course: course.id,
  }
})

const send = async (
  route: RouteDefinition,
  {
    as,
    schoolId,
    body,
    params = {},
  }: { as?: Person; schoolId?: string; body?: unknown; params?: Record<string, string> },
) => {
  const response = await here.app.inject({
    method: route.method,
    url: `/api${fillPath(route.path, { ...theirs, ...params, schoolId: schoolId ?? here.northside.id })}`,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.body }
}

const all = allRoutes.map(({ name, route }) => [name, route] as const)
const needSession = all.filter(([, route]) => !['public', 'visitor'].includes(route.access))
const ofSchool = needSession.filter(([, route]) => route.path.startsWith('/school/'))
const forAdmins = ofSchool.filter(([, route]) => route.access === 'admin')
const withBody = all.filter(([, route]) => route.body)

describe('every route', () => {
  it('is registered under its path, and nothing else is', () => {
    const declared = new Set(all.map(([, route]) => `${route.method} /api${route.path}`))
    expect(declared.size).toBe(all.length)
    for (const [, route] of all)
      expect(here.app.hasRoute({ method: route.method, url: `/api${route.path}` })).toBe(true)
  })
  it('under a school says so first in its path, and takes no school from its body', () => {
    // Signing in, confirming and recovering name the school whose door was used; they read nothing of it.
    const named = ['sessions.signIn', 'sessions.requestRecovery', 'sessions.resendOwnActivation']
    for (const [name, route] of all) {
      if (['visitor', 'member', 'student', 'admin'].includes(route.access))
        expect(route.path).toMatch(/^\/school\/:schoolId\//)
      if (route.body instanceof z.ZodObject && !named.includes(name))
        expect(Object.keys(route.body.shape)).not.toContain('schoolId')
    }
  })
  it.each(needSession)('%s answers 401 without a session', async (_, route) => {
    expect((await send(route, { body: route.body ? {} : undefined })).status).toBe(401)
  })
  it.each(ofSchool)("%s answers 404 to another school's administrator", async (_, route) => {
    expect((await send(route, { as: here.riverside.admin, body: route.body ? {} : undefined })).status).toBe(404)
  })
  it.each(forAdmins)('%s answers 403 to a student', async (_, route) => {
    expect((await send(route, { as: here.northside.student, body: route.body ? {} : undefined })).status).toBe(403)
  })
  it.each(withBody)('%s answers 4xx, and says why, to a body that makes no sense', async (_, route) => {
    for (const body of [[], 'text', 7, { id: {}, title: [], email: '\u0000', name: 5, password: {} }, null]) {
      const answer = await send(route, { as: here.northside.admin, body })
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
  it.each(all)('%s never answers 500, whatever its path says', async (_, route) => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!).filter((name) => name !== 'schoolId')
    for (const odd of [
      '0',
      '-1',
      '999999999999999999',
      'ç%00',
      "'; drop table users --",
      '../../etc/passwd',
      '9'.repeat(60),
    ]) {
      const params = Object.fromEntries(names.map((name) => [name, odd]))
      const answer = await send(route, { as: here.northside.admin, params, body: route.body ? {} : undefined })
      expect(answer.status, `${odd}: ${answer.body}`).toBeLessThan(500)
    }
  })
  it.each(all.filter(([, route]) => route.path.startsWith('/school/')))(
    '%s answers a school that does not exist with 401 or 404',
    async (_, route) => {
      for (const schoolId of ['999999999', '0', 'x', '-1', '9'.repeat(30)]) {
        expect([401, 404]).toContain(
          (await send(route, { as: here.northside.admin, schoolId, body: route.body ? {} : undefined })).status,
        )
      }
    },
  )
})

describe("another school's ids in one's own school", () => {
  it('reach nothing and change nothing', async () => {
    const before = await checksum()
    const { northside } = here
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
    for (const [name, route] of ofSchool) {
      const own = [...route.path.matchAll(/:(\w+)/g)].filter((match) => match[1] !== 'schoolId')
      for (const body of route.body ? bodies : [undefined]) {
        const answer = await send(route, { as: northside.admin, body })
        expect(answer.body, name).not.toContain('Riverside')
        if (own.length && route.method !== 'GET')
          expect(answer.status, `${name}: ${answer.body}`).toBeGreaterThanOrEqual(400)
      }
    }
    expect(await checksum()).toEqual(before)
  })
  it("are not shown by the context of somebody else's school", async () => {
    const context = await here.call(schools.context, {
      as: here.northside.admin,
      query: { domain: 'localhost', pathname: `/escola/${here.riverside.id}` },
    })
    expect(context.body.school).toMatchObject({ id: here.riverside.id, role: [] })
    expect(context.body.students.total).toBe(0)
    expect(context.body.gatewayList).toEqual([])
  })
})

/** What Riverside's rows come to, table by table. */
async function checksum(): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: here.databaseUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'school_id' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t where school_id = $1`,
      [here.riverside.id],
    )
    sums[name] = rows[0].sum
  }
  await client.end()
  return sums
}
