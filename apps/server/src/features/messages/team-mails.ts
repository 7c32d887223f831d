import { hasRight, type Permission, type Rights } from '@escola/contract/permissions'
import type { MessageKind } from './message-kinds.ts'
import { isPaymentKind } from './payment-letters.ts'
import { SubjectGone } from './subject-gone.ts'

/**
 * Right that a mail to the team takes when it leaves; 'each' where its parts ask, undefined for mails to others. Warnings of a thief's acts ask
 * only when they are queued: a thief would take the right of the person who is warned.
 */
const rightFor = (kind: MessageKind): Permission | 'each' | undefined => {
  if (kind === 'admin_digest') return 'each'
  if (kind === 'school_blocked' || kind === 'school_unblocked') return 'settings'
  return isPaymentKind(kind) ? 'money' : undefined
}

export const isOfTeamKind = (kind: MessageKind): boolean => rightFor(kind) !== undefined

/** @throws SubjectGone where its receiver has lost the right to hear of it */
export function requireHearing(kind: MessageKind, rights: Rights | undefined): void {
  const right = rightFor(kind)
  if (right === undefined || right === 'each') return
  if (!rights || !hasRight(rights, right)) throw new SubjectGone('the person has lost the right to hear of it')
}
