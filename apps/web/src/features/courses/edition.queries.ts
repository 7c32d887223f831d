import { type EditionSettings, editions } from '@escola/contract/editions.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAppContext, useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const editionQuery = (schoolId: string, link: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'courses'), 'edition', link],
    queryFn: ({ signal }) => api(editions.get, { params: { schoolId, link }, signal }),
  })

/** Saves an affiliate's own values; the board and what students see follow. */
export function useSaveEdition({ link }: Pick<EditionSettings, 'link'>) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('context', 'cohorts', 'learning')
  return useMutation({
    mutationFn: (body: BodyOf<typeof editions.save>) => api(editions.save, { params: { schoolId, link }, body }),
    onSuccess: (answer) => {
      client.setQueryData(editionQuery(schoolId, link).queryKey, answer)
      return refresh()
    },
  })
}

/** Finds the franchisor of a course; undefined for the school's own courses. */
export const useFranchisor = (link: string) =>
  useAppContext().templateSchools.find(({ categories }) =>
    categories.some(({ degrees }) => degrees.some((course) => course.link === link)),
  )
