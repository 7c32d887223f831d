import { studyMessages } from '@escola/contract/messages'

let owner = ''
/** Keeps the name of the person to ask, which a refusal of rights tells. */
export const nameOwner = (name: string) => {
  owner = name
}

/** Translates the server's message into Portuguese. Without the table, it returns the text for unforeseen failures. */
export const translateMessage = (message: string | undefined): Promise<string> =>
  import('./all-messages.ts').then(
    ({ translate }) => translate(message, owner),
    () => studyMessages.unexpected,
  )
