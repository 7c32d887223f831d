import type { Certificate, Verification } from '@escola/contract/certificates.contract'
import { formatWorkload } from '@escola/contract/workload'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { makeSignedFileUrl } from '../../../files/signed-links.ts'
import { readCode } from '../issuing/code.ts'
import { courseTitleOf } from '../issuing/facts.ts'
import { findByCode, findPdf, listOf } from './proof.queries.ts'

export async function listMine(school: Attended): Promise<{ certificates: Certificate[] }> {
  const rows = await school.tx((db) => listOf(db, school.actor.userId))
  return {
    certificates: rows.map((row) => ({
      id: row.id,
      degree_id: row.course_id ?? row.facts.courses[0]!.course_id,
      degree_title: courseTitleOf(row.facts),
      degree_link: row.course_link,
      code: row.code,
      status: row.status as Certificate['status'],
      workload_hours_pretty: formatWorkload(row.facts.workload_minutes),
      utc_completed_on: row.utc_completed_on.toISOString(),
      utc_issued_on: row.utc_issued_on.toISOString(),
    })),
  }
}

/** The PDF is for its student and the school's administrators; for other callers there is no such certificate. */
export async function getPdfLink(school: Attended, id: string, tools: Tools): Promise<{ url: string }> {
  const pdf = await school.tx((db) => findPdf(db, id))
  if (!pdf || (pdf.user_id !== school.actor.userId && !school.isAdmin)) throw notFound()
  if (pdf.status === 'failed') throw new AppError('certificate_failed')
  if (pdf.status !== 'ready' || !pdf.file_id) throw new AppError('certificate_not_ready')
  return { url: makeSignedFileUrl(tools, school, { fileId: pdf.file_id, way: 'certificate', id }) }
}

/** Certificates of a blocked school are proven too: they belong to its students, who owe nothing. */
export async function verifyCertificate(school: School, typedCode: string): Promise<Verification> {
  const row = await school.tx((db) => findByCode(db, readCode(typedCode)))
  if (!row) throw notFound()
  return {
    code: row.code,
    state: row.utc_replaced_on ? 'replaced' : 'valid',
    student_name: row.facts.student_name,
    course_title: courseTitleOf(row.facts),
    workload_hours_pretty: formatWorkload(row.facts.workload_minutes),
    school_name: row.facts.school_name,
    signature_name: row.facts.signers[0]?.name ?? '',
    utc_completed_on: row.utc_completed_on.toISOString(),
    utc_issued_on: row.utc_issued_on.toISOString(),
    number: row.number,
    sha256: row.sha256,
  }
}
