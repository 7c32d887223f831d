import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { refusals } from '@escola/contract/refusals'
import { formatWorkload } from '@escola/contract/workload'
import { pathIn } from '../../../core/base-path.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { openImage } from '../../../files/images.ts'
import type { FileStore } from '../../../files/store.ts'
import { noteMadeFile } from '../../files/files.service.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { noteNews } from '../../notices/notices.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { courseTitleOf } from '../issuing/facts.ts'
import { lockRecord } from '../issuing/records.queries.ts'
import { findPrint, markFailed, markReady } from './printing.queries.ts'

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
  const { facts } = print
  const signer = facts.signers[0]
  const [logo, signature] = await Promise.all([
    readPicture(files, school.id, facts.logo_key),
    readPicture(files, school.id, signer?.signature_key ?? null),
  ])
  const data = {
    studentName: facts.student_name,
    courseTitle: courseTitleOf(facts),
    workload: formatWorkload(facts.workload_minutes),
    schoolName: facts.school_name,
    signatureName: signer?.name ?? '',
    code: print.code,
    completedOn: print.utc_completed_on,
    issuedOn: print.utc_issued_on,
    verifyUrl: `${config.publicUrl}${pathIn({ id: school.id, namespace: print.namespace }, `/v/${print.code}`)}`,
    lastingUrl: `${config.publicUrl}${pathIn({ id: school.id, namespace: null }, `/v/${print.code}`)}`,
    theme: print.ui_theme,
    logo,
    signature,
  }
  // Loaded with the first certificate: fonts and drawing take tens of megabytes that mails and imports can do without.
  const [{ drawCertificate }, { UnprintableText }] = await Promise.all([
    import('../../../pdf/certificate-pdf.ts'),
    import('../../../pdf/fonts.ts'),
  ])
  let pdf: Buffer
  try {
    pdf = await drawCertificate(data)
  } catch (error) {
    // Trying again would not teach our fonts a letter.
    if (!(error instanceof UnprintableText)) throw error
    return failCertificate(
      school,
      certificateId,
      { now },
      refusals.unprintable(error.text, { followsAnother: print.follows_another }),
    )
  }
  const storageKey = `${school.id}/certificates/${certificateId}.pdf`
  await files.put(storageKey, pdf, contentType)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await school.tx(async (db) => {
    await lockRecord(db, print.record_id)
    const isCurrent = await markReady(db, certificateId, { storageKey, sha256 }, now())
    if (isCurrent === undefined) return
    await noteMadeFile(db, {
      purpose: 'certificate',
      key: storageKey,
      filename: `certificado-${print.code}.pdf`,
      contentType,
      sizeBytes: pdf.length,
    })
    if (!isCurrent) return
    const dedupeKey = `certificate:${certificateId}`
    const message = { userId: print.user_id, kind: 'certificate_ready', dedupeKey, params: { certificateId } } as const
    await queueMessage(db, message, { now })
    await notify(db, { kind: 'certificate_issued', subjectId: certificateId }, [print.user_id], { now })
  })
}

/** After the last try: its student is told to ask the school, who can issue it again. */
export const failCertificate = (
  school: School,
  certificateId: string,
  tools: Pick<Tools, 'now'>,
  failure: string | null = null,
) =>
  school.tx(async (db) => {
    await markFailed(db, certificateId, failure)
    await noteNews(db, 'certificate_failed', [certificateId], tools)
  })

/** Picture as large as print needs. One that has gone from the store must not hold the certificate back. */
async function readPicture(files: FileStore, schoolId: string, key: string | null): Promise<Buffer | undefined> {
  const stream = key && (await openImage(files, schoolId, key, 960))
  return stream ? buffer(stream) : undefined
}
