import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { certificateReissues } from '@escola/contract/certificate-reissues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { moves } from '@escola/contract/moves.contract'
import { endOfDay } from '@escola/contract/terms'
import { beforeAll, expect, it } from 'vitest'
import { makeCertificates } from '../../features/certificates/reissues/reissues.testing.ts'
import { runJob, runPending } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { jobs } from '../catalogue.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

async function makeMembers() {
  const school = await w.makeSchool('Trabalhos')
  const [from, to] = [await school.make.cohort(), await school.make.cohort()]
  const students = [await school.make.student(), await school.make.student()]
  for (const student of students) await school.make.enrollment(from, student)
  const user_ids = students.map(({ userId }) => userId)
  const countIn = async ({ id }: { id: string }) =>
    (await school.tx((db) => db.selectFrom('enrollments').where('cohort_id', '=', id).select('user_id').execute()))
      .length
  return { school, from, to, user_ids, countIn }
}

it.each(['from', 'to'] as const)(
  'a class that is deleted ends its open runs, and they forget their students: %s',
  async (gone) => {
    const made = await makeMembers()
    const { school, from, to, user_ids, countIn } = made
    const as = school.admin
    const body = { action: 'move' as const, from_cohort_id: from.id, school_gateway_id: to.id, user_ids }
    expect((await w.call(bulkChanges.start, { as, body })).status).toBe(202)
    expect((await w.call(cohorts.remove, { as, params: { id: made[gone].id } })).status).toBe(200)
    const ended = await school.tx((db) =>
      db.selectFrom('runs').select(['id', 'input', 'utc_ended_on']).executeTakeFirstOrThrow(),
    )
    expect([ended.input, ended.utc_ended_on !== null]).toEqual([null, true])
    // The job of a run that has ended does nothing, and another run may begin.
    await runJob(w, school, jobs.continueRun, { runId: ended.id })
    expect(await countIn(to)).toBe(0)
    const resend = { action: 'resend' as const, user_ids }
    expect((await w.call(bulkChanges.start, { as, body: resend })).status).toBe(202)
  },
)

it('a run whose class a process of release 1.0 deletes ends with its job, and holds up no other', async () => {
  const { school, from, user_ids } = await makeMembers()
  const start = (body: object) => w.call(bulkChanges.start, { as: school.admin, body: { user_ids, ...body } as never })
  expect((await start({ action: 'remove', school_gateway_id: from.id })).status).toBe(202)
  await school.tx((db) => db.deleteFrom('cohorts').where('id', '=', from.id).execute())
  await runPending(w, school, { only: [jobs.continueRun] })
  expect((await start({ action: 'resend' })).status).toBe(202)
})

it('what release 1.0 has begun goes on by its own job behind its cursor, and counts in its own table', async () => {
  const { school, from, to, user_ids, countIn } = await makeMembers()
  const [first] = user_ids.toSorted((one, other) => Number(one) - Number(other))
  const old = { total: 2, asked_by: school.admin.userId, utc_asked_on: new Date() }
  const ids = await school.tx(async (db) => {
    const utc_enrolled_until = new Date(Date.now() + 1000)
    const move = { cohort_id: from.id, target_id: to.id, utc_enrolled_until, ...old, last_user_id: first! }
    const change = { ...old, action: 'remove', cohort_id: to.id, selection: JSON.stringify({ user_ids }) }
    const moved = await db.insertInto('moves').values(move).returning('id').executeTakeFirstOrThrow()
    const changed = await db.insertInto('bulk_changes').values(change).returning('id').executeTakeFirstOrThrow()
    return { moveId: moved.id, changeId: changed.id }
  })
  for (let times = 0; times < 2; times++) await runJob(w, school, jobs.moveStudents, ids)
  expect([await countIn(from), await countIn(to)]).toEqual([1, 1])
  for (let times = 0; times < 2; times++) await runJob(w, school, jobs.changeStudents, ids)
  expect([await countIn(from), await countIn(to)]).toEqual([1, 0])
  const [move, change] = await school.tx(async (db) => [
    await db.selectFrom('moves').select(['moved', 'utc_ended_on']).executeTakeFirstOrThrow(),
    await db
      .selectFrom('bulk_changes')
      .select(['changed', 'unchanged', 'selection', 'utc_ended_on'])
      .executeTakeFirstOrThrow(),
  ])
  expect(move).toEqual({ moved: 1, utc_ended_on: expect.any(Date) })
  expect(change).toEqual({ changed: 1, unchanged: 1, selection: null, utc_ended_on: expect.any(Date) })
})

