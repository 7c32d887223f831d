import { listTexts } from '@escola/contract/messages'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AssistantHint } from '../assistant-hint.tsx'
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx'
import { Page, type PageProps } from '../page.tsx'

interface ListedProps {
  listed: { total: number; list: unknown[] }
  onPage: (page: number) => void
  /** Shown where there is no row on any page; left out for a list that always has one. */
  empty?: EmptyStateProps & { hint?: string }
  /** The rows and their pager. */
  children: ReactNode
}

/** Rows of a list, or why there are none: nothing is there, or the address names a page beyond the end. */
export function Listed({ listed: { total, list }, onPage, empty, children }: ListedProps) {
  if (list.length > 0) return children
  if (total > 0)
    return (
      <EmptyState
        drawing="search"
        title={listTexts.pageGone}
        action={
          <Button variant="light" onClick={() => onPage(1)}>
            {listTexts.toFirstPage}
          </Button>
        }
      />
    )
  if (!empty) return null
  const { hint, ...state } = empty
  return (
    <>
      {hint && <AssistantHint>{hint}</AssistantHint>}
      <EmptyState {...state} />
    </>
  )
}

interface ListPageProps extends ListedProps, Omit<PageProps, 'children'> {
  /** Stands between the title and the rows, however many rows there are. */
  filters?: ReactNode
}

/** A page that is a list. Its data comes from `useQueryTable`. */
export const ListPage = ({ listed, onPage, empty, filters, children, ...page }: ListPageProps) => (
  <Page {...page}>
    {filters}
    <Listed listed={listed} onPage={onPage} empty={empty}>
      {children}
    </Listed>
  </Page>
)
