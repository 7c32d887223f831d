import { errors, translateMessage } from '@escola/contract/errors'
import { accessRequest } from '@escola/contract/permission-texts'

/**
 * All that the server may say, in Portuguese.
 * @param owner name of the person to ask for more rights
 */
export const translate = (message: string | undefined, owner: string): string =>
  owner && message === errors.permission_needed.message
    ? `O seu papel nesta escola não inclui isto. ${accessRequest.title(owner)}`
    : translateMessage(message)
