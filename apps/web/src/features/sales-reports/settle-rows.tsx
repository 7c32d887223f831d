import {
  type ReportRow,
  type ReportVerdict,
  type SalesReport,
  settledVerdicts,
} from '@escola/contract/sales-reports.contract'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useSettle } from './sales-reports.queries.ts'
import { settleQuestion } from './verdict-words.ts'

const settledOf = (verdict: ReportVerdict) => settledVerdicts.find((each) => each === verdict)
const labelOf = { missing: 'Dar acesso', still_in: 'Encerrar acesso' } as const
const labelOfAll = { missing: 'Dar acesso a todos', still_in: 'Encerrar acesso de todos' } as const
const soon = 'Pronto! Isso será feito em instantes.'

/** Settles every purchase of a verdict, where a click can. */
export function SettleAll({ report, verdict }: { report: SalesReport; verdict: ReportVerdict }) {
  const { mutateAsync: settle } = useSettle(report.id)
  const { run, isPending } = useConfirmedChange()
  const settled = settledOf(verdict)
  const count = report.verdicts.find((each) => each.verdict === verdict)
  if (!settled || !count) return null
  const handleClick = () =>
    run({
      question: settleQuestion(settled, count.people, true),
      change: () => settle({ verdict: settled }),
      done: soon,
    })
  return (
    <BusyButton busy={isPending || report.asked.left > 0} onClick={handleClick}>
      {labelOfAll[settled]}
    </BusyButton>
  )
}

/** Settles one purchase. */
export function SettleOne({ reportId, row }: { reportId: string; row: ReportRow }) {
  const { mutateAsync: settle } = useSettle(reportId)
  const { run, isPending } = useConfirmedChange()
  const settled = settledOf(row.verdict)
  if (!settled) return null
  const handleClick = () =>
    run({
      question: settleQuestion(settled, 1, row.reasons.length > 0),
      change: () => settle({ verdict: settled, ids: [row.id] }),
      done: soon,
    })
  return (
    <BusyButton
      size="compact-sm"
      variant="light"
      busy={isPending || row.is_asked}
      aria-label={`${labelOf[settled]}: ${row.name || row.email || row.transaction}`}
      onClick={handleClick}
    >
      {labelOf[settled]}
    </BusyButton>
  )
}
