import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the server refused stays refused; what didn't arrive is tried again.
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
})
