import { countOf } from '@escola/contract/messages'
import { type Day, type Period, todayLimits } from '@escola/contract/today.contract'
import { SegmentedControl } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import { DaysChart } from './days-chart.tsx'

interface TrendProps {
  /** The longest period's days. */
  days: Day[]
  period: Period
  onPeriod: (period: Period) => void
}

/** How many entered classes and completed courses, day by day. */
export function Trend({ days, period, onPeriod }: TrendProps) {
  const shown = days.slice(-period)
  const sumOf = (figure: 'enrollments' | 'completions') => shown.reduce((sum, day) => sum + day[figure], 0)
  const summary = `${countOf(sumOf('enrollments'), 'matrícula', 'matrículas')} e ${countOf(sumOf('completions'), 'conclusão', 'conclusões')} em ${period} dias`
  return (
    <Section
      title="Matrículas e conclusões"
      text={summary}
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Período do gráfico"
          value={String(period)}
          onChange={(value) => onPeriod(Number(value) as Period)}
          data={todayLimits.periods.map((each) => ({ value: String(each), label: `${each} dias` }))}
        />
      }
    >
      <DaysChart days={shown} label={`Gráfico por dia: ${summary}`} />
    </Section>
  )
}
