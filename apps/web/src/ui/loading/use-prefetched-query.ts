import { type QueryKey, type UseSuspenseQueryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Data that the route's loader has loaded. A page whose loader forgot it would wait on the screen, one request after the other:
 * it throws in development and in tests.
 */
export function usePrefetchedQuery<Answer, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Answer, Error, Answer, Key>,
) {
  const client = useQueryClient()
  // The check runs only when the page appears: the list on the screen waits for its next page itself.
  useState(() => {
    if (import.meta.env.DEV && !client.getQueryState(query.queryKey))
      throw new Error(`The route's loader must load ${JSON.stringify(query.queryKey)} before its page is shown`)
  })
  return useSuspenseQuery(query)
}
