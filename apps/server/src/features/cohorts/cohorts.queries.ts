import { readSort, type StudentSort } from '@escola/contract/sorts'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { readingOrder, type Stretch } from '../../core/paging.ts'
import { notePersonSchools, personSchoolColumns } from '../../core/person-schools.queries.ts'

export interface CohortRow {
  id: string
  title: string
  is_public: boolean
  all_courses: boolean
  course_ids: string[]
  course_titles: string[]
  students: number
  opens: number
}

const cohortFields = sql`
  h.id, h.title, h.is_public, h.all_courses,
  coalesce(listed.ids, '{}') as course_ids, coalesce(listed.titles, '{}') as course_titles,
  (select count(*)::int from enrollments e where e.school_id = ${thisSchool} and e.cohort_id = h.id) as students,
  (select count(*)::int from cohort_openings o where o.school_id = ${thisSchool} and o.cohort_id = h.id) as opens`
const listedCourses = sql`
  left join lateral (
    select array_agg(c.id::text order by c.title, c.id) as ids, array_agg(c.title order by c.title, c.id) as titles
    from cohort_courses cc join courses c on c.school_id = cc.school_id and c.id = cc.course_id
    where cc.school_id = ${thisSchool} and cc.cohort_id = h.id
  ) listed on true`

/** Newest first. The public class of a private school is there for nobody. */
export async function listCohorts(db: SchoolDb) {
  const { rows } = await sql<CohortRow>`
    select ${cohortFields} from cohorts h ${listedCourses}
    where h.school_id = ${thisSchool} and not h.is_hidden order by h.id desc`.execute(db)
  return rows
}

export async function findCohort(db: SchoolDb, id: string) {
  const { rows } = await sql<CohortRow>`
    select ${cohortFields} from cohorts h ${listedCourses}
    where h.school_id = ${thisSchool} and h.id = ${id} and not h.is_hidden`.execute(db)
  return rows[0]
}

export const insertCohort = (db: SchoolDb, title: string) =>
  db.insertInto('cohorts').values({ title }).returning('id').executeTakeFirstOrThrow()

/** Holds the row until the transaction ends, so that two saves of one class's courses don't mix. */
export const lockCohort = (db: SchoolDb, id: string) => openCohort(db, id).forUpdate().executeTakeFirst()

/** Keeps the class from being deleted until the transaction ends, and nothing else from happening to it. */
export const holdCohort = (db: SchoolDb, id: string) => openCohort(db, id).forKeyShare().executeTakeFirst()

const openCohort = (db: SchoolDb, id: string) =>
  db.selectFrom('cohorts').select(['id', 'is_public']).where('id', '=', id).where('is_hidden', '=', false)

export const updateCohort = (db: SchoolDb, id: string, values: { title?: string; all_courses?: boolean }) =>
  db.updateTable('cohorts').set(values).where('id', '=', id).execute()

/**
 * Keeps these courses from being deleted until the transaction ends.
 * @returns those of them that this school has
 */
export const holdCourses = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('courses')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .orderBy('id')
    .forKeyShare()
    .execute()

export async function replaceCohortCourses(db: SchoolDb, id: string, courseIds: string[]) {
  await sql`
    delete from cohort_courses
    where school_id = ${thisSchool} and cohort_id = ${id} and course_id <> all(${courseIds}::bigint[])`.execute(db)
  await sql`
    insert into cohort_courses (school_id, cohort_id, course_id)
    select ${thisSchool}::bigint, ${id}::bigint, course_id from unnest(${courseIds}::bigint[]) as listed (course_id)
    on conflict do nothing`.execute(db)
}

export const deleteCohort = (db: SchoolDb, id: string) => db.deleteFrom('cohorts').where('id', '=', id).execute()

/** Every course of the school, for the selector. */
export const listCourseChoices = (db: SchoolDb) =>
  db
    .selectFrom('courses')
    .select((column) => ['id', 'title', column('utc_published_on', 'is not', null).$castTo<boolean>().as('published')])
    .orderBy('title')
    .orderBy('id')
    .execute()

