import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import type { examAttempts } from '@escola/contract/exam-attempts.contract'
import type { Annulment } from '@escola/contract/exam-content'
import type { Correction, KeyAnswer } from '@escola/contract/exam-corrections'
import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import type { BodyOf } from '@escola/contract/route'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import { runPending } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import {
  type makeExamSchool as MakeExamSchool,
  makeExamSchool,
  options,
  rightSave,
} from '../exam-attempts/exam-attempts.testing.ts'

export const toAnnulled = (points: Annulment): Correction => ({ kind: 'annulled', points })
export const toOption = (right: string): KeyAnswer => ({ kind: 'one', right })

type Save = BodyOf<typeof examAttempts.handIn>['saves'][number]

/** Answers the first question by an option of the bank, and as many of the others right. */
export const savesOf = ([first, ...others]: AskedExamQuestion[], option: string, right: number): Save[] => [
  { ...rightSave(first!), answer: { kind: 'one', chosen: numberOf(first!, option) } },
  ...others.slice(0, right).map((question) => rightSave(question)),
]

const numberOf = (question: AskedExamQuestion, option: string) => {
  if (question.kind !== 'one') throw new Error('has no options')
  const html = options.find(({ id }) => id === option)!.html
  return question.options.find((each) => each.html === html)!.number
}

/** Makes a school with a published assessment, whose first question has options and the key '1'. */
export async function makeCorrected(made: Parameters<typeof MakeExamSchool>[0] = {}) {
  const { call } = await world()
  const fixture = await makeExamSchool(made)
  const { school, begin, handIn } = fixture
  const questionId = fixture.questionIds[0]!
  const at = { as: school.admin, params: { id: questionId } }
  const get = async () => (await call(examCorrections.get, at)).body.corrections
  /** Correction that the bank shows beside the question. */
  const banked = async () => (await call(examQuestions.get, at)).body.exam_question.correction
  const previewTo = (answer: Correction, version = 1) =>
    call(examCorrections.preview, { ...at, body: { version, answer } })
  const preview = (right: string, version = 1) => previewTo(toOption(right), version)
  const start = async (answer: Correction, { version = 1, last = undefined as string | null | undefined } = {}) =>
    call(examCorrections.start, {
      ...at,
      body: { version, answer, last: last === undefined ? (await get()).last : last },
    })
  const correct = (right: string, how?: Parameters<typeof start>[1]) => start(toOption(right), how)
  const annul = (points: Annulment, how?: Parameters<typeof start>[1]) => start(toAnnulled(points), how)
  const undo = (correctionId: string) => call(examCorrections.undo, { ...at, params: { ...at.params, correctionId } })
  const resume = () => call(examCorrections.resume, at)
  const work = async () => runPending(await world(), school, { only: [jobs.continueRun] })
  /** Attempts the assessment: chooses an option of the first question, and gives as many right answers to the others. */
  const attempt = async (as: Person, option: string, right: number) => {
    const { id, questions } = await begin(as)
    await handIn(id, { epoch: 1, saves: savesOf(questions, option, right) }, as)
    return id
  }
  const keyOf = async (version: number) =>
    school.tx((db) =>
      db
        .selectFrom('exam_question_versions')
        .select('content')
        .where('question_id', '=', questionId)
        .where('number', '=', version)
        .executeTakeFirst(),
    )
  const completed = async ({ userId }: Pick<Person, 'userId'>) =>
    (
      await school.tx((db) =>
        db.selectFrom('lesson_completions').select('lesson_id').where('user_id', '=', userId).execute(),
      )
    ).length
  return {
    ...fixture,
    questionId,
    get,
    banked,
    preview,
    previewTo,
    correct,
    annul,
    undo,
    resume,
    work,
    attempt,
    keyOf,
    completed,
    call,
  }
}
