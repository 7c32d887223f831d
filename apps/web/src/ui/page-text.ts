import { platformPages } from '@escola/contract/page-texts'
import { type HtmlPage, pages } from '@escola/contract/pages.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { nounKey } from './nouns.ts'

/** What a page of the school says; where there is no school, the platform's own. */
export const pageTextQuery = (schoolId: string | undefined, page: HtmlPage) =>
  queryOptions({
    queryKey: [...nounKey(schoolId ?? '', 'pages'), page],
    queryFn: ({ signal }) =>
      schoolId === undefined
        ? { html: page === 'sobre' ? '' : platformPages[page], is_default: true }
        : api(pages.get, { params: { schoolId, page }, signal }),
  })
