import { correctionTexts } from '@escola/contract/exam-correction-texts'
import { expect, it } from 'vitest'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { makeCorrected, savesOf, toAnnulled, toOption } from './exam-corrections.testing.ts'

it('gives the points of an annulled question to all: previewed, marked by the run, shown, and undone', async () => {
  const fixture = await makeCorrected({ settings: { must_pass: true, pass_percent: 75 } })
  const { student: ana, enroll, attempt, begin, handIn, previewTo, annul, correct, get, work, undo } = fixture
  const { markOf, completed, result, banked } = fixture
  const [bia, caio] = [await enroll('Bia'), await enroll('Caio')]
  const attemptId = await attempt(ana, '2', 2)
  await attempt(bia, '1', 1)
  const running = await begin(caio)
  const { effect } = (await previewTo(toAnnulled('all'))).body
  expect(effect).toEqual({ marks: 1, passed: 1, kept: 0, running: 1, certificates: 0 })
  expect((await annul('all')).body.corrections.regrading).toMatchObject({
    total: 3,
    is_annulment: true,
    is_undo: false,
  })
  await handIn(running.id, { epoch: 1, saves: savesOf(running.questions, '3', 2) }, caio)
  expect(await markOf(caio)).toMatchObject({ points: 3 * point, utc_passed_on: expect.any(Date) })
  await work()
  expect(await markOf(ana)).toMatchObject({ points: 3 * point, total: 4 * point, utc_passed_on: expect.any(Date) })
  expect([await completed(ana), await completed(bia)]).toEqual([1, 0])
  const [shown] = (await result(attemptId)).body.result.questions
  expect(shown).toMatchObject({ question: { annulled: 'all' }, earned: point, solution: expect.anything() })
  const next = await begin(ana)
  expect(next.questions.map((each) => each.annulled)).toEqual(['all', undefined, undefined, undefined])

  expect(await banked()).toMatchObject({ annulled: 'all' })
  expect((await get()).asked).toEqual({ version: 1, summary: 'Enunciado 1', annulled: 'all' })
  expect((await annul('all')).error.fields).toEqual({ answer: correctionTexts.sameAnnulment })
  expect((await correct('2')).error.fields).toEqual({ answer: correctionTexts.annulledFirst })
  const { latest, outdated } = await get()
  expect([latest, outdated]).toMatchObject([{ wrong: toOption('1'), answer: toAnnulled('all'), passed: 1 }, null])
  expect((await undo(latest!.id)).status).toBe(202)
  await work()
  expect(await markOf(ana)).toMatchObject({ points: 2 * point, utc_passed_on: expect.any(Date) })
  expect(await markOf(caio)).toMatchObject({ points: 2 * point })
  expect(await banked()).toBeNull()
  expect(await get()).toMatchObject({ latest: null, regrading: { is_undo: true, is_annulment: true, marks: 2 } })
})

it('takes a question out of the total, and gives its points to all instead where nothing else would count', async () => {
  const fixture = await makeCorrected({ settings: { pass_percent: 60 } })
  const { student, attempt, annul, previewTo, work, markOf, attemptsOf, get, undo, result, state } = fixture
  const ahead = async () => (await state()).points
  const attemptId = await attempt(student, '2', 2)
  expect((await previewTo(toAnnulled('out'))).body.effect).toMatchObject({ marks: 1, passed: 1 })
  expect(await ahead()).toBe(4 * point)
  await annul('out')
  expect(await ahead()).toBe(3 * point)
  await work()
  expect(await markOf()).toMatchObject({ points: 2 * point, total: 3 * point, utc_passed_on: expect.any(Date) })
  expect((await result(attemptId)).body.result).toMatchObject({
    attempt: { mark: { points: 200, total: 300 } },
    questions: [{ question: { annulled: 'out' }, earned: 0 }, {}, {}, {}],
  })
  await annul('all')
  expect(await ahead()).toBe(4 * point)
  await work()
  expect(await markOf()).toMatchObject({ points: 3 * point, total: 4 * point })
  await undo((await get()).latest!.id)
  await work()
  expect((await attemptsOf()).at(-1)).toMatchObject({ points: 2 * point, total: 3 * point })
})

it('refuses to take out the last question that counts, of an attempt or of a publication', async () => {
  const only = (questions: string[]) => [{ kind: 'fixed' as const, question: questions[0]!, version: 1, points: point }]
  const single = await makeCorrected({ partsOf: only })
  expect((await single.annul('out')).error.fields).toEqual({ answer: correctionTexts.nothingLeft })
  expect((await single.annul('all')).status).toBe(202)

  // One of three at random: an attempt has one question alone, though others may be drawn.
  const drawn = await makeCorrected({
    partsOf: (questions) => [
      {
        kind: 'draw',
        pool: questions.slice(0, 1).map((question) => ({ question, version: 1 })),
        count: 1,
        points: point,
      },
    ],
  })
  const { id } = await drawn.begin()
  await drawn.handIn(id, { epoch: 1, saves: [] })
  expect((await drawn.previewTo(toAnnulled('out'))).error.fields).toEqual({ answer: correctionTexts.nothingLeft })
})

it('draws an annulled question only where no other is left', async () => {
  const { annul, begin, enroll, questionIds } = await makeCorrected({
    partsOf: (questions) => [
      { kind: 'draw', pool: questions.map((question) => ({ question, version: 1 })), count: 3, points: point },
    ],
  })
  await annul('out')
  expect(questionIds).toHaveLength(4)
  for (const name of ['Bia', 'Caio', 'Davi', 'Eva']) {
    const { questions } = await begin(await enroll(name))
    expect(questions.map((each) => each.annulled)).toEqual([undefined, undefined, undefined])
  }
})
