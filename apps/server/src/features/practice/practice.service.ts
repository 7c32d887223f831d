import { randomBytes } from 'node:crypto'
import { type AttemptAnswer, answerFromAttempt, askQuestion, showQuestion } from '@escola/contract/exam-attempt-wire'
import { markAnswer } from '@escola/contract/exam-marks'
import { saveTexts } from '@escola/contract/exam-texts'
import type { PracticeQuestion, PracticeState, PracticeVerdict } from '@escola/contract/practice.contract'
import { practiceLimits } from '@escola/contract/practice-due'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { passesCourse, studentOf } from '../../core/studying.ts'
import { type AttemptTools, countCall } from '../exam-attempts/exam-attempts.service.ts'
import { readContents } from '../exams/exam-contents.service.ts'
import { type LearningTools, requireOpen } from '../learning/learning.service.ts'
import { countDue, isDue, isPractised, listPractised, type Practised } from './due-questions.service.ts'
import { Memory, schedule } from './fsrs.ts'
import * as queries from './practice.queries.ts'

/** Points that marking needs; practice shows none. */
const points = 100

/** Stream of a card's seed: each asking has a seed of its own. */
const place = (seed: string) => ({ seed, number: 1, points })

/** The student's course, where it has practice; undefined where its author has switched that off, or it has no assessment. */
async function openCourse(school: Attended, degreeLink: string, tools: LearningTools): Promise<string | undefined> {
  const course = await queries.findCourse(school.read, degreeLink)
  if (!course) throw new AppError('degree_not_found')
  await requireOpen(school, { courseId: course.id, lessonId: null }, tools)
  return course.practises ? course.id : undefined
}

/** How much the student has to review in a course; null where nothing is to be practised, now or later. Who passes the course learns that there is practice. */
export async function getPractice(
  school: Attended,
  { degreeLink }: { degreeLink: string },
  tools: LearningTools,
): Promise<{ practice: PracticeState | null }> {
  const courseId = await openCourse(school, degreeLink, tools)
  if (courseId && passesCourse(school, courseId)) return { practice: { due: 0, utc_next_on: null } }
  const { userId } = school.actor
  const list = courseId ? await listPractised(school, { userId, courseId }, tools) : []
  return { practice: list.length > 0 ? stateOf(list, tools.now()) : null }
}

const stateOf = (list: Practised[], now: Date): PracticeState => ({
  due: countDue(list, now),
  utc_next_on: list.find((each) => !isDue(each, now))?.dueOn.toISOString() ?? null,
})

/** Asks the questions that are due, without their keys. */
export async function beginPractice(school: Attended, { degreeLink }: { degreeLink: string }, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  const courseId = await openCourse(school, degreeLink, tools)
  if (courseId) studentOf(school, courseId)
  const list = courseId ? await listPractised(school, { userId, courseId }, tools) : []
  const now = tools.now()
  const round = list.filter((each) => isDue(each, now)).slice(0, practiceLimits.round)
  const questions = courseId && round.length > 0 ? await askRound(school, { userId, courseId, round }, tools) : []
  return { questions, practice: stateOf(list, now) }
}

const askRound = (
  school: Attended,
  { userId, courseId, round }: { userId: string; courseId: string; round: Practised[] },
  { now }: AttemptTools,
): Promise<PracticeQuestion[]> =>
  school.tx(async (db) => {
    await queries.holdPlace(db, userId, courseId)
    const asked = round.map(({ questionId, examId, version }) => ({
      ...{ question: questionId, exam: examId, version },
      seed: randomBytes(32).toString('hex'),
    }))
    const cards = new Map((await queries.askCards(db, userId, asked, now())).map((card) => [card.question_id, card]))
    const ordered = round.map(({ questionId }) => cards.get(questionId)!)
    const contents = await readContents(
      db,
      ordered.map(({ question_id, version }) => ({ question: question_id, version })),
    )
    return ordered
      .map((card, at) => ({ card, content: contents[at]! }))
      .filter(({ content }) => isPractised(content.key.kind) && !content.annulled)
      .map(({ card: { id, turn, seed }, content }, at) => ({
        ...{ id, turn },
        question: { ...askQuestion(content, place(seed)), number: at + 1 },
      }))
  })

interface Answered {
  cardId: string
  turn: number
  answer: AttemptAnswer
  /** A further try at a question that was answered, which counts for nothing. */
  is_again: boolean
}

/** Marks an answer, schedules the question by it and shows the key. The same answer again, as after a lost connection, changes nothing. */
export async function answerPractice(
  school: Attended,
  { cardId, turn, answer, is_again }: Answered,
  tools: AttemptTools,
) {
  const userId = await countCall(school, tools)
  const found = await school.tx((db) => queries.findCard(db, cardId, userId))
  if (!found) throw notFound()
  const { course_id: courseId, question_id } = found
  studentOf(school, courseId)
  // Since the question was asked, something may keep its key back.
  const list = await listPractised(school, { userId, courseId }, tools)
  const practised = list.find(({ questionId }) => questionId === question_id)
  return school.tx(async (db): Promise<{ verdict: PracticeVerdict }> => {
    await queries.holdPlace(db, userId, courseId)
    const card = await queries.lockCard(db, cardId, userId)
    if (!card) throw notFound()
    if (!practised || card.turn !== turn) throw new AppError('practice_moved')
    const { question_id: question, version, seed } = card
    const content = (await readContents(db, [{ question, version }]))[0]!
    const given = answerFromAttempt(content, place(seed), answer)
    if (!given) throw invalidField('answer', saveTexts.unknown)
    const earned = markAnswer(content.key, given, points)
    const isRight = is_again || card.is_right === null ? earned === points : card.is_right
    if (card.is_right === null) {
      const memory = card.memory === null ? null : Memory.parse(card.memory)
      const now = tools.now()
      await queries.updateAnswered(db, cardId, { isRight, ...schedule(memory, isRight, now) }, now)
    }
    const { solution } = showQuestion(content, place(seed), { answer: given, earned, showsKey: true })
    return { verdict: { is_right: isRight, solution: solution! } }
  })
}
