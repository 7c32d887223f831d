// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as blocks loses its own roles in some browsers
import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './stack-table.module.css'

/** Column that the table is sorted by; a minus before it reverses the order. */
type Sort<By extends string> = By | `-${By}`

export interface Column<Row, By extends string> {
  label: string
  cell: (row: Row, index: number) => ReactNode
  /** Names the row: the heading of its card on a phone. */
  heading?: boolean
  /** Marks a column of actions: its label is read out but not shown. */
  action?: boolean
  /** Marks the column of check boxes: its label is read out but not shown, and in a card it stands before the heading. */
  select?: boolean
  /** Left out where rows are cards. */
  wideOnly?: boolean
  /** Numbers, dates and the like: never broken into lines. */
  tight?: boolean
  /** Order that this column's heading chooses. */
  sortedBy?: By
}

export interface StackTableProps<Row, By extends string> {
  /** Name of the list, for users of screen readers. */
  caption: string
  columns: Column<Row, By>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Key of the row that the address names, and leads to by its hash. */
  marked?: string | undefined
  sort?: Sort<By>
  onSort?: (sort: Sort<By>) => void
}

/** E-mails and the like may be broken anywhere; a plain word is not torn in two. */
const isLong = (content: ReactNode) => typeof content === 'string' && /[^\s-]{18}/.test(content)

/** Table that turns into one card per row on narrow windows. */
export function StackTable<Row, By extends string = never>(props: StackTableProps<Row, By>) {
  const { caption, columns, rows, keyOf, marked, sort, onSort } = props
  return (
    <Table
      className={classes.table}
      highlightOnHover
      verticalSpacing="sm"
      role="table"
      data-sorts={!!onSort || undefined}
    >
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, action, select, sortedBy }) => (
            <th
              key={label}
              scope="col"
              role="columnheader"
              aria-sort={
                sortedBy && sort === sortedBy ? 'ascending' : sort === `-${sortedBy}` ? 'descending' : undefined
              }
            >
              {sortedBy ? (
                <SortButton label={label} by={sortedBy} sort={sort} onSort={onSort} />
              ) : action || select ? (
                <VisuallyHidden>{label}</VisuallyHidden>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={keyOf(row)} role="row" {...(keyOf(row) === marked && { id: marked, 'aria-current': true })}>
            {columns.map(({ label, cell, heading, action, select, wideOnly, tight }) => {
              const content = cell(row, index)
              return (
                <td
                  key={label}
                  role="cell"
                  data-label={heading || action || select ? undefined : label}
                  data-heading={heading || undefined}
                  data-action={action || undefined}
                  data-select={select || undefined}
                  data-wide-only={wideOnly || undefined}
                  data-tight={tight || undefined}
                  data-breaks={isLong(content) || undefined}
                >
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface SortButtonProps<By extends string> {
  label: string
  by: By
  sort: Sort<By> | undefined
  onSort: ((sort: Sort<By>) => void) | undefined
}

function SortButton<By extends string>({ label, by, sort, onSort }: SortButtonProps<By>) {
  const Icon = sort === by ? IconArrowUp : sort === `-${by}` ? IconArrowDown : IconArrowsSort
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={() => onSort?.(sort === by ? `-${by}` : by)}
      title={`Ordenar por ${label.toLowerCase()}`}
    >
      {label}
      <Icon size={15} aria-hidden />
    </UnstyledButton>
  )
}
