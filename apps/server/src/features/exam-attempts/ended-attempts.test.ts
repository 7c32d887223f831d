import { minuteMs } from '@escola/contract/durations'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runJob } from '../../testing/jobs.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, point, rightSave, rightSaves } from './exam-attempts.testing.ts'

const runPlanner = async (school: Awaited<ReturnType<typeof makeExamSchool>>['school'], now = new Date()) =>
  runJob(await world(), school, jobs.endExamAttempts, {}, { now })

/** A student with one right answer in an attempt of ten minutes. */
async function makeTimed(settings = {}) {
  const fixture = await makeExamSchool({ settings: { limit_minutes: 10, ...settings } })
  const attempt = await fixture.begin()
  await fixture.save(attempt.id, { epoch: 1, saves: [rightSave(attempt.questions[0]!)] })
  const planned = () =>
    fixture.school.tx((db) =>
      db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', jobs.endExamAttempts.name).executeTakeFirst(),
    )
  return { ...fixture, attempt, planned }
}

it('plans the end of an attempt, hands it in then, and plans nothing more', async () => {
  const { school, attemptsOf, planned, attempt } = await makeTimed()
  const end = Date.parse(attempt.utc_ends_on!)
  expect((await planned())!.utc_due_on.getTime()).toBe(end + minuteMs / 2)
  await runPlanner(school, new Date(end + 1000))
  expect((await attemptsOf())[0]!.utc_handed_in_on).toBeNull()
  await runPlanner(school, new Date(end + minuteMs))
  const [handedIn] = await attemptsOf()
  expect(handedIn).toMatchObject({ points: point, handed_in_how: 'time_over' })
  expect(handedIn!.utc_handed_in_on!.getTime()).toBe(end)
  expect(await planned()).toBeUndefined()
})

it.each([
  ['the planner alone', ['planner']],
  ['a look of the student alone', ['look']],
  ['the planner and then a look', ['planner', 'look']],
  ['a look and then the planner', ['look', 'planner']],
  ['the planner twice', ['planner', 'planner']],
  ['a hand-in that comes late, and the planner', ['hand-in', 'planner']],
] as const)('gives the same points at the end by %s', async (_, ways) => {
  const { school, age, attempt, state, handIn, attemptsOf, markOf } = await makeTimed()
  await age(attempt.id, 11 * minuteMs)
  for (const way of ways) {
    if (way === 'planner') await runPlanner(school)
    else if (way === 'look') await state()
    else
      await handIn(attempt.id, {
        epoch: 1,
        saves: rightSaves(attempt.questions).map((save) => ({ ...save, number: 5 })),
      })
  }
  const handedIn = (await attemptsOf())[0]!
  expect(handedIn).toMatchObject({ points: point, handed_in_how: 'time_over' })
  expect(handedIn.utc_handed_in_on!.getTime() - handedIn.utc_begun_on.getTime()).toBe(10 * minuteMs)
  expect(await markOf()).toMatchObject({ points: point, attempts: 1 })
})

it('hands in an attempt without a limit once the access has ended, with what was saved', async () => {
  const { school, student, attempt, attemptsOf } = await makeTimed({ limit_minutes: null })
  const tomorrow = new Date(Date.now() + 25 * 60 * minuteMs)
  await runPlanner(school, tomorrow)
  expect((await attemptsOf())[0]!.utc_handed_in_on).toBeNull()
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  await runPlanner(school, new Date(tomorrow.getTime() + 25 * 60 * minuteMs))
  expect((await attemptsOf())[0]).toMatchObject({ id: attempt.id, points: point, handed_in_how: 'no_access' })
})

it('shows a student whose access has ended the mark, and neither questions nor keys', async () => {
  const { school, student, begin, handIn, result, cohort } = await makeExamSchool()
  const { id, questions } = await begin()
  await handIn(id, { epoch: 1, saves: rightSaves(questions, 1) })
  const read = async () => (await result(id)).body.result
  expect((await read()).questions).toHaveLength(4)
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  const after = await read()
  expect(after).toMatchObject({ needs_access: true, questions: [], later: null })
  expect(after.attempt).toMatchObject({ shows: 'score', mark: { points: point } })
  await school.make.enrollment(cohort, student)
  expect(await read()).toMatchObject({ attempt: { shows: 'key' }, questions: [{}, {}, {}, {}] })
})

it('begins one attempt where several devices begin at once', async () => {
  const { databaseUrl } = await world()
  const { school, begin, tryBegin, handIn, attemptsOf } = await makeExamSchool({ settings: { attempts: 2 } })
  const { id } = await begin()
  await handIn(id, { epoch: 1, saves: [] })
  const held = await openTransaction(databaseUrl, 'select from exam_marks where school_id = $1 for update', [school.id])
  const begun = Promise.all([tryBegin(), tryBegin(), tryBegin()])
  await untilWaiting(databaseUrl, 3)
  await held.commit()
  const codes = (await begun).map(({ status, error }) => (status === 201 ? 'begun' : error.code))
  expect(codes.toSorted()).toEqual(['attempt_refused', 'attempt_refused', 'begun'])
  expect(await attemptsOf()).toHaveLength(2)
})

it('counts no attempt beyond the number of them, however many begin and hand in at once', async () => {
  const { tryBegin, handIn, attemptsOf } = await makeExamSchool({ settings: { attempts: 2 } })
  const once = async () => {
    const { status, body } = await tryBegin()
    if (status === 201) await handIn(body.attempt.id, { epoch: 1, saves: [] })
  }
  await Promise.all(Array.from({ length: 5 }, once))
  await once()
  await once()
  expect(await attemptsOf()).toHaveLength(2)
})

it('hands in once where two devices hand in at once, and both are shown the same', async () => {
  const { begin, handIn, markOf } = await makeExamSchool()
  const { id, questions } = await begin()
  const body = { epoch: 1, saves: rightSaves(questions, 2) }
  const [first, second] = await Promise.all([handIn(id, body), handIn(id, body)])
  expect(first.body).toEqual(second.body)
  expect(await markOf()).toMatchObject({ points: 2 * point, attempts: 1 })
})

it('keeps a save as late that comes behind the hand-in, and counts one that comes before it', async () => {
  const { databaseUrl } = await world()
  const { begin, save, handIn, school, attemptsOf } = await makeExamSchool()
  const { id, questions } = await begin()
  const held = await openTransaction(
    databaseUrl,
    'select from exam_attempts where school_id = $1 and id = $2 for update',
    [school.id, id],
  )
  const handedIn = handIn(id, { epoch: 1, saves: [] })
  await untilWaiting(databaseUrl, 1)
  const saved = save(id, { epoch: 1, saves: [rightSave(questions[0]!)] })
  await untilWaiting(databaseUrl, 2)
  await held.commit()
  expect((await handedIn).status).toBe(200)
  expect((await saved).body.verdicts[0]!.verdict).toBe('late')
  expect((await attemptsOf())[0]!.points).toBe(0)
})
