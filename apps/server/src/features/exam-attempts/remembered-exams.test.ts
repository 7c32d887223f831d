import type { ExamKey } from '@escola/contract/exam-content'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { expect, it } from 'vitest'
import { readContents } from '../exams/exam-contents.service.ts'
import { makeExamSchool } from './exam-attempts.testing.ts'
import { findPublished } from './published-exam.service.ts'

type ExamSchool = Awaited<ReturnType<typeof makeExamSchool>>

const read = async ({ school }: ExamSchool, question: string) => {
  const [content] = await school.tx((db) => readContents(db, [{ question, version: 1 }]))
  return { html: content!.html, right: (content!.key as Extract<ExamKey, { kind: 'one' }>).right }
}

/** Writes a version again, as an edition's publishing does. */
const rewrite = ({ school }: ExamSchool, question: string, statement: string) =>
  school.tx((db) =>
    db
      .updateTable('exam_question_versions')
      .set(({ fn, val, cast }) => ({
        content: fn('jsonb_set', ['content', val('{statement}'), cast(val(JSON.stringify(statement)), 'jsonb')]),
      }))
      .where('question_id', '=', question)
      .execute(),
  )

it('reads a version as it is now, though the process has read it before', async () => {
  const exam = await makeExamSchool()
  const [question] = exam.questionIds as [string]
  const first = await read(exam, question)
  expect(await read(exam, question)).toEqual(first)
  await rewrite(exam, question, '<p>Outro enunciado</p>')
  expect(await read(exam, question)).toEqual({ ...first, html: '<p>Outro enunciado</p>' })
  expect(await read(exam, question)).toEqual({ ...first, html: '<p>Outro enunciado</p>' })
})

it('knows nothing of a version that is gone', async () => {
  const exam = await makeExamSchool({
    partsOf: ([, asked]) => [{ kind: 'fixed', question: asked!, version: 1, points: 100 }],
  })
  const [question] = exam.questionIds as [string]
  await read(exam, question)
  await exam.school.tx((db) => db.deleteFrom('exam_questions').where('id', '=', question).execute())
  await expect(read(exam, question)).rejects.toMatchObject({ code: 'not_found' })
})

it('finds an assessment with its present settings, also where its publication was written again', async () => {
  const exam = await makeExamSchool({ settings: { pass_percent: 60 } })
  const { school, lesson, publish } = exam
  const passPercent = async () => (await findPublished(school, lesson.id))!.settings.pass_percent
  expect([await passPercent(), await passPercent()]).toEqual([60, 60])
  const changed: Partial<ExamSettings> = { pass_percent: 70 }
  await school.tx((db) =>
    db
      .updateTable('exam_publications')
      .set(({ eb, val, cast }) => ({
        settings: eb('settings', '||', cast(val(JSON.stringify(changed)), 'jsonb')) as never,
      }))
      .execute(),
  )
  expect([await passPercent(), await passPercent()]).toEqual([70, 70])
  await publish({ pass_percent: 80 }, 2)
  expect([await passPercent(), await passPercent()]).toEqual([80, 80])
})
