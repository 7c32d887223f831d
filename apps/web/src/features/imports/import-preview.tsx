import { labels } from '@escola/contract/labels'
import { formatCellphone } from '@escola/contract/people'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { opensNothing } from '../../ui/may-invite.ts'
import { StackTable } from '../../ui/stack-table.tsx'
import { ImportForecast } from './import-forecast.tsx'
import classes from './import-preview.module.css'
import type { ImportedInto } from './imports.queries.ts'
import type { Preview } from './preview.ts'
import { RefusalsButton, RefusedRows } from './refused-rows.tsx'

interface ImportPreviewProps {
  cohort: ImportedInto
  preview: Preview
  isStarting: boolean
  onStart: () => void
  onRestart: () => void
}

const countStudents = (count: number) => (count === 1 ? '1 aluno' : `${formatNumber(count)} alunos`)
const countRows = (count: number) => (count === 1 ? '1 linha' : `${formatNumber(count)} linhas`)

/** Shows the outcome of the import before it starts. */
export function ImportPreview({ cohort, preview, isStarting, onStart, onRestart }: ImportPreviewProps) {
  const { filename, good, bad, firstGood, nameless, emails } = preview
  const [showsBad, setShowsBad] = useState(true)
  return (
    <Stack>
      <div className={classes.counts}>
        <div data-good>
          <strong>{formatNumber(good)}</strong>
          <span>{good === 1 ? 'aluno pronto para importar' : 'alunos prontos para importar'}</span>
        </div>
        <div data-bad={bad.length > 0 || undefined}>
          <strong>{formatNumber(bad.length)}</strong>
          <span>{bad.length === 1 ? 'linha será recusada' : 'linhas serão recusadas'}</span>
        </div>
      </div>
      {good > 0 && <ImportForecast cohortId={cohort.id} emails={emails} />}
      {good > 0 && cohort.opens === 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {opensNothing}
        </Alert>
      )}
      {good > 0 && (
        <section>
          <Title order={3} size="h4" mb="xs">
            {good > firstGood.length ? `Primeiros alunos de ${filename}` : `Alunos de ${filename}`}
          </Title>
          <StackTable
            caption="Primeiros alunos do arquivo"
            rows={firstGood}
            keyOf={(row) => row.line}
            columns={[
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
              { label: 'Telefone', tight: true, cell: (row) => formatCellphone(row.cellphone) || '–' },
            ]}
          />
          {nameless > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              {countStudents(nameless)} sem nome no arquivo: {nameless === 1 ? 'o nome vem' : 'os nomes vêm'} do e-mail,
              e cada pessoa pode trocar o seu ao aceitar o convite.
            </Text>
          )}
        </section>
      )}
      {bad.length > 0 && (
        <section>
          <Title order={3} size="h4" mb={4}>
            {countRows(bad.length)} com problema
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {good > 0
              ? `Corrija o arquivo e escolha-o de novo, ou siga sem ${bad.length === 1 ? 'ela' : 'elas'}.`
              : 'Corrija o arquivo e escolha-o de novo.'}
          </Text>
          <Group mb={showsBad ? 'sm' : 0}>
            <RefusalsButton isOpen={showsBad} onToggle={() => setShowsBad(!showsBad)} />
          </Group>
          {showsBad && <RefusedRows refusals={bad} caption="Linhas com problema" />}
        </section>
      )}
      <Group justify="flex-end" gap="xs" className={classes.actions}>
        <Button variant="default" onClick={onRestart} disabled={isStarting}>
          Escolher outro arquivo
        </Button>
        <BusyButton onClick={onStart} busy={isStarting} disabled={good === 0}>
          Importar {countStudents(good)}
        </BusyButton>
      </Group>
    </Stack>
  )
}
