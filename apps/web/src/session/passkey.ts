import type { ShownPasskey } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { api } from '../api/client.ts'

/** Passkeys are for the platform's own address: a school's domain, where its pages begin at the root, has none. */
export const offersPasskeys = (school: { base_path: string } | null) =>
  'PublicKeyCredential' in window && school?.base_path !== ''

/** A user who closes the browser's own dialog has changed their mind. */
export const isCalledOff = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Lets the browser ask the user for their passkey. @returns undefined when they changed their mind */
export async function showPasskey(): Promise<ShownPasskey | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api(sessions.askPasskey),
  ])
  const answer = await startAuthentication({ optionsJSON: options as never }).catch((error: unknown) => {
    if (!isCalledOff(error)) throw error
    return undefined
  })
  return answer && { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } }
}
