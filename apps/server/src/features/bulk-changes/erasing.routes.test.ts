import { bulkChanges, bulkSummary, bulkTexts, describeErasure } from '@escola/contract/bulk-changes.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import { runPending } from '../../testing/jobs.ts'
import { untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { hidePublicCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type School = Awaited<ReturnType<World['makeSchool']>>

const work = (school: School) => runPending(w, school, { only: [jobs.processImport, jobs.continueRun] })
const erase = (school: School, body: object, as: Person = school.admin) =>
  w.call(bulkChanges.start, { as, body: { action: 'erase', ...body } })
const latest = async (school: School) => (await w.call(bulkChanges.latest, { as: school.admin })).body.bulk!
const count = async (school: School, body: object) =>
  (await w.call(bulkChanges.erasure, { as: school.admin, body })).body.erasure
const emailsOf = async ({ tx }: School) =>
  (await tx((db) => db.selectFrom('memberships').select('email').where('is_admin', '=', false).execute()))
    .map(({ email }) => email)
    .sort()
const nothing = { with_access: 0, seen: 0, buyers: 0, certified: 0, administrators: 0, charged: '0.00' }

it('erases many students with one proof, says before what goes, and leaves administrators', async () => {
  const school = await w.makeSchool('Apagada')
  const course = await school.make.course()
  const cohort = await school.make.cohort({ courses: [course] })
  const [lia, rita, stays] = [await school.make.student(), await school.make.student(), await school.make.student()]
  await school.make.enrollment(cohort, lia)
  const certificate = await school.make.certificate(course, rita)
  const { name, email } = school.admin
  await w.call(cohorts.addStudent, { as: school.admin, params: cohort, body: { name, email } })
  const user_ids = [lia.userId, rita.userId, school.admin.userId]
  const erasure = await count(school, { user_ids })
  expect(erasure).toMatchObject({ total: 3, with_access: 2, certified: 1, buyers: 0, administrators: 1 })
  expect(describeErasure(erasure)).toContain('1 tem certificado.')
  const setProof = (utc_proven_on: Date | null) =>
    w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_proven_on }).where('id', '=', other.sessionId).execute(),
    )
  const other = await school.make.admin()
  await setProof(null)
  expect((await erase(school, { user_ids }, other)).error.code).toBe('proof_needed')
  expect((await erase(school, { user_ids })).status).toBe(202)
  await work(school)
  const bulk = await latest(school)
  expect(bulk).toMatchObject({ action: 'erase', total: 3, done: 3, changed: 2, refused: { administrators: 1 } })
  expect(bulkSummary(bulk)).toBe('2 alunos foram apagados da escola; 1 fica: faz parte da equipe.')
  expect(await emailsOf(school)).toEqual([stays.email, school.student.email].sort())
  const left = await school.tx((db) => db.selectFrom('certificates').select(['id', 'user_id']).execute())
  expect(left).toEqual([{ id: certificate.id, user_id: null }])
  const erased = await school.tx((db) => db.selectFrom('erased_people').select('user_id').orderBy('user_id').execute())
  expect(erased.map(({ user_id }) => user_id).sort()).toEqual([lia.userId, rita.userId].sort())
})

