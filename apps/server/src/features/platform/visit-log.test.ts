import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { platform } from '@escola/contract/platform.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
type School = Awaited<ReturnType<World['makeSchool']>>

const logOf = async ({ id, admin }: School) =>
  (await w.call(platform.auditLog, { as: admin, params: { schoolId: id } })).body.visits
const contextOf = (as: { token: string }, pathname: string) =>
  w.call(schools.context, { as, query: { domain: 'localhost', pathname } })

describe("a platform administrator's view of a school", () => {
  it('is at escola/{id}, says what it is, and shows what the school’s administrators see', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Vista')
    await school.make.cohort({ title: 'Turma da noite' })
    const { body } = await contextOf(as, `/escola/${school.id}`)
    expect(body.school).toMatchObject({ role: ['admin'], platform_view: true, base_path: `/escola/${school.id}` })
    expect(body.gatewayList).toMatchObject([{ title: 'Turma da noite' }])
    expect(body.students.total).toBe(1)
    expect(body.user).toMatchObject({ role: 'admin', name: as.name, isAdminOfMoreSchools: true })
    expect((await logOf(school)).list).toMatchObject([{ name: as.name, total_changes: 0 }])
  })

  it('is not at the school’s own address, where they are a visitor like others and leave no trace', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Fachada')
    const namespace = (await w.database.withPlatform((db) =>
      db.selectFrom('schools').where('id', '=', school.id).select('namespace').executeTakeFirstOrThrow(),
    ))!.namespace
    const { body } = await contextOf(as, `/${namespace}`)
    expect(body.school).toMatchObject({ role: [], platform_view: false })
    expect(body.students.total).toBe(0)
    expect((await logOf(school)).total).toBe(0)
  })

  it('opens to no weak session, whatever the person may be above', async () => {
    const school = await w.makeSchool('Fraca')
    const as = await w.makePlatformPerson('admin', school.id)
    const { body } = await contextOf(as, `/escola/${school.id}`)
    expect(body).toMatchObject({ user: { role: 'student' }, school: { role: [], platform_view: false } })
    expect((await w.call(students.list, { as, params: { schoolId: school.id } })).status).toBe(404)
    expect(
      (
        await w.call(schools.update, {
          as,
          params: { schoolId: school.id },
          body: { is_blocked: true, blocked_reason: 'Conteúdo de terceiros' },
        })
      ).status,
    ).toBe(404)
  })

  it('is none where they are the administrator themselves', async () => {
    const { admin, id, ...school } = await w.makeSchool('Própria')
    await setRole(admin.userId, 'admin')
    await w.addFactor(admin.userId)
    expect((await contextOf(admin, `/escola/${id}`)).body.school).toMatchObject({
      platform_view: false,
      role: ['admin'],
    })
    await w.call(students.list, { as: admin })
    expect((await logOf({ admin, id, ...school })).total).toBe(0)
  })

  it('makes no user a member, also when the same thing is asked twice', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Repetida')
    const create = () =>
      w.call(cohorts.create, {
        as,
        params: { schoolId: school.id },
        body: { title: 'Turma única' },
        headers: { 'idempotency-key': 'uma-vez-so' },
      })
    const [first, second] = [await create(), await create()]
    expect(first.status).toBe(201)
    expect(second.body.gateway.id).toBe(first.body.gateway.id)
    const members = await school.tx((db) => db.selectFrom('memberships').select('user_id').execute())
    expect(members.map((row) => row.user_id).sort()).toEqual([school.admin.userId, school.student.userId].sort())
  })
})

const setRole = (userId: string, platform_role: string) =>
  w.database.withPlatform((db) => db.updateTable('users').set({ platform_role }).where('id', '=', userId).execute())

