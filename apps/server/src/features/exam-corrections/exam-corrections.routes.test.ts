import { dayMs } from '@escola/contract/durations'
import { correctionTexts } from '@escola/contract/exam-correction-texts'
import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { examErrors } from '@escola/contract/exam-errors'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { giveUpJob } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { makeCorrected, savesOf, toOption } from './exam-corrections.testing.ts'

it('corrects a key once: the preview says what changes, the marks follow, and an undo goes back', async () => {
  const fixture = await makeCorrected({ settings: { must_pass: true } })
  const { student: ana, enroll, attempt, begin, handIn, preview, correct, get, work, markOf, completed, undo } = fixture
  const [bia, caio, davi] = [await enroll('Bia'), await enroll('Caio'), await enroll('Davi')]
  await attempt(ana, '1', 2)
  await attempt(bia, '2', 2)
  await attempt(caio, '3', 1)
  const running = await begin(davi)
  const words = ['Levain', 'Fermento químico', 'Açúcar'].map((each, at) => ({ id: String(at + 1), words: each }))
  const untouched = { outdated: null, last: null, latest: null, regrading: null }
  expect(await get()).toMatchObject({ answer: toOption('1'), options: words, ...untouched })

  expect((await preview('2')).body.effect).toEqual({ marks: 2, passed: 1, kept: 1, running: 1, certificates: 0 })
  expect([await markOf(bia), await completed(bia)]).toMatchObject([{ points: 2 * point, utc_passed_on: null }, 0])

  const { status, body } = await correct('2')
  expect([status, body.corrections.regrading]).toMatchObject([202, { total: 4, done: 0, utc_ended_on: null }])
  await handIn(running.id, { epoch: 1, saves: savesOf(running.questions, '2', 0) }, davi)
  expect(await markOf(davi)).toMatchObject({ points: point })
  await work()
  const [ofAna, ofBia, ofCaio] = [await markOf(ana), await markOf(bia), await markOf(caio)]
  expect(ofAna).toMatchObject({ points: 2 * point, attempts: 1, utc_passed_on: expect.any(Date) })
  expect(ofBia).toMatchObject({ points: 3 * point, attempts: 1, utc_passed_on: expect.any(Date) })
  expect(ofCaio).toMatchObject({ points: point, attempts: 1, utc_passed_on: null })
  expect(await markOf(davi)).toMatchObject({ points: point, attempts: 1 })
  expect([await completed(ana), await completed(bia), await completed(caio)]).toEqual([1, 1, 0])
  expect(await fixture.banked()).toEqual({ annulled: null, utc_corrected_on: expect.any(String) })
  const after = await get()
  expect(after).toMatchObject({
    outdated: null,
    latest: { wrong: toOption('1'), answer: toOption('2'), passed: 1, certificates: 0 },
    regrading: { done: 4, marks: 2, passed: 1, is_undo: false, utc_ended_on: expect.any(String) },
  })

  expect((await undo(after.latest!.id)).status).toBe(202)
  await work()
  expect(await markOf(ana)).toMatchObject({ points: 3 * point, utc_passed_on: ofAna!.utc_passed_on })
  expect(await markOf(bia)).toMatchObject({ points: 2 * point, utc_passed_on: ofBia!.utc_passed_on })
  expect(await markOf(davi)).toMatchObject({ points: 0 })
  expect(await completed(bia)).toBe(1)
  expect(await get()).toMatchObject({ latest: null, regrading: { marks: 3, passed: 0, is_undo: true } })
})

it('shows a running attempt, a trial of the version and a result the corrected key', async () => {
  const { begin, save, correct, result, student, attempt } = await makeCorrected({ settings: { kind: 'exercise' } })
  const past = await attempt(student, '2', 0)
  const { id, questions } = await begin()
  await correct('2')
  const [answer] = savesOf(questions, '2', 0)
  const { shown } = (await save(id, { epoch: 1, saves: [answer!] })).body
  expect(shown[0]).toMatchObject({ earned: point })
  expect((await result(past)).body.result.questions[0]).toMatchObject({ earned: point })
})

it('gives the bank the right key where its current version has the wrong one, and takes it back with the undo', async () => {
  const { correct, work, undo, get, keyOf, call, school, questionId } = await makeCorrected()
  await correct('2')
  await work()
  const bank = async () =>
    (await call(examQuestions.get, { as: school.admin, params: { id: questionId } })).body.exam_question
  expect(await bank()).toMatchObject({ version: 2, key: { right: '2' }, statement: '<p>Enunciado 1</p>' })
  expect((await keyOf(1))!.content).toMatchObject({ key: { right: '1' } })
  await undo((await get()).latest!.id)
  expect(await bank()).toMatchObject({ version: 3, key: { right: '1' } })
})

