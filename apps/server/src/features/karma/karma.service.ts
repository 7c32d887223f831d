import type { KarmaEntry, RankRow } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { limits } from '@escola/contract/limits'
import { type SchoolDb, type Write, writeLast } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { stretchOf } from '../../core/paging.ts'
import type { Attended } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import * as queries from './karma.queries.ts'

export const { entriesAbout } = queries

/** Of a lesson about which there are so many entries. */
export const arePointsGiven = (entries: number) => entries % 2 === 1

interface LessonClick {
  userId: string
  lessonId: string
  isComplete: boolean
  /** How many entries there are about this lesson. */
  entries: number
}

/**
 * What gives the points of lessons, or takes them back, beside what completes them; each of another person. Whoever writes has held the
 * students' progress since the entries were counted, or sees to it that nobody else did.
 */
export function lessonPoints(clicks: LessonClick[], now: Date): Write[] {
  const given = clicks
    .filter(({ isComplete, entries }) => isComplete !== arePointsGiven(entries))
    .map(({ userId, lessonId, isComplete, entries }) => {
      return { userId, lessonId, number: entries + 1, points: isComplete ? karmaPoints.lesson : -karmaPoints.lesson }
    })
  return given.length === 0 ? [] : [queries.insertEntries(given, now), queries.addToTotals(given)]
}

/** For those who have just completed a course, once each. */
export async function noteCourse(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  if (userIds.length === 0) return
  const points = karmaPoints.course
  const earned = await queries.insertCourseEntries(db, { courseId, userIds, points }, now)
  const given = earned.map((userId) => ({ userId, points }))
  if (given.length) writeLast(db, queries.addToTotals(given))
}

/** The school has answered a question for the first time, or has deleted it. Whoever writes holds the question. */
export async function noteQuestion(
  db: SchoolDb,
  { isEarned, ...question }: { userId: string; threadId: string; isEarned: boolean },
  now: Date,
) {
  const points = isEarned ? karmaPoints.question : -karmaPoints.question
  const entry = { ...question, number: isEarned ? 1 : 2, points } as const
  if (await queries.insertQuestionEntry(db, entry, now))
    writeLast(db, queries.addToTotals([{ userId: question.userId, points }]))
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
    const rows = await queries.listRanked(db, stretchOf({ page, rowsPerPage, total }))
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
