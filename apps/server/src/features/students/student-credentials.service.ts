import { digits } from '@escola/contract/people'
import { saysNumber, smsNumberOf } from '@escola/contract/sms'
import { studentTexts } from '@escola/contract/student-texts'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { describePhone, e164Of, type PhoneColumns, phoneOf } from '../../core/phones.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended } from '../../core/scope.ts'
import type { SecurityEvent, SecurityLog } from '../../core/security-events.ts'
import type { Tools } from '../../core/tools.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { mayWrite } from '../messages/messages.service.ts'
import { findQueued, queueAccessSms } from '../messages/sms.service.ts'
import { updateMember } from '../people/members.service.ts'
import type { SchoolSessions } from '../sessions/school-sessions.service.ts'
import * as queries from './students.queries.ts'
import { findRecipient, toWireStudent } from './students.service.ts'

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
  await school.tx((db) => requireStudent(db, userId))
  const password_hash = await hashNewPassword(password)
  await replace(school, userId, { event: 'student_password_changed', values: { password_hash } }, tools)
  return done
}

/** Makes a student's access link, of which the school keeps a hash: only this answer tells it, and the earlier one ends. */
export async function makeLink(school: Attended, { userId }: { userId: string }, tools: CredentialTools) {
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
  securityLog.record(event, school, { userId: school.actor.userId, schoolId: school.id, studentId: userId })
}

/**
 * Sends a student a new access link by SMS, at most once a minute; the earlier link ends. It goes to the number that the school knows, which the
 * call confirms by saying it with its country, and the number of the call is kept where the school knows none that gets text messages. A message that is refused leaves link and sessions as they were.
 */
export async function sendLinkBySms(
  school: Attended,
  { email, cellphone }: { email: string; cellphone?: string | undefined },
  tools: CredentialTools,
) {
  requireProof(school, tools)
  if (tools.config.sms.provider === 'off') throw invalidField('type', studentTexts.smsOff)
  const { schoolSessions, securityLog, now } = tools
  const { userId, queuedOn } = await school.tx(async (db) => {
    const member = await findRecipient(db, email)
    const userId = member.user_id
    const number = chooseNumber(member, cellphone, tools.config.smsCountries)
    const dedupeKey = `access_sms:${userId}:${minuteOf(now())}`
    const queuedOn = await findQueued(db, dedupeKey)
    if (queuedOn) return { userId, queuedOn }
    if (!(await mayWrite(db, userId, 'access_link_sms', tools))) throw new AppError('too_many_requests')
    await requireStudent(db, userId)
    const token = await queueAccessSms(school, db, { userId, cellphone: digits(number), dedupeKey }, tools)
    if (!token) return { userId, queuedOn: await findQueued(db, dedupeKey) }
    await updateMember(db, userId, {
      access_token_hash: hashToken(token),
      phone_confirmed: number,
      ...(cellphone && !smsNumberOfMember(member) ? { cellphone } : {}),
    })
    return { userId }
  })
  // A call that is repeated ends what the first one left open, if its process ended before it did; the new link may have opened one by now.
  await schoolSessions.end({ schoolId: school.id, userId, openedBefore: queuedOn }, now())
  if (queuedOn) return done
  securityLog.record('student_link_made', school, {
    userId: school.actor.userId,
    schoolId: school.id,
    studentId: userId,
  })
  return done
}

/** The number of a member that gets text messages; undefined without one. */
const smsNumberOfMember = (member: PhoneColumns): string | undefined => smsNumberOf(phoneOf(member) ?? '')

/** The number is sent with its country until the school has confirmed it, because a number of another country may look like one of Brazil. */
function chooseNumber(
  member: PhoneColumns & { phone_confirmed: string | null },
  given: string | undefined,
  countries: string[],
): string {
  const known = smsNumberOfMember(member)
  const givenNumber = given === undefined ? undefined : smsNumberOf(e164Of(given) ?? '')
  if (known && given && givenNumber !== known) throw invalidField('cellphone', studentTexts.otherCellphone)
  const number = known ?? givenNumber
  if (!number) throw invalidField('cellphone', studentTexts.noSmsNumber)
  if (!countries.some((code) => number.startsWith(`+${code}`))) throw invalidField('cellphone', studentTexts.smsCountry)
  if (member.phone_confirmed !== number && !(given && saysNumber(given, number)))
    throw invalidField('cellphone', studentTexts.confirmNumber(describePhone(number)))
  return number
}

/** Refuses the team: the bearer of such a password or link would have their powers. */
async function requireStudent(db: SchoolDb, userId: string) {
  const student = await queries.lockStudentById(db, userId)
  if (!student) throw notFound()
  if (student.is_team) throw new AppError('administrators_own_access')
}