const enrolledStudents = (db: SchoolDb, cohortId: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 'e.school_id').onRef('m.user_id', '=', 'e.user_id'),
    )
    .where('e.cohort_id', '=', cohortId)
    .select(['m.user_id', 'm.link', 'm.name', 'm.email', 'm.cellphone', 'e.origin', 'e.utc_created_on'])

/** The ids of a stretch of a class's students; by day from one index alone. */
async function listEnrolledIds(db: SchoolDb, cohortId: string, { sort, ...stretch }: Stretch & { sort: StudentSort }) {
  const { by, direction } = readSort(sort)
  const reading = readingOrder(direction, stretch)
  const enrolled = db.selectFrom('enrollments as e').where('e.cohort_id', '=', cohortId).select('e.user_id')
  const sorted =
    by === 'name'
      ? enrolled
          .innerJoin('memberships as m', (join) =>
            join.onRef('m.school_id', '=', 'e.school_id').onRef('m.user_id', '=', 'e.user_id'),
          )
          .orderBy('m.name', reading)
          .orderBy('m.user_id', reading)
      : enrolled.orderBy('e.utc_created_on', reading).orderBy('e.user_id', reading)
  const rows = await sorted.limit(stretch.limit).offset(stretch.offset).execute()
  return rows.map((row) => row.user_id)
}

export async function listEnrolledStudents(db: SchoolDb, cohortId: string, wanted: Stretch & { sort: StudentSort }) {
  const { by, direction } = readSort(wanted.sort)
  const ids = await listEnrolledIds(db, cohortId, wanted)
  return enrolledStudents(db, cohortId)
    .where((is) => is('e.user_id', '=', is.fn.any(is.val(ids))))
    .orderBy(by === 'name' ? 'm.name' : 'e.utc_created_on', direction)
    .orderBy('e.user_id', direction)
    .execute()
}

export const findEnrolledStudent = (db: SchoolDb, cohortId: string, userId: string) =>
  enrolledStudents(db, cohortId).where('e.user_id', '=', userId).executeTakeFirst()
export type EnrolledStudentRow = NonNullable<Awaited<ReturnType<typeof findEnrolledStudent>>>

/** @returns whether the person is new to the school; what the school already knows of somebody stays */
export async function ensureStudent(
  db: SchoolDb,
  student: { userId: string; name: string; email: string; cellphone: string; origin: string },
  now: Date,
) {
  const { userId: user_id, ...known } = student
  const made = await db
    .insertInto('memberships')
    .values({ user_id, is_student: true, utc_created_on: now, ...known })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .returning(personSchoolColumns)
    .execute()
  const changed = made.length ? made : await completeStudent(db, user_id, student.cellphone)
  await notePersonSchools(db, thisSchool, changed)
  return made.length > 0
}

/** Somebody who had left is a student again, and a number that the school did not know is known. */
const completeStudent = (db: SchoolDb, userId: string, cellphone: string) =>
  db
    .updateTable('memberships')
    .set({ is_student: true, cellphone: sql`coalesce(nullif(cellphone, ''), ${cellphone})` })
    .where('user_id', '=', userId)
    .where((is) => is.or([is('is_student', '=', false), is('cellphone', '=', '')]))
    .returning(personSchoolColumns)
    .execute()

/** @returns whether the person was not in the class before */
export async function insertEnrollment(db: SchoolDb, cohortId: string, userId: string, origin: string) {
  const made = await db
    .insertInto('enrollments')
    .values({ cohort_id: cohortId, user_id: userId, origin })
    .onConflict((conflict) => conflict.columns(['school_id', 'cohort_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

/** @param origins left out: however they came in */
export const deleteEnrollment = (db: SchoolDb, cohortId: string, userId: string, origins?: readonly string[]) =>
  db
    .deleteFrom('enrollments')
    .where('user_id', '=', userId)
    .where('cohort_id', '=', cohortId)
    .$if(origins !== undefined, (query) => query.where((is) => is('origin', '=', is.fn.any(is.val([...origins!])))))
    .returning('user_id')
    .executeTakeFirst()
