import type { ErrorCode } from '@escola/contract/errors'
import type { Logger } from 'pino'
import { AppError } from './app-error.ts'
import type { Call, Signed } from './scope.ts'

/** Names of all that happens to the safety of accounts, as the field `event` of the log has them: an alarm is set on these. */
export const securityEvents = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  /** The password was right, and the code of the second factor is asked for. */
  'second_factor_asked',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  /** An operator has taken it away, by a command on the machine. */
  'second_factor_reset',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  /** The mailbox says that a new account, passkey or second factor is not its user's. */
  'addition_denied',
  /** A user was asked again who they are, before something dangerous, and showed it or did not. */
  'proof_given',
  'proof_failed',
  'recovery_asked',
  'password_changed',
  /** A user asked for a code for another e-mail, typed a wrong one, or changed the e-mail; or the old mailbox undid it. */
  'email_change_asked',
  'email_change_failed',
  'email_changed',
  'email_change_undone',
  'sessions_ended',
  'own_data_copied',
  'deletion_asked',
  'deletion_taken_back',
  /** An administrator has set the password by which a student enters the school. */
  'student_password_changed',
  'student_link_made',
  /** An administrator has changed the name or the telephone that the school has of a student; links go to that telephone. */
  'student_contact_corrected',
  'students_exported',
  'purchases_exported',
  'students_merged',
  'student_email_corrected',
  /** A merging or a corrected e-mail was undone. */
  'merge_undone',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

interface Facts {
  userId?: string | undefined
  /** School that alone the session reaches. */
  schoolId?: string | undefined
  reason?: ErrorCode
  /** Student whose access an administrator has changed. */
  studentId?: string
}

/** Logs what happens to accounts: who, from which address, in which request. E-mails, passwords, codes and tokens stay out of it. */
export class SecurityLog {
  readonly #log: Pick<Logger, 'info'>

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log
  }

  record(event: SecurityEvent, { requestId, ip, device }: Pick<Call, 'requestId' | 'ip' | 'device'>, facts: Facts) {
    this.#log.info({ event, reqId: requestId, remoteAddress: ip, device, ...facts }, 'security event')
  }

  /** Records what a signed-in user does, once it is done. */
  async recordSuccess<T>(event: SecurityEvent, scope: Signed, act: Promise<T>): Promise<T> {
    const answer = await act
    this.record(event, scope, { userId: scope.actor.userId })
    return answer
  }

  /** Records why a check refuses a caller; what is no refusal is the error handler's to log. */
  async recordRefusal<T>(event: SecurityEvent, call: Call, check: Promise<T>, facts: Facts = {}): Promise<T> {
    return check.catch((error: unknown) => {
      if (error instanceof AppError) this.record(event, call, { ...facts, reason: error.code })
      throw error
    })
  }
}
