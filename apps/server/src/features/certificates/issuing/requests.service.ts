import { sumCoursesMin } from '@escola/contract/certificate-choice'
import { type CertificateRequest, issueMessages } from '@escola/contract/certificate-issues.contract'
import { explainMissingMark } from '@escola/contract/certificate-marks'
import { dayMs } from '@escola/contract/durations'
import { joinTitles } from '@escola/contract/text'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { Attended } from '../../../core/scope.ts'
import { studentOf } from '../../../core/studying.ts'
import type { Clock } from '../../../core/tools.ts'
import { type IssuingTemplate, listIssuingTemplates } from '../templates/templates.queries.ts'
import { listReached } from './finished.queries.ts'
import { givesCertificates } from './issuing.queries.ts'
import { issueOnRequest } from './issuing.service.ts'
import { reachesMark, readOwnMark } from './marks.service.ts'
import {
  type CompletionRow,
  isSum,
  listClosedTitles,
  listCompleted,
  listHeldOf,
  listIssuedSums,
} from './requests.queries.ts'
import { chooseTemplate, issuingOf } from './template-choice.ts'

/** Lists what a student may ask for, or waits for: sums first, then the courses finished latest. */
export const listRequests = (school: Attended, { now }: Clock): Promise<{ requests: CertificateRequest[] }> =>
  school.tx(async (db) => {
    if (!(await givesCertificates(db))) return { requests: [] }
    const { userId } = school.actor
    const [saved, completed, held, issued] = await Promise.all([
      listIssuingTemplates(db),
      listCompleted(db, userId),
      listHeldOf(db, userId),
      listIssuedSums(db, userId),
    ])
    const requests: CertificateRequest[] = []
    for (const sum of saved.filter(({ kind }) => kind === 'sum')) {
      const issuing = await issuingOf(db, sum, saved)
      const courses = completed.filter(({ course_id }) => issuing.courseIds.includes(course_id))
      const isReached = (await listReached(db, issuing, [userId])).length > 0
      if (!isReached) {
        const isFinished = courses.length === issuing.courseIds.length && courses.length >= sumCoursesMin
        const closed = isFinished && !issued.includes(sum.id) ? await listClosedTitles(db, issuing.courseIds) : []
        if (closed.length === 0) continue
        const why = issueMessages.sumWaits(closed)
        const place = { modelId: sum.id, minDays: 0, why, now: now() }
        requests.push({ ...toRequest(courses, place), is_waiting: true })
        continue
      }
      const why = held.find(({ course_id, template_id }) => course_id === null && template_id === sum.id)?.held_why
      const place = { modelId: sum.id, minDays: sum.min_days, why, now: now() }
      requests.push(await withMark(db, toRequest(courses, place), { template: sum, courses, userId, now: now() }))
    }
    for (const course of completed.filter(({ is_certified }) => !is_certified).toReversed()) {
      const template = chooseTemplate(saved, course.course_id)
      const why = held.find(({ course_id }) => course_id === course.course_id)?.held_why
      if (!template) continue
      const place = { modelId: null, minDays: template.min_days, why, now: now() }
      const request = toRequest([course], place)
      requests.push(await withMark(db, request, { template, courses: [course], userId, now: now() }))
    }
    return { requests }
  })

function toRequest(
  courses: CompletionRow[],
  {
    modelId,
    minDays,
    why,
    now,
  }: { modelId: string | null; minDays: number; why: string | null | undefined; now: Date },
): CertificateRequest {
  const startedOn = Math.min(...courses.map(({ utc_started_on }) => utc_started_on.getTime()))
  const due = new Date(startedOn + minDays * dayMs)
  return {
    degree_id: courses[0]!.course_id,
    degree_title: joinTitles(courses.map(({ title }) => title)),
    degree_link: courses[0]!.link,
    model_id: modelId,
    utc_due_on: minDays > 0 && due > now ? due.toISOString() : null,
    held_why: why ?? '',
    is_waiting: false,
  }
}

/** Says which mark the certificate waits for, where the student's is too low. */
async function withMark(
  db: SchoolDb,
  request: CertificateRequest,
  {
    template,
    courses,
    userId,
    now,
  }: { template: IssuingTemplate; courses: CompletionRow[]; userId: string; now: Date },
): Promise<CertificateRequest> {
  const { min_mark: minPercent, is_automatic: isAutomatic } = template
  if (minPercent === null) return request
  const courseIds = courses.map(({ course_id }) => course_id)
  const found = await readOwnMark(db, { userId, courseIds }, now)
  if (reachesMark(found?.mark, template)) return request
  const own = found?.isShown ? found.mark : undefined
  return { ...request, held_why: explainMissingMark({ minPercent, own, isAutomatic }), is_waiting: true }
}

/** Issues what the student asks for; what was issued already is the answer. */
export function requestCertificate(
  school: Attended,
  { degreeId, modelId }: { degreeId?: string; modelId?: string },
  { now }: Clock,
) {
  const userId = studentOf(school, degreeId)
  return school.tx(async (db) => {
    if (!(await givesCertificates(db))) throw new AppError('no_certificate_template')
    if (modelId !== undefined) await requireSum(db, modelId)
    const subject = modelId === undefined ? { courseId: degreeId! } : { sumId: modelId }
    return { certificate: await issueOnRequest(db, { userId, ...subject }, now()) }
  })
}

async function requireSum(db: SchoolDb, id: string): Promise<void> {
  if (!(await isSum(db, id))) throw notFound()
}
