import { karmaPoints } from '@escola/contract/karma.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { type Attended, openSchool } from '../../core/scope.ts'
import { saveBookmark } from '../../features/bookmarks/bookmarks.service.ts'
import { completeLesson } from '../../features/learning/completion.service.ts'
import { Outlines } from '../../features/learning/outlines.service.ts'
import { ask, reply } from '../../features/threads/threads.service.ts'
import type { DemoQuestion, DemoSchool } from './demo-types.ts'
import type { MadeCourse } from './seed-course.ts'
import type { Enrolled } from './seed-school.ts'

interface Seeded {
  schoolId: string
  ownerId: string
  demo: DemoSchool
  made: MadeCourse[]
  enrolled: Enrolled[]
}

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day)

/** How much of each course that is open to them the students have behind them, in turns; the first one's is Ana's. */
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

/** The weeks that students have spent here: when they came, what they completed, asked and kept. */
export async function seedActivity(app: App, { schoolId, ownerId, demo, made, enrolled }: Seeded): Promise<void> {
  const school = openSchool(app.database, schoolId)
  const attended = (userId: string, isAdmin = false): Attended => ({
    ...school,
    actor: { userId, sessionId: '0', strong: true, sessionSchoolId: null, platformRole: 'student', provenOn: null },
    isAdmin,
    isMember: true,
    ip: '',
    requestId: 'seed',
    device: '',
    idempotencyKey: undefined,
    authorization: undefined,
  })
  const outlines = new Outlines()
  const toolsAt = (moment: Date) => ({ ...app.tools, outlines, now: () => moment })

  // The first one is new enough for a course that opens by the week to be locked in part.
  const daysOf = (at: number) => (at === 0 ? 17.2 : 150 - (at * 137) / enrolled.length - (at % 4) * 0.37)
  const since = enrolled.map((_, at) => ago(daysOf(at)))
  await backdate(school, enrolled, since)
  const steps = enrolled.flatMap(({ userId, courses }, at) => stepsOf(userId, courses, at, since[at]!))
  await insertSteps(school, steps)
  // What ends a course goes the product's own way: it brings the certificate, and the points.
  const finish = ({ userId, course, lessonId, on }: Step) => {
    const userDegree = { metadata: { content: { [lessonId]: { isComplete: true } } } }
    return completeLesson(attended(userId), { contentId: lessonId, degreeId: course.id, userDegree }, toolsAt(on))
  }
  await Promise.all(steps.filter(({ isLast }) => isLast).map(finish))

  const courseOf = (title: string) => made.find((course) => course.demo.title === title)!
  const discuss = async (question: DemoQuestion, at: number) => {
    const course = courseOf(question.course)
    const contentLink = course.lessons.find(({ title }) => title === question.lesson)!.link
    const may = enrolled.filter(({ courses }) => courses.includes(course))
    const { userId } = may.find(({ name }) => name === question.by) ?? may[(at * 3 + 1) % may.length]!
    const where = { contentLink, degreeLink: course.link }
    const asked = await ask(attended(userId), where, question.text, toolsAt(ago(question.days)))
    const thread = { ...where, threadId: asked.threads[0]!.id, page: 1 }
    for (const [turn, text] of (question.replies ?? []).entries()) {
      const writer = turn % 2 === 0 ? attended(ownerId, true) : attended(userId)
      await reply(writer, thread, text, toolsAt(ago(question.days - (turn + 1) * 0.21)))
    }
  }
  // In turns: whoever asks first is above in no list.
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

/** A course after the other, a lesson every day or two; what opens by and by is not begun before it does. */
function stepsOf(userId: string, courses: MadeCourse[], number: number, since: Date): Step[] {
  const habit = habits[number % habits.length]!
  const steps: Step[] = []
  let on = since.getTime() + day * (0.4 + (number % 5) * 0.6)
  for (const [at, course] of courses.slice(0, habit.length).entries()) {
    const { lessons, demo } = course
    const count = Math.ceil(lessons.length * habit[at]!)
    // Some are through in days, others have studied until today.
    const whole = (Date.now() - on) / (count + 1) / (habit.length - at)
    const pace = number % 3 === 0 ? whole : Math.min(day * (number % 3) * 0.7, whole)
    for (const [index, { id: lessonId, module }] of lessons.slice(0, count).entries()) {
      const opens = demo.settings?.no_dripping === false ? since.getTime() + (module * 7 + 0.1) * day : 0
      on = Math.max(on + pace, opens)
      if (on > Date.now()) return steps
      steps.push({ userId, course, lessonId, on: new Date(on), isLast: index === lessons.length - 1 })
    }
  }
  return steps
}

type School = ReturnType<typeof openSchool>

/** A school of half a year: its students have come one after the other, to courses and classes that were there. */
const backdate = (school: School, enrolled: Enrolled[], since: Date[]) =>
  school.tx(async (db) => {
    const ids = enrolled.map(({ userId }) => userId)
    for (const table of ['memberships', 'enrollments'] as const) {
      await sql`
        update ${sql.table(table)} t set utc_created_on = s.on_day
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

/** All but the last lesson of a course that is finished, as clicks would have left them. */
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
