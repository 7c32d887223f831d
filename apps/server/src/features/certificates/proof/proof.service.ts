import type { Certificate, ShownFacts, Verification } from '@escola/contract/certificates.contract'
import { formatOutOf } from '@escola/contract/exam-texts'
import { formatTaxId } from '@escola/contract/tax-ids'
import { formatWorkload } from '@escola/contract/workload'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { Attended, School, Visited } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { makeSignedFileUrl } from '../../../files/signed-links.ts'
import { readCode } from '../issuing/code.ts'
import { courseTitleOf, originOf } from '../issuing/facts.ts'
import { findByCode, findPdf, isBlocked, listIssues, listOf, setShown } from './proof.queries.ts'

export async function listMine(school: Attended): Promise<{ certificates: Certificate[] }> {
  const rows = await school.tx((db) => listOf(db, school.actor.userId))
  return {
    certificates: rows.map((row) => ({
      id: row.id,
      degree_id: row.course_id ?? row.facts.courses[0]!.course_id,
      degree_title: courseTitleOf(row.facts),
      degree_link: row.course_link,
      code: row.code,
      status: row.utc_revoked_on ? 'revoked' : (row.status as Certificate['status']),
      revoked_why: row.utc_revoked_on ? row.revoked_why : undefined,
      workload_hours_pretty: formatWorkload(row.facts.workload_minutes),
      utc_completed_on: row.utc_completed_on.toISOString(),
      utc_issued_on: row.utc_issued_on.toISOString(),
      corrected_name: findCorrectedName(row),
      shows_hours: row.shows_hours,
      shows_syllabus: row.shows_syllabus,
    })),
  }
}

/** The student's name of today, where they may issue the certificate again with it. */
const findCorrectedName = (row: Awaited<ReturnType<typeof listOf>>[number]) =>
  row.status === 'ready' &&
  !row.utc_revoked_on &&
  !row.utc_student_reissued_on &&
  row.name_today !== row.facts.student_name
    ? row.name_today
    : null

/** The PDF is for its student and, while the school is not blocked, for the team's members who have certificates; for other callers there is no such certificate. */
export async function getPdfLink(school: Attended, id: string, tools: Tools): Promise<{ url: string }> {
  const pdf = await school.tx(async (db) => {
    const found = await findPdf(db, id)
    if (found?.user_id === school.actor.userId) return found
    return school.may('certificates') && (school.isPlatformView || !(await isBlocked(db))) ? found : undefined
  })
  if (!pdf) throw notFound()
  if (pdf.utc_revoked_on) throw new AppError('certificate_revoked')
  if (pdf.status === 'failed') throw new AppError('certificate_failed')
  if (pdf.status !== 'ready' || !pdf.file_id) throw new AppError('certificate_not_ready')
  return { url: makeSignedFileUrl(tools, school, { fileId: pdf.file_id, way: 'certificate', id }) }
}

/** Keeps the choice with the certificate, so that later issues show the same. */
export async function chooseShown(
  school: Attended,
  { id, ...shown }: ShownFacts & { id: string },
): Promise<ShownFacts> {
  if (!(await school.tx((db) => setShown(db, { id, userId: school.actor.userId, shown })))) throw notFound()
  return shown
}

/**
 * Proves what was issued under a code. Certificates of a blocked school are proven too: they belong to its students, who owe nothing. What
 * the student chose not to show never leaves the server.
 */
export async function verifyCertificate(
  school: School & Partial<Pick<Visited, 'actor'>>,
  typedCode: string,
): Promise<Verification> {
  const found = await school.tx(async (db) => {
    const row = await findByCode(db, readCode(typedCode))
    return row && { row, issues: row.record_id ? await listIssues(db, row.record_id) : [] }
  })
  if (!found) throw notFound()
  const { row, issues } = found
  const { facts } = row
  const modules = row.shows_syllabus ? facts.courses.flatMap((course) => course.modules) : []
  return {
    code: row.code,
    state: row.utc_revoked_on ? 'revoked' : row.utc_replaced_on ? 'replaced' : 'valid',
    title: facts.title,
    student_name: facts.student_name,
    course_title: courseTitleOf(facts),
    courses: facts.courses.length,
    origin: originOf(facts),
    workload_hours_pretty: row.shows_hours ? formatWorkload(facts.workload_minutes) : '',
    mark: facts.mark ? formatOutOf(facts.mark) : '',
    utc_started_on: row.shows_hours ? facts.started_on : null,
    utc_completed_on: row.shows_hours ? row.utc_completed_on.toISOString() : null,
    modules: modules.map(({ title, lessons }) => ({ title, lessons: lessons.map((lesson) => lesson.title) })),
    school_name: facts.school_name,
    legal_name: facts.legal_name,
    issuer_number: formatTaxId(facts.tax_id),
    place: facts.place,
    signature_name: facts.signers
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', '),
    register_number: row.register_number,
    register_book: row.register_book,
    utc_issued_on: row.utc_issued_on.toISOString(),
    number: row.number,
    is_drawn: row.status === 'ready',
    is_queued: row.status === 'queued',
    issues: issues.map(({ number, sha256, utc_issued_on, utc_replaced_on }) => ({
      number,
      sha256,
      utc_issued_on: utc_issued_on.toISOString(),
      is_current: utc_replaced_on === null,
    })),
    utc_revoked_on: row.utc_revoked_on?.toISOString() ?? null,
    revoked_why: row.revoked_why ?? '',
    is_mine: row.user_id !== null && row.user_id === school.actor?.userId,
  }
}