it('erases students of an undone import who did nothing since, and no other student', async () => {
  const school = await w.makeSchool('Lista Errada')
  const { admin } = school
  const cohort = await school.make.cohort()
  const known = await school.make.student()
  const people = ['never', 'came', 'bought', 'gone', 'waits'].map((name) => `${name}@errada.example`)
  const rows = [...people, known.email].map((email, at) => ({ line: at + 2, name: 'Pessoa Errada', email }))
  const begun = await w.call(imports.start, {
    as: admin,
    query: { total: rows.length, filename: 'errada.csv', school_gateway_id: cohort.id },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  const { id } = begun.body.import
  await work(school)
  const import_id = { import_id: id }
  expect((await erase(school, import_id)).error.fields).toEqual({ import_id: bulkTexts.notUndone })
  const idOf = async (email: string) =>
    (
      await school.tx((db) =>
        db.selectFrom('memberships').select('user_id').where('email', '=', email).executeTakeFirstOrThrow(),
      )
    ).user_id
  await school.tx(async (db) => {
    const came = await idOf('came@errada.example')
    await db.updateTable('memberships').set({ utc_seen_on: new Date() }).where('user_id', '=', came).execute()
  })
  const sale = await school.make.sale()
  const buyer_email = 'waits@errada.example'
  await school.tx((db) => db.updateTable('sales').set({ buyer_email }).where('id', '=', sale.id).execute())
  expect(await count(school, { user_ids: [await idOf(buyer_email)] })).toMatchObject({ total: 1, buyers: 1 })
  const other = await school.make.cohort()
  await w.call(cohorts.addStudent, {
    as: admin,
    params: other,
    body: { name: 'Pessoa', email: 'bought@errada.example' },
  })
  const forecast = async () => (await w.call(imports.undoForecast, { as: admin, params: { id } })).body.forsaken
  expect(await forecast()).toBe(2)
  await w.call(imports.undo, { as: admin, params: { id } })
  await work(school)
  expect([await forecast(), await count(school, import_id)]).toEqual([2, { ...nothing, total: 2 }])
  expect((await erase(school, import_id)).status).toBe(202)
  await work(school)
  expect(await latest(school)).toMatchObject({ total: 2, changed: 2 })
  expect(await emailsOf(school)).toEqual(
    ['bought@errada.example', 'came@errada.example', buyer_email, known.email, school.student.email].sort(),
  )
  expect([await forecast(), (await erase(school, import_id)).error.fields]).toEqual([0, { user_ids: bulkTexts.nobody }])
  // They were in the school by a mistake of its own, so they may come by themselves.
  expect(await school.tx((db) => db.selectFrom('erased_people').selectAll().execute())).toEqual([])
  const { list } = (await w.call(students.list, { as: admin })).body.students
  expect(list.map(({ email }) => email).sort()).toEqual(await emailsOf(school))
})

it('erases no more than the question named, and none who came or was given a class since', async () => {
  const school = await w.makeSchool('Em Andamento')
  const cohort = await school.make.cohort()
  const [, joins] = [await school.make.student(), await school.make.student()]
  const filter = { search: '' }
  const confirmed = (await count(school, { filter })).total
  expect(confirmed).toBe(3)
  await school.make.student()
  expect((await erase(school, { filter, confirmed })).error.fields).toEqual({ user_ids: bulkTexts.grew })
  expect((await erase(school, { filter, confirmed: 4 })).status).toBe(202)
  const [later, { name, email }] = [await school.make.student(), joins]
  await w.call(cohorts.addStudent, { as: school.admin, params: cohort, body: { name, email } })
  await work(school)
  expect(await latest(school)).toMatchObject({ total: 4, changed: 3 })
  expect(await emailsOf(school)).toEqual([joins.email, later.email].sort())
})

it('asks again of each student that it holds', async () => {
  const school = await w.makeSchool('Ao Mesmo Tempo')
  const cohort = await school.make.cohort()
  const [lia, rita] = [await school.make.student(), await school.make.student()]
  expect((await erase(school, { user_ids: [lia.userId, rita.userId] })).status).toBe(202)
  let working: Promise<unknown> | undefined
  await school.tx(async (db) => {
    await db.selectFrom('memberships').where('user_id', '=', lia.userId).select('user_id').forUpdate().execute()
    working = work(school)
    await untilWaiting(w.databaseUrl)
    const { name, email } = lia
    const student = { userId: lia.userId, name, email, cellphone: '' }
    await giveGrants(db, [{ cohortId: cohort.id, student, source: 'manual' }], w.tools)
  })
  await working
  expect(await latest(school)).toMatchObject({ changed: 1 })
  expect(await emailsOf(school)).toEqual([lia.email, school.student.email].sort())
})

it('counts a hidden public class as no access', async () => {
  const school = await w.makeSchool('Fechada')
  const lia = await school.make.student()
  await school.make.enrollment(await school.make.cohort({ isPublic: true }), lia)
  const selection = { user_ids: [lia.userId] }
  expect(await count(school, selection)).toMatchObject({ with_access: 1 })
  await school.tx((db) => hidePublicCohort(db, true))
  expect(await count(school, selection)).toMatchObject({ with_access: 0 })
})

it('is asked for one selection, and for none of another school', async () => {
  const [school, other] = [await w.makeSchool('Uma'), await w.makeSchool('Outra')]
  const { userId } = await other.make.student()
  const imported = await other.make.import(await other.make.cohort(), { createdBy: other.admin })
  const fieldsOf = async (body: object) => (await erase(school, body)).error.fields
  expect(await fieldsOf({})).toEqual({ user_ids: bulkTexts.selection })
  expect(await fieldsOf({ user_ids: [userId], import_id: imported.id })).toEqual({ user_ids: bulkTexts.selection })
  expect(await fieldsOf({ user_ids: [userId] })).toEqual({ user_ids: bulkTexts.nobody })
  expect((await erase(school, { import_id: imported.id })).status).toBe(404)
  expect(await fieldsOf({ user_ids: [userId], school_gateway_id: '1' })).toEqual({
    school_gateway_id: bulkTexts.cohort,
  })
  const resend = { action: 'resend' as const, import_id: imported.id }
  expect((await w.call(bulkChanges.start, { as: school.admin, body: resend })).error.fields).toEqual({
    user_ids: bulkTexts.selection,
  })
})
