import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../../core/file-store.ts'
import { openImage } from '../../../files/images.ts'
import type { CertificateData } from '../../../pdf/certificate-data.ts'
import type { CertificateFacts } from '../issuing/facts.ts'

/** Reads the pictures of an issue and joins them with what it prints. */
export async function loadCertificateData(
  files: FileStore,
  schoolId: string,
  facts: CertificateFacts,
  issue: Pick<
    CertificateData,
    'cpf' | 'completedOn' | 'issuedOn' | 'code' | 'number' | 'register' | 'verifyUrl' | 'lastingUrl' | 'theme' | 'salt'
  >,
): Promise<CertificateData> {
  const [logo, darkLogo, ...signatures] = await Promise.all(
    [facts.logo_key, facts.dark_logo_key, ...facts.signers.map(({ signature_key }) => signature_key)].map((key) =>
      readPicture(files, schoolId, key),
    ),
  )
  return {
    ...issue,
    layout: facts.layout,
    title: facts.title,
    studentName: facts.student_name,
    courses: facts.courses.map(({ title, from_school, workload_minutes, modules }) => ({
      title,
      fromSchool: from_school,
      workloadMinutes: workload_minutes,
      modules,
    })),
    workloadMinutes: facts.workload_minutes,
    mark: facts.mark ?? undefined,
    hasSyllabus: facts.has_syllabus,
    schoolName: facts.school_name,
    legalName: facts.legal_name,
    taxId: facts.tax_id,
    place: facts.place,
    signers: facts.signers.map(({ name, role }, index) => ({ name, role, signature: signatures[index] })),
    startedOn: facts.started_on === null ? undefined : new Date(facts.started_on),
    logo,
    darkLogo,
  }
}

/** Picture as large as print needs. One that has gone from the store must not hold the certificate back. */
async function readPicture(files: FileStore, schoolId: string, key: string | null): Promise<Buffer | undefined> {
  const stream = key && (await openImage(files, schoolId, key, 960))
  return stream ? buffer(stream) : undefined
}
