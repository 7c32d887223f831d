import { Id } from '@escola/contract/wire'
import { z } from 'zod'

const Cohort = z.object({ cohortId: Id.optional() })
/** administrator: to the administration of the school, not to its courses. */
const Invitation = Cohort.extend({ administrator: z.literal(true).optional() })

/**
 * Parameters that each kind of mail needs beside its person and school: ids only, read again when the mail is written. invitation turns
 * into enrollment by itself when the person already has a password.
 */
export const messageParams = {
  activation: z.object({}),
  invitation: Invitation,
  enrollment: Cohort,
  recovery: z.object({}),
  certificate_ready: z.object({ certificateId: Id }),
  admin_digest: z.object({ groupIds: z.array(Id).min(1) }),
  question_answered: z.object({ threadId: Id }),
  school_blocked: z.object({}),
} as const
export type MessageKind = keyof typeof messageParams
export type ParamsOfKind<K extends MessageKind> = z.input<(typeof messageParams)[K]>

export type NewMessage = {
  [K in MessageKind]: {
    userId: string
    kind: K
    /** The key is written once per school: a repeated request sends nothing new. */
    dedupeKey: string
  } & (K extends 'admin_digest' | 'certificate_ready' | 'question_answered'
    ? { params: ParamsOfKind<K> }
    : { params?: ParamsOfKind<K> })
}[MessageKind]
