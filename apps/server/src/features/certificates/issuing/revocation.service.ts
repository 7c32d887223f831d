import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../../core/app-error.ts'
import type { Attended } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { announceIssue } from './announcing.service.ts'
import { findDrawn, findOwner, lockRecord, setRevocation } from './records.queries.ts'

/** Revokes a certificate in all its issues, and tells its student why. One that is revoked keeps its first reason. */
export function revokeCertificate(school: Attended, { id, why }: { id: string; why: string }, tools: Clock) {
  return school.tx(async (db) => {
    const { recordId, userId, isRevoked } = await lockRecordOf(db, id)
    if (isRevoked) return done
    const now = tools.now()
    await setRevocation(db, recordId, { utc_revoked_on: now, revoked_why: why, revoked_by: school.actor.userId })
    const dedupeKey = `certificate_revoked:${recordId}:${now.getTime()}`
    await queueMessage(db, { userId, kind: 'certificate_revoked', dedupeKey, params: { certificateId: id } }, tools)
    return done
  })
}

/** Takes a revocation back. An issue that was drawn meanwhile is announced now. */
export function restoreCertificate(school: Attended, { id }: { id: string }, tools: Clock) {
  return school.tx(async (db) => {
    const { recordId, userId, isRevoked } = await lockRecordOf(db, id)
    if (!isRevoked) return done
    await setRevocation(db, recordId, { utc_revoked_on: null, revoked_why: '', revoked_by: null })
    const drawn = await findDrawn(db, recordId)
    if (drawn) await announceIssue(db, { certificateId: drawn.id, userId }, tools)
    return done
  })
}

/** Holds the certificate that an issue belongs to; there is none where the student was erased. */
async function lockRecordOf(db: SchoolDb, certificateId: string) {
  const owner = await findOwner(db, certificateId)
  if (!owner) throw notFound()
  const { utc_revoked_on } = await lockRecord(db, owner.record_id)
  return { recordId: owner.record_id, userId: owner.user_id, isRevoked: utc_revoked_on !== null }
}
