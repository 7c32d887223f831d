import { courses } from '@escola/contract/courses.contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { contextQuery } from '../../../session/context.ts'
import { nounKey } from '../../../ui/nouns.ts'
import { courseQueries } from '../courses.queries.ts'

export async function removeCourse(client: QueryClient, schoolId: string, id: string) {
  const board = await api(courses.remove, { params: { schoolId }, body: { id } })
  client.setQueryData(courseQueries.categories(schoolId).queryKey, board)
  // The context counts the school's courses.
  void client.invalidateQueries(contextQuery)
  // Certificates of several courses stand still without one of them.
  void client.invalidateQueries({ queryKey: nounKey(schoolId, 'certificateTemplates') })
}
