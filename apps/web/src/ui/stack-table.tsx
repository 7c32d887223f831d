// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as blocks loses its own roles in some browsers
import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stack-table.module.css'

export interface Column<Row> {
  label: string
  cell: (row: Row, index: number) => ReactNode
  /** Names the row: the heading of its card on a phone. */
  heading?: boolean
  /** For actions: the column's label is read out but not shown. */
  action?: boolean
  /** Left out where rows are cards. */
  wideOnly?: boolean
  /** Numbers, dates and the like: never broken into lines. */
  tight?: boolean
}

interface StackTableProps<Row> {
  /** What the table lists, for those who don't see it. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
}

/** A table that turns into one card per row where there is no room for columns. */
export function StackTable<Row>({ caption, columns, rows, keyOf }: StackTableProps<Row>) {
  return (
    <Table className={classes.table} highlightOnHover verticalSpacing="sm" role="table">
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, action }) => (
            <th key={label} scope="col" role="columnheader">
              {action ? <VisuallyHidden>{label}</VisuallyHidden> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ label, cell, heading, action, wideOnly, tight }) => (
              <td
                key={label}
                role="cell"
                data-label={heading || action ? undefined : label}
                data-heading={heading || undefined}
                data-action={action || undefined}
                data-wide-only={wideOnly || undefined}
                data-tight={tight || undefined}
              >
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
