import { searchMax } from '@escola/contract/limits'
import { threadStates } from '@escola/contract/threads.contract'
import { isId } from '@escola/contract/wire'
import type { ThreadQuery } from './threads.queries.ts'

/** Filters of an address; what stands first is left out of it. */
export interface CommunitySearch {
  page?: unknown
  state?: unknown
  course?: unknown
  search?: unknown
}

/** Reads the filters of an address, which has ids as numbers. */
export const readFilters = ({ state, course, search }: CommunitySearch): Omit<ThreadQuery, 'page'> => ({
  state: threadStates.find((each) => each === state) ?? 'waiting',
  course: isId(String(course)) ? String(course) : undefined,
  search: String(search ?? '').slice(0, searchMax),
})

/** Writes the filters into an address. */
export const writeFilters = ({ page, state, course, search }: Partial<ThreadQuery>): CommunitySearch => ({
  page: page === 1 ? undefined : page,
  state: state === 'waiting' ? undefined : state,
  course: course && Number(course),
  search: search || undefined,
})
