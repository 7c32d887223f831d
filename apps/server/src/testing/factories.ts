import { randomUUID } from 'node:crypto'
import { slugify } from '@escola/contract/text'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../core/scope.ts'
import { generateCode } from '../features/certificates/issuing/code.ts'
import type { CertificateFacts } from '../features/certificates/issuing/facts.ts'
import { ensureRecords, setHeld } from '../features/certificates/issuing/records.queries.ts'
import { personSchoolColumns, savePersonSchools } from '../features/people/person-schools.queries.ts'
import type { Person } from './call.ts'

type MakePerson = (schoolId: string, role: 'admin' | 'student', name: string) => Promise<Person>

/** Writes rows as the features leave them, for tests of other things. */
export const factoriesFor = (school: School, makePerson: MakePerson) => ({
  student: (name = 'Ana Souza') => makePerson(school.id, 'student', name),
  admin: (name = 'Bia Lima') => makePerson(school.id, 'admin', name),
  /** Makes an existing person a student of this school, too. */
  membership: ({ userId, email }: { userId: string; email: string }, name = 'Lia Prado') =>
    school.tx(async (db) => {
      const values = { user_id: userId, name, email, utc_created_on: new Date() }
      const joined = await db.insertInto('memberships').values(values).returning(personSchoolColumns).execute()
      await savePersonSchools(db, school.id, joined)
    }),

  /** Sets a person's roles in this school. */
  roles: ({ userId }: { userId: string }, roles: { is_admin?: boolean; is_student?: boolean }) =>
    school.tx(async (db) => {
      const changed = await db
        .updateTable('memberships')
        .set(roles)
        .where('user_id', '=', userId)
        .returning(personSchoolColumns)
        .execute()
      await savePersonSchools(db, school.id, changed)
    }),

  category: (title = 'Culinária') =>
    school.tx((db) => db.insertInto('categories').values({ title }).returningAll().executeTakeFirstOrThrow()),

  /** Makes a course with modules of lessons; it is published unless said otherwise. */
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
        // A school has one public class, so a second request answers the first class.
        .onConflict((conflict) =>
          conflict.column('school_id').where(sql<boolean>`is_public`).doUpdateSet({ title, all_courses: all }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      if (courses.length)
        await db
          .insertInto('cohort_courses')
          .values(courses.map((course) => ({ cohort_id: cohort.id, course_id: course.id })))
          .execute()
      return cohort
    }),

  /** A student whom an administrator has added to a class, without the mail that says so. */
  enrollment: (cohort: { id: string }, person: { userId: string }, endsOn: Date | null = null) =>
    school.tx(async (db) => {
      const values = { cohort_id: cohort.id, user_id: person.userId, utc_ends_on: endsOn }
      await db
        .insertInto('enrollment_grants')
        .values({ ...values, source: 'manual', utc_starts_on: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return (
        db
          .insertInto('enrollments')
          .values(values)
          // A student who is in the class already stays.
          .onConflict((conflict) =>
            conflict.columns(['school_id', 'cohort_id', 'user_id']).doUpdateSet({ origin: 'manual' }),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
      )
    }),

  integration: (cohort: { id: string }) =>
    school.tx((db) =>
      db
        .insertInto('access_api_integrations')
        .values({ cohort_id: cohort.id, hash: randomUUID(), utc_created_on: new Date() })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),

  /** Makes a question about a course's first lesson, which waits for an answer. */
  thread: (course: { id: string; lessons: { id: string }[] }, { userId }: { userId: string }) =>
    school.tx((db) =>
      db
        .insertInto('threads')
        .values({ course_id: course.id, lesson_id: course.lessons[0]!.id, user_id: userId, message: '<p>Por quê?</p>' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),

  file: (purpose = 'lesson_file') => school.tx((db) => insertFile(db, school.id, purpose)),

  /** Makes an import that has ended, with a refused row. */
  import: (cohort: { id: string }, { createdBy }: { createdBy: { userId: string } }) =>
    school.tx(async (db) => {
      const file = await insertFile(db, school.id, 'import')
      const row = await db
        .insertInto('imports')
        .values({
          cohort_id: cohort.id,
          filename: 'alunos.csv',
          file_id: file.id,
          total_students: 1,
          status: 'done',
          processed: 1,
          refused: 1,
          created_by: createdBy.userId,
          utc_finished_on: new Date(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await db
        .insertInto('import_refusals')
        .values({ import_id: row.id, line: 2, name: 'Ana', email: 'ana@', cellphone: '', reason: 'invalid_email' })
        .execute()
      return row
    }),

  /** Makes a sale that no class had. */
  sale: () =>
    school.tx((db) =>
      db
        .insertInto('sales')
        .values({
          platform: 'hotmart',
          delivery_hash: randomUUID(),
          headers: '{}',
          query: '{}',
          body: '',
          integration_id: '1',
          state: 'unmatched',
          utc_received_on: new Date(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),

  /** Lets the school upload videos. */
  affiliationAllowed: () => school.tx((db) => db.updateTable('schools').set({ has_affiliation: true }).execute()),

  videosAllowed: (has_video_upload = true) =>
    school.tx((db) => db.updateTable('schools').set({ has_video_upload }).execute()),

  videoUpload: ({ userId }: { userId: string }) =>
    school.tx((db) =>
      db
        .insertInto('video_uploads')
        .values({
          created_by: userId,
          filename: 'aula.mp4',
          size_bytes: '1',
          modified: '1',
          part_bytes: 5_242_880,
          storage_key: `${school.id}/lesson-video/${randomUUID()}`,
          store_upload: randomUUID(),
          utc_active_on: new Date(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),

  /** Makes a certificate of which nothing can be issued yet. */
  heldCertificate: (course: { id: string }, person: Person, why: string) =>
    school.tx(async (db) => {
      const records = await ensureRecords(db, { courseId: course.id }, [person.userId], new Date())
      const ids = records.map(({ id }) => id)
      await setHeld(db, ids, why)
      return { id: ids[0]! }
    }),

  /** Makes a certificate that is drawn and stored. */
  certificate: (course: { id: string; title: string }, person: Person) =>
    school.tx(async (db) => {
      const { storage_key } = await insertFile(db, school.id, 'certificate')
      const [record] = await ensureRecords(db, { courseId: course.id }, [person.userId], new Date())
      return db
        .insertInto('certificates')
        .values({
          user_id: person.userId,
          course_id: course.id,
          record_id: record!.id,
          number: 1,
          code: generateCode(),
          facts: JSON.stringify({
            title: 'Certificado de conclusão',
            layout: 'classic',
            has_syllabus: false,
            student_name: person.name,
            courses: [
              { course_id: course.id, title: course.title, from_school: '', workload_minutes: 90, modules: [] },
            ],
            workload_minutes: 90,
            school_name: 'Escola',
            theme: '',
            legal_name: '',
            tax_id: '',
            place: '',
            signers: [{ name: 'Direção', role: '', signature_key: null }],
            logo_key: null,
            dark_logo_key: null,
            started_on: null,
            mark: null,
          } satisfies CertificateFacts),
          status: 'ready',
          storage_key,
          utc_completed_on: new Date(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    }),
})

const insertFile = (db: SchoolDb, schoolId: string, purpose: string) =>
  db
    .insertInto('files')
    .values({
      purpose,
      storage_key: `${schoolId}/${purpose}/${randomUUID()}`,
      filename: 'arquivo.pdf',
      content_type: 'application/pdf',
      size_bytes: '1',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
