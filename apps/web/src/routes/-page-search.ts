import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { pageOf } from './-list-search.ts'

interface PageSearch {
  page: number
}

/** For a list that is only paged. */
export const pageSearch = {
  validateSearch: ({ page }: Partial<PageSearch> & SearchSchemaInput): PageSearch => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams<PageSearch>({ page: 1 })] },
  loaderDeps: ({ search }: { search: PageSearch }) => search,
}
