import { randomUUID } from 'node:crypto'
import { slugify } from '@escola/contract/text'
import type { School } from '../http/scope.ts'
import type { Person } from './call.ts'

type MakePerson = (schoolId: string, role: 'admin' | 'student', name: string) => Promise<Person>

/** Rows as the features leave them, for tests that are about something else. */
export const factoriesFor = (school: School, makePerson: MakePerson) => ({
  student: (name = 'Ana Souza') => makePerson(school.id, 'student', name),
  admin: (name = 'Bia Lima') => makePerson(school.id, 'admin', name),

  category: (title = 'Culinária') =>
    school.tx((db) => db.insertInto('categories').values({ title }).returningAll().executeTakeFirstOrThrow()),

  /** A course with modules of lessons; published unless said otherwise. */
  course: ({
    title = 'Pães artesanais',
    modules = [2],
    published = true,
    ...columns
  }: {
    title?: string
    modules?: number[]
    published?: boolean
    [column: string]: unknown
  } = {}) =>
    school.tx(async (db) => {
      const utc = published ? new Date() : null
      const link = `${slugify(title)}-${randomUUID().slice(0, 6)}`
      const course = await db
        .insertInto('courses')
        .values({ title, link, workload_minutes: 90, utc_published_on: utc, ...columns })
        .returningAll()
        .executeTakeFirstOrThrow()
      const moduleIds: string[] = []
      const lessons: { id: string; link: string; moduleId: string }[] = []
      for (const [index, count] of modules.entries()) {
        const module = await db
          .insertInto('modules')
          .values({ course_id: course.id, title: `Módulo ${index + 1}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        moduleIds.push(module.id)
        const order: string[] = []
        for (let number = 1; number <= count; number++) {
          const lesson = await db
            .insertInto('lessons')
            .values({
              course_id: course.id,
              link: `aula-${index + 1}-${number}`,
              title: `Aula ${index + 1}.${number}`,
              main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
              utc_published_on: utc,
            })
            .returning(['id', 'link'])
            .executeTakeFirstOrThrow()
          order.push(lesson.id)
          lessons.push({ ...lesson, moduleId: module.id })
        }
        await db.updateTable('modules').set({ lesson_order: order }).where('id', '=', module.id).execute()
      }
      await db.updateTable('courses').set({ module_order: moduleIds }).where('id', '=', course.id).execute()
      return { ...course, module_order: moduleIds, lessons }
    }),

  cohort: ({
    title = 'Turma 1',
    courses = [],
    all = false,
    isPublic = false,
  }: {
    title?: string
    courses?: { id: string }[]
    all?: boolean
    isPublic?: boolean
  } = {}) =>
    school.tx(async (db) => {
      const cohort = await db
        .insertInto('cohorts')
        .values({ title, all_courses: all, is_public: isPublic })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (courses.length)
        await db
          .insertInto('cohort_courses')
          .values(courses.map((course) => ({ cohort_id: cohort.id, course_id: course.id })))
          .execute()
      return cohort
    }),

  enrollment: (cohort: { id: string }, person: { userId: string }) =>
    school.tx((db) =>
      db
        .insertInto('enrollments')
        .values({ cohort_id: cohort.id, user_id: person.userId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),
})
