import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended } from '../../core/scope.ts'
import type { SecurityEvent, SecurityLog } from '../../core/security-events.ts'
import type { Tools } from '../../core/tools.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { updateMember } from '../people/people.service.ts'
import type { SchoolSessions } from '../sessions/school-sessions.service.ts'
import * as queries from './students.queries.ts'
import { toWireStudent } from './students.service.ts'

export interface CredentialTools extends Tools {
  schoolSessions: SchoolSessions
  securityLog: SecurityLog
}

/** Sets the password by which a student enters this school alone; their own password, and other schools, are not this school's to touch. */
export async function changePassword(
  school: Attended,
  { userId, password }: { userId: string; password: string },
  tools: CredentialTools,
) {
  requireProof(school, tools)
  await school.tx((db) => requireStudent(db, userId))
  const password_hash = await hashNewPassword(password)
  await replace(school, userId, { event: 'student_password_changed', values: { password_hash } }, tools)
  return done
}

/** Makes a student's access link, of which the school keeps a hash: only this answer tells it, and the earlier one ends. */
export async function makeLink(school: Attended, { userId }: { userId: string }, tools: CredentialTools) {
  requireProof(school, tools)
  const token = `${school.id}-${randomToken()}`
  const values = { access_token_hash: hashToken(token) }
  await replace(school, userId, { event: 'student_link_made', values }, tools)
  const student = await school.tx((db) => queries.readStudents(db, [userId], 'name'))
  if (!student[0]) throw notFound()
  return { student: { ...toWireStudent(student[0]), token } }
}

interface Replacement {
  event: SecurityEvent
  values: { password_hash: string } | { access_token_hash: string }
}

/** Sessions that the earlier password or link opened end before, so that a process that ends in between leaves none, and after, for one opened meanwhile. */
async function replace(
  school: Attended,
  userId: string,
  { event, values }: Replacement,
  { schoolSessions, securityLog, now }: CredentialTools,
) {
  const endSessions = () => schoolSessions.end({ schoolId: school.id, userId }, now())
  await school.tx((db) => requireStudent(db, userId))
  await endSessions()
  await school.tx(async (db) => {
    await requireStudent(db, userId)
    await updateMember(db, userId, values)
  })
  await endSessions()
  securityLog.note(event, school, { userId: school.actor.userId, schoolId: school.id, studentId: userId })
}

/** Refuses those who administer the school: the bearer of such a password or link would have their powers. */
async function requireStudent(db: SchoolDb, userId: string) {
  const student = await queries.holdStudentById(db, userId)
  if (!student) throw notFound()
  if (student.is_admin) throw new AppError('administrators_own_access')
}
