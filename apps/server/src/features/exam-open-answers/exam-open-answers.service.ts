import { ExamAnswer } from '@escola/contract/exam-content'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import {
  type AnswerPlace,
  type OpenAnswer,
  type OpenAnswerFilter,
  type OpenedAnswer,
  openAnswerLimits,
} from '@escola/contract/exam-open-answers.contract'
import { describePoints } from '@escola/contract/exam-texts'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import { type Attended, coursesWith, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { correctAnswer } from '../exam-attempts/attempt-reviews.service.ts'
import { readContents } from '../exams/exam-contents.service.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { notify } from '../notifications/notifications.service.ts'
import * as queries from './exam-open-answers.queries.ts'

export const listWaitingAnswers = (school: TeamSchool, { page, ...asked }: OpenAnswerFilter & { page: number }) =>
  school.tx(async (db) => {
    const filter = openFilter(school, asked)
    const total = await queries.countWaiting(db, filter)
    const rowsPerPage = openAnswerLimits.perPage
    const range = pageRangeOf({ page, rowsPerPage, total })
    const rows = range.limit > 0 ? await queries.listWaiting(db, filter, { ...range, fromEnd: false }) : []
    const list = rows.map(({ place, utc_handed_in_on, ...row }) => ({
      ...row,
      number: place,
      utc_handed_in_on: utc_handed_in_on.toISOString(),
    }))
    const questions = await queries.listWaitingQuestions(db, { atMost: openAnswerLimits.listed, only: filter.only })
    return { open_answers: { total, page, rowsPerPage, list }, questions }
  })

interface Asked {
  place: AnswerPlace
  filter: OpenAnswerFilter
}

export const getOpenAnswer = (school: TeamSchool, asked: Asked) => school.tx((db) => openAnswer(db, school, asked))

const openFilter = (school: TeamSchool, asked: OpenAnswerFilter): queries.WaitingFilter => ({
  ...asked,
  only: coursesWith(school, 'courses'),
})

/** Finds an answer to a question of a course that the caller teaches; others are as if they weren't there. */
async function findAnswer(db: SchoolDb, school: TeamSchool, place: AnswerPlace): Promise<queries.OpenAnswerRow> {
  const row = await queries.findOpenAnswer(db, place)
  if (!row || !school.may('courses', row.degree_id)) throw notFound()
  return row
}

async function openAnswer(db: SchoolDb, school: TeamSchool, { place, filter: asked }: Asked): Promise<OpenedAnswer> {
  const row = await findAnswer(db, school, place)
  const filter = openFilter(school, asked)
  const next = await queries.findNext(db, filter, place, row.utc_handed_in_on)
  return {
    open_answer: await toWire(db, place, row),
    next: next ? { attempt_id: next.attempt_id, number: next.place } : null,
    waiting: await queries.countWaiting(db, filter),
  }
}

async function toWire(db: SchoolDb, place: AnswerPlace, row: queries.OpenAnswerRow): Promise<OpenAnswer> {
  const [content] = await readContents(db, [{ question: row.question_id, version: row.version }])
  const { html, key } = content!
  const answer = ExamAnswer.parse(row.answer)
  const { lesson_id, lesson, degree_id, degree, question_id, points, earned, comment, corrected_by } = row
  return {
    ...place,
    ...{ lesson_id, lesson, degree_id, degree, question_id, html, points, earned, comment },
    student: { link: row.student_link, name: row.student },
    guide: key.kind === 'open' ? key.guide : '',
    answer: answer.kind === 'open' ? answer.typed : '',
    utc_answered_on: row.utc_saved_on.toISOString(),
    utc_handed_in_on: row.utc_handed_in_on.toISOString(),
    utc_corrected_on: row.utc_corrected_on?.toISOString() ?? null,
    corrected_by: corrected_by ?? '',
  }
}

interface Correction {
  points: number
  comment: string
  utc_seen_on: string | null
  utc_answered_on: string
}

/**
 * Gives an open answer its points, or others, and marks the attempt again. The student is notified once no answer of the attempt waits.
 * Sending the same correction again changes nothing.
 * @throws answer_replaced when the answer has changed since the caller read it
 * @throws answer_corrected when another person has corrected it since then
 */
export const correctOpenAnswer = (
  school: Attended,
  { points: earned, comment: written, utc_seen_on, utc_answered_on, ...asked }: Correction & Asked,
  tools: Clock,
) =>
  school.tx(async (db) => {
    const { attempt_id: attemptId } = asked.place
    const comment = written.trim()
    await findAnswer(db, school, asked.place)
    const give = async () => {
      const row = await findAnswer(db, school, asked.place)
      if (earned > row.points) throw invalidField('points', openAnswerTexts.tooManyPoints(describePoints(row.points)))
      if (row.utc_saved_on.toISOString() !== utc_answered_on) throw new AppError('answer_replaced')
      if (row.earned === earned && row.comment === comment) return undefined
      if ((row.utc_corrected_on?.toISOString() ?? null) !== utc_seen_on) throw new AppError('answer_corrected')
      return { earned, comment }
    }
    const onCorrected = (userId: string) => notifyOfCorrection(db, { userId, attemptId }, tools)
    await correctAnswer(
      db,
      { attemptId, question: asked.place.number, by: school.actor.userId },
      { give, onCorrected },
      tools,
    )
    return openAnswer(db, school, asked)
  })

/** The keys of both name the attempt, so a correction that is changed later sends nothing again. */
async function notifyOfCorrection(
  db: SchoolDb,
  { userId, attemptId }: { userId: string; attemptId: string },
  tools: Clock,
): Promise<void> {
  await notify(db, { kind: 'exam_corrected', subjectId: attemptId }, [userId], tools)
  const dedupeKey = `exam-corrected:${attemptId}`
  await queueMessage(db, { userId, kind: 'exam_corrected', dedupeKey, params: { attemptId } }, tools)
}
