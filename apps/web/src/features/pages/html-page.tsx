import { htmlPages, type HtmlPage as Name } from '@escola/contract/pages.contract'
import type { School } from '@escola/contract/schools.contract'
import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contextQuery, useAppContext } from '../../session/context.ts'
import { leaveWhenBlocked } from '../../session/page-guards.ts'
import { readPageRole, usePageRole } from '../../session/rights.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { pageTextQuery } from '../../ui/page-text.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'

const PageEditor = lazyRouteComponent(() => import('./page-editor.tsx'), 'PageEditor')

export async function loadPage(
  { queryClient, school }: { queryClient: QueryClient; school: School | null },
  page: Name,
) {
  const context = await queryClient.ensureQueryData(contextQuery)
  if (page !== 'sobre') await leaveWhenBlocked()
  await Promise.all([
    queryClient.ensureQueryData(pageTextQuery(school?.id, page)),
    readPageRole(context, 'settings') === 'admin' && PageEditor.preload?.(),
  ])
}

/**
 * Shows a page that the school's administrators write and every visitor reads.
 * @param children content below it for readers
 */
export function HtmlPage({ page, children }: { page: Name; children?: ReactNode }) {
  const { school } = useAppContext()
  const isEditor = usePageRole('settings') === 'admin'
  const { data } = usePrefetchedQuery(pageTextQuery(school?.id, page))
  if (isEditor) return <PageEditor page={page} text={data} />
  return (
    <Page title={page === 'sobre' && school ? `Sobre ${school.name}` : htmlPages[page]} narrow>
      <RichText html={data.html} />
      {children}
    </Page>
  )
}
