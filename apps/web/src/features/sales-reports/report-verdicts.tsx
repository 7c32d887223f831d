import { countOf } from '@escola/contract/messages'
import { type ReportVerdict, reportVerdicts, type SalesReport } from '@escola/contract/sales-reports.contract'
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { RunProgress } from '../../ui/run-progress.tsx'
import { Section } from '../../ui/section.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { ReportRows } from './report-rows-table.tsx'
import { type ReportQuery, salesReportQueries } from './sales-reports.queries.ts'
import { SettleAll } from './settle-rows.tsx'
import { verdictLabels, verdictTexts } from './verdict-words.ts'

interface ReportVerdictsProps {
  report: SalesReport
  query: ReportQuery
  onQuery: (query: ReportQuery) => void
}

/** Shows the purchases of a report that differ, one verdict at a time, and how far their settling is. */
export function ReportVerdicts({ report, query, onQuery }: ReportVerdictsProps) {
  const rowsOf = new Map(report.verdicts.map(({ verdict, rows }) => [verdict, rows]))
  const present = reportVerdicts.filter((verdict) => rowsOf.has(verdict))
  const shown = present.find((verdict) => verdict === query.verdict) ?? present[0]
  return (
    <>
      <Settling report={report} />
      {shown ? (
        <Section
          title={verdictLabels[shown]}
          text={verdictTexts[shown]}
          aside={
            <Need right="cohorts">
              <SettleAll report={report} verdict={shown} />
            </Need>
          }
        >
          <Group gap={6} component="nav" aria-label="O que foi encontrado">
            {present.map((verdict) => (
              <Button
                key={verdict}
                size="compact-md"
                radius="xl"
                variant={verdict === shown ? 'filled' : 'default'}
                aria-current={verdict === shown ? 'page' : undefined}
                onClick={() => onQuery({ verdict, page: 1 })}
              >
                {`${verdictLabels[verdict]} · ${formatNumber(rowsOf.get(verdict)!)}`}
              </Button>
            ))}
          </Group>
          <Rows report={report} verdict={shown} page={query.verdict === shown ? query.page : 1} onQuery={onQuery} />
        </Section>
      ) : (
        <EmptyState drawing="papers" title="Tudo certo" text="Quem pagou tem acesso, e quem foi reembolsado não tem." />
      )}
    </>
  )
}

interface RowsProps {
  report: SalesReport
  verdict: ReportVerdict
  page: number
  onQuery: (query: ReportQuery) => void
}

function Rows({ report, verdict, page, onQuery }: RowsProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    salesReportQueries.rows(useSchool().id, report.id, { verdict, page }),
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} role="status" aria-label="Carregando compras" />
  return (
    <ReportRows
      reportId={report.id}
      verdict={verdict}
      rows={data.rows}
      isLoading={isPlaceholderData}
      onPage={(next) => onQuery({ verdict, page: next })}
    />
  )
}

/** Shows how far the settling is, and its result; at its end everything that it changed is fresh again. */
function Settling({ report }: { report: SalesReport }) {
  const { asked, settled } = report
  const refresh = useRefresh('salesReports', 'sales', 'students', 'cohorts', 'learning', 'context')
  const handleEnd = useEffectEvent(() => void refresh())
  const wasUnderWay = useRef(false)
  const isUnderWay = asked.left > 0
  useEffect(() => {
    if (!isUnderWay && wasUnderWay.current) handleEnd()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  const done = [
    settled.given > 0 && countOf(settled.given, 'compra ganhou acesso', 'compras ganharam acesso'),
    settled.ended > 0 && countOf(settled.ended, 'compra teve o acesso encerrado', 'compras tiveram o acesso encerrado'),
  ].filter(Boolean)
  if (!isUnderWay)
    return (
      done.length > 0 && (
        <Text role="status" fw={600}>
          {`Acertado: ${done.join('; ')}.`}
        </Text>
      )
    )
  return (
    <Paper p="lg">
      <RunProgress text="Acertando acessos" done={asked.total - asked.left} total={asked.total} />
    </Paper>
  )
}
