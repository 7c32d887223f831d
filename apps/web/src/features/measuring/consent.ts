import { htmlPages, policyPage } from '@escola/contract/pages.contract'
import { deviceStore } from '../../api/storage.ts'
import classes from './consent.module.css'

/** Each school asks for itself, also where many share one address. */
const keyOf = (schoolId: string) => `escola.measuring.${schoolId}`

export type Consent = 'yes' | 'no'

export function readConsent(schoolId: string): Consent | undefined {
  const answer = deviceStore.read(keyOf(schoolId))
  return answer === 'yes' || answer === 'no' ? answer : undefined
}

export const writeConsent = (schoolId: string, answer: Consent) => deviceStore.write(keyOf(schoolId), answer)

/**
 * Shows a notice that covers nothing and delays no visitor; it is drawn by hand, because it comes to pages that are counted in bytes.
 * @param policy address of the page that says more, where the answer can be changed
 * @returns takes the notice away without an answer
 */
export function askConsent(schoolId: string, policy: string, onYes: () => void) {
  const notice = document.createElement('section')
  notice.className = classes.notice!
  notice.ariaLabel = 'Cookies de medição'
  const text = document.createElement('p')
  const link = document.createElement('a')
  link.href = policy
  link.textContent = htmlPages[policyPage]
  text.append('Este site usa cookies de medição. ', link)
  const choose = (answer: Consent, label: string) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = label
    button.onclick = () => {
      writeConsent(schoolId, answer)
      notice.remove()
      if (answer === 'yes') onYes()
    }
    return button
  }
  notice.append(text, choose('no', 'Recusar'), choose('yes', 'Aceitar'))
  document.body.append(notice)
  return () => notice.remove()
}
