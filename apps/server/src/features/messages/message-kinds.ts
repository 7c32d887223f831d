import { payWays } from '@escola/contract/payments.contract'
import { TeamRole } from '@escola/contract/permissions'
import { paidPlanIds, payableItems } from '@escola/contract/prices'
import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { purchaseStatuses } from '../../mail/purchase-templates.ts'

const Cohort = z.object({ cohortId: Id.optional() })
/** administrator: to the administration of the school, not to its courses. */
const Invitation = Cohort.extend({ administrator: z.literal(true).optional() })
const Payment = z.object({ paymentId: Id, item: z.enum(payableItems), way: z.enum(payWays), cents: z.number().int() })
/** A month of a plan that was not paid, and what the next run charges without the plan. */
const UnpaidMonth = z.object({
  planId: z.enum(paidPlanIds),
  students: z.number().int(),
  /** Missing in messages that were queued before domains were counted. */
  domains: z.number().int().default(0),
  cents: z.number().int(),
})
const Purchase = z.object({ code: z.string() })
/** Moment and device of an act, which no row keeps until the mail is written. device: browser and system, in words. */
const Act = z.object({ device: z.string(), utc_on: z.iso.datetime() })
const SchoolAct = Act.extend({ byId: Id })
/** goesOn: the mail is to the first student, who goes on for the other. */
const Merging = SchoolAct.extend({ otherId: Id, goesOn: z.boolean() })

/** Mails that warn of what a thief would do first. No user switches them off, and no allowance holds them back. */
const securityParams = {
  password_changed: Act,
  second_factor_removed: Act,
  second_factor_added: Act,
  passkey_added: Act.extend({ passkeyId: z.string() }),
  new_device: Act,
  deletion_asked: Act,
  deletion_taken_back: Act,
  /** Messages that were queued before there were roles tell of an owner. */
  administrator_added: SchoolAct.extend({ administratorId: Id, roles: z.array(TeamRole).default(['owner']) }),
  owner_named: SchoolAct.extend({ administratorId: Id, stepsDown: z.boolean() }),
  /** The place that the person has is read when the mail is written. */
  team_place_changed: SchoolAct,
  students_merged: Merging,
  merge_undone: Merging,
  email_corrected: SchoolAct.extend({ otherId: Id }),
  domain_removed: SchoolAct.extend({ domain: z.string() }),
} as const
type SecurityKind = keyof typeof securityParams
export type SecurityNews = { [K in SecurityKind]: { kind: K } & z.output<(typeof securityParams)[K]> }[SecurityKind]

/** Reads the event that a mail warns of; undefined for mails of another kind. */
export const securityNewsOf = (kind: MessageKind, params: unknown): SecurityNews | undefined =>
  kind in securityParams ? ({ kind, ...messageParams[kind].parse(params) } as SecurityNews) : undefined

/**
 * Parameters that each kind of mail needs beside its person and school: ids, read again when the mail is written, and the facts of an act.
 * invitation turns into enrollment by itself when the person already has a password.
 */
export const messageParams = {
  activation: z.object({}),
  invitation: Invitation,
  enrollment: Cohort,
  recovery: z.object({}),
  certificate_ready: z.object({ certificateId: Id }),
  certificate_revoked: z.object({ certificateId: Id }),
  admin_digest: z.object({ groupIds: z.array(Id).min(1) }),
  /** Mails of earlier versions name no answer, and tell the latest one. */
  question_answered: z.object({ threadId: Id, replyId: Id.optional() }),
  /** An attempt at an assessment whose last open answer was corrected. */
  exam_corrected: z.object({ attemptId: Id }),
  /** Modules that opened to the person in one day, of all their courses. */
  modules_opened: z.object({ moduleIds: z.array(Id).min(1) }),
  /** Some days before the end of a term in a class. */
  access_ends: z.object({ cohortId: Id, endsOn: z.iso.datetime() }),
  /** Why it ended is read when the mail is written, so that the mail is gone where the student is in the class again. */
  access_ended: z.object({ cohortId: Id }),
  school_blocked: z.object({}),
  school_unblocked: z.object({}),
  /** A text message: its link is made of its id. cellphone: digits with those of the country. */
  access_link_sms: z.object({ cellphone: z.string() }),
  /** Access that was paid; it turns into purchase_access by itself when the buyer already has a password. */
  purchase_invitation: Purchase,
  purchase_access: Purchase,
  /** Purchase that opens no course now. */
  purchase_closed: Purchase.extend({ standing: z.enum(purchaseStatuses) }),
  /** Facts of the payment, which never change. */
  payment_receipt: Payment.extend({ utc_paid_on: z.iso.datetime() }),
  /** Payment of a plan that goes back by itself. */
  payment_returned: Payment,
  renewal_failed: UnpaidMonth.extend({
    way: z.enum(payWays).catch('pix'),
    utc_ends_on: z.iso.datetime(),
    /** Payment that its payer has to confirm with the bank; '' without one. */
    confirms: z.string().default(''),
  }),
  /** That month, when the grace is over and the plan gone; or the plan that the provider has ended. */
  plan_ended: UnpaidMonth.extend({ utc_ended_on: z.iso.datetime(), isUnpaid: z.boolean().default(true) }),
  plan_pix_code: z.object({ planId: z.enum(paidPlanIds), cents: z.number().int(), utc_paid_until: z.iso.datetime() }),
  plan_card_expires: z.object({
    planId: z.enum(paidPlanIds),
    last_4_digits: z.string(),
    expires: z.string(),
    utc_paid_until: z.iso.datetime(),
  }),
  ...securityParams,
} as const
export type MessageKind = keyof typeof messageParams
export type ParamsOfKind<K extends MessageKind> = z.input<(typeof messageParams)[K]>

export type NewMessage = {
  [K in MessageKind]: {
    userId: string
    kind: K
    /** The key is written once per school: a repeated request sends nothing new. */
    dedupeKey: string
    /** Moment until which the mail waits; it leaves at once without one. */
    leavesOn?: Date
  } & (K extends
    | 'access_link_sms'
    | 'access_ended'
    | 'access_ends'
    | 'admin_digest'
    | 'certificate_ready'
    | 'certificate_revoked'
    | 'exam_corrected'
    | 'modules_opened'
    | 'payment_receipt'
    | 'payment_returned'
    | 'plan_ended'
    | 'plan_pix_code'
    | 'plan_card_expires'
    | 'renewal_failed'
    | 'question_answered'
    | 'purchase_invitation'
    | 'purchase_access'
    | 'purchase_closed'
    | SecurityKind
    ? { params: ParamsOfKind<K> }
    : { params?: ParamsOfKind<K> })
}[MessageKind]
