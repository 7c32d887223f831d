import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits, securityLimits } from '@escola/contract/limits'
import { makeDenialToken, makeMessageToken } from '../../mail/message-token.ts'
import { hashToken } from '../../security/signatures.ts'
import type { ClaimedMessage, NewEmailToken } from './delivery.queries.ts'
import { type MessageKind, messageParams } from './message-kinds.ts'

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

type Linked = Pick<ClaimedMessage, 'id' | 'kind' | 'userId' | 'params'>
interface Making {
  schoolId: string
  secret: string
  now: Date
}

/** Links that a message's mail carries. */
export const tokensOf = (message: Linked, making: Making): NewEmailToken[] => [
  ...wayInOf(message, making),
  ...denialOf(message, making),
]

function wayInOf({ id, kind, userId }: Linked, { schoolId, secret, now }: Making): NewEmailToken[] {
  const purpose = kind === 'purchase_invitation' ? 'invitation' : kind
  if (purpose !== 'activation' && purpose !== 'invitation' && purpose !== 'recovery') return []
  const expiresOn = new Date(now.getTime() + lifetimes[purpose])
  return [{ hash: hashToken(makeMessageToken(secret, schoolId, id)), purpose, userId, passkeyId: null, expiresOn }]
}

const denials = {
  activation: 'sign_up_denial',
  passkey_added: 'passkey_denial',
  second_factor_added: 'second_factor_denial',
} as const

function denialOf({ id, kind, userId, params }: Linked, { schoolId, secret, now }: Making): NewEmailToken[] {
  if (!(kind in denials)) return []
  const purpose = denials[kind as keyof typeof denials]
  const passkeyId = kind === 'passkey_added' ? messageParams.passkey_added.parse(params).passkeyId : null
  const expiresOn = new Date(now.getTime() + securityLimits.denialDays * dayMs)
  return [{ hash: hashToken(makeDenialToken(secret, schoolId, id)), purpose, userId, passkeyId, expiresOn }]
}
