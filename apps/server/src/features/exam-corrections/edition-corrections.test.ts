import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { examResults } from '@escola/contract/exam-results.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { workThroughDeaths } from '../../testing/dying-worker.ts'
import { runEditionJobs } from '../../testing/franchise.ts'
import { runJob, runPending } from '../../testing/jobs.ts'
import { fixed, makeFranchise } from '../editions/edition-exams.testing.ts'

/** A franchise whose affiliate's student has answered 'Verdadeiro' to a question that is false, and got it right by the wrong key. */
async function makeAnswered() {
  const f = await makeFranchise()
  const { call, franchisor, school, w } = f
  const question = await f.ask()
  await f.plan([fixed(question), fixed(await f.ask({ statement: '<p>Outra</p>' }))], { pass_percent: 100 })
  await f.publish()
  await f.handIn(await f.begin())
  const at = { as: franchisor.admin, params: { id: question } }
  const last = async () => (await call(examCorrections.get, at)).body.corrections.last
  const correct = async (right: boolean) => {
    const body = { version: 1, answer: { kind: 'truth' as const, right }, last: await last() }
    expect((await call(examCorrections.start, { ...at, body })).status).toBe(202)
  }
  const annul = async () => {
    const body = { version: 1, answer: { kind: 'annulled' as const, points: 'out' as const }, last: await last() }
    expect((await call(examCorrections.start, { ...at, body })).status).toBe(202)
  }
  const undo = async () => {
    const params = { ...at.params, correctionId: (await last())! }
    expect((await call(examCorrections.undo, { ...at, params })).status).toBe(202)
  }
  const work = async (of = school) => {
    while (await runPending(w, of, { only: [jobs.continueRun] }));
  }
  const spread = async () => {
    expect(await runEditionJobs(w, franchisor)).toEqual([])
    await work()
    await work(franchisor)
  }
  const marks = async () => (await f.rowsOf('exam_marks')).map(({ points, total }) => [points, total])
  const corrections = (of = school) =>
    of.tx((db) =>
      db.selectFrom('exam_key_corrections').select(['id', 'answer', 'franchisor_id', 'utc_undone_on']).execute(),
    )
  const runs = () => school.tx((db) => db.selectFrom('runs').select(['id', 'counts', 'utc_ended_on']).execute())
  const news = () =>
    school.tx((db) => db.selectFrom('open_notices').where('kind', '=', 'exam_key_corrected').select('title').execute())
  const results = async () =>
    (
      await call(examResults.questions, {
        as: school.admin,
        params: { lessonId: f.lesson.id },
        query: { page: 1 },
      })
    ).body.questions.list
  return { ...f, question, correct, annul, undo, spread, work, marks, corrections, runs, news, results }
}

it("marks an affiliate's attempts by a corrected key, tells its administrators, and follows the undo", async () => {
  const f = await makeAnswered()
  expect(await f.marks()).toEqual([[200, 200]])
  await f.correct(false)
  await f.spread()
  expect(await f.marks()).toEqual([[100, 200]])
  const [mark] = await f.rowsOf('exam_marks')
  expect(mark!.utc_passed_on, 'passing stays').not.toBeNull()
  expect(await f.news()).toEqual([{ title: 'Aula 1.1' }])
  const corrected = (await f.results()).find(({ question_id }) => question_id === f.question)
  expect(corrected).toMatchObject({ in_bank: false, correction: { by_franchisor: true, annulled: null } })
  // Answers of now on have the right key, too.
  expect((await f.handIn(await f.begin())).attempt.mark).toEqual({ points: 100, total: 200 })
  await f.undo()
  await f.spread()
  expect(await f.marks()).toEqual([[200, 200]])
  expect(await f.corrections()).toMatchObject([{ franchisor_id: f.franchisor.id, utc_undone_on: expect.any(Date) }])
  expect(await f.news()).toHaveLength(1)
  await f.annul()
  await f.spread()
  expect(await f.marks()).toEqual([[100, 100]])
  expect((await f.results()).at(-1)).toMatchObject({ correction: { by_franchisor: true, annulled: 'out' } })
})

it('does all of it once, though its jobs run twice, late, and die at each of their steps', async () => {
  const f = await makeAnswered()
  const { w, franchisor, school, question } = f
  await f.correct(false)
  const spreading = [jobs.spreadCorrections, jobs.copyCorrections]
  expect(await workThroughDeaths(w, franchisor.id, spreading)).toBeGreaterThanOrEqual(4)
  expect(await workThroughDeaths(w, school.id, [jobs.continueRun])).toBeGreaterThanOrEqual(2)
  await f.work(franchisor)
  const after = { marks: await f.marks(), runs: await f.runs(), news: await f.news() }
  expect(after).toMatchObject({ marks: [[100, 200]], runs: [{ counts: { marks: 1 } }], news: [{}] })
  const own = { openSchool: (id: string) => (id === school.id ? school : franchisor) }
  const copy = () =>
    runJob(w, franchisor, jobs.copyCorrections, { asked: { questionId: question }, affiliateIds: [school.id] }, { own })
  await copy()
  expect({ marks: await f.marks(), runs: await f.runs(), news: await f.news() }).toEqual(after)

  // A job that read the correction before its undo comes late: the undo stands.
  await f.undo()
  await f.spread()
  const { id } = (await f.corrections(franchisor))[0]!
  await franchisor.tx((db) =>
    db.updateTable('exam_key_corrections').set({ utc_undone_on: null }).where('id', '=', id).execute(),
  )
  await copy()
  await f.work()
  expect(await f.corrections()).toMatchObject([{ utc_undone_on: expect.any(Date) }])
  expect(await f.marks()).toEqual([[200, 200]])
})

it('gives an edition that is copied later the corrected key at once, and a night brings what was lost', async () => {
  const f = await makeAnswered()
  const { w, franchisor, school } = f
  await f.correct(false)
  // The copy alone brings it, and not the job that spreads the correction.
  await franchisor.tx((db) => db.updateTable('outbox').set({ utc_done_on: w.tools.now() }).execute())
  await f.ask()
  await f.plan([fixed(f.question)])
  await f.publish()
  expect(await f.corrections()).toHaveLength(1)
  expect((await f.handIn(await f.begin())).attempt.mark, 'the new version').toMatchObject({ total: 100 })
  await f.work()
  const first = await f.rowsOf('exam_attempts')
  expect(first[0]).toMatchObject({ points: 100, total: 200 })

  await school.tx((db) => db.deleteFrom('exam_key_corrections').execute())
  await franchisor.tx((db) => db.insertInto('outbox').values({ name: 'editions.verify', payload: '{}' }).execute())
  await f.spread()
  expect(await f.corrections()).toHaveLength(1)
})

it('reaches no school that is no affiliate, and no question of another franchisor', async () => {
  const f = await makeAnswered()
  const { w, franchisor, school, question } = f
  const outsider = await w.makeSchool('Estranha')
  await school.tx((db) => db.updateTable('exam_questions').set({ franchisor_id: outsider.id }).execute())
  await f.correct(false)
  await f.spread()
  expect(await f.corrections()).toEqual([])
  expect(await f.marks()).toEqual([[200, 200]])
  const at = { as: school.admin, params: { id: question } }
  const body = { version: 1, answer: { kind: 'truth' as const, right: false } }
  expect((await f.call(examCorrections.get, at)).status).toBe(404)
  expect((await f.call(examCorrections.preview, { ...at, body })).status).toBe(404)
  expect((await f.call(examCorrections.start, { ...at, body: { ...body, last: null } })).status).toBe(404)
  expect(await f.corrections(franchisor)).toHaveLength(1)
})
