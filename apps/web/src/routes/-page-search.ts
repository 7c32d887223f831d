import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { pageOf } from './-list-search.ts'

interface PageSearch {
  page: number
}

/** Search of a list that has pages and nothing else. */
export const pageSearch = {
  validateSearch: ({ page }: Partial<PageSearch> & SearchSchemaInput): PageSearch => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams<PageSearch>({ page: 1 })] },
  loaderDeps: ({ search }: { search: PageSearch }) => search,
}
