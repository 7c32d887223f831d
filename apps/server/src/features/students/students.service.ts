import { limits } from '@escola/contract/limits'
import { cleanText } from '@escola/contract/people'
import { smsNumberOf } from '@escola/contract/sms'
import type { StudentSort } from '@escola/contract/sorts'
import { studentTexts } from '@escola/contract/student-texts'
import { isFiltered, type StudentFilter } from '@escola/contract/students.contract'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import { describePhone, phoneOf } from '../../core/phones.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { reissueCertificate } from '../certificates/issuing/issuing.service.ts'
import { recordCompletion } from '../learning/completion.service.ts'
import { progressText } from '../learning/progress.service.ts'
import { listMerges } from '../merges/merges.service.ts'
import { mayWrite, queueMessage } from '../messages/messages.service.ts'
import { listSms } from '../messages/sms.service.ts'
import { listEmailsOf, rememberErased, updateMember } from '../people/members.service.ts'
import { followMerges, listMergedInto } from '../people/merged.service.ts'
import { readOverallProgress } from './overall-progress.service.ts'
import { readFilteredPage } from './search/filters.service.ts'
import { findStudents } from './search/search.service.ts'
import * as queries from './students.queries.ts'

export const listStudents = (
  school: School,
  { search, sort, page, ...filter }: { search: string; sort: StudentSort; page: number } & StudentFilter,
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const cleanSearch = cleanText(search)
    const rowsPerPage = limits.studentsPerPage
    const asked = { search: cleanSearch, sort, page, rowsPerPage }
    const { ids, total, more } = isFiltered(filter)
      ? await readFilteredPage(db, { ...asked, filter }, now())
      : await (cleanSearch === '' ? readPage(db, asked) : readFoundPage(db, asked))
    const list = await readListed(db, ids, sort)
    const enrolled = await queries.readStudentTotal(db)
    const hasAny = total > 0 || (await queries.hasStudents(db))
    return { students: { total, enrolled, more, hasAny, page, rowsPerPage, list } }
  })

async function readListed(db: SchoolDb, ids: string[], sort: StudentSort) {
  const progress = await readOverallProgress(db, ids)
  return (await queries.readStudents(db, ids, sort)).map(({ utc_seen_on, ...row }) => ({
    ...toWireStudent(row),
    progress: progress.get(row.user_id) ?? null,
    utc_seen_on: utc_seen_on?.toISOString() ?? null,
  }))
}

interface Page {
  sort: StudentSort
  page: number
  rowsPerPage: number
}

async function readPage(db: SchoolDb, { sort, page, rowsPerPage }: Page) {
  const total = await queries.countStudents(db)
  const ids = await queries.listStudentIds(db, { sort, ...pageRangeOf({ page, rowsPerPage, total }) })
  return { ids, total, more: false }
}

/** A search counts its matches up to a bound: counting half a school would cost more than showing a page of it. */
async function readFoundPage(db: SchoolDb, { search, sort, page, rowsPerPage }: Page & { search: string }) {
  const bound = limits.studentsFound
  const found = await findStudents(db, { search, sort, atMost: bound + 1 })
  const ids = found.slice(0, bound).slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return { ids, total: Math.min(found.length, bound), more: found.length > bound }
}

/** A student who was merged into another is shown as that one. */
export const openStudent = (
  school: School,
  { link }: { link: string },
  { config, now }: Pick<Tools, 'config' | 'now'>,
) =>
  school.tx(async (db) => {
    const student = (await queries.findStudent(db, link)) ?? (await findFirst(db, link))
    if (!student) throw notFound()
    const progress = await queries.listStudentProgress(db, student.user_id)
    return {
      student: toWireDetails(school.id, student),
      sms: {
        isOn: config.sms.provider !== 'off',
        sent: await listSms(db, student.user_id),
        number: shownNumber(await queries.findPhone(db, student.user_id)),
      },
      merges: await listMerges(db, student.user_id, { now }),
      degrees: progress.map(toWireProgress),
      school_gateways: (await queries.listStudentCohorts(db, student.user_id)).map(({ utc_ends_on, ...cohort }) => ({
        ...cohort,
        utc_ends_on: utc_ends_on?.toISOString() ?? null,
      })),
    }
  })

