import type { ExamPlan } from '@escola/contract/exam-plan'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { authorColumn } from '../../drafts/drafts.queries.ts'

/** A lesson with its course, and the title that its author sees. */
export const findLesson = (db: SchoolDb, lessonId: string) =>
  db
    .selectFrom('lessons')
    .select(['id', 'course_id', authorColumn('lessons', 'title').as('title')])
    .where('id', '=', lessonId)
    .executeTakeFirst()

const stored = ['id', 'lesson_id', 'plan', 'version', 'publication', 'published_plan'] as const

export const findExam = (db: SchoolDb, lessonId: string) =>
  db.selectFrom('exams').select(stored).where('lesson_id', '=', lessonId).executeTakeFirst()
export type ExamRow = NonNullable<Awaited<ReturnType<typeof findExam>>>

/** Assessments of the school, or of these courses, with the titles that their authors see, in the order of their courses. */
export const listTitled = (db: SchoolDb, only: string[] | undefined) =>
  db
    .selectFrom('exams as e')
    .innerJoin('lessons', (join) =>
      join.onRef('lessons.school_id', '=', 'e.school_id').onRef('lessons.id', '=', 'e.lesson_id'),
    )
    .select(['e.lesson_id', 'e.course_id', authorColumn('lessons', 'title').as('title')])
    .$if(only !== undefined, (query) => query.where((is) => is('e.course_id', '=', is.fn.any(is.val(only!)))))
    .orderBy('e.course_id')
    .orderBy('e.id')
    .execute()

export const listExams = (db: SchoolDb, courseId: string) =>
  db.selectFrom('exams').select(stored).where('course_id', '=', courseId).orderBy('id').execute()

export const insertExam = (
  db: SchoolDb,
  { plan, ...row }: { course_id: string; lesson_id: string; plan: ExamPlan },
  now: Date,
) =>
  db
    .insertInto('exams')
    .values({ ...row, plan: JSON.stringify(plan), utc_created_on: now, utc_changed_on: now })
    .execute()

export const updatePlan = (db: SchoolDb, id: string, plan: ExamPlan, now: Date) =>
  db
    .updateTable('exams')
    .set((column) => ({ plan: JSON.stringify(plan), version: column('version', '+', 1), utc_changed_on: now }))
    .where('id', '=', id)
    .execute()

export const deleteExam = (db: SchoolDb, lessonId: string) =>
  db.deleteFrom('exams').where('lesson_id', '=', lessonId).returning('publication').executeTakeFirst()

/** Plans as they were published last; what was never published stays, because it exists nowhere else. */
export const restorePublishedPlans = (db: SchoolDb, courseId: string, now: Date) =>
  db
    .updateTable('exams')
    .set((column) => ({
      plan: sql<string>`published_plan`,
      version: column('version', '+', 1),
      utc_changed_on: now,
    }))
    .where('course_id', '=', courseId)
    .where('published_plan', 'is not', null)
    .whereRef('plan', '<>', sql`published_plan`)
    .execute()

/** @param copies ids of the new lessons, by those of the originals */
export async function copyPlans(db: SchoolDb, courseId: string, copies: Map<string, string>, now: Date): Promise<void> {
  await sql`
    insert into exams (school_id, course_id, lesson_id, plan, utc_created_on, utc_changed_on)
    select e.school_id, ${courseId}::bigint, copy.id, e.plan, ${now}::timestamptz, ${now}::timestamptz
    from exams e join unnest(${[...copies.keys()]}::bigint[], ${[...copies.values()]}::bigint[]) as copy (original, id)
      on copy.original = e.lesson_id
    where e.school_id = ${thisSchool}
    on conflict do nothing`.execute(db)
}
