import { studyMessages } from '@escola/contract/messages'

/** Translates the server's message into Portuguese. Without the table, it returns the text for unforeseen failures. */
export const translateMessage = (message: string | undefined): Promise<string> =>
  import('./all-messages.ts').then(
    ({ translate }) => translate(message),
    () => studyMessages.unexpected,
  )
