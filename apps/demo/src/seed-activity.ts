import { dayMs } from '@escola/contract/durations'
import { karmaPoints } from '@escola/contract/karma.contract'
import { thisSchool } from '@escola/db'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import { saveBookmark } from '@escola/server/features/bookmarks/bookmarks.service'
import { completeLesson } from '@escola/server/features/learning/completion.service'
import { Outlines } from '@escola/server/features/learning/outlines.service'
import { recordVisit } from '@escola/server/features/people/members.service'
import { ask, reply } from '@escola/server/features/threads/threads.service'
import { sql } from 'kysely'
import { attend } from './attend.ts'
import type { DemoQuestion, DemoSchool } from './demo-types.ts'
import type { Enrolled } from './enrolled.ts'
import type { MadeCourse } from './seed-course.ts'

interface Seeded {
  schoolId: string
  ownerId: string
  demo: DemoSchool
  made: MadeCourse[]
  enrolled: Enrolled[]
}

const ago = (days: number) => new Date(Date.now() - days * dayMs)

/** Shares of each open course that students have completed, in turns; the first is Ana's. */
const habits = [
  [0.6, 1, 0.12, 0.5],
  [0.3],
  [1, 0.4],
  [],
  [1],
  [0.8, 0.2],
  [0.15],
  [1, 1, 0.3],
  [0.5],
  [0.05],
  [1, 0.1, 0.6],
]

/** Fills in the weeks that students have spent here: when they came, what they completed, asked and kept. */
export async function seedActivity(app: App, { schoolId, ownerId, demo, made, enrolled }: Seeded): Promise<void> {
  const school = openSchool(app.database, schoolId)
  const attended = (userId: string, isAdmin = false) => attend(school, userId, isAdmin)
  const outlines = new Outlines()
  const toolsAt = (moment: Date) => ({ ...app.tools, outlines, now: () => moment })

  // The first student is new enough for a course that opens by the week to be locked in part.
  const daysOf = (at: number) => (at === 0 ? 17.2 : 150 - (at * 137) / enrolled.length - (at % 4) * 0.37)
  const since = enrolled.map((_, at) => ago(daysOf(at)))
  await backdate(school, enrolled, since)
  const steps = enrolled.flatMap(({ userId, courses }, at) => stepsOf(userId, courses, at, since[at]!))
  await insertSteps(school, steps)
  await recordVisits(school, steps)
  // The last lesson of a course is completed the product's own way, which brings the certificate and the points.
  const finish = ({ userId, course, lessonId, on }: Step) => {
    const userDegree = { metadata: { content: { [lessonId]: { isComplete: true } } } }
    return completeLesson(attended(userId), { contentId: lessonId, degreeId: course.id, userDegree }, toolsAt(on))
  }
  // One after the other: side by side, they would wait for each other's connections, and a busy machine gives those up.
  for (const step of steps) if (step.isLast) await finish(step)

  const courseOf = (title: string) => made.find((course) => course.demo.title === title)!
  const discuss = async (question: DemoQuestion, at: number) => {
    const course = courseOf(question.course)
    const contentLink = course.lessons.find(({ title }) => title === question.lesson)!.link
    const may = enrolled.filter(({ courses }) => courses.includes(course))
    const { userId } = may.find(({ name }) => name === question.by) ?? may[(at * 3 + 1) % may.length]!
    const where = { contentLink, degreeLink: course.link }
    const opened = await ask(attended(userId), where, question.text, toolsAt(ago(question.days)))
    const thread = { ...where, threadId: opened.threads[0]!.id, page: 1, state: 'waiting' as const, search: '' }
    for (const [turn, text] of (question.replies ?? []).entries()) {
      const writer = turn % 2 === 0 ? attended(ownerId, true) : attended(userId)
      await reply(writer, thread, text, toolsAt(ago(question.days - (turn + 1) * 0.21)))
    }
  }
  // Questions are asked in turns, so that no list is led by one asker alone.
  for (const [at, question] of demo.questions.entries()) await discuss(question, at)

  for (const [at, { userId, courses }] of enrolled.entries()) {
    const kept = at === 0 ? [null, 1, 2] : at % 4 === 0 ? [null] : at % 7 === 0 ? [0] : []
    const [course] = courses
    for (const lesson of course ? kept : []) {
      const marked = { degreeId: course!.id, contentId: lesson === null ? null : course!.lessons[lesson]!.id }
      await saveBookmark(attended(userId), { ...marked, isBookmark: true }, toolsAt(ago(20 - (at % 20))))
    }
  }
}

