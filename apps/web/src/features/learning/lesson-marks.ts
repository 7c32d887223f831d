import { learning } from '@escola/contract/learning.contract'
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { contextQuery, useSchool, useUser } from '../../session/context.ts'
import { KeptOnDevice, keptKey, onePerUser } from '../../session/kept-on-device.ts'
import { notifyError } from '../../ui/notify.ts'
import { confirmMark, refreshCourse } from './learning.queries.ts'

/** A user's mark of one lesson: complete, or not any more. */
export interface Mark {
  contentId: string
  title: string
  degreeId: string
  degreeLink: string
  isComplete: boolean
}

interface State {
  /** Marks that the school doesn't have yet, at most one per lesson. */
  unsent: Mark[]
  sending: Mark | undefined
  /** The last try didn't reach the school. */
  isWaiting: boolean
}

const gone = new ApiError(404, { code: 'not_found', message: 'Esta aula não está mais no curso' })

const retryAfter = 15_000
const longestRequest = 30_000
/** Answers that say nothing of the mark itself. */
const passing = [0, 401, 408, 429, 502, 503, 504]

/**
 * Marks of one user in one school. They are kept on this device until the school has them, so that neither a lost connection nor a closed page loses
 * one, and they are sent one at a time, in order. Decision 12 says why this is no mutation of the query client.
 */
class LessonMarks {
  readonly #client: QueryClient
  readonly #schoolId: string
  readonly #userId: string
  readonly #kept: KeptOnDevice<Mark[]>
  readonly #listeners = new Set<() => void>()
  #state: State
  #timer?: ReturnType<typeof setTimeout>
  #unwatch?: () => void

  constructor(client: QueryClient, schoolId: string, userId: string) {
    this.#client = client
    this.#schoolId = schoolId
    this.#userId = userId
    this.#kept = new KeptOnDevice(keptKey('marks', schoolId, userId))
    this.#state = { unsent: this.#read(), sending: undefined, isWaiting: false }
  }

  readonly snapshot = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The newest wish for a lesson counts. A mark on its way is not a wish: a second click changes nothing. */
  mark(mark: Mark) {
    const { sending, isWaiting } = this.#state
    if (sending?.contentId === mark.contentId && !isWaiting) return
    this.#write([...this.#read().filter(({ contentId }) => contentId !== mark.contentId), mark])
    void this.send()
  }

  async send(): Promise<void> {
    if (this.#state.sending || !this.#isHere()) return
    clearTimeout(this.#timer)
    const [mark] = this.#read()
    if (!mark || !onlineManager.isOnline()) return this.#show({ isWaiting: mark !== undefined })
    this.#show({ sending: mark })
    const isSettled = await this.#settle(mark)
    this.#show({ sending: undefined, isWaiting: !isSettled })
    if (isSettled) return this.send()
    this.#timer = setTimeout(() => void this.send(), retryAfter)
  }

  /** The user who signs in next on this page sends their own marks only. */
  #isHere = () => this.#client.getQueryData(contextQuery.queryKey)?.user?.id === this.#userId

  async #settle(mark: Mark): Promise<boolean> {
    const { contentId, degreeId, degreeLink, isComplete, title } = mark
    try {
      const confirmation = await api(learning.complete, {
        params: { schoolId: this.#schoolId },
        body: { contentId, degreeId, userDegree: { metadata: { content: { [contentId]: { isComplete } } } } },
        signal: AbortSignal.timeout(longestRequest),
      })
      confirmMark(this.#client, this.#schoolId, degreeLink, confirmation)
    } catch (error) {
      if (!(error instanceof ApiError) || passing.includes(error.status)) return false
      const isGone = error.code === 'not_found'
      notifyError(isGone ? gone : error, `A aula “${title}” não foi marcada`)
      // The course around the page is older than the refusal.
      const isOlder = isGone || error.code === 'assessment_needed' || error.code === 'degree_lesson_held'
      if (isOlder) refreshCourse(this.#client, this.#schoolId, degreeLink)
    }
    const isSame = (each: Mark) => each.contentId === contentId && each.isComplete === isComplete
    this.#write(this.#read().filter((each) => !isSame(each)))
    return true
  }

  #read = (): Mark[] => this.#kept.read() ?? []

  #write(unsent: Mark[]) {
    this.#kept.write(unsent.length > 0 ? unsent : undefined)
    this.#show({ unsent })
  }

  #show(change: Partial<State>) {
    this.#state = { ...this.#state, unsent: this.#read(), ...change }
    if (this.#state.unsent.length === 0) {
      this.#unwatch?.()
      this.#unwatch = undefined
    } else this.#unwatch ??= onlineManager.subscribe((isOnline) => isOnline && void this.send())
    for (const listener of this.#listeners) listener()
  }
}

export const lessonMarks = onePerUser((client, schoolId, userId) => new LessonMarks(client, schoolId, userId))

/** Marks of lessons that the school doesn't have yet; they are shown at once, and sent when there is a connection. */
export function useLessonMarks() {
  const { id: schoolId } = useSchool()
  const marks = lessonMarks(useQueryClient(), schoolId, useUser()?.id ?? '')
  const state = useSyncExternalStore(marks.subscribe, marks.snapshot)
  useEffect(() => void marks.send(), [marks])
  return { ...state, mark: (mark: Mark) => marks.mark(mark) }
}
