import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

export const queryClient = new QueryClient({
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
