import { Drawer, Paper, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './sheet-rows.module.css'
import { type Column, StackTable, type StackTableProps } from './stack-table.tsx'

interface SheetRowsProps<Row>
  extends Required<Pick<StackTableProps<Row, never>, 'caption' | 'rows' | 'keyOf' | 'lead'>> {
  /** Column that names a row. Its text is the button that opens the row. */
  heading: { label: string; text: (row: Row) => string }
  /** Columns beside and below the name. */
  columns: Column<Row, never>[]
  /** Title of the sheet. */
  title: string
  card: (row: Row) => ReactNode
  /** Row that something else opens. */
  asked?: string | number | null | undefined
}

/** Cards of a phone: a row for each, which opens the card in a sheet. */
export function SheetRows<Row>({ heading, columns, title, card, asked, ...table }: SheetRowsProps<Row>) {
  const { rows, keyOf } = table
  const list = useRef<HTMLDivElement>(null)
  const [key, setKey] = useState<string | number>()
  const place = useRef(0)
  const index = rows.findIndex((row) => keyOf(row) === key)
  const opened = rows[index]
  const isGone = key !== undefined && !opened
  if (opened) place.current = index
  useEffect(() => {
    if (asked !== undefined && asked !== null) setKey(asked)
  }, [asked])
  // The button that opened the row is gone with it, so the focus goes to the row in its place.
  useEffect(() => {
    if (!isGone) return
    setKey(undefined)
    const buttons = list.current?.querySelectorAll<HTMLElement>('td[data-heading] button') ?? []
    buttons[Math.min(place.current, buttons.length - 1)]?.focus({ preventScroll: true })
  }, [isGone])
  // With its last row the list itself is gone.
  const isOpen = opened !== undefined
  useEffect(() => {
    const main = isOpen && list.current?.closest<HTMLElement>('main')
    return () => {
      if (main && !list.current) main.focus({ preventScroll: true })
    }
  }, [isOpen])
  return (
    <Paper ref={list} px="md" py={0}>
      <StackTable
        {...table}
        isNarrow
        columns={[
          {
            label: heading.label,
            heading: true,
            cell: (row) => (
              <UnstyledButton className={classes.opener} aria-haspopup="dialog" onClick={() => setKey(keyOf(row))}>
                {heading.text(row)}
              </UnstyledButton>
            ),
          },
          ...columns,
        ]}
      />
      <Drawer
        opened={isOpen}
        onClose={() => setKey(undefined)}
        position="right"
        size="lg"
        title={title}
        classNames={{ body: classes.sheet }}
      >
        {opened && card(opened)}
      </Drawer>
    </Paper>
  )
}
