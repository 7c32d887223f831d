import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceStore } from '../../api/storage.ts'
import type { Column } from './stack-table.tsx'
import { usePhone } from './use-phone.ts'

/** Labels of the columns that a user has turned on or off: the others are as the list has them at first. */
function readTurned(key: string): string[] {
  try {
    const turned: unknown = JSON.parse(deviceStore.read(key) ?? '[]')
    return Array.isArray(turned) ? turned.filter((label) => typeof label === 'string') : []
  } catch {
    return []
  }
}

/**
 * Columns of a list that its user has chosen, which the browser keeps, and the button that chooses them.
 * @param list names the list among those that the browser keeps columns of
 */
export function useColumns<Row, By extends string>(list: string, columns: Column<Row, By>[]) {
  const key = `escola.columns.${list}`
  const [, redraw] = useState<unknown>()
  const turned = readTurned(key)
  const isFixed = ({ heading, action, select }: Column<Row, By>) => heading || action || select
  const isShown = ({ label, isExtra = false }: Column<Row, By>) => turned.includes(label) === isExtra
  const keep = (labels: string[]) => {
    deviceStore.write(key, labels.length > 0 ? JSON.stringify(labels) : null)
    redraw({})
  }
  const shown = columns.flatMap((column) => {
    if (isFixed(column) || isShown(column)) return [column]
    // The rows of a phone are the same for all.
    return column.fact || column.state ? [{ ...column, narrowOnly: true }] : []
  })
  const chooser = (
    <ColumnChooser
      columns={columns
        .filter((column) => !isFixed(column))
        .map((column) => ({ label: column.label, isShown: isShown(column) }))}
      onTurn={(label) => keep(turned.includes(label) ? turned.filter((each) => each !== label) : [...turned, label])}
      onReset={turned.length > 0 ? () => keep([]) : undefined}
    />
  )
  return { shown, chooser }
}

interface ChooserProps {
  columns: { label: string; isShown: boolean }[]
  onTurn: (label: string) => void
  onReset: (() => void) | undefined
}

/** A phone's rows have no columns to choose. */
function ColumnChooser({ columns, onTurn, onReset }: ChooserProps) {
  if (usePhone()) return null
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          Colunas
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colunas">
        <Stack gap="sm">
          {columns.map(({ label, isShown }) => (
            <Checkbox key={label} label={label} checked={isShown} onChange={() => onTurn(label)} />
          ))}
          {onReset && (
            <Button variant="subtle" size="compact-sm" onClick={onReset}>
              Voltar ao padrão
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
