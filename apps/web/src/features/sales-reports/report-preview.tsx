import { importTexts } from '@escola/contract/import-texts'
import { countOf } from '@escola/contract/messages'
import { type NewReportRow, reportLimits, reportTexts } from '@escola/contract/sales-reports.contract'
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ColumnMapping } from '../../ui/spreadsheet/column-mapping.tsx'
import { meaningOf, meanings, type ReportTable, withMeaning } from './report-columns.ts'
import classes from './report-preview.module.css'
import { listStatusWords, readRows, type StatusWord } from './report-rows.ts'
import { type ChosenStatus, statusLabels } from './report-statuses.ts'

interface ReportPreviewProps {
  filename: string
  table: ReportTable
  isSending: boolean
  onSend: (rows: NewReportRow[]) => void
  onRestart: () => void
}

const needed = ['transaction', 'status', 'email'] as const

/** Shows how a report was understood before it is compared: its columns, and the words of its states. */
export function ReportPreview({ filename, table, isSending, onSend, onRestart }: ReportPreviewProps) {
  const [columns, setColumns] = useState(table.columns)
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenStatus>>(new Map())
  const mapped = useMemo(() => ({ ...table, columns }), [table, columns])
  const words = useMemo(() => listStatusWords(mapped, chosen), [mapped, chosen])
  const { rows, ignored, nameless } = useMemo(() => readRows(mapped, words), [mapped, words])
  const missing = needed.filter((field) => columns[field] === undefined)
  const isTooLong = rows.length > reportLimits.rows
  const leftOut = [
    ignored > 0 && `${countOf(ignored, 'linha não será conferida', 'linhas não serão conferidas')} pela situação`,
    nameless > 0 && countOf(nameless, 'linha não tem código de transação', 'linhas não têm código de transação'),
  ].filter(Boolean)
  return (
    <Stack>
      <Text fw={600} className={classes.filename}>
        {filename}
      </Text>
      <Text role="status">
        {countOf(rows.length, 'linha a conferir', 'linhas a conferir')}
        {leftOut.length > 0 && ` · ${leftOut.join(' · ')}`}
      </Text>
      {table.leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {importTexts.leftOut(table.leftOut)}
        </Text>
      )}
      {missing.length > 0 && (
        <Alert color="ambar" variant="light">
          {`Não achamos ${missing.map((field) => `“${meanings[field]}”`).join(' nem ')}. Diga abaixo em qual coluna está.`}
        </Alert>
      )}
      <ColumnMapping
        heading={mapped.heading}
        lines={mapped.lines}
        meanings={meanings}
        meaningOf={(at) => meaningOf(columns, at)}
        onMap={(at, meaning) => setColumns(withMeaning(columns, at, meaning))}
        opensAtOnce={missing.length > 0}
      />
      <StatusWords words={words} onChoose={(word, status) => setChosen(new Map(chosen).set(word, status))} />
      {(isTooLong || (rows.length === 0 && missing.length === 0)) && (
        <Alert color="danger" variant="light" role="alert">
          {isTooLong ? reportTexts.tooMany : reportTexts.empty}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onRestart} disabled={isSending}>
          Escolher outro arquivo
        </Button>
        <BusyButton
          busy={isSending}
          disabled={rows.length === 0 || isTooLong || missing.length > 0}
          onClick={() => onSend(rows)}
        >
          Conferir {countOf(rows.length, 'linha', 'linhas')}
        </BusyButton>
      </Group>
    </Stack>
  )
}

interface StatusWordsProps {
  words: StatusWord[]
  onChoose: (word: string, status: ChosenStatus) => void
}

const options = Object.entries(statusLabels).map(([value, label]) => ({ value, label }))
/** More words than this are no states: another column is the right one. */
const mostWords = 30

/** Words of the report's states with their counts, each of which may mean something else; unknown ones stand first. */
function StatusWords({ words, onChoose }: StatusWordsProps) {
  const shown = [...words.filter(({ isUnknown }) => isUnknown), ...words.filter(({ isUnknown }) => !isUnknown)]
  const unknown = words.filter(({ isUnknown }) => isUnknown).length
  if (words.length === 0) return null
  if (words.length > mostWords)
    return (
      <Alert color="ambar" variant="light">
        A coluna da situação tem valores demais. Escolha a coluna certa em “Ajustar colunas”.
      </Alert>
    )
  return (
    <section aria-label="Situações do relatório">
      <Text fw={600}>Situações do relatório</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {unknown > 0
          ? `${countOf(unknown, 'situação que não conhecemos', 'situações que não conhecemos')}: diga o que ${unknown === 1 ? 'ela significa' : 'cada uma significa'}.`
          : 'Confira o que cada uma significa.'}
      </Text>
      <ul className={classes.words}>
        {shown.map(({ word, count, status, isUnknown }) => (
          <li key={word}>
            <NativeSelect
              label={`${word || '(vazia)'} · ${formatNumber(count)}`}
              description={isUnknown && 'Não conhecemos esta'}
              value={status}
              data={options}
              onChange={({ currentTarget }) => onChoose(word, currentTarget.value as ChosenStatus)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
