import { platformPages } from '@escola/contract/page-texts'
import { type HtmlPage, pages } from '@escola/contract/pages.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { nounKey } from './nouns.ts'

/** Text of a page of the school; without a school, the platform's own. */
export const pageTextQuery = (schoolId: string | undefined, page: HtmlPage) =>
  queryOptions({
    queryKey: [...nounKey(schoolId ?? '', 'pages'), page],
    queryFn: ({ signal }) =>
      schoolId === undefined
        ? { html: page === 'sobre' ? '' : platformPages[page], is_default: true }
        : api(pages.get, { params: { schoolId, page }, signal }),
  })
