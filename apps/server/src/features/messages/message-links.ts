import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { makeMessageToken } from '../../mail/message-token.ts'
import { hashToken } from '../../security/signatures.ts'
import type { ClaimedMessage, NewEmailToken } from './delivery.queries.ts'
import type { MessageKind } from './message-kinds.ts'

/**
 * A person who can sign in needs no link to choose a password, and one who cannot gets one; a password that is there no more cannot be
 * activated.
 * @param isProven whether the e-mail behind the password is proven; undefined without a password
 */
export function kindFor({ kind }: Pick<ClaimedMessage, 'kind'>, isProven: boolean | undefined): MessageKind {
  if (kind === 'activation') return isProven === undefined ? 'invitation' : kind
  if (kind === 'purchase_invitation') return isProven ? 'purchase_access' : kind
  if (kind !== 'invitation' && kind !== 'enrollment') return kind
  return isProven ? 'enrollment' : 'invitation'
}

const lifetimes = {
  activation: limits.activationDays * dayMs,
  invitation: limits.invitationDays * dayMs,
  recovery: limits.recoveryMinutes * minuteMs,
}

export function tokenOf(
  { id, kind, userId }: Pick<ClaimedMessage, 'id' | 'kind' | 'userId'>,
  schoolId: string,
  secret: string,
  now: Date,
): NewEmailToken[] {
  const purpose = kind === 'purchase_invitation' ? 'invitation' : kind
  if (purpose !== 'activation' && purpose !== 'invitation' && purpose !== 'recovery') return []
  const expiresOn = new Date(now.getTime() + lifetimes[purpose])
  return [{ hash: hashToken(makeMessageToken(secret, schoolId, id)), purpose, userId, expiresOn }]
}
