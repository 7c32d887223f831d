import { studyMessages } from '@escola/contract/messages'

let coming: Promise<typeof import('./translate.ts')> | undefined

export function loadTranslations() {
  coming ??= import('./translate.ts').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming
}

/** The server's message in Portuguese. Where the table cannot be had, what is said of anything that nobody foresaw. */
export const inPortuguese = (message: string | undefined): Promise<string> =>
  loadTranslations().then(
    ({ translate }) => translate(message),
    () => studyMessages.unexpected,
  )