describe('the log of their visits', () => {
  it('is one visit for what is done without long pauses, and one change for each thing that was tried', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Registro')
    const params = { schoolId: school.id }
    const manyIn = (schoolId: string) =>
      Promise.all(Array.from({ length: 12 }, () => w.call(cohorts.list, { as, params: { schoolId } })))
    // Connections are enough from here on for all of them at once.
    await manyIn(w.riverside.id)
    await Promise.all([contextOf(as, `/escola/${school.id}`), manyIn(school.id)])
    await w.call(cohorts.create, { as, params, body: { title: 'Turma nova' } })
    await w.call(cohorts.remove, { as, params: { ...params, id: '999999999' } })
    const { total, list } = await logOf(school)
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      name: as.name,
      total_changes: 2,
      changes: [
        { method: 'POST', route: 'cohorts.remove', was_refused: true },
        { method: 'POST', route: 'cohorts.create', was_refused: false },
      ],
    })
    expect(Date.parse(list[0]!.utc_seen_on)).toBeGreaterThan(Date.parse(list[0]!.utc_began_on))
  })

  it('holds what only students may do as well, and nothing that was only read', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Aula')
    const course = await school.make.course()
    const [lesson] = course.lessons
    const params = { schoolId: school.id }
    const { status } = await w.call(learning.lesson, {
      as,
      params: { ...params, degreeLink: course.link },
      body: { classLink: lesson!.link },
    })
    expect(status).toBe(200)
    const refused = await w.call(learning.complete, {
      as,
      params,
      body: {
        contentId: lesson!.id,
        degreeId: course.id,
        userDegree: { metadata: { content: { [lesson!.id]: { isComplete: true } } } },
      },
    })
    expect(refused.status).toBe(403)
    const { list } = await logOf(school)
    expect(list[0]!.changes).toMatchObject([{ route: 'learning.complete', was_refused: true }])
    const marks = await school.tx((db) => db.selectFrom('lesson_completions').select('lesson_id').execute())
    expect(marks).toEqual([])
  })

  it('begins another visit after half an hour, and with another session', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Pausa')
    const params = { schoolId: school.id }
    const look = (as: { token: string }) => w.call(students.list, { as: as, params })
    const ago = (minutes: number) =>
      w.database.withPlatform((db) =>
        db
          .updateTable('platform_visits')
          .set({ utc_seen_on: new Date(Date.now() - minutes * minuteMs) })
          .where('school_id', '=', school.id)
          .execute(),
      )
    await look(as)
    await ago(29)
    await look(as)
    expect((await logOf(school)).total).toBe(1)
    await ago(31)
    await look(as)
    expect((await logOf(school)).total).toBe(2)
    await look(await w.makePlatformPerson())
    expect((await logOf(school)).total).toBe(3)
  })

  it('refuses what it cannot write down', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Muda')
    const params = { schoolId: school.id }
    const client = new pg.Client({ connectionString: w.databaseUrl })
    await client.connect()
    const silently = vi.spyOn(w.app.log, 'error').mockReturnValue(undefined)
    try {
      await client.query('revoke insert on platform_changes from escola_platform')
      expect((await w.call(cohorts.create, { as, params, body: { title: 'Sem rastro' } })).status).toBe(500)
      await client.query('revoke update on platform_visits from escola_platform')
      expect((await w.call(students.list, { as, params })).status).toBe(500)
      expect((await contextOf(as, `/escola/${school.id}`)).status).toBe(500)
    } finally {
      await client.query('grant insert on platform_changes to escola_platform')
      await client.query('grant update on platform_visits to escola_platform')
      await client.end()
      silently.mockRestore()
    }
    const cohortsMade = await school.tx((db) =>
      db.selectFrom('cohorts').where('title', '=', 'Sem rastro').select('id').execute(),
    )
    expect(cohortsMade).toEqual([])
  })

  it('is the school’s own to read, page by page, and no caller’s to write', async () => {
    const school = await w.makeSchool('Leitora')
    const other = await w.makeSchool('Vizinha')
    const as = await w.makePlatformPerson()
    await w.call(students.list, { as, params: { schoolId: school.id } })
    await w.database.withPlatform((db) =>
      db
        .insertInto('platform_visits')
        .values(
          Array.from({ length: 44 }, (_, index) => ({
            school_id: school.id,
            session_id: randomUUID(),
            user_id: as.userId,
            person_name: `Visita ${index}`,
            utc_began_on: new Date(Date.UTC(2026, 0, 1 + index)),
            utc_seen_on: new Date(Date.UTC(2026, 0, 1 + index)),
          })),
        )
        .execute(),
    )
    const pages = [1, 2, 3].map((page) =>
      w.call(platform.auditLog, { as: school.admin, query: { page } }).then(({ body }) => body.visits.list),
    )
    const [first, second, third] = await Promise.all(pages)
    expect([first!.length, second!.length, third!.length]).toEqual([20, 20, 5])
    expect(first!.slice(0, 2).map(({ name }) => name)).toEqual([as.name, 'Visita 43'])
    expect(third!.at(-1)!.name).toBe('Visita 0')
    expect((await logOf(other)).total).toBe(0)
    expect((await w.call(platform.auditLog, { as: school.student })).status).toBe(403)
    await expect(school.tx((db) => db.deleteFrom('platform_visits').execute())).rejects.toThrow(/permission denied/)
    await expect(
      school.tx((db) => db.updateTable('platform_visits').set({ person_name: 'Ninguém' }).execute()),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('a blocked school', () => {
  it('is closed to its people and open to platform administrators, who say so and are written down', async () => {
    const as = await w.makePlatformPerson()
    const school = await w.makeSchool('Bloqueada')
    const params = { schoolId: school.id }
    const { status, body } = await w.call(schools.update, {
      as,
      params,
      body: { is_blocked: true, blocked_reason: 'Conteúdo de terceiros' },
    })
    expect([status, body]).toMatchObject([200, { school: { id: school.id, is_blocked: true } }])
    const blocked = async () => {
      const { status, error } = await w.call(students.list, { as: school.admin })
      return [status, error?.code, (await contextOf(school.student, `/escola/${school.id}`)).body.school?.is_blocked]
    }
    await expect.poll(blocked).toEqual([403, 'school_blocked', true])
    expect((await w.call(students.list, { as, params })).status).toBe(200)
    expect((await contextOf(as, `/escola/${school.id}`)).body.school).toMatchObject({
      platform_view: true,
      is_blocked: true,
    })
    await w.call(schools.update, { as, params, body: { is_blocked: false } })
    await expect.poll(async () => (await w.call(students.list, { as: school.admin })).status).toBe(200)
    const { list } = await logOf(school)
    expect(list[0]!.changes.map(({ route }) => route)).toEqual(['schools.update.unblock', 'schools.update.block'])
  })

  it('is blocked by no administrator of its own', async () => {
    const school = await w.makeSchool('Livre')
    const { status } = await w.call(schools.update, {
      as: school.admin,
      body: { is_blocked: true, blocked_reason: 'Conteúdo de terceiros' },
    })
    expect(status).toBe(403)
    expect((await contextOf(school.admin, `/escola/${school.id}`)).body.school).toMatchObject({ is_blocked: false })
  })
})
