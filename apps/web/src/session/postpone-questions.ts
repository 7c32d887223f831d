import { deviceStore } from '../api/storage.ts'
import { readToken } from '../api/token.ts'

const key = 'escola.later'

/** The session's own mark: a question that was postponed comes back with the next sign-in. */
const markOf = () => readToken()?.slice(-12) ?? ''

/** Lists the questions that the user has postponed since they signed in. */
export function listPostponed(): string[] {
  const [mark, ...questions] = (deviceStore.read(key) ?? '').split(' ')
  return mark === markOf() ? questions : []
}

/** Postpones questions until the next sign-in; a question is named without spaces. */
export const postponeQuestions = (questions: string[]) =>
  deviceStore.write(key, [markOf(), ...new Set([...listPostponed(), ...questions])].join(' '))
