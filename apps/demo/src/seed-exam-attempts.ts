import { dayMs, minuteMs } from '@escola/contract/durations'
import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { isChoice } from '@escola/contract/exam-content'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import { beginAttempt } from '@escola/server/features/exam-attempts/beginning.service'
import { handIn } from '@escola/server/features/exam-attempts/exam-attempts.service'
import { correctOpenAnswer } from '@escola/server/features/exam-open-answers/exam-open-answers.service'
import { Outlines } from '@escola/server/features/learning/outlines.service'
import { attend } from './attend.ts'
import type { DemoExam, DemoExamQuestion } from './demo-types.ts'
import type { Enrolled } from './enrolled.ts'
import type { MadeCourse } from './seed-course.ts'
import { examLesson } from './seed-exam-questions.ts'

/** Share of the questions that each student gets right, attempt by attempt. The first row is Ana's, who has two attempts left. */
const attempts = [
  [0.5],
  [1],
  [0.4, 0.9],
  [0.8],
  [0.6],
  [0.9],
  [0.3, 0.5, 0.7],
  [1],
  [0.75],
  [0.2, 0.8],
  [0.95],
  [0.55, 1],
]

/** Last attempts of so many students wait for the correction of their open answer. */
const waiting = 2

interface Taken {
  schoolId: string
  /** Corrects the open answers. */
  ownerId: string
  exam: DemoExam
  course: MadeCourse
  questions: DemoExamQuestion[]
  enrolled: Enrolled[]
}

/** Has students take the assessment over the last few days. */
export async function seedExamAttempts(
  app: App,
  { schoolId, ownerId, exam, course, questions, enrolled }: Taken,
): Promise<void> {
  const school = openSchool(app.database, schoolId, 'kept')
  const outlines = new Outlines()
  const limit = { take: async () => ({ waitMs: 0, count: 1 }) }
  const contentId = examLesson(course, exam).id
  const owner = attend(school, ownerId, true)
  const may = enrolled.filter(({ courses }) => courses.includes(course))
  for (const [at, shares] of attempts.entries()) {
    const student = may[at]
    if (!student) return
    for (const [turn, share] of shares.entries()) {
      const on = Date.now() - dayMs * (9.3 - at * 0.7 - turn * 0.4)
      const toolsAt = (moment: number) => ({ ...app.tools, outlines, limit, now: () => new Date(moment) })
      const attended = attend(school, student.userId)
      const { attempt } = await beginAttempt(attended, { contentId }, toolsAt(on))
      const saves = attempt.questions.map((question) => ({
        question: question.number,
        number: question.number,
        // Each student gets different questions wrong; some are harder for all.
        answer: answerTo(question, questions, ((question.number * 5 + at) % 6) / 6 < share),
      }))
      const body = { attemptId: attempt.id, epoch: attempt.epoch, saves }
      const handedInOn = on + minuteMs * (9 + ((at * 5) % 17))
      await handIn(attended, body, toolsAt(handedInOn))
      if (turn === shares.length - 1 && at >= attempts.length - waiting) continue
      for (const { question, answer } of saves)
        if (answer.kind === 'open') {
          const place = { attempt_id: attempt.id, number: question }
          const given = answer.typed === fullAnswer ? { points: 100, comment: '' } : { points: 50, comment: corrected }
          const filter = { degree: '', lesson: '', question: '' }
          const seen = { utc_seen_on: null, utc_answered_on: new Date(handedInOn).toISOString() }
          await correctOpenAnswer(owner, { place, filter, ...given, ...seen }, toolsAt(on + dayMs / 4))
        }
    }
  }
}

const fullAnswer = 'Olho se ela cresceu e tem bolhas. Depois toco com o dedo: se a marca volta devagar, está pronta.'
const halfAnswer = 'Espero até ela crescer bastante.'
const corrected = 'Crescer é um bom sinal. Faltou o toque: o que a marca do dedo conta?'

/** A student's answer: the bank's right one, or a wrong one. */
function answerTo(asked: AskedExamQuestion, questions: DemoExamQuestion[], isRight: boolean): AttemptAnswer {
  const { key } = questions.find(({ statement }) => statement === asked.html)!
  if (isChoice(key) && isChoice(asked)) {
    const right = key.options.filter(({ id }) => [key.right].flat().includes(id)).map(({ html }) => html)
    const numbers = asked.options.filter(({ html }) => right.includes(html) === isRight).map(({ number }) => number)
    return asked.kind === 'one' ? { kind: 'one', chosen: numbers[0]! } : { kind: 'several', chosen: numbers }
  }
  if (key.kind === 'order' && asked.kind === 'order') {
    const right = key.right.map((id) => numberOf(asked.options, key.options, id))
    // One of the middle comes too early.
    return { kind: 'order', chosen: isRight ? right : [...right.slice(2, 3), ...right.slice(0, 2), ...right.slice(3)] }
  }
  if (key.kind === 'pairs' && asked.kind === 'pairs') {
    const chosen = key.right.map(({ left, option }) => ({
      left: numberOf(asked.lefts, key.lefts, left),
      option: numberOf(asked.options, key.options, option),
    }))
    return { kind: 'pairs', chosen: isRight ? chosen : chosen.slice(0, 2) }
  }
  if (key.kind === 'truth') return { kind: 'truth', chosen: key.right === isRight }
  if (key.kind === 'open') return { kind: 'open', typed: isRight ? fullAnswer : halfAnswer }
  if (key.kind === 'number') return { kind: 'number', typed: isRight ? key.right.replace('.', ',') : '7' }
  return { kind: 'text', typed: isRight && key.kind === 'text' ? key.right[0]! : 'descanso' }
}

/** Number of an option in the attempt, by its id in the bank. */
function numberOf(asked: { number: number; html: string }[], options: { id: string; html: string }[], id: string) {
  const { html } = options.find((option) => option.id === id)!
  return asked.find((option) => option.html === html)!.number
}
