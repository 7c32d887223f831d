import { messages } from '@escola/contract/messages'
import type { Question } from './confirm-dialog.tsx'

/** Question before a change that can't be undone. It stands apart from confirm.ts, which every page loads, because the texts are many. */
export const makeDangerQuestion = (text: string, confirmLabel = 'Remover'): Question => ({
  title: messages.areYouSure,
  text,
  confirmLabel,
  danger: true,
})
