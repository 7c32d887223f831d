import { studyMessages } from '@escola/contract/messages'
import type { Context } from '@escola/contract/schools.contract'
import { ApiError } from '../api/api-error.ts'
import { tabStore } from '../api/storage.ts'
import { forgetToken, readToken } from '../api/token.ts'
import { contextQuery } from './context.ts'
import { rememberEnding } from './ending.ts'
import { queryClient } from './query-client.ts'

const longestWait = 15_000

const endSession = () => {
  forgetToken()
  rememberEnding(studyMessages.sessionEnded)
}

const reloadKey = 'escola.reloaded'

/** A new page may ask rightly where an old one asked wrongly. While no server answers, a new load would end on the browser's own page. */
const isWorthReload = (error: unknown) =>
  error instanceof ApiError && error.status > 0 && tabStore.read(reloadKey) === null

/**
 * The first context. The first failure loads the page again (part 1 §8), once; after it this keeps trying, a little later each time, and
 * reports every failure so that the page can say what goes on.
 */
export async function loadContext(
  onFailure: (error: unknown, waitMs: number) => Promise<void>,
  reload = () => location.reload(),
): Promise<Context> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, longestWait)) {
    // Another listener of the refusal may forget the token first.
    const token = readToken()
    try {
      const context = await queryClient.fetchQuery({ ...contextQuery, retry: false })
      tabStore.write(reloadKey, null)
      // A user whose session ended while they were away is a visitor now.
      if (!context.user && readToken()) endSession()
      return context
    } catch (error) {
      // The browser is on its way to another page.
      if (error instanceof ApiError && error.redirectUrl) return new Promise(() => {})
      // A session that ended is no failure: go on as a visitor. A visitor has none that could end.
      if (error instanceof ApiError && error.endsSession && token) endSession()
      else if (isWorthReload(error)) {
        tabStore.write(reloadKey, 'yes')
        reload()
        return new Promise(() => {})
      } else await onFailure(error, wait)
    }
  }
}