interface Step {
  userId: string
  course: MadeCourse
  lessonId: string
  on: Date
  isLast: boolean
}

/** Spreads a student's lessons over time: course after course, a lesson every day or two. A module is not begun before it opens. */
function stepsOf(userId: string, courses: MadeCourse[], number: number, since: Date): Step[] {
  const habit = habits[number % habits.length]!
  const steps: Step[] = []
  let on = since.getTime() + dayMs * (0.4 + (number % 5) * 0.6)
  for (const [at, course] of courses.slice(0, habit.length).entries()) {
    const { lessons, demo } = course
    const count = Math.ceil(lessons.length * habit[at]!)
    // Some students are through in days, others have studied until today.
    const whole = (Date.now() - on) / (count + 1) / (habit.length - at)
    const pace = number % 3 === 0 ? whole : Math.min(dayMs * (number % 3) * 0.7, whole)
    for (const [index, { id: lessonId, module }] of lessons.slice(0, count).entries()) {
      const opens = demo.settings?.no_dripping === false ? since.getTime() + (module * 7 + 0.1) * dayMs : 0
      on = Math.max(on + pace, opens)
      if (on > Date.now()) return steps
      steps.push({ userId, course, lessonId, on: new Date(on), isLast: index === lessons.length - 1 })
    }
  }
  return steps
}

type School = ReturnType<typeof openSchool>

/** Makes a school half a year old: its students have come one after the other, to courses and classes that existed. */
const backdate = (school: School, enrolled: Enrolled[], since: Date[]) =>
  school.tx(async (db) => {
    const ids = enrolled.map(({ userId }) => userId)
    const columns = { memberships: 'utc_created_on', enrollments: 'utc_created_on', enrollment_grants: 'utc_starts_on' }
    for (const [table, column] of Object.entries(columns)) {
      await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = s.on_day
        from unnest(${ids}::bigint[], ${since}::timestamptz[]) as s (user_id, on_day)
        where t.school_id = ${thisSchool} and t.user_id = s.user_id`.execute(db)
    }
    const founded = ago(180)
    await db.updateTable('cohorts').set({ utc_created_on: founded }).execute()
    for (const table of ['courses', 'lessons'] as const) {
      await db
        .updateTable(table)
        .set({ utc_created_on: founded, utc_published_on: founded })
        .where('utc_published_on', 'is not', null)
        .execute()
    }
  })

/** Students were in the school when they completed their first lesson and their last one. */
const recordVisits = (school: School, steps: Step[]) =>
  school.tx(async (db) => {
    for (const [userId, own] of Map.groupBy(steps, (step) => step.userId))
      for (const { on } of [own[0]!, own.at(-1)!]) await recordVisit(db, userId, on)
  })

/** Inserts all but the last lesson of a finished course, as clicks would have left them. */
async function insertSteps(school: School, steps: Step[]) {
  const clicks = steps.filter(({ isLast }) => !isLast)
  const begun = new Map(steps.toReversed().map((step) => [`${step.userId} ${step.course.id}`, step]))
  const karma = new Map<string, number>()
  for (const { userId } of clicks) karma.set(userId, (karma.get(userId) ?? 0) + karmaPoints.lesson)
  await school.tx(async (db) => {
    await db
      .insertInto('course_progress')
      .values(
        [...begun.values()].map((step) => ({
          user_id: step.userId,
          course_id: step.course.id,
          utc_started_on: step.on,
        })),
      )
      .execute()
    await db
      .insertInto('lesson_completions')
      .values(
        clicks.map((step) => ({
          user_id: step.userId,
          course_id: step.course.id,
          lesson_id: step.lessonId,
          utc_completed_on: step.on,
        })),
      )
      .execute()
    await db
      .insertInto('karma_entries')
      .values(
        clicks.map((step) => ({
          user_id: step.userId,
          reason: 'lesson',
          subject_id: step.lessonId,
          number: 1,
          points: karmaPoints.lesson,
          utc_created_on: step.on,
        })),
      )
      .execute()
    await db
      .insertInto('karma_totals')
      .values([...karma].map(([user_id, points]) => ({ user_id, karma: points })))
      .execute()
  })
}
