import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { endOfDenial, makeDenialToken, makeMessageToken } from '../../mail/message-token.ts'
import { hashToken } from '../../security/signatures.ts'
import type { Account, ClaimedMessage, NewEmailToken } from './delivery.queries.ts'
import { type MessageKind, messageParams, securityNewsOf } from './message-kinds.ts'

/**
 * Chooses the mail by the account as it is now: a link to choose a password opens none that is claimed, and a password that has ended cannot
 * be activated.
 * @returns undefined where there is nothing left to say
 */
export function kindFor(
  { kind }: Pick<ClaimedMessage, 'kind'>,
  { hasPassword, isClaimed }: Account,
): MessageKind | undefined {
  if (kind === 'activation') return isClaimed ? undefined : hasPassword ? kind : 'invitation'
  if (kind === 'purchase_invitation') return isClaimed ? 'purchase_access' : kind
  if (kind !== 'invitation' && kind !== 'enrollment') return kind
  return isClaimed ? 'enrollment' : 'invitation'
}

const lifetimes = {
  activation: limits.activationDays * dayMs,
  invitation: limits.invitationDays * dayMs,
  recovery: limits.recoveryMinutes * minuteMs,
}

type Linked = Pick<ClaimedMessage, 'id' | 'kind' | 'userId' | 'params'> & { account: Account }
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

function denialOf({ id, kind, userId, params, account }: Linked, { schoolId, secret }: Making): NewEmailToken[] {
  if (!(kind in denials)) return []
  const purpose = denials[kind as keyof typeof denials]
  const passkeyId = kind === 'passkey_added' ? messageParams.passkey_added.parse(params).passkeyId : null
  const act = securityNewsOf(kind, params)
  const expiresOn = endOfDenial(act ? new Date(act.utc_on) : account.createdOn)
  return [{ hash: hashToken(makeDenialToken(secret, schoolId, id)), purpose, userId, passkeyId, expiresOn }]
}
