import { labels } from '@escola/contract/labels'
import { formatCellphone, phoneTexts } from '@escola/contract/phones'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { StackTable } from '../../ui/lists/stack-table.tsx'
import { type Counts, type GoodVerdict, isReady, type VerdictRow } from './checked-rows.ts'
import type { BadRow } from './preview.ts'
import { RefusedRows } from './refused-rows.tsx'

const rowsPerPage = 10
const verdictTexts: Record<GoodVerdict, { one: string; many: string }> = {
  new: { one: 'Novo na escola', many: 'Novos na escola' },
  known: { one: 'Já é da escola', many: 'Já são da escola' },
  here: { one: 'Já está na turma', many: 'Já estão na turma' },
  turned_away: { one: 'Fica de fora', many: 'Ficam de fora' },
}
type Filter = 'good' | GoodVerdict | 'refused'

interface VerdictRowsProps {
  rows: VerdictRow[]
  bad: BadRow[]
  counts: Counts | undefined
}

/** Every row with what becomes of it. The number of each verdict is its filter. */
export function VerdictRows({ rows, bad, counts }: VerdictRowsProps) {
  const [chosen, setChosen] = useState<Filter>()
  const [asked, setPage] = useState(1)
  const filters: { filter: Filter; label: string; count: number }[] = [
    { filter: 'good', label: 'Prontos', count: rows.filter(isReady).length },
    ...(Object.keys(verdictTexts) as GoodVerdict[]).map((verdict) => ({
      filter: verdict,
      label: verdictTexts[verdict].many,
      count: counts?.[verdict] ?? 0,
    })),
    { filter: 'refused', label: 'Recusados', count: bad.length },
  ]
  const offered = filters.filter(({ filter, count }) => count > 0 || filter === chosen)
  // A filter whose last row was corrected gives way to the first that has some.
  const filter = offered.find((each) => each.filter === chosen && each.count > 0)?.filter ?? offered[0]?.filter
  const isShown = (row: VerdictRow) => (filter === 'good' ? isReady(row) : row.verdict === filter)
  const shown = rows.filter(isShown)
  const page = Math.max(1, Math.min(asked, Math.ceil(shown.length / rowsPerPage)))
  return (
    <Stack gap="sm" component="section">
      <Group gap="xs" role="group" aria-label="Mostrar as linhas">
        {offered.map((each) => (
          <Button
            key={each.filter}
            size="xs"
            radius="xl"
            variant={each.filter === filter ? 'filled' : 'default'}
            aria-pressed={each.filter === filter}
            onClick={() => {
              setChosen(each.filter)
              setPage(1)
            }}
          >
            {each.label}: {formatNumber(each.count)}
          </Button>
        ))}
      </Group>
      {filter === 'refused' ? (
        <RefusedRows refusals={bad} caption="Linhas com problema" />
      ) : (
        <>
          <StackTable
            caption="Alunos do arquivo"
            rows={shown.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
            keyOf={(row) => row.line}
            columns={[
              { label: 'Linha', tight: true, wideOnly: true, cell: (row) => formatNumber(row.line) },
              {
                label: labels.fields.name,
                heading: true,
                cell: ({ name, namedAfterEmail }) => (
                  <>
                    {name}{' '}
                    {namedAfterEmail && (
                      <Text span size="xs" c="dimmed">
                        (do e-mail)
                      </Text>
                    )}
                  </>
                ),
              },
              { label: labels.fields.email, cell: (row) => row.email },
              {
                label: 'Telefone',
                tight: true,
                cell: ({ cellphone, dropsCellphone }) =>
                  dropsCellphone ? (
                    <Text span size="xs" c="dimmed">
                      {phoneTexts.dropped}
                    </Text>
                  ) : (
                    formatCellphone(cellphone) || '–'
                  ),
              },
              { label: 'Situação', cell: ({ verdict }) => (verdict ? verdictTexts[verdict].one : '–') },
            ]}
          />
          <Pager
            page={page}
            total={shown.length}
            rowsPerPage={rowsPerPage}
            onPage={setPage}
            label="Páginas: Alunos do arquivo"
          />
        </>
      )}
    </Stack>
  )
}
