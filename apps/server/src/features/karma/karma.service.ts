import type { KarmaEntry, RankRow } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { limits } from '@escola/contract/limits'
import { type SchoolDb, writeNow } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended } from '../../core/scope.ts'
import type { MovedPoints } from '../../core/student-lifecycle.ts'
import { imageUrl } from '../../files/image-url.ts'
import * as queries from './karma.queries.ts'

interface LessonOfStudent {
  userId: string
  lessonId: string
}

/** Number of karma entries about a lesson of a student. It stays while the caller holds the student's progress in the course. */
export const countLessonEntries = (db: SchoolDb, lesson: LessonOfStudent): Promise<number> =>
  queries.countLessonEntries(db, lesson)

/**
 * Gives a student the points of a lesson, or takes them back, unless that is done already.
 * @param entries from countLessonEntries: each entry turns around the one before, so an odd number means that the points are given
 */
export function recordLesson(
  db: SchoolDb,
  { isComplete, entries, ...lesson }: LessonOfStudent & { isComplete: boolean; entries: number },
  now: Date,
) {
  if (isComplete === (entries % 2 === 1)) return
  const points = isComplete ? karmaPoints.lesson : -karmaPoints.lesson
  queries.queueLessonEntry(db, { ...lesson, number: entries + 1, points }, now)
  queries.queueTotals(db, [lesson.userId], points)
}

/** Gives the points of a course to students who have just completed it, once each. */
export async function recordCourse(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  if (userIds.length === 0) return
  const points = karmaPoints.course
  const earned = await queries.insertCourseEntries(db, { courseId, userIds, points }, now)
  if (earned.length) queries.queueTotals(db, earned, points)
}

/** Gives the points of an assessment to a student who has passed it, once. */
export async function recordExam(db: SchoolDb, { examId, userId }: { examId: string; userId: string }, now: Date) {
  const points = karmaPoints.exam
  if (await queries.insertExamEntry(db, { examId, userId, points }, now)) queries.queueTotals(db, [userId], points)
}

/** The school has answered a question, or has deleted it or undone its only answer. The caller holds the question. */
export async function recordQuestion(
  db: SchoolDb,
  { isEarned, ...question }: { userId: string; threadId: string; isEarned: boolean },
  now: Date,
) {
  const points = isEarned ? karmaPoints.question : -karmaPoints.question
  const entry = { ...question, isEarned, points }
  if (await queries.insertQuestionEntry(db, entry, now)) queries.queueTotals(db, [question.userId], points)
}

/** Points of a student, as they stand. */
export const findPoints = (db: SchoolDb, userId: string): Promise<number> => queries.findTotal(db, userId)

/** Moves points of a student to another by two counter-entries, in the order of people. */
export async function passPoints(db: SchoolDb, merged: MovedPoints, now: Date): Promise<void> {
  if (merged.points === 0) return
  await queries.insertMergeEntries(db, merged, now)
  const changes = new Map([
    [merged.fromId, -merged.points],
    [merged.toId, merged.points],
  ])
  for (const userId of [...changes.keys()].sort((a, b) => Number(a) - Number(b)))
    queries.queueTotals(db, [userId], changes.get(userId)!)
  // The caller may erase one of them.
  await writeNow(db)
}

export const listMine = ({ tx, actor: { userId } }: Attended, { page }: { page: number }) =>
  tx(async (db) => {
    const rowsPerPage = limits.eventsPerPage
    const [total, karma, rows] = await Promise.all([
      queries.countEntriesOf(db, userId),
      queries.findTotal(db, userId),
      queries.listEntries(db, userId, { limit: rowsPerPage, offset: (page - 1) * rowsPerPage }),
    ])
    return { karma, entries: { total, page, rowsPerPage, list: rows.map(toWireEntry) } }
  })

/** A place is one more than there are people with more points. One's own is there on every page. */
export const openRank = ({ id, tx, actor: { userId } }: Attended, { page }: { page: number }) =>
  tx(async (db) => {
    if (!(await queries.findRankFlag(db))) throw notFound()
    const rowsPerPage = limits.rankPerPage
    const [total, [own]] = await Promise.all([queries.countAbove(db, 0), queries.readRanked(db, [userId])])
    const rows = await queries.listRanked(db, pageRangeOf({ page, rowsPerPage, total }))
    const [aboveFirst, aboveMe] = await Promise.all(
      [rows[0], own].map((row) => (row ? queries.countAbove(db, row.karma) : 0)),
    )
    let place = aboveFirst! + 1
    const list = rows.map((row, at) => {
      if (at > 0 && row.karma < rows[at - 1]!.karma) place = (page - 1) * rowsPerPage + at + 1
      return toWireRow(id, row, place)
    })
    return { rank: { total, page, rowsPerPage, list }, me: own ? toWireRow(id, own, aboveMe! + 1) : null }
  })

const toWireEntry = (row: queries.EntryRow): KarmaEntry => ({
  reason: row.reason,
  points: row.points,
  title: (row.reason === 'course' ? row.course_title : row.lesson_title) ?? '',
  degree_title: row.course_title ?? '',
  degree_link: row.course_link,
  utc_created_on: row.utc_created_on.toISOString(),
})

const toWireRow = (schoolId: string, row: queries.RankedRow, place: number): RankRow => ({
  place,
  user_id: row.user_id,
  name: row.name,
  profile_img_url: imageUrl(schoolId, row.profile_image_key),
  link: row.link,
  karma: row.karma,
})
