import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import type { MessageKind } from './message-kinds.ts'

const threeDays = 3 * dayMs

/** Time for which a mail is tried again, from its first try; of a recovery, from its request, because its user asks again soon. */
const worths: Record<MessageKind, number> = {
  /** A text message goes another way: see sms.service.ts. */
  access_link_sms: 0,
  recovery: limits.recoveryMinutes * minuteMs,
  activation: threeDays,
  invitation: threeDays,
  enrollment: threeDays,
  purchase_invitation: threeDays,
  purchase_access: threeDays,
  purchase_closed: threeDays,
  certificate_ready: threeDays,
  certificate_revoked: threeDays,
  question_answered: threeDays,
  exam_corrected: threeDays,
  modules_opened: dayMs,
  access_ends: dayMs,
  access_ended: threeDays,
  admin_digest: dayMs,
  school_blocked: threeDays,
  school_unblocked: threeDays,
  payment_receipt: threeDays,
  payment_returned: threeDays,
  renewal_failed: threeDays,
  plan_ended: threeDays,
  plan_pix_code: threeDays,
  plan_card_expires: threeDays,
  password_changed: threeDays,
  second_factor_added: threeDays,
  second_factor_removed: threeDays,
  passkey_added: threeDays,
  new_device: threeDays,
  deletion_asked: threeDays,
  deletion_taken_back: threeDays,
  administrator_added: threeDays,
  owner_named: threeDays,
  team_place_changed: threeDays,
  students_merged: threeDays,
  merge_undone: threeDays,
  email_corrected: threeDays,
  domain_removed: threeDays,
}

/** The moment until which a mail that could not leave now is tried again. */
export const worthUntil = (kind: MessageKind, { askedOn, now }: { askedOn: Date; now: Date }): Date =>
  new Date((kind === 'recovery' ? askedOn : now).getTime() + worths[kind])

/** Order in which mails that have waited leave, before all others: a buyer has paid, and a user sits before an empty mailbox. */
export const firstKinds: readonly MessageKind[][] = [
  ['purchase_invitation', 'purchase_access', 'purchase_closed'],
  ['recovery', 'activation', 'invitation'],
]

/** Pauses before the tries of one mail: they outlast a restart of a server at once, and three days in some twenty-five tries. */
const pausesMs = [10_000, ...[1, 3, 10, 20, 30, 60, 120].map((minutes) => minutes * minuteMs), 4 * hourMs] as const
/** A server that refuses a mailbox without a class is asked three times within an hour. */
const addressPausesMs = [20 * minuteMs, 40 * minuteMs] as const
export const addressTries = addressPausesMs.length + 1
/** Mails whose moment has come wait no longer than this for others: each takes a part of its pause more or less, by its id. */
const spread = 0.25

export interface Tried {
  id: string
  /** Tries until now, this one included. */
  tries: number
  /** Number of them at which the server refused the mailbox without a class; 0 where this one was another refusal. */
  addressRefusals: number
}

export function pauseAfter({ id, tries, addressRefusals }: Tried): number {
  if (addressRefusals > 0) return addressPausesMs[Math.min(addressRefusals, addressPausesMs.length) - 1]!
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1]!
  if (tries === 1) return pause
  return Math.round(pause * (1 - spread + (Number(id) % 100) * 0.01 * 2 * spread))
}
