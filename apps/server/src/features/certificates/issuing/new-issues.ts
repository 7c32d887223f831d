import { randomBytes } from 'node:crypto'
import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueueMany } from '../../../jobs/enqueue.ts'
import { generateCode } from './code.ts'
import type { StudentFacts } from './facts.queries.ts'
import type { CertificateFacts } from './facts.ts'
import { insertCertificates } from './issuing.queries.ts'
import { findUnprintable } from './printable-facts.ts'
import type { Subject } from './records.queries.ts'

export interface Issued {
  id: string
  number: number
}

/** @throws certificate_unprintable with the field and the text that our fonts can't write */
export function requirePrintable(facts: CertificateFacts, follows: { followsAnother: boolean }): void {
  const found = findUnprintable(facts)
  if (!found) return
  const fields = { [found.field]: refusals.unprintable(found.text, follows) }
  throw new AppError('certificate_unprintable', { fields })
}

export const newIssue = (
  { userId, facts, sealedCpf, completedOn }: Omit<StudentFacts, 'startedOn' | 'mark'>,
  place: { recordId: string; templateId: string | null; number: number; isFollowing?: boolean },
) => ({
  userId,
  facts,
  sealedCpf,
  completedOn,
  isFollowing: false,
  ...place,
  code: generateCode(),
  salt: randomBytes(16).toString('hex'),
})

/** Compares facts as JSON; both were parsed by the same schema, so their keys have the same order. */
export const isSame = (one: CertificateFacts, other: CertificateFacts) => JSON.stringify(one) === JSON.stringify(other)

/** Records issues, and has them drawn. */
export async function issue(
  db: SchoolDb,
  subject: Subject,
  issues: Parameters<typeof insertCertificates>[2],
  now: Date,
) {
  const issued = await insertCertificates(db, subject, issues, now)
  await enqueueMany(
    db,
    jobs.renderCertificate,
    issued.map(({ id }) => ({ certificateId: id })),
  )
  return issued
}
