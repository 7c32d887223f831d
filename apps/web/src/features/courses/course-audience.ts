import { courses } from '@escola/contract/courses.contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { storeCourse } from './courses.queries.ts'

/** Classes that open a course, asked for at the moment of a question, and the way to close it to users who sign up. */
export function useAudience(link: string) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const params = { schoolId, link }
  return {
    /** Without an answer the question is not asked. */
    loadCohorts: () => api(courses.cohorts, { params }).catch(() => undefined),
    makePrivate: async () => storeCourse(client, schoolId, (await api(courses.makePrivate, { params })).degree),
  }
}
