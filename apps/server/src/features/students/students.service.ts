import { limits } from '@escola/contract/limits'
import { cleanText } from '@escola/contract/people'
import type { StudentSort } from '@escola/contract/sorts'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import { AppError, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { reissueCertificate } from '../certificates/certificates.service.ts'
import { noteCompletion } from '../learning/completion.service.ts'
import { mayWrite, queueMessage } from '../messages/messages.service.ts'
import {
  countStudents,
  findStudent,
  findStudentByEmail,
  listStudentCohorts,
  listStudentProgress,
  listStudents,
  updateNotes,
} from './students.queries.ts'

export const searchStudents = (
  school: School,
  { search, sort, page }: { search: string; sort: StudentSort; page: number },
) =>
  school.tx(async (db) => {
    const wanted = cleanText(search)
    const rowsPerPage = limits.studentsPerPage
    const enrolledTotal = await countStudents(db)
    const total = wanted === '' ? enrolledTotal : await countStudents(db, wanted)
    const list = await listStudents(db, { search: wanted, sort, page, rowsPerPage })
    return { students: { total, enrolledTotal, page, rowsPerPage, list: list.map(toWireStudent) } }
  })

export const openStudent = (school: School, link: string) =>
  school.tx(async (db) => {
    const student = await findStudent(db, link)
    if (!student) throw notFound()
    const progress = await listStudentProgress(db, student.user_id)
    return {
      student: toWireStudent(student),
      degrees: progress.map(({ id, title, link, progress, ...certificate }) => ({
        id,
        title,
        link,
        progress,
        certificate: certificate.certificate_id
          ? {
              id: certificate.certificate_id,
              status: certificate.certificate_status,
              number: certificate.certificate_number,
              failure: certificate.certificate_failure ?? undefined,
            }
          : null,
      })),
      school_gateways: await listStudentCohorts(db, student.user_id),
    }
  })

export const saveNotes = (school: School, link: string, notes: string) =>
  school.tx(async (db) => {
    if (!(await updateNotes(db, link, notes.replaceAll('\0', '')))) throw notFound()
    return done
  })

/** The course may have lost the lessons that were missing, so it is looked at anew. */
export const reissueForStudent = (
  school: School,
  claim: { userId: string; courseId: string },
  tools: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    const now = tools.now()
    await noteCompletion(db, claim, now)
    return { certificate: await reissueCertificate(db, claim, now) }
  })

/** Sends the student's link once more. A minute is one message, so that an impatient administrator doesn't fill a mailbox. */
export const resendLink = (school: School, email: string, { now }: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    const student = await findStudentByEmail(db, email)
    if (!student) throw new AppError('email_not_found')
    const userId = student.user_id
    if (!(await mayWrite(db, userId, 'invitation'))) throw new AppError('too_many_requests')
    const dedupeKey = `invitation:${userId}:${minuteOf(now())}`
    await queueMessage(db, { userId, kind: 'invitation', dedupeKey })
    return done
  })

const toWireStudent = <Row extends { utc_created_on: Date }>(row: Row) => ({
  ...row,
  utc_created_on: row.utc_created_on.toISOString(),
})
