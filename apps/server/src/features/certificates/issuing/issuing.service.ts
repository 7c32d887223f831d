import { sumCoursesMin } from '@escola/contract/certificate-choice'
import { issueMessages } from '@escola/contract/certificate-issues.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { recordNews } from '../../notices/notices.service.ts'
import { type IssuingTemplate, listIssuingTemplates } from '../templates/templates.queries.ts'
import { findClosure, reissueAsItWas } from './closed-certificates.service.ts'
import { listFacts, type StudentFacts } from './facts.queries.ts'
import { type HeldRecord, hasAllOpen, listReached } from './finished.queries.ts'
import {
  findCompletion,
  findLatest,
  givesCertificates,
  hasCurrent,
  listUncertified,
  lockCompletion,
  replaceFailed,
  unnameCertificates,
} from './issuing.queries.ts'
import { reachesMark } from './marks.service.ts'
import { type Issued, isSame, issue, newIssue, requirePrintable } from './new-issues.ts'
import { findUnprintable } from './printable-facts.ts'
import {
  type Claim,
  ensureRecords,
  hasMemberAndCourse,
  lockRecord,
  lockRecords,
  type Subject,
  setHeld,
} from './records.queries.ts'
import { chooseTemplate, issuingOf, sumsOf } from './template-choice.ts'

/** Keeps the proofs of a student's certificates, without their name and their files. */
export const forgetHolder = (db: SchoolDb, userId: string): Promise<void> => unnameCertificates(db, userId)

/**
 * Issues certificates beside what completed the course, to those who never had one, if the school gives them and has a template: that of the course, and
 * those of the sums that it was missing in.
 */
export async function issueOnCompletion(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  if (userIds.length === 0 || !(await givesCertificates(db))) return
  await issueBy(db, await listIssuingTemplates(db), { courseId, userIds }, now)
}

/**
 * Issues the certificates that waited for a student's mark in a course. Another hand-in, or a click that finishes the course, waits for the lock on
 * the student's progress and then sees this mark.
 */
export async function issueOnMark(
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const saved = await listIssuingTemplates(db)
  if (!saved.some(waitsForMarks) || !(await givesCertificates(db))) return false
  if (!(await lockCompletion(db, { userId, courseId }))) return true
  // Two courses of a sum may be finished, or marked, at the same time.
  for (const sum of sumsOf(saved, courseId).filter(waitsForMarks)) await lockSum(db, sum, [userId], now)
  await issueBy(db, saved, { courseId, userIds: [userId] }, now)
  return true
}

const waitsForMarks = ({ is_automatic, min_mark }: IssuingTemplate) => is_automatic && min_mark !== null

/** Holds these students' certificates of a sum until the transaction ends. */
const lockSum = async (db: SchoolDb, { id }: IssuingTemplate, userIds: string[], now: Date) =>
  lockRecords(
    db,
    (await ensureRecords(db, { sumId: id }, userIds, now)).map((record) => record.id),
  )

async function issueBy(
  db: SchoolDb,
  saved: IssuingTemplate[],
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  const template = chooseTemplate(saved, courseId)
  if (template?.is_automatic) {
    const uncertified = await listUncertified(db, courseId, userIds)
    await issueFirst(db, { template, subject: { courseId }, courseIds: [courseId], userIds: uncertified }, now)
  }
  for (const sum of sumsOf(saved, courseId).filter(({ is_automatic }) => is_automatic)) {
    const issuing = await issuingOf(db, sum, saved)
    if (!(await hasAllOpen(db, issuing.courseIds))) await scheduleJob(db, jobs.issueDue, nextLook(now))
    const reached = await listReached(db, issuing, userIds)
    if (waitsForMarks(sum) && reached.length > 0) await lockSum(db, sum, reached, now)
    const first = { template: sum, subject: { sumId: sum.id }, courseIds: issuing.courseIds, userIds: reached }
    await issueFirst(db, first, now)
  }
}

interface FirstIssues {
  template: IssuingTemplate
  subject: Subject
  courseIds: string[]
  userIds: string[]
}

/**
 * Issues the first certificates of these students, of whom none was issued. The clock issues those whose days of study are not over, and those that can't
 * be printed, which are held until they can. Those whose mark is too low wait for a higher one.
 * @returns students whose certificates are held
 */
