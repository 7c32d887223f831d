import { errors, translateMessage } from '@escola/contract/errors'

/**
 * All that the server may say, in Portuguese.
 * @param owner name of the person to ask for more rights
 */
export const translate = (message: string | undefined, owner: string): string =>
  owner && message === errors.permission_needed.message
    ? `O seu papel nesta escola não inclui isto. Peça acesso a ${owner}`
    : translateMessage(message)
