import { endOfDay } from '@escola/contract/terms'
import { beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from './core/scope.ts'
import { subscribe } from './features/bulk-changes/subscribers.testing.ts'
import { makeCertificates } from './features/certificates/reissues/reissues.testing.ts'
import { giveGrants } from './features/enrollments/enrollments.service.ts'
import { makeCorrected } from './features/exam-corrections/exam-corrections.testing.ts'
import { makeImported } from './features/exam-imports/exam-imports.testing.ts'
import { sellersOf } from './features/sales/sales.testing.ts'
import { type NewRun, type Run, runs } from './jobs/runs/runs.queries.ts'
import { startRun } from './jobs/runs/runs.ts'
import { runKinds } from './run-kinds.ts'
import { dieAtEachStep } from './testing/dying-worker.ts'
import { workRun } from './testing/jobs.ts'
import { type World, world } from './testing/world.ts'

/** Rows of each run, and of each of its batches. */
const total = 5
const atOnce = 1

let w: World
beforeAll(async () => {
  w = await world()
})

type Asked = Pick<NewRun, 'subject' | 'input'> & { targetId?: string }
interface Tried {
  school: School
  asked: Asked
  /** Reads what the run has changed. */
  read: () => Promise<unknown>
  /** The answer of `read` at the end. */
  expected: unknown
}

const ofCohort = ({ id }: { id: string }) => ({ kind: 'cohort' as const, id })
const ofSchool = { kind: 'school' as const, id: null }

/** Numbers of grants in classes that have not ended, and of all grants. */
const countGrants = (school: Pick<School, 'tx'>, ...cohorts: { id: string }[]) =>
  school.tx(async (db) => {
    const grants = await db.selectFrom('enrollment_grants').select(['cohort_id', 'utc_ended_on']).execute()
    const isIn = ({ id }: { id: string }) => grants.filter((each) => each.cohort_id === id && !each.utc_ended_on).length
    return [...cohorts.map(isIn), grants.length]
  })

async function makeStudents() {
  const school = await w.makeSchool('Fim de processo')
  const [from, to] = [await school.make.cohort(), await school.make.cohort()]
  const students = []
  for (let at = 0; at < total; at++) students.push(await school.make.student())
  const user_ids = students.map(({ userId }) => userId)
  return { school, from, to, students, user_ids }
}
async function makeMembers() {
  const made = await makeStudents()
  for (const student of made.students) await made.school.make.enrollment(made.from, student)
  return made
}
async function makeSubscribers() {
  const school = await sellersOf(w).makeSeller()
  await subscribe(w, school, total)
  return { school, from: school.cohort, to: await school.make.cohort() }
}

/** One run of each kind. */
const tries: Record<string, () => Promise<Tried>> = {
  add: async () => {
    const { school, to, user_ids } = await makeStudents()
    const asked = { subject: ofCohort(to), input: { user_ids } }
    return { school, asked, read: () => countGrants(school, to), expected: [total, total] }
  },
  move: async () => {
    const { school, from, to } = await makeMembers()
    // The last student entered by the database's clock, which knows parts of this one's millisecond.
    const input = { enrolled_until: new Date(Date.now() + 1000).toISOString() }
    const asked = { subject: ofCohort(from), targetId: to.id, input }
    return { school, asked, read: () => countGrants(school, from, to), expected: [0, total, total] }
  },
  remove: async () => {
    const { school, from, user_ids } = await makeMembers()
    const asked = { subject: ofCohort(from), input: { user_ids } }
    return { school, asked, read: () => countGrants(school, from), expected: [0, total] }
  },
  resend: async () => {
    const { school, user_ids } = await makeStudents()
    const read = () =>
      school.tx(async (db) => {
        const mails = await db.selectFrom('messages').where('kind', '=', 'invitation').select('user_id').execute()
        return mails.map(({ user_id }) => user_id).toSorted()
      })
    return { school, asked: { subject: ofSchool, input: { user_ids } }, read, expected: user_ids.toSorted() }
  },
  erase: async () => {
    const { school, user_ids } = await makeMembers()
    const read = () =>
      school.tx((db) => db.selectFrom('memberships').where('user_id', 'in', user_ids).select('user_id').execute())
    return { school, asked: { subject: ofSchool, input: { user_ids } }, read, expected: [] }
  },
  subscribe: async () => {
    const { school, from, to } = await makeSubscribers()
    await school.integrate(to.id)
    const asked = { subject: ofCohort(to), input: {} }
    // One of them is out until the next charge, and is not added.
    return { school, asked, read: () => countGrants(school, from, to), expected: [total - 1, total - 1, 2 * total - 1] }
  },
  term: async () => {
    const { school, from } = await makeMembers()
    // A grant that is given later follows the class as it is then.
    const { id: last_grant_id } = await school.tx((db) =>
      db.selectFrom('enrollment_grants').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    const asked = { subject: ofCohort(from), input: { term: { kind: 'date', until: '2098-12-31' }, last_grant_id } }
    const read = () =>
      school.tx((db) => db.selectFrom('enrollments').select('utc_ends_on').where('cohort_id', '=', from.id).execute())
    return { school, asked, read, expected: Array(total).fill({ utc_ends_on: endOfDay('2098-12-31') }) }
  },
  reissue: async () => {
    // One of the names can't be printed.
    const { school, templateId, issued } = await makeCertificates(w, ['Ana', 'Bia', 'Caio', 'Davi', '花子'])
    const until_record_id = issued.at(-1)!.record_id
    const read = () =>
      school.tx(async (db) => {
        const issues = await db.selectFrom('certificates').select('number').orderBy('number').execute()
        const refusals = await db.selectFrom('run_refusals').select('record_id').execute()
        return [issues.map(({ number }) => number), refusals]
      })
    const expected = [[...Array(total).fill(1), ...Array(total - 1).fill(2)], [{ record_id: until_record_id }]]
    const subject = { kind: 'template' as const, id: templateId }
    return { school, asked: { subject, input: { until_record_id } }, read, expected }
  },
  undo: async () => {
    const { school, from, students } = await makeStudents()
    const { id } = await school.make.import(from, { createdBy: school.admin })
    const grants = students.map(({ userId, email }) => ({
      ...{ cohortId: from.id, source: 'importer' as const, sourceKey: id },
      student: { userId, name: 'Ana Souza', email, cellphone: '' },
    }))
    await school.tx(async (db) => {
      await giveGrants(db, grants, w.tools)
      await db.updateTable('imports').set({ undo_status: 'running', undo_total: total }).where('id', '=', id).execute()
    })
    const read = async () => [
      ...(await countGrants(school, from)),
      await school.tx((db) => db.selectFrom('imports').select(['undo_status', 'undo_left', 'undo_kept']).execute()),
    ]
    const expected = [0, total, [{ undo_status: 'done', undo_left: total, undo_kept: 0 }]]
    return { school, asked: { subject: ofCohort(from), input: { import_id: id } }, read, expected }
  },
  regrade: async () => {
    const { school, enroll, attempt, questionId } = await makeCorrected({ settings: { must_pass: true } })
    // Two pass by the new key, of whom one has two attempts; the others lose a point or keep none.
    const chosen = ['2', '2', '1', '3']
    const students = []
    for (const option of chosen) {
      students.push(await enroll(`Aluna ${students.length}`))
      await attempt(students.at(-1)!, option, 2)
    }
    await attempt(students[0]!, '1', 0)
    const now = new Date()
    const { id: correctionId } = await school.tx((db) =>
      db
        .insertInto('exam_key_corrections')
        .values({
          ...{ question_id: questionId, version: 1, versions: [1], corrected_by: school.admin.userId },
          wrong: JSON.stringify({ kind: 'one', right: '1' }),
          answer: JSON.stringify({ kind: 'one', right: '2' }),
          utc_corrected_on: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const read = () =>
      school.tx(async (db) => [
        (await db.selectFrom('exam_attempts').select('points').orderBy('id').execute()).map(({ points }) => points),
        (await db.selectFrom('exam_marks').select('points').orderBy('user_id').execute()).map(({ points }) => points),
        (await db.selectFrom('lesson_completions').select('user_id').execute()).length,
        (await db.selectFrom('karma_entries').select('user_id').execute()).length,
        (
          await db.selectFrom('exam_regraded_attempts').select(['points', 'earned']).orderBy('attempt_id').execute()
        ).map(({ points, earned }) => [points, earned]),
        (await db.selectFrom('runs').select('counts').execute()).map(({ counts }) => counts),
      ])
    const expected = [
      [300, 300, 200, 200, 0],
      [300, 300, 200, 200],
      3,
      // One for the lesson, and one for its assessment.
      2 * 3,
      [
        [200, [0, 100, 100, 0]],
        [200, [0, 100, 100, 0]],
        [300, [100, 100, 100, 0]],
        [100, [100, 0, 0, 0]],
      ],
      [{ marks: 3, passed: 2 }],
    ]
    const asked = { subject: { kind: 'question' as const, id: questionId }, input: { versions: [1], correctionId } }
    return { school, asked, read, expected }
  },
  undo_questions: async () => {
    const { school, importId, questionIds } = await makeImported(total)
    const read = () =>
      school.tx(async (db) => [
        (await db.selectFrom('exam_questions').select('id').orderBy('id').execute()).map(({ id }) => id),
        (await db.selectFrom('runs').select('counts').execute()).map(({ counts }) => counts),
      ])
    await school.tx((db) =>
      db.updateTable('exam_questions').set({ version: 2 }).where('id', '=', questionIds[1]!).execute(),
    )
    const expected = [[questionIds[1]], [{ removed: total - 1, used: 0, edited: 1 }]]
    return { school, asked: { subject: ofSchool, input: { importId } }, read, expected }
  },
  dissolve: async () => {
    const { school, from, to } = await makeSubscribers()
    const asked = { subject: ofCohort(from), targetId: to.id, input: {} }
    const read = async () => [
      ...(await countGrants(school, to)),
      await school.tx((db) => db.selectFrom('cohorts').where('id', '=', from.id).select('id').execute()),
    ]
    return { school, asked, read, expected: [total - 1, total, []] }
  },
}

it.each(runKinds)('$kind does each row once, though its worker dies before and after each commit', async ({ kind }) => {
  const { school, asked, read, expected } = await tries[kind]!()
  const of = { kind, lane: kind, targetId: null, total, askedBy: w.northside.admin.userId, askedOn: new Date() }
  const { id } = (await school.tx((db) => startRun(db, { ...of, ...asked })))!
  const getRun = async (): Promise<Run> => (await school.tx((db) => runs.find(db, id)))!
  const open = (schoolId: string) => openSchool(w.database, schoolId)
  const deaths = await dieAtEachStep(open, (dying) => workRun(w, dying(school.id), id, { atOnce }))
  // Two at each batch.
  expect(deaths).toBeGreaterThanOrEqual(4)
  const ended = await getRun()
  expect([ended.endedOn !== null, ended.done]).toEqual([true, kind === 'subscribe' ? total - 1 : total])
  expect(await read()).toEqual(expected)
  // A job that runs once more changes nothing.
  await workRun(w, school, id, { atOnce })
  expect([await getRun(), await read()]).toEqual([ended, expected])
})

it('tries each kind of run', () => {
  expect(Object.keys(tries).toSorted()).toEqual(runKinds.map(({ kind }) => kind).toSorted())
})