export async function issueFirst(
  db: SchoolDb,
  { template, subject, courseIds, userIds }: FirstIssues,
  now: Date,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const finished = await listFacts(db, courseIds, userIds, template)
  const students = finished.filter((student) => dueOf(student, template) <= now && reachesMark(student.mark, template))
  const waiting = finished.map((student) => dueOf(student, template).getTime()).filter((due) => due > now.getTime())
  if (waiting.length > 0) await scheduleJob(db, jobs.issueDue, new Date(Math.min(...waiting)))
  if (students.length === 0) return []
  const ids = students.map(({ userId }) => userId)
  const recordIds = new Map((await ensureRecords(db, subject, ids, now)).map(({ id, user_id }) => [user_id, id]))
  const held = await holdUnprintable(db, students, (userId) => recordIds.get(userId)!, now)
  const issues = students
    .filter(({ userId }) => !held.includes(userId))
    .map((student) =>
      newIssue(student, { recordId: recordIds.get(student.userId)!, templateId: template.id, number: 1 }),
    )
  await issue(db, subject, issues, now)
  return held
}

/** Records which of the certificates can't be printed and why, and notifies the administrators. @returns their students */
async function holdUnprintable(
  db: SchoolDb,
  students: StudentFacts[],
  recordIdOf: (userId: string) => string,
  now: Date,
): Promise<string[]> {
  const held = students.flatMap(({ userId, facts }) => {
    const found = findUnprintable(facts)
    return found ? { userId, recordId: recordIdOf(userId), why: issueMessages.held(found.text, found.field) } : []
  })
  if (held.length === 0) return []
  for (const [why, group] of Map.groupBy(held, (each) => each.why))
    await setHeld(
      db,
      group.map(({ recordId }) => recordId),
      why,
    )
  await recordNews(
    db,
    'certificate_held',
    held.map(({ recordId }) => recordId),
    { now: () => now },
  )
  await scheduleJob(db, jobs.issueDue, nextTry(now))
  return held.map(({ userId }) => userId)
}

/** Moment at which the clock looks again whether held certificates can be printed. */
export const nextTry = (now: Date) => new Date(now.getTime() + heldMinutes * minuteMs)
const heldMinutes = 15

/** Moment at which the clock looks again whether a sum that stands still goes on. Publishing a course and opening an edition have it look at once. */
export const nextLook = (now: Date) => new Date(now.getTime() + dayMs)

/** Issues the held certificates that can be printed by now. A certificate that no template issues automatically is no longer held. */
export async function retryHeld(db: SchoolDb, held: HeldRecord[], now: Date): Promise<void> {
  const saved = await listIssuingTemplates(db)
  for (const records of Map.groupBy(held, subjectKey).values()) {
    const { course_id, template_id } = records[0]!
    const subject = course_id === null ? { sumId: template_id! } : { courseId: course_id }
    const template = findTemplate(saved, subject)
    const userIds = records.map(({ user_id }) => user_id)
    const courseIds = template ? await listCourses(db, template, subject, saved) : []
    const due = template?.is_automatic ? await listDue(db, template, userIds, saved) : []
    const still = template ? await issueFirst(db, { template, subject, courseIds, userIds: due }, now) : []
    const settled = records.filter(({ user_id }) => !still.includes(user_id))
    await setHeld(
      db,
      settled.map(({ id }) => id),
      null,
    )
  }
}

/** Leaves out those of the students who have not reached a sum, or no longer. */
const listDue = async (db: SchoolDb, template: IssuingTemplate, userIds: string[], saved: IssuingTemplate[]) =>
  template.kind === 'sum' ? listReached(db, await issuingOf(db, template, saved), userIds) : userIds

const subjectKey = ({ course_id, template_id }: HeldRecord) => (course_id === null ? `sum ${template_id}` : course_id)

const findTemplate = (saved: IssuingTemplate[], { courseId, sumId }: Subject): IssuingTemplate | undefined =>
  courseId === undefined
    ? saved.find(({ id, kind }) => kind === 'sum' && id === sumId)
    : chooseTemplate(saved, courseId)

const listCourses = async (
  db: SchoolDb,
  template: IssuingTemplate,
  { courseId }: Subject,
  saved: IssuingTemplate[],
): Promise<string[]> => (courseId === undefined ? (await issuingOf(db, template, saved)).courseIds : [courseId])

/**
 * Issues the certificate of what a student has finished again, as things are written today. The earlier one is good until the new one is drawn,
 * and on record as replaced from then on; while an issue that says the same waits to be drawn, it is the answer. Of what is closed the name alone is
 * written again.
 * @param unlessSame an issue that says the same is the answer once it is drawn, too, where it has its place in the register
 * @param saved saved templates, where many certificates are issued after one reading of them
 */
