import { categories } from '@escola/contract/categories.contract'
import type { Context } from '@escola/contract/schools.contract'
import { api } from '../api/client.ts'
import { readOwnRights } from './rights.ts'

/**
 * Tells of a course's address whether a teacher of chosen courses looks after it. Their place in the team names courses by id, and an address may just have
 * changed, so it is asked each time.
 */
export async function isOwnCourse(context: Context, link: string): Promise<boolean> {
  const answer = await api(categories.list, { params: { schoolId: context.school!.id } })
  const { may } = readOwnRights(context)
  return answer.categories.some((each) => each.degrees.some(({ id, link: own }) => own === link && may('courses', id)))
}
