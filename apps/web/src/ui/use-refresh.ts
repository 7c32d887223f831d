import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { contextQuery, useSchool } from '../session/context.ts'
import { type Noun, nounKey } from './nouns.ts'

/**
 * Refreshes these nouns, for a mutation's `onSuccess`: their queries are asked again, and those on the screen at once.
 * @param nouns nouns that the mutation really changes; the context, where it holds some of it
 */
export function useRefresh(...nouns: (Noun | 'context')[]) {
  const { id } = useSchool()
  const client = useQueryClient()
  const keyOf = (noun: Noun | 'context'): QueryKey => (noun === 'context' ? contextQuery.queryKey : nounKey(id, noun))
  return () => Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: keyOf(noun) })))
}