it('a call that is repeated with the key of release 1.0 is answered from its table', async () => {
  const { school, from, to } = await makeMembers()
  const body = { migrateStudentsFrequency: 'all' as const, migrateStudentsTo: to.id }
  const at = { as: school.admin, params: { id: from.id }, body, headers: { 'idempotency-key': 'a'.repeat(36) } }
  const asked = { cohort_id: from.id, target_id: to.id, utc_enrolled_until: new Date(), total: 2 }
  const begun = {
    ...asked,
    moved: 2,
    asked_by: school.admin.userId,
    utc_asked_on: new Date(),
    utc_ended_on: new Date(),
  }
  await school.tx(async (db) => {
    const { id } = await db.insertInto('moves').values(begun).returning('id').executeTakeFirstOrThrow()
    const key = {
      user_id: school.admin.userId,
      kind: `move ${from.id}`,
      key: at.headers['idempotency-key'],
      made: JSON.stringify(id),
    }
    await db
      .insertInto('idempotency_keys')
      .values({ ...key, utc_created_on: new Date() })
      .execute()
  })
  const answer = await w.call(moves.start, at)
  expect(answer.body.move).toMatchObject({ total: 2, moved: 2, school_gateway_id: to.id })
})

it('a new term takes the place of one that release 1.0 has begun, and its job does what is left of another', async () => {
  const { school, from, to, user_ids } = await makeMembers()
  for (const userId of user_ids) await school.make.enrollment(to, { userId })
  const term = (day: string) => JSON.stringify({ kind: 'date', until: day })
  const changes = [from, to].map(({ id }) => ({
    ...{ cohort_id: id, term: term('2097-12-31'), last_grant_id: '999999999', total: 2, utc_asked_on: new Date() },
  }))
  const [first, second] = await school.tx((db) =>
    db.insertInto('term_changes').values(changes).returning('id').execute(),
  )
  const update = { term: { kind: 'date' as const, until: '2098-12-31' }, term_scope: 'all' as const }
  expect((await w.call(cohorts.update, { as: school.admin, params: { id: from.id }, body: update })).status).toBe(200)
  for (const { id } of [first!, second!, second!]) await runJob(w, school, jobs.applyTerm, { changeId: id })
  const readEnds = async ({ id }: { id: string }) =>
    school.tx((db) => db.selectFrom('enrollments').where('cohort_id', '=', id).select('utc_ends_on').execute())
  const ends = (day: string) => Array(2).fill({ utc_ends_on: endOfDay(day) })
  expect([await readEnds(from), await readEnds(to)]).toEqual([ends('2098-12-31'), ends('2097-12-31')])
  const counted = await school.tx((db) =>
    db.selectFrom('term_changes').select(['done', 'utc_ended_on']).orderBy('id').execute(),
  )
  expect(counted).toEqual([0, 2].map((done) => ({ done, utc_ended_on: expect.any(Date) })))
})

it('a re-issue that release 1.0 has begun is the answer until it has ended, and its refusals are shown until there is a run', async () => {
  const { school, templateId, issued } = await makeCertificates(w, ['Ana Prado', '花子'])
  const [, last] = issued
  const begun = { template_id: templateId, until_record_id: last!.record_id, total: 2, utc_asked_on: new Date() }
  const { id } = await school.tx((db) =>
    db.insertInto('certificate_reissues').values(begun).returning('id').executeTakeFirstOrThrow(),
  )
  const start = async () =>
    (await w.call(certificateReissues.start, { as: school.admin, params: { id: templateId } })).body.reissue
  expect(await start()).toMatchObject({ id, total: 2, done: 0, utc_ended_on: null })
  for (let times = 0; times < 2; times++) await runJob(w, school, jobs.reissueAll, { reissueId: id })
  const list = async () =>
    (await w.call(certificateReissues.list, { as: school.admin, params: { id: templateId } })).body
  expect((await list()).reissue).toMatchObject({ done: 2, reissued: 1, refused: 1, refusals: [{ name: '花子' }] })
  expect(await start()).toMatchObject({ done: 0, refused: 0, utc_ended_on: null })
})

it('a template that is deleted ends its re-issue', async () => {
  const { school, templateId } = await makeCertificates(w, ['Ana Prado'])
  const at = { as: school.admin, params: { id: templateId } }
  expect((await w.call(certificateReissues.start, at)).status).toBe(202)
  expect((await w.call(certificateTemplates.remove, at)).status).toBe(200)
  const run = await school.tx((db) => db.selectFrom('runs').select(['done', 'utc_ended_on']).executeTakeFirstOrThrow())
  expect(run).toEqual({ done: 0, utc_ended_on: expect.any(Date) })
})

it('an import whose undoing release 1.0 has begun is undone by its old job', async () => {
  const { school, from, user_ids, countIn } = await makeMembers()
  const { id } = await school.make.import(from, { createdBy: school.admin })
  await school.tx(async (db) => {
    const given = { source: 'importer', source_key: id }
    await db.updateTable('enrollment_grants').set(given).where('user_id', '=', user_ids[0]!).execute()
    const begun = { undo_status: 'running', undo_total: 1, undone_by: school.admin.userId }
    await db.updateTable('imports').set(begun).where('id', '=', id).execute()
  })
  for (let times = 0; times < 2; times++) await runJob(w, school, jobs.undoImport, { importId: id })
  const undone = await school.tx((db) =>
    db.selectFrom('imports').select(['undo_status', 'undo_left']).executeTakeFirstOrThrow(),
  )
  expect([undone, await countIn(from)]).toEqual([{ undo_status: 'done', undo_left: 1 }, 1])
})
