import { type HtmlPage, pages } from '@escola/contract/pages.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { pageTextQuery } from '../../ui/page-text.ts'

export function useSavePage(page: HtmlPage) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (html: string) => api(pages.save, { params: { schoolId, page }, body: { html } }),
    onSuccess: (saved) => client.setQueryData(pageTextQuery(schoolId, page).queryKey, saved),
  })
}
