/** This part holds what every page fetches once it is idle, in one file: notices, questions, and all the server's messages. */
import { part } from './part.ts'

export const deferredPart = part(() => import('../questions-and-notices.ts'))