function shownNumber(member: Awaited<ReturnType<typeof queries.findPhone>>) {
  const e164 = smsNumberOf(phoneOf(member) ?? '')
  if (!e164) return undefined
  return { e164, shown: describePhone(e164), is_confirmed: member.phone_confirmed === e164 }
}

async function findFirst(db: SchoolDb, link: string) {
  const userId = await queries.findMergedId(db, link)
  return userId && queries.findStudent(db, (await followMerges(db, [userId])).get(userId)!)
}

export const saveNotes = (school: School, { link, notes }: { link: string; notes: string }) =>
  changeStudent(school, link, { notes: notes.replaceAll('\0', '') })

/** The address is what the administrator saw: another one that the student has meanwhile is asked about again. */
export const confirmEmail = (school: School, { link, email }: { link: string; email: string }) =>
  changeStudent(school, link, { email_confirmed: email })

const changeStudent = (school: School, link: string, values: Parameters<typeof updateMember>[2]) =>
  school.tx(async (db) => {
    const student = await queries.findStudentId(db, link)
    if (!student) throw notFound()
    await updateMember(db, student.user_id, values)
    return done
  })

/**
 * Corrects what this school has of a student. Other schools and the account keep theirs, and what the student chooses in their own profile later goes
 * before it. Certificates that are held for the name are tried again by the clock.
 */
export async function correctStudent(
  school: Attended,
  { link, ...contact }: { link: string; name?: string | undefined; cellphone?: string | undefined },
  { securityLog }: { securityLog: SecurityLog },
) {
  const studentId = await school.tx(async (db) => {
    const student = await queries.lockStudent(db, link)
    if (!student) throw notFound()
    if (student.is_team) throw invalidField('name', studentTexts.administratorsContact)
    await updateMember(db, student.user_id, contact)
    return student.user_id
  })
  securityLog.record('student_contact_corrected', school, {
    userId: school.actor.userId,
    schoolId: school.id,
    studentId,
  })
  return done
}

/**
 * Erases what this school keeps of a student, for good: proofs of certificates and facts of sales stay without the name. Other schools and the
 * account itself are not this school's to touch.
 */
export function eraseStudent(school: Attended, { link }: { link: string }, tools: LifecycleTools) {
  return school.tx(async (db) => {
    const known = await queries.findStudentId(db, link)
    if (!known) throw notFound()
    const { erased, administrators } = await eraseStudents(db, school.id, [known.user_id], tools)
    if (administrators > 0) throw new AppError('administrator_stays')
    if (erased === 0) throw notFound()
    return done
  })
}

interface ErasingOf {
  /** Leaves those of these students, who are held by then, who are to be erased still: until then a sale or an administrator may give them a class. */
  sift?: (userIds: string[]) => Promise<string[]>
  /** The school has never meant to have them, so nothing keeps them from coming by themselves. */
  forgets?: boolean
}

/** Erases several students in the transaction of a caller who holds nothing of theirs. Administrators stay, and users who are no students here. */
export async function eraseStudents(
  db: SchoolDb,
  schoolId: string,
  userIds: string[],
  tools: LifecycleTools,
  { sift, forgets = false }: ErasingOf = {},
): Promise<{ erased: number; administrators: number }> {
  for (const userId of userIds) await lockForErasing(db, userId, tools)
  const held = await queries.lockStudents(db, userIds)
  const sifted = new Set(sift ? await sift(userIds) : userIds)
  const students = held.filter(({ is_team, user_id }) => !is_team && sifted.has(user_id))
  for (const student of students) {
    const erased = await eraseMember(db, schoolId, student, tools)
    if (!forgets) await rememberErased(db, erased)
  }
  return { erased: students.length, administrators: held.length - students.length }
}

