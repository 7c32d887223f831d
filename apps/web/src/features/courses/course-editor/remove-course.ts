import { courses } from '@escola/contract/courses.contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { contextQuery } from '../../../session/context.ts'
import { courseQueries } from '../courses.queries.ts'

/** @param course with a version, it goes only while nobody has written to it since */
export async function removeCourse(client: QueryClient, schoolId: string, course: { id: string; version?: number }) {
  const board = await api(courses.remove, { params: { schoolId }, body: course })
  client.setQueryData(courseQueries.categories(schoolId).queryKey, board)
  // It counts the school's courses.
  void client.invalidateQueries(contextQuery)
}
