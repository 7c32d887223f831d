import { bulkChanges, bulkSummary, bulkTexts, type NewBulkChange } from '@escola/contract/bulk-changes.contract'
import { limits } from '@escola/contract/limits'
import { moveMessages } from '@escola/contract/moves.contract'
import { refusals } from '@escola/contract/refusals'
import { noStudentFilter } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending, workRun } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { hidePublicCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type School = Awaited<ReturnType<World['makeSchool']>>
type Selected = Omit<NewBulkChange, 'action' | 'school_gateway_id'>

const start = (s: School, body: object) => w.call(bulkChanges.start, { as: s.admin, body: body as NewBulkChange })
const latest = async (s: School) => (await w.call(bulkChanges.latest, { as: s.admin })).body.bulk
const work = (s: School) => runPending(w, s, { only: [jobs.continueRun] })
async function change(s: School, body: object) {
  expect((await start(s, body)).status).toBe(202)
  await work(s)
  const bulk = await latest(s)
  expect(bulk!.utc_ended_on).not.toBeNull()
  return bulk!
}
const add = (cohort: { id: string }, selected: Selected) =>
  ({ action: 'add', school_gateway_id: cohort.id, ...selected }) as const
const remove = (cohort: { id: string }, selected: Selected) =>
  ({ action: 'remove', school_gateway_id: cohort.id, ...selected }) as const
const found = (filter: Partial<Selected['filter']>): Selected => ({
  filter: { search: '', ...noStudentFilter, ...filter },
})

async function makeStudents(s: School, count: number) {
  const userIds = []
  for (let at = 0; at < count; at++) userIds.push((await s.make.student(`Aluna ${at}`)).userId)
  return userIds
}
const grantsOf = (s: School) =>
  s.tx((db) => db.selectFrom('enrollment_grants').selectAll().orderBy('user_id').orderBy('id').execute())
const membersOf = async (s: School, cohort: { id: string }) =>
  (
    await s.tx((db) =>
      db.selectFrom('enrollments').where('cohort_id', '=', cohort.id).select('user_id').orderBy('user_id').execute(),
    )
  ).map((row) => row.user_id)
const invitationsOf = (s: School) =>
  s.tx((db) =>
    db.selectFrom('messages').where('kind', '=', 'invitation').select('user_id').orderBy('user_id').execute(),
  )
const sorted = (ids: string[]) => [...ids].sort((a, b) => Number(a) - Number(b))

describe('many students', () => {
  it('come into a class by hand, and those who are in it are counted apart', async () => {
    const s = await w.makeSchool('Entradas')
    const cohort = await s.make.cohort({ title: 'Turma X' })
    const userIds = await makeStudents(s, 3)
    expect(await change(s, add(cohort, { user_ids: userIds.slice(0, 1) }))).toMatchObject({ total: 1, changed: 1 })
    const bulk = await change(s, add(cohort, { user_ids: userIds }))
    expect(bulk).toMatchObject({ total: 3, done: 3, changed: 2, unchanged: 1 })
    expect(bulkSummary(bulk)).toBe('2 alunos entraram na turma “Turma X”; 1 já estava nela.')
    expect(await membersOf(s, cohort)).toEqual(sorted(userIds))
    expect((await grantsOf(s)).map(({ source, granted_by }) => [source, granted_by])).toEqual(
      userIds.map(() => ['manual', s.admin.userId]),
    )
  })

  it('come into a class while it has seats and takes enrolments', async () => {
    const s = await w.makeSchool('Vagas')
    const cohort = await s.make.cohort({ title: 'Turma X' })
    const setLimits = (values: { seats?: number | null; utc_enrolls_until?: Date }) =>
      s.tx((db) => db.updateTable('cohorts').set(values).where('id', '=', cohort.id).execute())
    const userIds = await makeStudents(s, 4)
    await setLimits({ seats: 2 })
    const full = await change(s, add(cohort, { user_ids: userIds }))
    expect(bulkSummary(full)).toBe('2 alunos entraram na turma “Turma X”; 2 não entraram: a turma está cheia.')
    await setLimits({ seats: null, utc_enrolls_until: new Date(0) })
    const closed = await change(s, add(cohort, { user_ids: userIds }))
    expect(closed).toMatchObject({ changed: 0, unchanged: 2, refused: { enrollment_closed: 2 } })
    expect(await membersOf(s, cohort)).toHaveLength(2)
  })

  it('leave a class with all of their grants, and no other class', async () => {
    const s = await w.makeSchool('Saídas')
    const [cohort, other] = [await s.make.cohort({ title: 'Turma X' }), await s.make.cohort()]
    const userIds = await makeStudents(s, 4)
    await change(s, add(cohort, { user_ids: userIds.slice(0, 3) }))
    await change(s, add(other, { user_ids: userIds }))
    const bulk = await change(s, remove(cohort, { user_ids: userIds.slice(1) }))
    expect(bulkSummary(bulk)).toBe('2 alunos saíram da turma “Turma X”; 1 não estava nela.')
    expect(await membersOf(s, cohort)).toEqual([userIds[0]])
    expect(await membersOf(s, other)).toEqual(sorted(userIds))
    const ended = (await grantsOf(s)).filter((grant) => grant.utc_ended_on !== null)
    expect(ended.map(({ user_id, ended_why, ended_by }) => [user_id, ended_why, ended_by])).toEqual(
      sorted(userIds.slice(1, 3)).map((userId) => [userId, 'removed_by_school', s.admin.userId]),
    )
  })

  it('move to another class with their grants, and those who are not in the class stay where they are', async () => {
    const s = await w.makeSchool('Mudanças')
    const [from, to] = [await s.make.cohort(), await s.make.cohort({ title: 'Turma Y' })]
    const userIds = await makeStudents(s, 4)
    await change(s, add(from, { user_ids: userIds.slice(0, 3) }))
    const before = await grantsOf(s)
    const move = (selected: Selected) =>
      ({ action: 'move', from_cohort_id: from.id, school_gateway_id: to.id, ...selected }) as const
    const bulk = await change(s, move({ user_ids: userIds.slice(1) }))
    expect(bulkSummary(bulk)).toBe('2 alunos foram movidos para a turma “Turma Y”; 1 não estava mais na turma.')
    expect(await membersOf(s, from)).toEqual([userIds[0]])
    expect(await membersOf(s, to)).toEqual(sorted(userIds.slice(1, 3)))
    const moved = (await grantsOf(s)).filter(({ cohort_id }) => cohort_id === to.id)
    expect(moved.map(({ id, utc_starts_on, moved_by }) => [id, utc_starts_on, moved_by])).toEqual(
      before.slice(1).map(({ id, utc_starts_on }) => [id, utc_starts_on, s.admin.userId]),
    )
    // All whom the list finds are moved while the list loses them.
    expect((await start(s, move(found({ school_gateway_id: from.id })))).status).toBe(202)
    for (const [, payload] of await s.pendingJobs())
      if (payload && typeof payload === 'object' && 'runId' in payload)
        await workRun(w, s, String(payload.runId), { atOnce: 1 })
    expect(await membersOf(s, from)).toEqual([])
    const refused = await Promise.all([
      start(s, { ...move({ user_ids: userIds }), school_gateway_id: from.id }),
      start(s, { ...add(to, { user_ids: userIds }), action: 'move' }),
      start(s, { ...move({ user_ids: userIds }), from_cohort_id: '999999' }),
      start(s, { ...add(to, { user_ids: userIds }), from_cohort_id: from.id }),
    ])
    expect(refused.map(({ error }) => error.fields)).toEqual([
      { school_gateway_id: moveMessages.same },
      { from_cohort_id: bulkTexts.cohort },
      { from_cohort_id: refusals.cohortGone },
      { from_cohort_id: bulkTexts.cohort },
    ])
  })

  it('move while the class has seats and takes enrolments, as the quote forecasts', async () => {
    const s = await w.makeSchool('Mudança com vagas')
    const [from, to] = [await s.make.cohort(), await s.make.cohort({ title: 'Turma Y' })]
    const setLimits = (values: { seats?: number | null; utc_enrolls_until?: Date }) =>
      s.tx((db) => db.updateTable('cohorts').set(values).where('id', '=', to.id).execute())
    const [outsider, ...userIds] = await makeStudents(s, 5)
    await change(s, add(from, { user_ids: userIds }))
    await change(s, add(to, { user_ids: userIds.slice(0, 1) }))
    await setLimits({ seats: 2 })
    // The selection begins with a student who is in neither class and takes no seat.
    const selected = { school_gateway_id: to.id, from_cohort_id: from.id, user_ids: [outsider!, ...userIds] }
    const forecast = async () => (await w.call(bulkChanges.quote, { as: s.admin, body: selected })).body.refused
    expect(await forecast()).toEqual({ cohort_full: 2, enrollment_closed: 0 })
    const full = await change(s, { action: 'move', ...selected })
    expect(bulkSummary(full)).toBe(
      '2 alunos foram movidos para a turma “Turma Y”; 1 não estava mais na turma; 2 não entraram: a turma está cheia.',
    )
    expect(await membersOf(s, to)).toEqual(sorted(userIds.slice(0, 2)))
    await setLimits({ seats: null, utc_enrolls_until: new Date(0) })
    expect(await forecast()).toEqual({ cohort_full: 0, enrollment_closed: 2 })
    const closed = await change(s, { action: 'move', ...selected })
    expect(closed).toMatchObject({ changed: 0, unchanged: 3, refused: { enrollment_closed: 2 } })
    expect(await membersOf(s, from)).toEqual(sorted(userIds.slice(2)))
  })

  it('get their link once more, but no administrator, and none whose mailbox is full of it', async () => {
    const s = await w.makeSchool('Links')
    const userIds = await makeStudents(s, 3)
    await s.make.roles({ userId: userIds[2]! }, { is_admin: true })
    const bulk = await change(s, { action: 'resend', user_ids: userIds })
    expect(bulk).toMatchObject({ total: 3, changed: 2, refused: { administrators: 1, mail_limit: 0 } })
    expect(bulkSummary(bulk)).toBe('2 alunos recebem o link por e-mail; 1 não recebe: faz parte da equipe.')
    expect((await invitationsOf(s)).map((row) => row.user_id)).toEqual(sorted(userIds.slice(0, 2)))
    for (let sent = 1; sent < limits.mailsPerHour; sent++)
      await change(s, { action: 'resend', user_ids: userIds.slice(0, 1) })
    const last = await change(s, { action: 'resend', user_ids: userIds.slice(0, 1) })
    expect(last).toMatchObject({ changed: 0, refused: { mail_limit: 1 } })
    expect((await invitationsOf(s)).filter((row) => row.user_id === userIds[0])).toHaveLength(limits.mailsPerHour)
  })

  it('are found by the filters of the list, all of them', async () => {
    const s = await w.makeSchool('Filtradas')
    const [cohort, target] = [await s.make.cohort(), await s.make.cohort()]
    const userIds = await makeStudents(s, 5)
    await change(s, add(cohort, { user_ids: userIds.slice(0, 3) }))
    expect(await change(s, add(target, found({ school_gateway_id: cohort.id })))).toMatchObject({
      total: 3,
      changed: 3,
    })
    expect(await membersOf(s, target)).toEqual(sorted(userIds.slice(0, 3)))
    expect(await change(s, add(target, found({ search: 'aluna 4' })))).toMatchObject({ total: 1, changed: 1 })
    // Each batch takes the students out of what the filter finds.
    const { id } = (await start(s, remove(target, found({ school_gateway_id: target.id })))).body.bulk
    await workRun(w, s, id, { atOnce: 1 })
    expect(await latest(s)).toMatchObject({ total: 4, changed: 4 })
    expect(await membersOf(s, target)).toEqual([])
  })
})

describe('a change of many students', () => {
  it.each(['add', 'remove', 'resend'] as const)('may be broken off and run beside itself: %s', async (action) => {
    const s = await w.makeSchool('Interrompida')
    const cohort = await s.make.cohort()
    const userIds = await makeStudents(s, 5)
    if (action === 'remove') await change(s, add(cohort, { user_ids: userIds }))
    const { id } = (
      await start(s, {
        action,
        user_ids: userIds,
        ...(action === 'resend' ? {} : { school_gateway_id: cohort.id }),
      })
    ).body.bulk
    const leave = new AbortController()
    const clock = {
      ...w.tools,
      now: () => {
        leave.abort()
        return new Date()
      },
    }
    await expect(workRun({ tools: clock }, s, id, { atOnce: 2, signal: leave.signal })).rejects.toThrow()
    expect(await latest(s)).toMatchObject({ total: 5, changed: 2, utc_ended_on: null })
    await Promise.all([1, 2].map(() => workRun(w, s, id, { atOnce: 2 })))
    await workRun(w, s, id, { atOnce: 2 })
    expect(await latest(s)).toMatchObject({ done: 5, changed: 5, utc_ended_on: expect.any(String) })
    expect(await membersOf(s, cohort)).toEqual(action === 'add' ? sorted(userIds) : [])
    expect(await grantsOf(s)).toHaveLength(action === 'resend' ? 0 : 5)
    expect(await invitationsOf(s)).toHaveLength(action === 'resend' ? 5 : 0)
    const { input } = await s.tx((db) =>
      db.selectFrom('runs').select('input').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(input).toBeNull()
  })

  it('goes on to its end when the school becomes private meanwhile', async () => {
    const s = await w.makeSchool('Fechada')
    const [open, other] = [await s.make.cohort({ isPublic: true }), await s.make.cohort()]
    const userIds = await makeStudents(s, 2)
    await change(s, add(open, { user_ids: userIds }))
    const body = { action: 'move', from_cohort_id: open.id, school_gateway_id: other.id, user_ids: userIds }
    expect((await start(s, body)).status).toBe(202)
    await s.tx((db) => hidePublicCohort(db, true))
    await work(s)
    expect(await latest(s)).toMatchObject({ changed: 2, utc_ended_on: expect.any(String) })
    expect(await membersOf(s, other)).toEqual(sorted(userIds))
    expect((await start(s, remove(open, { user_ids: userIds }))).error.fields).toEqual({
      school_gateway_id: refusals.cohortGone,
    })
    await s.tx((db) => hidePublicCohort(db, false))
    await change(s, add(open, { user_ids: userIds }))
    expect((await start(s, remove(open, found({ school_gateway_id: open.id })))).status).toBe(202)
    await s.tx((db) => hidePublicCohort(db, true))
    await work(s)
    expect(await latest(s)).toMatchObject({ changed: 2, utc_ended_on: expect.any(String) })
  })

  it('touches nothing of another school', async () => {
    const [s, other] = [await w.makeSchool('Nossa'), await w.makeSchool('Alheia')]
    const [cohort, theirs] = [await s.make.cohort(), await other.make.cohort()]
    const userIds = await makeStudents(other, 2)
    const join = (userId: string) => ({
      cohortId: theirs.id,
      student: { userId, name: 'Ana Lima', email: `${userId}@a.example`, cellphone: '' },
      source: 'manual' as const,
    })
    await other.tx((db) => giveGrants(db, userIds.map(join), w.tools))
    const before = await grantsOf(other)
    const fieldsOf = async (body: object) => (await start(s, body)).error.fields
    for (const body of [add(cohort, { user_ids: userIds }), { action: 'resend', user_ids: userIds }])
      expect(await fieldsOf(body)).toEqual({ user_ids: bulkTexts.nobody })
    const [own] = await makeStudents(s, 1)
    expect(await fieldsOf(remove(theirs, { user_ids: [own!] }))).toEqual({ school_gateway_id: refusals.cohortGone })
    expect(await fieldsOf(add(cohort, found({ school_gateway_id: theirs.id })))).toEqual({
      'filter.school_gateway_id': refusals.cohortGone,
    })
    expect(await change(s, add(cohort, { user_ids: [own!, ...userIds] }))).toMatchObject({ total: 1, changed: 1 })
    expect(await membersOf(s, cohort)).toEqual([own])
    expect(await grantsOf(other)).toEqual(before)
    expect(await latest(other)).toBeNull()
  })

  it('says which field is missing, and waits for the one under way', async () => {
    const s = await w.makeSchool('Recusas')
    const cohort = await s.make.cohort()
    const user_ids = await makeStudents(s, 1)
    const fieldsOf = async (body: object) => (await start(s, body)).error.fields
    expect(await fieldsOf({ user_ids })).toEqual({ action: bulkTexts.action })
    expect(await fieldsOf({ action: 'add', user_ids })).toEqual({ school_gateway_id: bulkTexts.cohort })
    expect(await fieldsOf({ action: 'resend' })).toEqual({ user_ids: bulkTexts.selection })
    expect(await fieldsOf({ action: 'resend', user_ids, ...found({}) })).toEqual({ user_ids: bulkTexts.selection })
    expect(await fieldsOf({ action: 'resend', user_ids: Array(501).fill(user_ids[0]) })).toEqual({
      user_ids: bulkTexts.tooMany,
    })
    expect((await start(s, add(cohort, { user_ids }))).status).toBe(202)
    expect(await fieldsOf(add(cohort, { user_ids }))).toEqual({ action: bulkTexts.underWay })
  })
})
