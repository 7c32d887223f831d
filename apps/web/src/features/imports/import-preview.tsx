import { importTexts } from '@escola/contract/import-texts'
import { countOf } from '@escola/contract/messages'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { opensNothing } from '../../ui/cohorts/may-invite.ts'
import { formatNumber } from '../../ui/format.ts'
import { ColumnMapping } from '../../ui/spreadsheet/column-mapping.tsx'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import { SheetChoice } from '../../ui/spreadsheet/sheet-choice.tsx'
import { CheckSummary, costOf } from './check-summary.tsx'
import {
  type Correction,
  countVerdicts,
  findTurnedAway,
  isReady,
  listCorrections,
  withVerdicts,
} from './checked-rows.ts'
import { EmailCorrections } from './email-corrections.tsx'
import classes from './import-preview.module.css'
import { type ImportedInto, importQueries } from './imports.queries.ts'
import type { Preview } from './preview.ts'
import { meaningOf, meanings, type Table, withMeaning } from './table.ts'
import { VerdictRows } from './verdict-rows.tsx'

/** Pays what an import lacks, inside its dialog. */
export type ImportPayment = (props: { missing: number; onPaid: () => Promise<unknown> }) => ReactNode

interface ImportPreviewProps {
  cohort: ImportedInto
  preview: Preview
  /** Number that rises with each change of the rows. */
  version: number
  /** Students who are in the class already get its term anew. */
  renews: boolean
  onRenews: (renews: boolean) => void
  /** The missing sum is being paid. */
  isPaying: boolean
  onPay: () => void
  payment: ImportPayment
  isStarting: boolean
  onStart: () => void
  onRestart: () => void
  onMap: (table: Table) => void
  onSheet: (sheet: Sheet) => void
  onCorrect: (corrections: Correction[]) => void
}

const countStudents = (count: number) => countOf(count, 'aluno', 'alunos')

/** Shows the outcome of the import before it starts. */
export function ImportPreview(props: ImportPreviewProps) {
  const {
    cohort,
    preview,
    version,
    renews,
    onRenews,
    isPaying,
    onPay,
    payment,
    isStarting,
    onStart,
    onRestart,
    onMap,
    onSheet,
    onCorrect,
  } = props
  const { good, bad, nameless, table, sheets } = preview
  const look = `${useId()}${version}`
  const { data, isError, refetch } = useQuery(importQueries.check(useSchool().id, cohort.id, preview.rows, look))
  const missing = data ? costOf(data, renews).missing : 0
  const counts = data && countVerdicts(data)
  const rows = withVerdicts(preview, data)
  const ready = rows.filter(isReady).length
  const refused = bad.length + good - ready
  const corrections = listCorrections(preview, data)
  const list = useRef<HTMLDivElement>(null)
  const handleCorrect = (accepted: Correction[]) => {
    onCorrect(accepted)
    list.current?.focus({ preventScroll: true })
  }
  return (
    <Stack>
      {sheets && <SheetChoice sheets={sheets.all} name={sheets.name} onChoose={onSheet} />}
      <div className={classes.counts}>
        <div data-good>
          <strong>{formatNumber(ready)}</strong>
          <span>{ready === 1 ? 'aluno pronto para importar' : 'alunos prontos para importar'}</span>
        </div>
        <div data-bad={refused > 0 || undefined}>
          <strong>{formatNumber(refused)}</strong>
          <span>{refused === 1 ? 'linha será recusada' : 'linhas serão recusadas'}</span>
        </div>
      </div>
      {good > 0 && (
        <CheckSummary
          checked={data && counts && { ...data, counts, why: findTurnedAway(data) }}
          renews={renews}
          onRenews={onRenews}
          hasFailed={isError}
          onRetry={() => void refetch()}
          onPay={isPaying ? undefined : onPay}
        />
      )}
      {isPaying && missing > 0 && (
        <div className={classes.payment}>
          {payment({
            missing,
            onPaid: async () => {
              await refetch()
              list.current?.focus({ preventScroll: true })
            },
          })}
        </div>
      )}
      {good > 0 && cohort.opens === 0 && (
        <Alert color="ambar" icon={<IconAlertTriangle />}>
          {opensNothing}
        </Alert>
      )}
      {corrections.length > 0 && <EmailCorrections corrections={corrections} onCorrect={handleCorrect} />}
      {table && (
        <ColumnMapping
          heading={table.heading}
          lines={table.lines}
          meanings={meanings}
          meaningOf={(at) => meaningOf(table.columns, at)}
          onMap={(at, meaning) => onMap({ ...table, columns: withMeaning(table.columns, at, meaning) })}
        />
      )}
      <div ref={list} tabIndex={-1} className={classes.list}>
        <VerdictRows rows={rows} bad={bad} counts={counts} />
      </div>
      {table && table.leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {importTexts.leftOut(table.leftOut)}
        </Text>
      )}
      {nameless > 0 && (
        <Text size="sm" c="dimmed">
          {countStudents(nameless)} sem nome no arquivo: {nameless === 1 ? 'o nome vem' : 'os nomes vêm'} do e-mail, e
          cada pessoa pode trocar o seu ao aceitar o convite.
        </Text>
      )}
      {bad.length > 0 && (
        <Text size="sm" c="dimmed">
          {good > 0
            ? `Corrija o arquivo e escolha-o de novo, ou siga sem ${bad.length === 1 ? 'a linha recusada' : 'as linhas recusadas'}.`
            : 'Corrija o arquivo e escolha-o de novo.'}
        </Text>
      )}
      <Group
        justify="flex-end"
        gap="xs"
        className={classes.actions}
        data-paying={(isPaying && missing > 0) || undefined}
      >
        <Button variant="default" onClick={onRestart} disabled={isStarting}>
          Escolher outro arquivo
        </Button>
        <BusyButton onClick={onStart} busy={isStarting} disabled={ready === 0 || missing > 0}>
          Importar {countStudents(ready)}
        </BusyButton>
      </Group>
    </Stack>
  )
}
