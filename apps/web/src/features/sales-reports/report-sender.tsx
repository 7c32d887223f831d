import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { reportLimits, reportTexts } from '@escola/contract/sales-reports.contract'
import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Section } from '../../ui/section.tsx'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import { SheetChoice } from '../../ui/spreadsheet/sheet-choice.tsx'
import { readReportFile } from './read-report.ts'
import { type ReportTable, tableOf } from './report-columns.ts'
import { ReportPreview } from './report-preview.tsx'
import { useSendReport } from './sales-reports.queries.ts'

interface ReportSenderProps {
  accounts: SalesAccount[]
  onSent: () => void
  /** Leads back to the report that is there. */
  onCancel: (() => void) | undefined
}

interface ShownFile {
  filename: string
  table: ReportTable
  /** Sheets that may be chosen, and the sheet on the screen. */
  sheets?: { all: Sheet[]; name: string }
}

/** Takes a report of an account, shows how it was understood, and has it compared. */
export function ReportSender({ accounts, onSent, onCancel }: ReportSenderProps) {
  const [accountId, setAccountId] = useState(accounts.length === 1 ? accounts[0]!.id : '')
  const [file, setFile] = useState<ShownFile>()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isAccountMissing, setAccountMissing] = useState(false)
  const send = useSendReport()
  const handleFile = async (dropped: File) => {
    setProblem(undefined)
    setReading(true)
    send.reset()
    try {
      const read = await readReportFile(dropped)
      if ('problem' in read) setProblem(read.problem)
      else
        setFile({
          filename: dropped.name,
          table: read.table,
          ...(read.sheets && { sheets: { all: read.sheets, name: read.sheets[0]!.name } }),
        })
    } catch {
      setProblem(
        `Não foi possível ler ${dropped.name}. O arquivo pode ter sido movido ou estar aberto em outro programa.`,
      )
    } finally {
      setReading(false)
    }
  }
  const showSheet = ({ filename, sheets }: ShownFile, { name, lines }: Sheet) =>
    setFile({ filename, table: tableOf(lines), ...(sheets && { sheets: { all: sheets.all, name } }) })
  const handleSend = (rows: Parameters<typeof send.mutate>[0]['rows']) => {
    setAccountMissing(accountId === '')
    if (!file || accountId === '' || send.isPending) return
    send.mutate(
      { account_id: accountId, filename: file.filename.slice(0, reportLimits.cellMax), rows },
      { onSuccess: onSent },
    )
  }
  return (
    <Section
      title="Qual relatório?"
      text="Exporte o relatório de vendas na plataforma e solte o arquivo aqui. A conferência não muda nada: você decide depois de ver."
    >
      <Stack>
        <NativeSelect
          label="Conta da plataforma"
          maw={420}
          value={accountId}
          data={[
            { value: '', label: 'Selecione' },
            ...accounts.map(({ id, title, gateway }) => ({
              value: id,
              label: title === labels.providers[gateway] ? title : `${title} (${labels.providers[gateway]})`,
            })),
          ]}
          error={isAccountMissing && accountId === '' && reportTexts.account}
          onChange={({ currentTarget }) => setAccountId(currentTarget.value)}
        />
        {file?.sheets && (
          <SheetChoice sheets={file.sheets.all} name={file.sheets.name} onChoose={(sheet) => showSheet(file, sheet)} />
        )}
        {file ? (
          <ReportPreview
            key={`${file.filename} ${file.sheets?.name ?? ''}`}
            filename={file.filename}
            table={file.table}
            isSending={send.isPending}
            onSend={handleSend}
            onRestart={() => setFile(undefined)}
          />
        ) : (
          <>
            <FileDrop
              label="Relatório de vendas"
              icon={IconFileSpreadsheet}
              title="Solte aqui o relatório em CSV ou XLSX"
              hint={`ou clique para escolher. São até ${countOf(reportLimits.rows, 'venda', 'vendas')} por vez.`}
              isBusy={isReading}
              onFile={(dropped) => void handleFile(dropped)}
            />
            {onCancel && (
              <Button variant="default" onClick={onCancel} style={{ alignSelf: 'flex-end' }}>
                Voltar ao relatório anterior
              </Button>
            )}
          </>
        )}
        {(problem || send.error) && (
          <Alert color="danger" variant="light" role="alert">
            {problem ?? textOf(send.error)}
          </Alert>
        )}
      </Stack>
    </Section>
  )
}
