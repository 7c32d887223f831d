import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { dayMs } from '@escola/contract/durations'
import { type ExamSettings, newExamSettings } from '@escola/contract/exam-plan'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../../core/scope.ts'
import { neverStops } from '../../../testing/jobs.ts'
import { untilWaiting } from '../../../testing/waiting-transactions.ts'
import { world } from '../../../testing/world.ts'
import { issueDue, issueFinished } from './finished.service.ts'
import { issueOnCompletion, issueOnMark } from './issuing.service.ts'

interface PlacedLesson {
  courseId: string
  lessonId: string
}

/** Publishes an assessment of a lesson; its points are hundredths. */
export const publishExam = (
  { tx }: Pick<School, 'tx'>,
  { courseId, lessonId }: PlacedLesson,
  { points = 1000, ...settings }: Partial<ExamSettings> & { points?: number } = {},
) =>
  tx(async (db) => {
    const now = new Date()
    const { id } = await db
      .insertInto('exams')
      .values({
        course_id: courseId,
        lesson_id: lessonId,
        plan: '{}',
        publication: 1,
        utc_created_on: now,
        utc_changed_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('exam_publications')
      .values({
        exam_id: id,
        number: 1,
        settings: JSON.stringify({ ...newExamSettings, ...settings }),
        // A fixed question with half of the points, and a draw of two with the rest.
        parts: JSON.stringify([
          { kind: 'fixed', question: '1', version: 1, points: points - 2 * Math.floor(points / 4) },
          { kind: 'draw', pool: [], count: 2, points: Math.floor(points / 4) },
        ]),
        utc_published_on: now,
      })
      .execute()
    return id
  })

/** Gives a student a mark through one handed-in attempt. */
export const giveMark = (
  { tx }: Pick<School, 'tx'>,
  { examId, userId }: { examId: string; userId: string },
  { points, total = 1000, hasPassed = false }: { points: number; total?: number; hasPassed?: boolean },
) =>
  tx(async (db) => {
    const now = new Date()
    const mark = { points, total, attempts: 1, utc_passed_on: hasPassed ? now : null }
    await db
      .insertInto('exam_marks')
      .values({ exam_id: examId, user_id: userId, ...mark })
      .onConflict((conflict) => conflict.columns(['school_id', 'exam_id', 'user_id']).doUpdateSet(mark))
      .execute()
    await db
      .insertInto('exam_attempts')
      .values({
        exam_id: examId,
        user_id: userId,
        publication: 1,
        seed: '0',
        asked: '[]',
        points,
        total,
        handed_in_how: 'student',
        utc_begun_on: now,
        utc_look_on: now,
        utc_handed_in_on: now,
      })
      .execute()
  })

export interface Template {
  min_mark?: number | null
  shows_mark?: boolean
  is_automatic?: boolean
  min_days?: number
}
export interface Exam extends Partial<ExamSettings> {
  points?: number
  /** Points of a student who has attempted it. */
  own?: number
}

/** A school whose template is for all courses, and a student who is about to finish a course with these assessments, begun ten days ago. */
export async function marked(template: Template, exams: Exam[]) {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Provas')
  const { student, admin, make, tx } = school
  const { userId } = student
  const course = await make.course({ modules: [Math.max(1, exams.length)] })
  await tx((db) => db.updateTable('certificate_templates').set(template).execute())
  const examIds: string[] = []
  const mark = (at: number, points: number, total = exams[at]!.points ?? 1000) =>
    giveMark(school, { examId: examIds[at]!, userId }, { points, total })
  for (const [at, { own, ...exam }] of exams.entries()) {
    examIds.push(await publishExam(school, { courseId: course.id, lessonId: course.lessons[at]!.id }, exam))
    if (own !== undefined) await mark(at, own)
  }
  const finish = (completedOn: Date | null = tools.now()) =>
    tx(async (db) => {
      const startedOn = new Date(tools.now().getTime() - 10 * dayMs)
      await db
        .insertInto('course_progress')
        .values({ user_id: userId, course_id: course.id, utc_started_on: startedOn, utc_completed_on: completedOn })
        .execute()
      if (completedOn) await issueOnCompletion(db, { courseId: course.id, userIds: [userId] }, tools.now())
    })
  const issued = () =>
    tx((db) => db.selectFrom('certificates').select(['id', 'number', 'code', 'facts']).orderBy('id').execute())
  const templateId = async () =>
    (await tx((db) => db.selectFrom('certificate_templates').select('id').executeTakeFirstOrThrow())).id
  const runFinished = async () => issueFinished(school, { templateId: await templateId() }, tools, neverStops)
  const runDue = () => issueDue(school, {}, tools, neverStops)
  const ask = () => tx((db) => issueOnMark(db, { courseId: course.id, userId }, tools.now()))
  const listed = async () => (await call(certificateIssues.requests, { as: student })).body.requests
  const request = () => call(certificateIssues.request, { as: student, body: { degreeId: course.id } })
  const reaching = async (min_mark: number) =>
    (
      await call(certificateTemplates.countReaching, {
        as: admin,
        params: { id: await templateId() },
        body: { all_degrees: true, min_mark },
      })
    ).body
  return {
    call,
    tools,
    school,
    student,
    course,
    mark,
    finish,
    issued,
    runFinished,
    runDue,
    ask,
    listed,
    request,
    reaching,
  }
}

type Work = (db: SchoolDb) => Promise<unknown>

/** Runs two transactions that both write before either goes on; the first to finish stays open until the other waits for it. */
export function besideEachOther({ tx }: Pick<School, 'tx'>, both: { write: Work; goOn: Work }[]) {
  const written = Promise.withResolvers<void>()
  let [writes, done] = [0, 0]
  return Promise.all(
    both.map(({ write, goOn }) =>
      tx(async (db) => {
        await write(db)
        if (++writes === both.length) written.resolve()
        await written.promise
        await goOn(db)
        if (++done === 1) await untilWaiting((await world()).databaseUrl)
      }),
    ),
  )
}

/** Raises a student's mark of an assessment to seven points of ten. */
export const raiseMark =
  (examId: string, userId: string): Work =>
  (db) =>
    db
      .updateTable('exam_marks')
      .set({ points: 700 })
      .where('exam_id', '=', examId)
      .where('user_id', '=', userId)
      .execute()
