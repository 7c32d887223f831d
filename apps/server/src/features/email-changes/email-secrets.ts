import { createHmac } from 'node:crypto'
import type { Tools } from '../../core/tools.ts'
import { isSigned, sign } from '../../security/signatures.ts'

type Secret = Pick<Tools, 'config'>
const undoPurpose = 'undo of an email change'

/** The six digits that prove a mailbox. They follow from the change, so a mail that is sent again has the same, and no row keeps them. */
export function makeCode(changeId: string, { config }: Secret): string {
  const number = createHmac('sha256', config.secret).update(`email change code\n${changeId}`).digest().readUIntBE(0, 6)
  return String(number % 1_000_000).padStart(6, '0')
}

/** The secret of the link that undoes a change, for the old mailbox alone. */
export const makeUndoToken = (changeId: string, { config }: Secret) =>
  `${changeId}-${sign(config.secret, undoPurpose, changeId)}`

/** @returns the change that a link is about; undefined of a link that was never sent */
export function readUndoToken(token: string, { config }: Secret): string | undefined {
  const [, id, signature] = /^(\d{1,18})-(.+)$/.exec(token) ?? []
  return id && signature && isSigned(config.secret, undoPurpose, id, signature) ? id : undefined
}