export async function reissueCertificate(
  db: SchoolDb,
  claim: Claim,
  now: Date,
  { unlessSame = false, saved }: { unlessSame?: boolean; saved?: IssuingTemplate[] } = {},
): Promise<Issued & { isNew: boolean }> {
  const closure = await findClosure(db, claim)
  if (closure) return reissueAsItWas(db, { claim, ...closure }, now)
  const { student, template, recordId, latest, isRegistered } = await openClaim(db, claim, now, saved)
  if (claim.courseId === undefined && student.facts.courses.length < sumCoursesMin)
    throw new AppError('certificate_sum_unreached')
  const isKept = latest?.status === 'queued' || (unlessSame && isRegistered && latest?.status === 'ready')
  if (latest && isKept && latest.sealed_cpf === student.sealedCpf && isSame(latest.facts, student.facts))
    return { id: latest.id, number: latest.number, isNew: false }
  await replaceFailed(db, recordId, now)
  const next = newIssue(student, {
    recordId,
    templateId: template.id,
    number: (latest?.number ?? 0) + 1,
    isFollowing: await hasCurrent(db, recordId),
  })
  const [issued] = await issue(db, claim, [next], now)
  return { ...issued!, isNew: true }
}

/** Issues the certificate of what its student has finished, and asks for. One that was issued already is the answer. */
export async function issueOnRequest(db: SchoolDb, claim: Claim, now: Date): Promise<Issued> {
  const { student, template, recordId, latest } = await openClaim(db, claim, now)
  if (latest) return { id: latest.id, number: latest.number }
  const first = newIssue(student, { recordId, templateId: template.id, number: 1 })
  const [issued] = await issue(db, claim, [first], now)
  return issued!
}

/**
 * Holds the certificate of what a student has finished, and reads what it would say today.
 * @throws no_certificates for a first issue in a school that gives none, certificate_too_early and certificate_mark_too_low for a first issue
 * while the days of study of the template are not over, or its mark is not reached
 */
async function openClaim(db: SchoolDb, claim: Claim, now: Date, templates?: IssuingTemplate[]) {
  const { userId, courseId } = claim
  if (courseId !== undefined && !(await findCompletion(db, { userId, courseId })))
    throw (await hasMemberAndCourse(db, { userId, courseId })) ? new AppError('course_not_completed') : notFound()
  const saved = templates ?? (await listIssuingTemplates(db))
  const template = findTemplate(saved, claim)
  if (!template) throw new AppError('no_certificate_template')
  const courseIds = await listCourses(db, template, claim, saved)
  const [record] = await ensureRecords(db, claim, [userId], now)
  const recordId = record!.id
  const { utc_revoked_on, register_number } = await lockRecord(db, recordId)
  if (utc_revoked_on) throw new AppError('certificate_revoked')
  const [latest, [student]] = await Promise.all([
    findLatest(db, recordId),
    listFacts(db, courseIds, [userId], template),
  ])
  const unreached = async () =>
    new AppError((await hasAllOpen(db, courseIds)) ? 'certificate_sum_unreached' : 'certificate_sum_stopped')
  if (!student) throw courseId === undefined ? await unreached() : new AppError('course_not_completed')
  if (!latest) {
    if (!(await givesCertificates(db))) throw new AppError('no_certificates')
    if (courseId === undefined && (await listReached(db, await issuingOf(db, template, saved), [userId])).length === 0)
      throw await unreached()
    const due = dueOf(student, template)
    if (due > now) throw new AppError('certificate_too_early', { fields: { degreeId: issueMessages.dueOn(due) } })
    if (!reachesMark(student.mark, template)) throw new AppError('certificate_mark_too_low')
  }
  requirePrintable(student.facts, { followsAnother: latest?.status === 'ready' })
  await setHeld(db, [recordId], null)
  return { student, template, recordId, latest, isRegistered: register_number !== null }
}

/**
 * Moment from which the template issues the student's certificate: so many days after the first lesson was opened. Without such days it waits for
 * none, also where another clock wrote the start.
 */
const dueOf = ({ startedOn }: StudentFacts, { min_days }: { min_days: number }) =>
  new Date(min_days === 0 ? 0 : startedOn.getTime() + min_days * dayMs)
