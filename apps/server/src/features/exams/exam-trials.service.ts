import { randomBytes } from 'node:crypto'
import { type AskedPlace, answerFromAttempt, askQuestion, showQuestion } from '@escola/contract/exam-attempt-wire'
import { drawQuestions } from '@escola/contract/exam-draws'
import { markQuestion, needsCorrector, sumEarned } from '@escola/contract/exam-marks'
import { ExamPlan } from '@escola/contract/exam-plan'
import { listExamProblems, toExamParts } from '@escola/contract/exam-problems'
import { seededRandom } from '@escola/contract/exam-random'
import { isPassing } from '@escola/contract/exam-results'
import type { exams, TriedQuestion } from '@escola/contract/exams.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { lessonTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { TeamSchool } from '../../core/scope.ts'
import { readContents } from './exam-contents.service.ts'
import { findQuestions } from './exam-freezing.ts'
import { listNamed } from './exam-pools.queries.ts'
import { refuseProblems } from './exam-publishing.service.ts'
import { mayUse } from './exam-uses.service.ts'
import * as queries from './exams.queries.ts'
import { findOwnLesson } from './exams.service.ts'

/** Stream of the draw; a question of an attempt has the stream of its number, from 1. */
const drawStream = 0

/** Draws what a student would be asked by the saved plan. The answer has all that the correction needs, so nothing is written. */
export const tryExam = (
  school: TeamSchool,
  { lessonId }: { lessonId: string },
): Promise<ResponseInput<typeof exams.tryOut>> =>
  school.tx(async (db) => {
    const { plan, title } = await readPlan(db, school, lessonId)
    const found = await findQuestions(db, plan)
    const ofParts = listExamProblems(plan, found).filter(({ field }) => field === 'parts')
    refuseProblems(ofParts, { plan, title })
    const seed = randomBytes(32).toString('hex')
    const drawn = drawQuestions(toExamParts(plan.parts, found), {
      seen: new Set(),
      shuffled: plan.settings.is_shuffled,
      random: seededRandom(seed, drawStream),
    })
    const questions = drawn.map((each) => ({ ...each, version: found.versions.get(each.question)! }))
    const contents = await readContents(db, questions)
    return {
      trial: {
        seed,
        questions,
        asked: contents.map((content, at) => askQuestion(content, placeOf(questions[at]!, at, seed))),
      },
    }
  })

type Sent = RouteOutput<typeof exams.correct>['body']

/** Corrects a trial by the functions that correct attempts. */
export const correctTrial = (
  school: TeamSchool,
  { lessonId, seed, questions, answers }: Sent & { lessonId: string },
): Promise<ResponseInput<typeof exams.correct>> =>
  school.tx(async (db) => {
    const { plan } = await readPlan(db, school, lessonId)
    await requireAskable(db, school, { plan, questions })
    const contents = await readContents(db, questions)
    const given = new Map(answers.map(({ number, answer }) => [number, answer]))
    const earned: (number | null)[] = []
    const shown = contents.map((content, at) => {
      const place = placeOf(questions[at]!, at, seed)
      const sent = given.get(place.number)
      const answer = sent && answerFromAttempt(content, place, sent)
      // An exercise waits for no person, here and in an attempt.
      const points = plan.settings.kind === 'exercise' && content.key.kind === 'open' ? 0 : place.points
      const keyed = { ...content, points }
      const marked = markQuestion(keyed, answer, undefined)
      earned.push(marked === undefined ? 0 : marked)
      const byHand = needsCorrector(keyed, answer) ? { is_waiting: true, comment: '' } : undefined
      return showQuestion(content, { ...place, points }, { answer, earned: earned[at]!, byHand, showsKey: true })
    })
    const { points, total } = sumEarned(
      earned,
      shown.map(({ question }) => question.points),
    )
    const has_passed = isPassing({ points, total }, plan.settings.pass_percent)
    return { correction: { points, total, has_passed, shown } }
  })

/** The keys of editions are not for the affiliate's authors to read, nor those of other courses for a teacher whose plan doesn't ask them. */
async function requireAskable(
  db: SchoolDb,
  school: TeamSchool,
  { plan, questions }: { plan: ExamPlan; questions: TriedQuestion[] },
): Promise<void> {
  const ids = [...new Set(questions.map(({ question }) => question))]
  const named = await listNamed(db, ids)
  if (named.length < ids.length) throw notFound()
  if (named.every((question) => mayUse(school, question.course_id))) return
  const { versions } = await findQuestions(db, plan)
  if (named.some(({ id, course_id }) => !mayUse(school, course_id) && !versions.has(id))) throw notFound()
}

async function readPlan(db: SchoolDb, school: TeamSchool, lessonId: string) {
  const lesson = await findOwnLesson(db, school, lessonId)
  const row = await queries.findExam(db, lessonId)
  if (!row) throw notFound()
  return { plan: ExamPlan.parse(row.plan), title: lessonTitle(lesson) }
}

const placeOf = ({ points }: TriedQuestion, at: number, seed: string): AskedPlace => ({ number: at + 1, points, seed })
