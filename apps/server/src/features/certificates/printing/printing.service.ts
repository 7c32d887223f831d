import { createHash } from 'node:crypto'
import { refusals } from '@escola/contract/refusals'
import { pathIn } from '../../../core/base-path.ts'
import type { School } from '../../../core/scope.ts'
import type { Clock, Tools } from '../../../core/tools.ts'
import { recordMadeFile } from '../../files/files.service.ts'
import { recordNews } from '../../notices/notices.service.ts'
import { announceIssue } from '../issuing/announcing.service.ts'
import { openCpf } from '../issuing/cpf.service.ts'
import { findUnprintable } from '../issuing/printable-facts.ts'
import { lockRecord } from '../issuing/records.queries.ts'
import { loadCertificateData } from './certificate-data.ts'
import { findPrint, markFailed, markReady, takeRegisterNumber } from './printing.queries.ts'

const contentType = 'application/pdf'

/**
 * Draws and stores the PDF between two short transactions. The key follows from the id, so a second run writes the same place, and only
 * the run that finds the row unfinished sends the mail.
 */
export async function renderCertificate(
  school: School,
  certificateId: string,
  { config, files, now }: Tools,
): Promise<void> {
  const print = await school.tx((db) => findPrint(db, certificateId))
  if (!print || print.status === 'ready') return
  const unprintable = findUnprintable(print.facts)
  // A retry would fail again: the fonts lack a character of the text.
  if (unprintable) {
    const reason = refusals.unprintable(unprintable.text, { followsAnother: print.follows_another })
    return failCertificate(school, certificateId, { now }, reason)
  }
  const register = await school.tx((db) => takeRegisterNumber(db, print.record_id, now()))
  const addressIn = (namespace: string | null) =>
    `${config.publicUrl}${pathIn({ id: school.id, namespace }, `/v/${print.code}`)}`
  const data = await loadCertificateData(files, school.id, print.facts, {
    cpf: openPrintedCpf(school, print, { config }),
    completedOn: print.utc_completed_on,
    issuedOn: print.utc_issued_on,
    code: print.code,
    number: print.number,
    register,
    verifyUrl: addressIn(print.namespace),
    lastingUrl: addressIn(null),
    theme: print.facts.theme || print.ui_theme,
    // Certificates issued before 0134 have no salt and print no CPF.
    salt: print.salt ?? createHash('md5').update(print.code).digest('hex'),
  })
  // Loaded with the first certificate: fonts and drawing take tens of megabytes that mails and imports can do without.
  const { drawCertificate } = await import('../../../pdf/certificate-pdf.ts')
  const pdf = await drawCertificate(data)
  const storageKey = `${school.id}/certificates/${certificateId}.pdf`
  await files.put(storageKey, pdf, contentType)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await school.tx(async (db) => {
    const { utc_revoked_on } = await lockRecord(db, print.record_id)
    const isCurrent = await markReady(db, certificateId, { storageKey, sha256 }, now())
    if (isCurrent === undefined) return
    await recordMadeFile(db, {
      purpose: 'certificate',
      key: storageKey,
      filename: `certificado-${print.code}.pdf`,
      contentType,
      sizeBytes: pdf.length,
    })
    if (!isCurrent || utc_revoked_on) return
    await announceIssue(db, { certificateId, userId: print.user_id }, { now })
  })
}

/** After the last try its student is asked to write to the school, which can issue it again. */
export const failCertificate = (school: School, certificateId: string, tools: Clock, failure: string | null = null) =>
  school.tx(async (db) => {
    await markFailed(db, certificateId, failure)
    await recordNews(db, 'certificate_failed', [certificateId], tools)
  })

/** A CPF sealed for a student who was later merged into another one can no longer be opened, and is left out. */
function openPrintedCpf(
  school: School,
  { sealed_cpf, user_id }: { sealed_cpf: string | null; user_id: string },
  tools: Pick<Tools, 'config'>,
): string {
  if (sealed_cpf === null) return ''
  try {
    return openCpf(sealed_cpf, { schoolId: school.id, userId: user_id }, tools)
  } catch {
    return ''
  }
}