/** Locks what is locked before a student who may be erased. */
export async function lockForErasing(db: SchoolDb, userId: string, { lifecycle }: LifecycleTools): Promise<void> {
  for (const { erasing } of lifecycle) await erasing?.lock?.(db, userId)
}

/**
 * Erases what a school keeps of one of its people, whatever their role, and with them of those for whom they went on. A merging that could be undone
 * is, so that the other student keeps what is theirs.
 * @returns the users whom it erased
 */
export async function eraseMember(
  db: SchoolDb,
  schoolId: string,
  member: { user_id: string },
  tools: LifecycleTools,
): Promise<string[]> {
  for (const { erasing } of tools.lifecycle) await erasing?.undo?.(db, member.user_id, tools)
  const merged = await listMergedInto(db, member.user_id)
  const userIds = [...merged.map((each) => each.userId), member.user_id]
  for (const userId of userIds) for (const { erasing } of tools.lifecycle) await erasing?.giveBack?.(db, userId, tools)
  for (const userId of userIds) await eraseOne(db, schoolId, userId, tools)
  return userIds
}

async function eraseOne(db: SchoolDb, schoolId: string, userId: string, tools: LifecycleTools): Promise<void> {
  const steps = tools.lifecycle.flatMap(({ erasing }) => erasing ?? [])
  for (const { addUp } of steps) await addUp?.(db, userId)
  for (const { erase } of steps) await erase?.(db, userId, tools)
  for (const email of await listEmailsOf(db, userId))
    for (const { eraseEmail } of steps) await eraseEmail?.(db, { userId, email })
  for (const { leave } of steps) await leave?.(db, schoolId, userId)
}

/** The course may have lost the lessons that were missing, so completion is recorded again before the certificate is. */
export const reissueForStudent = (school: School, claim: { userId: string; courseId: string }, tools: Clock) =>
  school.tx(async (db) => {
    const now = tools.now()
    await recordCompletion(db, claim, now)
    return { certificate: await reissueCertificate(db, claim, now) }
  })

/** Finds the student whose link is asked for; administrators get none from others. */
export async function findRecipient(db: SchoolDb, email: string) {
  const member = await queries.findMemberByEmail(db, email)
  if (!member) throw new AppError('email_not_found')
  if (!member.is_student) throw new AppError('student_email_not_found')
  if (member.is_team) throw new AppError('administrators_own_access')
  return member
}

/** Sends the student's link once more, at most once a minute, so that an impatient administrator doesn't fill a mailbox. */
export const resendLink = (school: School, { email }: { email: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const { user_id: userId } = await findRecipient(db, email)
    if (!(await mayWrite(db, userId, 'invitation', { now }))) throw new AppError('too_many_requests')
    const dedupeKey = `invitation:${userId}:${minuteOf(now())}`
    await queueMessage(db, { userId, kind: 'invitation', dedupeKey }, { now })
    return done
  })

export const toWireStudent = <Row extends queries.StudentRow>({ utc_created_on, ...row }: Row) => ({
  ...row,
  utc_created_on: utc_created_on.toISOString(),
})

const toWireDetails = (
  schoolId: string,
  { profile_image_key, utc_seen_on, ...row }: NonNullable<Awaited<ReturnType<typeof queries.findStudent>>>,
) => ({
  ...toWireStudent(row),
  phone_e164: phoneOf(row),
  profile_img_url: imageUrl(schoolId, profile_image_key),
  utc_seen_on: utc_seen_on?.toISOString() ?? null,
})

const toWireProgress = ({ certificate, certificate_held_why, stopped_on, ...course }: queries.ProgressRow) => ({
  ...course,
  progress: progressText(course.completed, course.lessons),
  utc_stopped_on: stopped_on?.toISOString() ?? null,
  certificate_held_why: certificate_held_why ?? undefined,
  certificate: certificate && {
    ...certificate,
    failure: certificate.failure ?? undefined,
    revoked_why: certificate.revoked_why ?? undefined,
  },
})
