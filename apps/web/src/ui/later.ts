/** What every page fetches once it has nothing else to do, as one file: notices, questions, and all that the server may say. */
import { part } from './part.ts'

export const laterPart = part(() => import('./later-parts.ts'))
