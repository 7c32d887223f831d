import { categories } from '@escola/contract/categories.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../nouns.ts'

/** Courses to choose from, in the order of their categories. */
export const courseChoicesQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'courses'), 'choices'],
    queryFn: async ({ signal }) => (await api(categories.choices, { params: { schoolId }, signal })).degrees,
  })
