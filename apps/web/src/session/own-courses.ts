import { categories } from '@escola/contract/categories.contract'
import type { Context } from '@escola/contract/schools.contract'
import { api } from '../api/client.ts'
import { nounKey } from '../ui/nouns.ts'
import { queryClient } from './query-client.ts'
import { readOwnRights } from './rights.ts'

/** Tells of a course's address whether a teacher of chosen courses looks after it. Their place in the team names courses by id. */
export async function isOwnCourse(context: Context, link: string): Promise<boolean> {
  const schoolId = context.school!.id
  const answer = await queryClient.fetchQuery({
    queryKey: [...nounKey(schoolId, 'courses'), 'categories'],
    queryFn: ({ signal }) => api(categories.list, { params: { schoolId }, signal }),
    staleTime: 15_000,
  })
  const { may } = readOwnRights(context)
  return answer.categories.some((each) => each.degrees.some(({ id, link: own }) => own === link && may('courses', id)))
}
