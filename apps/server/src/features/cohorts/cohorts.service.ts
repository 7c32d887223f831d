import type { cohorts, Gateway } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import type { RouteOutput } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'
import { queueMessage } from '../messages/messages.service.ts'
import {
  deleteCohort,
  deleteEnrollment,
  ensureStudent,
  ensureUser,
  findCohort,
  findEnrolledStudent,
  holdCohort,
  holdCourses,
  insertCohort,
  insertEnrollment,
  listCohorts,
  listCourseChoices,
  listEnrolledStudents,
  lockCohort,
  replaceCohortCourses,
  updateCohort,
} from './cohorts.queries.ts'

export { holdCohort }

type CohortChanges = RouteOutput<typeof cohorts.update>['body']
type NewStudent = RouteOutput<typeof cohorts.addStudent>['body']
type CohortRow = NonNullable<Awaited<ReturnType<typeof findCohort>>>
type StudentRow = NonNullable<Awaited<ReturnType<typeof findEnrolledStudent>>>

const defaultTitle = 'Nova turma'
const manual = 'manual'

export const listGateways = (school: School) =>
  school.tx(async (db) => ({
    gatewayList: (await listCohorts(db)).map((row) => ({ ...gatewayOf(row), degreeTitles: row.course_titles })),
  }))

export const createGateway = (school: School, { title }: { title?: string }) =>
  school.tx(async (db) => {
    const { id } = await insertCohort(db, title || defaultTitle)
    return { gateway: await getGateway(db, id) }
  })

export const openGateway = (school: School, id: string, { sort, page }: { sort: StudentSort; page: number }) =>
  school.tx(async (db) => {
    const gateway = await getGateway(db, id)
    const rowsPerPage = limits.studentsPerPage
    const list = await listEnrolledStudents(db, id, { sort, page, rowsPerPage })
    return {
      gateway,
      students: { total: gateway.totalStudents, page, rowsPerPage, list: list.map(studentOf) },
      degrees: await listCourseChoices(db),
    }
  })

export const updateGateway = (school: School, id: string, { title, degrees, all_degrees }: CohortChanges) =>
  school.tx(async (db) => {
    if (!(await lockCohort(db, id))) throw notFound()
    const values = {
      ...(title !== undefined && { title: title || defaultTitle }),
      ...(all_degrees !== undefined && { all_courses: all_degrees }),
    }
    if (Object.keys(values).length > 0) await updateCohort(db, id, values)
    if (degrees) await saveCourses(db, id, [...new Set(degrees)])
    return { gateway: await getGateway(db, id) }
  })

async function saveCourses(db: SchoolDb, id: string, courseIds: string[]) {
  if ((await holdCourses(db, courseIds)) < courseIds.length) throw invalidField('degrees', 'Curso não encontrado')
  await replaceCohortCourses(db, id, courseIds)
}

export const removeGateway = (school: School, id: string) =>
  school.tx(async (db) => {
    if (!(await deleteCohort(db, id))) throw notFound()
    return done
  })

/** Person, membership, enrollment and mail commit together, and each is made once however often this is asked. */
export const addStudent = (school: School, cohortId: string, { name, email, cellphone }: NewStudent) =>
  school.tx(async (db) => {
    if (!(await holdCohort(db, cohortId))) throw notFound()
    const userId = await ensureUser(db, email)
    const isNew = await ensureStudent(db, { userId, name, email, cellphone, origin: manual })
    const enrolled = await insertEnrollment(db, cohortId, userId, manual)
    if (isNew) {
      await queueMessage(db, { userId, kind: 'invitation', dedupeKey: `invitation:${userId}`, params: { cohortId } })
    } else if (enrolled) {
      const dedupeKey = `enrollment:${cohortId}:${userId}`
      await queueMessage(db, { userId, kind: 'enrollment', dedupeKey, params: { cohortId } })
    }
    const student = await findEnrolledStudent(db, cohortId, userId)
    // Somebody took them out again while this waited.
    if (!student) throw notFound()
    return {
      student: studentOf(student),
      alreadyEnrolled: !enrolled,
      bank: { balance: '0.00', points: 0 },
    }
  })

export const removeStudent = (school: School, cohortId: string, userId: string) =>
  school.tx(async (db) => {
    if (!(await deleteEnrollment(db, cohortId, userId))) throw notFound()
    return done
  })

async function getGateway(db: SchoolDb, id: string) {
  const row = await findCohort(db, id)
  if (!row) throw notFound()
  return gatewayOf(row)
}

const gatewayOf = (row: CohortRow): Gateway => ({
  id: row.id,
  title: row.title,
  is_public: row.is_public,
  all_degrees: row.all_courses,
  degrees: row.course_ids,
  integrations: [],
  totalStudents: row.students,
})

const studentOf = ({ utc_created_on, ...row }: StudentRow) => ({
  ...row,
  utc_created_on: utc_created_on.toISOString(),
})
