import type { ErrorCode } from './errors.ts'
import { messages } from './messages.ts'

interface RefusalAnswer {
  code: ErrorCode
  fields?: Record<string, string>
}

/** Answers of the server that tests of screens fake. A test of the server proves each. */
export const refusalAnswers = {
  signUpEmailTaken: { code: 'email_taken', fields: { email: messages.emailTaken } },
} as const satisfies Record<string, RefusalAnswer>
