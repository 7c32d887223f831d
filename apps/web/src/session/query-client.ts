import { type InvalidateOptions, type InvalidateQueryFilters, onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

/**
 * A call under way when its query is invalidated may bring what the school answered before the change. The library goes on with it where it has no
 * answer to show, or where no screen shows it yet, and takes it for fresh; here it is asked again once it has come.
 */
class RefreshingClient extends QueryClient {
  /** Calls that are asked again already, however many changes come meanwhile. */
  readonly #awaited = new WeakSet<Promise<unknown>>()

  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive())
    const invalidated = super.invalidateQueries(filters, options)
    for (const { queryKey, promise } of underWay) {
      if (!promise || this.#awaited.has(promise)) continue
      this.#awaited.add(promise)
      const again = () => void super.invalidateQueries({ ...filters, queryKey, exact: true }, options)
      promise.then(again, () => {})
    }
    return invalidated
  }
}

export const queryClient = new RefreshingClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Requests run without a connection too, so a screen fails at once, and loads itself when there is one again.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal is final; a call that didn't arrive is tried again, unless the browser knows why.
      retry: (count, error) =>
        count < 2 &&
        onlineManager.isOnline() &&
        (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})
