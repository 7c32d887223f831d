import { Button, NativeSelect, Table, Text } from '@mantine/core'
import { IconTableOptions } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from './import-preview.module.css'
import { type Meaning, meaningOf, meanings, type Table as StudentsTable, withMeaning } from './table.ts'

const sampleLines = 3
const mostColumns = 60
const options = Object.entries(meanings).map(([value, label]) => ({ value, label }))

interface ColumnMappingProps {
  table: StudentsTable
  onMap: (table: StudentsTable) => void
}

/** Shows how the columns were understood, and lets each be given another meaning. */
export function ColumnMapping({ table, onMap }: ColumnMappingProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { heading, lines, columns } = table
  const sample = lines.slice(0, sampleLines)
  const count = Math.min(mostColumns, Math.max(heading?.length ?? 0, ...sample.map(({ cells }) => cells.length)))
  const titleOf = (at: number) => heading?.[at]?.trim() || `Coluna ${at + 1}`
  const all = Array.from({ length: count }, (_, at) => at)
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconTableOptions size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Ajustar colunas
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className={classes.columns} aria-label="Colunas do arquivo" tabIndex={0}>
            <Table withColumnBorders>
              <thead>
                <tr>
                  {all.map((at) => (
                    <th key={at} scope="col">
                      <NativeSelect
                        label={titleOf(at)}
                        value={meaningOf(columns, at)}
                        data={options}
                        onChange={({ currentTarget }) =>
                          onMap({ ...table, columns: withMeaning(columns, at, currentTarget.value as Meaning) })
                        }
                      />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sample.map(({ line, cells }) => (
                  <tr key={line}>
                    {all.map((at) => (
                      <td key={at}>
                        <Text size="sm" lineClamp={2}>
                          {cells[at]}
                        </Text>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        )}
      </div>
    </div>
  )
}
