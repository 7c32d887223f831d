import { dayAfter, dayOf, dayStart } from '@escola/contract/time'
import { type Day, type Stops, todayLimits } from '@escola/contract/today.contract'
import type { SchoolDb } from '@escola/db'
import * as queries from './figures.queries.ts'

const daysShown = Math.max(...todayLimits.periods)

/** The days of the longest period. A day that is over is counted once and kept; the present one at each visit, so that it agrees with the list of what just happened. */
export async function openDays(db: SchoolDb, now: Date): Promise<Day[]> {
  const last = dayOf(now)
  const first = dayAfter(last, 1 - daysShown)
  const kept = (await queries.listDays(db, first)).filter(({ day, countedOn }) => day < dayOf(countedOn))
  const latest = kept.at(-1)
  const fresh = await countFrom(db, latest ? dayAfter(latest.day, 1) : first, now)
  const byDay = new Map([...kept.map(withoutMoment), ...fresh].map((each) => [each.day, each]))
  return daysBetween(first, last).map((day) => byDay.get(day) ?? emptyDay(day))
}

async function countFrom(db: SchoolDb, from: string, now: Date): Promise<Day[]> {
  const counted = new Map((await queries.countDays(db, dayStart(from))).map((each) => [each.day, each]))
  const days = daysBetween(from, dayOf(now)).map((day) => counted.get(day) ?? emptyDay(day))
  const over = days.slice(0, -1)
  if (over.length > 0) await queries.saveDays(db, over, now)
  return days
}

const withoutMoment = ({ day, enrollments, completions }: queries.KeptDay): Day => ({ day, enrollments, completions })
const emptyDay = (day: string): Day => ({ day, enrollments: 0, completions: 0 })

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** Places of the students of the busiest course, as they were counted on the present day. */
export async function openStops(db: SchoolDb, now: Date): Promise<Stops | null> {
  const { courseId, students, stops } = await keptStops(db, now)
  if (courseId === null) return null
  const waiting = new Map(stops)
  const lessons = await queries.listLessons(db, courseId)
  const [any] = lessons
  const most = lessons
    .filter(({ id }) => waiting.has(id))
    .sort((one, other) => waiting.get(other.id)! - waiting.get(one.id)!)
    .slice(0, todayLimits.lessons)
  if (!any || most.length === 0) return null
  return {
    degree_id: courseId,
    degree_link: any.course_link,
    degree_title: any.course_title,
    students,
    contents: lessons
      .filter((lesson) => most.includes(lesson))
      .map(({ id, link, title }) => ({ link, title, students: waiting.get(id)! })),
  }
}

async function keptStops(db: SchoolDb, now: Date) {
  const kept = await queries.findStops(db)
  if (kept && dayOf(kept.utc_counted_on) === dayOf(now))
    return { courseId: kept.course_id, students: kept.students, stops: kept.stops }
  const busiest = await queries.findBusiestCourse(db)
  const counted = {
    courseId: busiest?.courseId ?? null,
    students: busiest?.students ?? 0,
    stops: busiest ? await queries.countStops(db, busiest.courseId) : [],
  }
  await queries.saveStops(db, counted, now)
  return counted
}