it('offers the correction once the bank has another key, for all versions that were marked by the wrong one', async () => {
  const { student, attempt, call, school, questionId, get, correct, work, undo, markOf, publish } =
    await makeCorrected()
  await attempt(student, '3', 0)
  const saveKey = async (right: string, statement = '<p>Enunciado 1</p>') => {
    const at = { as: school.admin, params: { id: questionId } }
    const { exam_question } = (await call(examQuestions.get, at)).body
    const { difficulty, tags, explanation, is_shuffled, degree_id, key } = exam_question
    if (key.kind !== 'one') throw new Error('another kind')
    const body = { difficulty, tags, explanation, is_shuffled, degree_id, statement, key: { ...key, right } }
    expect((await call(examQuestions.save, { ...at, body })).status).toBe(200)
  }
  await saveKey('2', '<p>Enunciado novo</p>')
  expect((await get()).outdated).toEqual({ version: 1, wrong: toOption('1'), is_other_statement: true })
  await correct('2')
  await work()
  expect((await get()).outdated).toBeNull()
  // Version 1 is marked by '2' now, as version 2, so the next correction is of both.
  await publish({ pass_percent: 1 }, 2)
  await saveKey('3')
  expect((await get()).outdated).toMatchObject({ version: 1, wrong: toOption('2') })
  const second = (await correct('3')).body.corrections.latest!
  await work()
  expect(await markOf()).toMatchObject({ points: point })
  await undo(second.id)
  await work()
  expect(await markOf()).toMatchObject({ points: 0 })
  expect((await get()).latest).toMatchObject({ answer: toOption('2') })
})

it('refuses an answer that is none of the question, or changes nothing', async () => {
  const { preview, correct, call, school, questionId } = await makeCorrected()
  const asTruth = { version: 1, answer: { kind: 'truth' as const, right: true } }
  const { error } = await call(examCorrections.preview, { as: school.admin, params: { id: questionId }, body: asTruth })
  expect(error.fields).toEqual({ answer: correctionTexts.otherKind })
  expect((await preview('1')).error.fields).toEqual({ answer: correctionTexts.same })
  expect((await preview('9')).status).toBe(400)
  expect((await correct('9')).status).toBe(400)
  expect((await preview('2', 7)).status).toBe(404)
})

it('lets one of two administrators correct, and none while attempts are marked again', async () => {
  const { student, attempt, correct, get, work, undo } = await makeCorrected()
  await attempt(student, '1', 0)
  const [one, two] = await Promise.all([correct('2', { last: null }), correct('3', { last: null })])
  expect([one.status, two.status].toSorted()).toEqual([202, 409])
  expect([one, two].find(({ status }) => status === 409)!.error.code).toBe('stale_version')
  const { right } = (await get()).latest!.answer as { right: string }
  expect((await correct(right === '2' ? '3' : '2')).error).toMatchObject({ code: 'correction_running' })
  expect((await undo((await get()).latest!.id)).error.code).toBe('correction_running')
  expect((await get()).latest).not.toBeNull()
  await work()
  expect((await correct(right === '2' ? '3' : '2')).status).toBe(202)
})

it('is undone for seven days, and once', async () => {
  const { school, correct, work, undo, get } = await makeCorrected()
  await correct('2')
  await work()
  const { id } = (await get()).latest!
  const setDays = (days: number) =>
    school.tx((db) =>
      db
        .updateTable('exam_key_corrections')
        .set({ utc_corrected_on: new Date(Date.now() - days * dayMs) })
        .execute(),
    )
  await setDays(7.01)
  expect((await undo(id)).error).toMatchObject({ code: 'correction_late', message: examErrors.correction_late.message })
  await setDays(6.99)
  expect((await undo(id)).status).toBe(202)
  expect((await undo(id)).status).toBe(202)
  await work()
  expect((await get()).latest).toBeNull()
  expect((await undo('999999')).status).toBe(404)
})

it('goes on where a job has used up its tries', async () => {
  const { school, student, attempt, correct, resume, get, work, markOf } = await makeCorrected()
  await attempt(student, '2', 0)
  expect((await resume()).status).toBe(404)
  const { id } = (await correct('2')).body.corrections.regrading!
  await giveUpJob(await world(), school, jobs.continueRun, { runId: id }, new Error('no more'))
  expect((await get()).regrading).toMatchObject({ done: 0, is_stopped: true, utc_ended_on: expect.any(String) })
  expect((await resume()).body.corrections.regrading).toMatchObject({ is_stopped: false, utc_ended_on: null })
  await work()
  expect(await markOf()).toMatchObject({ points: point })
  expect((await resume()).body.corrections.regrading).toMatchObject({ done: 1, marks: 1 })
})

it('refuses students', async () => {
  const { call, student, questionId } = await makeCorrected()
  expect((await call(examCorrections.get, { as: student, params: { id: questionId } })).status).toBe(403)
})

it('counts the certificates that now print another mark', async () => {
  const { school, course, student, attempt, preview, call } = await makeCorrected()
  await school.tx((db) => db.updateTable('certificate_templates').set({ shows_mark: true }).execute())
  await attempt(student, '1', 2)
  for (const { id: contentId } of course.lessons) {
    const userDegree = { metadata: { content: { [contentId]: { isComplete: true } } } }
    await call(learning.complete, { as: student, body: { contentId, degreeId: course.id, userDegree } })
  }
  expect((await preview('2')).body.effect).toMatchObject({ marks: 1, certificates: 1 })
})
