import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { StackTable, type StackTableProps } from './stack-table.tsx'

interface PagedTableProps<Row, By extends string> extends Omit<StackTableProps<Row, By>, 'rows'> {
  /** The server's answer: a page of the rows, and how many there are. */
  listed: { total: number; page: number; rowsPerPage: number; list: Row[] }
  /** Other rows were asked for and are on their way. */
  isLoading: boolean
  onPage: (page: number) => void
  pagesLabel: string
  /** Text with the numbers of shown rows and of all rows. */
  summary?: ReactNode
}

/** A long table, a page at a time. */
export function PagedTable<Row, By extends string = never>(props: PagedTableProps<Row, By>) {
  const { listed, isLoading, onPage, pagesLabel, summary, ...table } = props
  const { list, ...paging } = listed
  return (
    <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
      {summary && (
        <Text size="sm" c="dimmed" role="status">
          {summary}
        </Text>
      )}
      <StackTable {...table} rows={list} />
      <Pager {...paging} onPage={onPage} label={pagesLabel} />
    </Stack>
  )
}
