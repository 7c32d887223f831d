import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { makePracticeSchool } from './practice.testing.ts'

it('counts and asks no question whose published version is annulled, though an attempt got an earlier one wrong', async () => {
  const { call, school, examId, questionIds, state, round } = await makePracticeSchool()
  const [questionId] = questionIds
  await school.tx(async (db) => {
    const key = { kind: 'truth', right: true }
    const content = JSON.stringify({ statement: '<p>Nova</p>', explanation: '', is_shuffled: false, key })
    const version = { question_id: questionId!, number: 2, content, utc_created_on: new Date() }
    await db.insertInto('exam_question_versions').values(version).execute()
    const asked = db.updateTable('exam_publication_questions').set({ version: 2 })
    await asked.where('exam_id', '=', examId).where('question_id', '=', questionId!).execute()
  })
  expect(await state()).toMatchObject({ due: 4 })
  const at = { as: school.admin, params: { id: questionId! } }
  const body = { version: 2, answer: { kind: 'annulled', points: 'all' }, last: null } as const
  const { corrections } = (await call(examCorrections.start, { ...at, body })).body
  expect(await state()).toMatchObject({ due: 3 })
  expect(await round()).toHaveLength(3)
  await runPending(await world(), school, { only: [jobs.continueRun] })
  await call(examCorrections.undo, { ...at, params: { ...at.params, correctionId: corrections.latest!.id } })
  expect(await state()).toMatchObject({ due: 4 })
})
