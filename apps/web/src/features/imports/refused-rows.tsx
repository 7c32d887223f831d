import { type RefusalReason, refusalReasons } from '@escola/contract/imports.contract'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { StackTable } from '../../ui/lists/stack-table.tsx'

export interface RefusedRow {
  line: number
  name: string
  email: string
  cellphone: string
  reason: RefusalReason
}

const rowsPerPage = 10
const longestShown = 120

/** The value that was at fault. */
const getFaultyValue = ({ reason, name, email, cellphone }: RefusedRow) => {
  const values = { invalid_cellphone: cellphone, invalid_name: name, short_name: name, no_email: name || cellphone }
  const value = reason in values ? values[reason as keyof typeof values] : email
  return value.length > longestShown ? `${value.slice(0, longestShown)}…` : value
}

export const RefusalsButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => (
  <Button variant="light" size="xs" aria-expanded={isOpen} onClick={onToggle}>
    {isOpen ? 'Esconder recusados' : 'Ver recusados'}
  </Button>
)

interface RefusedRowsProps {
  refusals: RefusedRow[]
  caption: string
}

/** Every refused row by its line, a page at a time. */
export function RefusedRows({ refusals, caption }: RefusedRowsProps) {
  const [page, setPage] = useState(1)
  return (
    <Stack gap="sm">
      <StackTable
        caption={caption}
        rows={refusals.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
        keyOf={(row) => row.line}
        columns={[
          { label: 'Linha', cell: (row) => formatNumber(row.line) },
          { label: 'Valor', cell: (row) => getFaultyValue(row) || '(vazio)' },
          { label: 'Motivo', cell: (row) => refusalReasons[row.reason] },
        ]}
      />
      <Pager
        page={page}
        total={refusals.length}
        rowsPerPage={rowsPerPage}
        onPage={setPage}
        label={`Páginas: ${caption}`}
      />
    </Stack>
  )
}
