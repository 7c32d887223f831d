import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { reportLimits, type SalesReport } from '@escola/contract/sales-reports.contract'
import { formatDateTime } from '@escola/contract/time'
import { salesReportTitle, salesTitle } from '@escola/contract/titles'
import { Button, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { ReportSender } from './report-sender.tsx'
import { ReportVerdicts } from './report-verdicts.tsx'
import { type ReportQuery, salesReportQueries, useRemoveReport } from './sales-reports.queries.ts'

interface ReportPageProps {
  accounts: SalesAccount[]
  query: ReportQuery
  onQuery: (query: ReportQuery) => void
}

/** Compares a platform's report with what the school knows, and settles what differs. */
export function ReportPage({ accounts, query, onQuery }: ReportPageProps) {
  const { report } = usePrefetchedQuery(salesReportQueries.latest(useSchool().id)).data
  const [isSending, setSending] = useState(false)
  const handleSent = () => {
    setSending(false)
    onQuery({ page: 1 })
  }
  return (
    <Page
      title={salesReportTitle}
      description="Quem pagou e está sem acesso, e quem foi reembolsado e ainda tem."
      back={{ to: '/vendas', label: salesTitle }}
      actions={
        report &&
        !isSending && (
          <Button
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            disabled={report.asked.left > 0}
            onClick={() => setSending(true)}
          >
            Conferir outro
          </Button>
        )
      }
    >
      {accounts.length === 0 ? (
        <EmptyState
          drawing="papers"
          title="Nenhuma conta ainda"
          text="Adicione primeiro a conta da plataforma em que você vende."
          action={
            <Need right="cohorts">
              <Button renderRoot={(props) => <Link {...props} to="/vendas/contas" />}>Contas das plataformas</Button>
            </Need>
          }
        />
      ) : report && !isSending ? (
        <Compared report={report} query={query} onQuery={onQuery} />
      ) : (
        <ReportSender accounts={accounts} onSent={handleSent} onCancel={report ? () => setSending(false) : undefined} />
      )}
    </Page>
  )
}

function Compared({ report, ...shown }: { report: SalesReport } & Omit<ReportPageProps, 'accounts'>) {
  const { mutateAsync: remove } = useRemoveReport(report.id)
  const { fine } = report
  const name = labels.providers[report.gateway]
  const asExpected = [
    fine.paid > 0 && countOf(fine.paid, 'paga e com acesso', 'pagas e com acesso'),
    fine.ended > 0 && countOf(fine.ended, 'reembolsada e sem acesso', 'reembolsadas e sem acesso'),
    fine.over > 0 && countOf(fine.over, 'paga por um período que já terminou', 'pagas por um período que já terminou'),
  ].filter(Boolean)
  return (
    <>
      <Section
        title={report.filename || 'Relatório'}
        text={`${report.account_title === name ? name : `${report.account_title} (${name})`} · ${formatDateTime(report.utc_created_on)}`}
        aside={
          <RemoveButton
            label="Apagar relatório"
            question={makeDangerQuestion(
              'As linhas do relatório são apagadas. O que já foi acertado continua assim.',
              'Apagar',
            )}
            change={() => remove()}
            done="Relatório apagado."
          />
        }
      >
        <Text role="status">
          {`${countOf(report.total, 'compra conferida', 'compras conferidas')}${asExpected.length > 0 ? `: ${asExpected.join(', ')}` : ''}.`}
        </Text>
        <Text size="sm" c="dimmed">
          {`Não guardamos nada das compras que estão certas. As outras linhas são apagadas depois de acertadas, ou em ${reportLimits.days} dias.`}
        </Text>
      </Section>
      <ReportVerdicts report={report} {...shown} />
    </>
  )
}
