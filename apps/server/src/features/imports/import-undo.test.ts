import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { imports, importUndoDays } from '@escola/contract/imports.contract'
import { students } from '@escola/contract/students.contract'
import { monthOf } from '@escola/contract/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { giveUpJob, neverStops, workRun } from '../../testing/jobs.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { processImport } from './import-processing.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const startOf = async (cohort: { id: string }, emails: string[], renews: 'true' | 'false' = 'false') => {
  const rows = emails.map((email, index) => ({ line: index + 2, name: `Pessoa ${index}`, email, cellphone: '' }))
  const { body } = await w.call(imports.start, {
    as: w.northside.admin,
    query: { total: rows.length, filename: 'alunos.csv', school_gateway_id: cohort.id, renews },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  return body.import.id
}
const importInto = async (cohort: { id: string }, emails: string[], renews: 'true' | 'false' = 'false') => {
  const id = await startOf(cohort, emails, renews)
  await processImport(w.northside, id, w.tools, neverStops)
  return id
}
const undo = (id: string, as = w.northside.admin) => w.call(imports.undo, { as, params: { id } })
const runsOf = (id: string) =>
  w.northside.tx((db) =>
    db.selectFrom('runs').select(['id', 'input']).where('lane', '=', `undo ${id}`).orderBy('id', 'desc').execute(),
  )
const work = async (id: string) => workRun(w, w.northside, (await runsOf(id))[0]!.id)
const read = async (id: string) => (await w.call(imports.get, { as: w.northside.admin, params: { id } })).body.import
const addByHand = (cohort: { id: string }, email: string) =>
  w.call(cohorts.addStudent, { as: w.northside.admin, params: cohort, body: { name: 'Pessoa à Mão', email } })
const emailsIn = async (cohort: { id: string }) =>
  (await w.call(cohorts.get, { as: w.northside.admin, params: cohort })).body.students.list
    .map(({ email }) => email)
    .sort()
const grantsOf = (importId: string) =>
  w.northside.tx((db) =>
    db
      .selectFrom('enrollment_grants')
      .select(['ended_why', 'ended_by'])
      .where('source', '=', 'importer')
      .where('source_key', '=', importId)
      .execute(),
  )

describe('undoing an import', () => {
  it('ends exactly its grants, and counts the students that it left in the class', async () => {
    const { make } = w.northside
    const cohort = await make.cohort()
    const other = await make.cohort()
    await addByHand(cohort, 'hand.before@undo.example')
    const id = await importInto(
      cohort,
      ['only@undo.example', 'hand.before@undo.example', 'hand.after@undo.example', 'twice@undo.example'],
      'true',
    )
    const later = await importInto(cohort, ['twice@undo.example', 'later@undo.example'], 'true')
    await importInto(other, ['only@undo.example'])
    await addByHand(cohort, 'hand.after@undo.example')
    const forecast = await w.call(imports.undoForecast, { as: w.northside.admin, params: { id } })
    expect(forecast.body).toEqual({ leaving: 1, staying: 3, forsaken: 0, returned: '0.00', charged: '0.00' })

    const asked = await undo(id)
    expect([asked.status, asked.body.import.undo]).toEqual([
      202,
      { status: 'running', total: 4, left: 0, kept: 0, utc_finished_on: null },
    ])
    const [run] = await runsOf(id)
    expect(run!.input).toEqual({ import_id: id, month: monthOf(new Date()) })
    expect(await w.northside.pendingJobs()).toContainEqual(['runs.continue', { runId: run!.id }])
    await work(id)
    expect((await read(id)).undo).toMatchObject({
      status: 'done',
      total: 4,
      left: 1,
      kept: 3,
      utc_finished_on: expect.any(String),
    })
    const stay = ['hand.after@undo.example', 'hand.before@undo.example', 'later@undo.example', 'twice@undo.example']
    expect(await emailsIn(cohort)).toEqual(stay)
    expect(await emailsIn(other)).toEqual(['only@undo.example'])
    const ended = { ended_why: 'import_undone', ended_by: w.northside.admin.userId }
    expect(await grantsOf(id)).toEqual(Array(4).fill(ended))
    expect((await grantsOf(later)).map(({ ended_why }) => ended_why)).toEqual([null, null])
  })

  it('leaves out those who were in the class before an import that did not renew them', async () => {
    const cohort = await w.northside.make.cohort()
    await addByHand(cohort, 'hand.stays@undo.example')
    const id = await importInto(cohort, ['hand.stays@undo.example', 'hand.comes@undo.example'])
    expect(await read(id)).toMatchObject({ enrolled: 1, unchanged: 1, renews: false })
    const params = { id }
    expect((await w.call(imports.undoForecast, { as: w.northside.admin, params })).body).toEqual({
      leaving: 1,
      staying: 0,
      forsaken: 1,
      returned: '0.00',
      charged: '0.00',
    })
  })

  it('leaves students who have nothing else in the school', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['stays.student@undo.example'])
    await undo(id)
    await work(id)
    const query = { search: 'stays.student@undo.example' }
    const found = await w.call(students.list, { as: w.northside.admin, query })
    expect(found.body.students.list.map(({ email }) => email)).toEqual(['stays.student@undo.example'])
  })

  it('changes nothing when it is asked again, or runs again', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['again@undo.example'])
    await undo(id)
    await Promise.all([work(id), work(id)])
    await addByHand(cohort, 'again@undo.example')
    const done = (await read(id)).undo
    expect(done).toMatchObject({ status: 'done', left: 1, kept: 0 })
    expect((await undo(id)).body.import.undo).toEqual(done)
    await work(id)
    expect((await read(id)).undo).toEqual(done)
    expect(await emailsIn(cohort)).toEqual(['again@undo.example'])
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('counts a student once when two runs meet', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['met@undo.example'])
    await addByHand(cohort, 'met@undo.example')
    await undo(id)
    const held = 'select from enrollments where school_id = $1 and cohort_id = $2 for update'
    const waited = await openTransaction(w.databaseUrl, held, [w.northside.id, cohort.id])
    const working = [work(id), work(id)]
    await untilWaiting(w.databaseUrl, 2)
    await waited.commit()
    await Promise.all(working)
    expect((await read(id)).undo).toMatchObject({ status: 'done', left: 0, kept: 1 })
  })

  it('enrols the same file anew afterwards', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['anew@undo.example'])
    await undo(id)
    await work(id)
    const next = await importInto(cohort, ['anew@undo.example'])
    expect(await read(next)).toMatchObject({ created: 0, enrolled: 1, unchanged: 0, undo: null })
    await work(id)
    expect(await emailsIn(cohort)).toEqual(['anew@undo.example'])
  })

  it('counts no student that the school has taken out meanwhile', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['out@undo.example', 'in@undo.example'])
    const list = (await w.call(cohorts.get, { as: w.northside.admin, params: cohort })).body.students.list
    const out = list.find(({ email }) => email === 'out@undo.example')!
    await w.call(students.removeFromCohort, {
      as: w.northside.admin,
      params: { userId: out.user_id, classId: cohort.id },
    })
    await undo(id)
    await work(id)
    expect((await read(id)).undo).toMatchObject({ total: 1, left: 1, kept: 0 })
    expect((await grantsOf(id)).map(({ ended_why }) => ended_why).sort()).toEqual([
      'import_undone',
      'removed_by_school',
    ])
  })

  it('is refused while the import runs', async () => {
    const id = await startOf(await w.northside.make.cohort(), ['running@undo.example'])
    const { status, error } = await undo(id)
    expect([status, error.code]).toEqual([409, 'import_running'])
    expect(await grantsOf(id)).toEqual([])
  })

  it('is refused once seven days have passed', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['late@undo.example'])
    const endedAgo = (ms: number) =>
      w.northside.tx((db) =>
        db
          .updateTable('imports')
          .set({ utc_finished_on: new Date(Date.now() - ms) })
          .where('id', '=', id)
          .execute(),
      )
    await endedAgo(importUndoDays * dayMs)
    const { status, error } = await undo(id)
    expect([status, error.code]).toEqual([409, 'import_undo_late'])
    expect(await emailsIn(cohort)).toEqual(['late@undo.example'])
    await endedAgo(importUndoDays * dayMs - minuteMs)
    expect((await undo(id)).status).toBe(202)
  })

  it('can be asked anew after it failed, and goes on where it stopped', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['failed@undo.example'])
    await undo(id)
    await giveUpJob(w, w.northside, jobs.continueRun, { runId: (await runsOf(id))[0]!.id }, new Error('no more'))
    expect((await read(id)).undo).toMatchObject({ status: 'failed' })
    await work(id)
    expect(await emailsIn(cohort)).toEqual(['failed@undo.example'])
    expect((await undo(id)).body.import.undo).toMatchObject({ status: 'running', total: 1 })
    await work(id)
    expect(await emailsIn(cohort)).toEqual([])
  })

  it('belongs to the school whose import it is', async () => {
    const id = await importInto(await w.northside.make.cohort(), ['ours@undo.example'])
    expect((await undo(id, w.riverside.admin)).status).toBe(404)
    expect((await undo(id, w.northside.student)).status).toBe(403)
    const params = { id }
    expect((await w.call(imports.undoForecast, { as: w.riverside.admin, params })).status).toBe(404)
  })

  it('lets its class be deleted while it runs, and ends with it', async () => {
    const cohort = await w.northside.make.cohort()
    const id = await importInto(cohort, ['gone.class@undo.example'])
    await undo(id)
    const held = 'select from imports where school_id = $1 and id = $2 for update'
    const waited = await openTransaction(w.databaseUrl, held, [w.northside.id, id])
    const working = work(id)
    await untilWaiting(w.databaseUrl)
    const removed = w.call(cohorts.remove, { as: w.northside.admin, params: cohort })
    await untilWaiting(w.databaseUrl, 2)
    await waited.commit()
    await working
    expect((await removed).status).toBe(200)
    await work(id)
    expect((await grantsOf(id)).map(({ ended_why }) => ended_why)).toEqual(['import_undone'])
  })
})
