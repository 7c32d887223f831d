import { studyMessages } from '@escola/contract/messages'
import { laterPart } from '../ui/later.ts'

/** The server's message in Portuguese. Where the table cannot be had, what is said of anything that nobody foresaw. */
export const inPortuguese = (message: string | undefined): Promise<string> =>
  laterPart.load().then(
    ({ translate }) => translate(message),
    () => studyMessages.unexpected,
  )
