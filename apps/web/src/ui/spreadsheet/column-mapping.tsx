import { Button, NativeSelect, Table, Text } from '@mantine/core'
import { IconTableOptions } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from './column-mapping.module.css'
import type { Line } from './line.ts'

const sampleLines = 3
const mostColumns = 60

interface ColumnMappingProps<Meaning extends string> {
  heading: string[] | undefined
  lines: Line[]
  meanings: Record<Meaning, string>
  meaningOf: (column: number) => Meaning
  onMap: (column: number, meaning: Meaning) => void
  /** The columns are shown at once, because they were not understood. */
  opensAtOnce?: boolean
}

/** Shows how the columns of a file were understood, and lets each be given another meaning. */
export function ColumnMapping<Meaning extends string>(props: ColumnMappingProps<Meaning>) {
  const { heading, lines, meanings, meaningOf, onMap, opensAtOnce = false } = props
  const [isOpen, setOpen] = useState(opensAtOnce)
  const id = useId()
  const options = Object.entries<string>(meanings).map(([value, label]) => ({ value, label }))
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
                        value={meaningOf(at)}
                        data={options}
                        onChange={({ currentTarget }) => onMap(at, currentTarget.value as Meaning)}
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
