import { coursePages } from '@escola/contract/course-pages.contract'
import type { BodyOf } from '@escola/contract/route'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../nouns.ts'
import { useRefresh } from '../use-refresh.ts'

export const coursePageQueries = {
  one: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'coursePages'), 'one', link],
      queryFn: ({ signal }) => api(coursePages.get, { params: { schoolId, link }, signal }),
    }),
  /** @param published the author's own state of the course; a new publication may have changed what visitors see */
  settings: (schoolId: string, link: string, published: { on: string | null; isDraft: boolean }) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'coursePages'), 'settings', link, published],
      queryFn: ({ signal }) => api(coursePages.settings, { params: { schoolId, link }, signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Saves the settings of a course's public page; the cards of the gallery lead to it while it is open. */
export function useSaveCoursePage(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof coursePages.save>) => api(coursePages.save, { params: { schoolId, link }, body }),
    onSuccess: useRefresh('coursePages', 'learning'),
  })
}
