// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as blocks loses its own roles in some browsers
import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import narrow from './narrow-rows.module.css'
import classes from './stack-table.module.css'

/** Column that the table is sorted by; a minus before it reverses the order. */
type Sort<By extends string> = By | `-${By}`

export interface Column<Row, By extends string> {
  label: string
  /** An empty cell is a dash in the table, and left out of a narrow row. */
  cell: (row: Row, index: number) => ReactNode
  /** Names the row, and leads to it where it is a link: the first line of a narrow row. */
  heading?: boolean
  /** Chip or short figure that stands beside the name in a narrow row. */
  state?: boolean
  /** Second line of a narrow row, named by its label or without. Where a list has none, all its columns are there, each with its label. */
  fact?: boolean | 'named'
  /** Marks a column of actions: its label is read out but not shown. */
  action?: boolean
  /** Marks the column of check boxes: its label is read out but not shown, and on a phone it is there while rows are selected. */
  select?: boolean
  /** Left out until a user chooses it. */
  isExtra?: boolean
  /** Left out of narrow rows. */
  wideOnly?: boolean
  /** Left out of the table: it is there in narrow rows alone. */
  narrowOnly?: boolean
  /** Numbers, dates and the like: never broken into lines. */
  tight?: boolean
  /** Cut short where a line has too little room for it: the row leads to all of it. */
  cut?: boolean
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
  /** The rows have two lines however much room there is. */
  isNarrow?: boolean
  /** Picture or amount at the edge of a narrow row; columns say the same to users of screen readers. */
  lead?: (row: Row) => ReactNode
  /** Rows are being selected on a phone. */
  isSelecting?: boolean
  /** On a phone the order is chosen in the sheet of the list's filters, and not above the rows. */
  sortedInSheet?: boolean
}

/** Share of a plain column's least width that a column needs: one letter names a column of short numbers. */
const weightOf = <Row, By extends string>({ label, heading, tight, action, select }: Column<Row, By>) => {
  if (select || label.length === 1) return 0.4
  if (action) return 0.5
  return tight ? 1.1 : heading ? 1.4 : 1
}

/** Least width of a column, in a grid whose columns then grow as their contents need. */
const trackOf = <Row, By extends string>({ heading, tight, action, select }: Column<Row, By>) => {
  if (tight || action || select) return 'max-content'
  return heading ? 'minmax(9rem, auto)' : 'minmax(6.5rem, auto)'
}

/** E-mails and the like may be broken anywhere; a plain word is not torn in two. */
const isLong = (content: ReactNode) => typeof content === 'string' && /[^\s-]{18}/.test(content)

/** An e-mail that needs two lines begins the second one with its @. */
function showLong(content: ReactNode): ReactNode {
  const at = typeof content === 'string' ? content.lastIndexOf('@') : -1
  if (typeof content !== 'string' || at <= 0) return content
  return (
    <>
      {content.slice(0, at)}
      <wbr />
      {content.slice(at)}
    </>
  )
}

/** Rows of a list: a table, whose rows have two lines where its columns have too little room. */
export function StackTable<Row, By extends string = never>(props: StackTableProps<Row, By>) {
  const { caption, columns, rows, keyOf, marked, sort, onSort, isNarrow, lead, isSelecting } = props
  const inTable = columns.filter(({ narrowOnly }) => !narrowOnly)
  const sizes = {
    '--columns': isNarrow ? 100 : inTable.reduce((sum, column) => sum + weightOf(column), 0),
    '--tracks': inTable.map(trackOf).join(' '),
  } as CSSProperties
  return (
    <div className={`${classes.frame} ${narrow.frame}`} style={sizes} data-selecting={isSelecting || undefined}>
      <Table
        className={`${classes.table} ${narrow.table}`}
        highlightOnHover
        role="table"
        data-sorts={onSort ? (props.sortedInSheet ? 'in-sheet' : 'here') : undefined}
        data-leads={!!lead || undefined}
        data-facts={columns.some(({ fact }) => fact) || undefined}
      >
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label, action, select, narrowOnly, sortedBy }) => (
              <th
                key={label}
                scope="col"
                role="columnheader"
                data-narrow-only={narrowOnly || undefined}
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
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} index={index} lead={lead} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

interface CellProps<Row, By extends string> {
  column: Column<Row, By>
  row: Row
  index: number
  lead: ((row: Row) => ReactNode) | undefined
}

function Cell<Row, By extends string>({ column, row, index, lead }: CellProps<Row, By>) {
  const { label, cell, heading, state, fact, action, select, wideOnly, narrowOnly, tight, cut } = column
  const content = cell(row, index)
  return (
    <td
      role="cell"
      data-label={heading || state || fact === true || action || select ? undefined : label}
      data-heading={heading || undefined}
      data-state={state || undefined}
      data-fact={fact || undefined}
      data-action={action || undefined}
      data-select={select || undefined}
      data-wide-only={wideOnly || undefined}
      data-narrow-only={narrowOnly || undefined}
      data-tight={tight || undefined}
      data-cut={cut || undefined}
      title={cut && typeof content === 'string' ? content : undefined}
    >
      {heading && lead && (
        <span className={`${classes.lead} ${narrow.lead}`} aria-hidden>
          {lead(row)}
        </span>
      )}
      {!cut && isLong(content) ? showLong(content) : content}
    </td>
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
      className={`${classes.sort} ${narrow.sort}`}
      onClick={() => onSort?.(sort === by ? `-${by}` : by)}
      title={`Ordenar por ${label.toLowerCase()}`}
    >
      {label}
      <Icon size={15} aria-hidden />
    </UnstyledButton>
  )
}
