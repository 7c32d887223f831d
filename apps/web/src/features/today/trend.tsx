import { countOf } from '@escola/contract/messages'
import { type Day, type Period, todayLimits } from '@escola/contract/today.contract'
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { part, usePart } from '../../ui/loading/part.ts'
import { Section } from '../../ui/section.tsx'

/** The chart comes after the figures that it draws. */
const chart = part(() => import('./days-chart.tsx'))
const height = 240

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
      <div style={{ minHeight: height }}>
        <Chart days={shown} label={`Gráfico por dia: ${summary}`} />
      </div>
    </Section>
  )
}

function Chart({ days, label }: { days: Day[]; label: string }) {
  const { loaded, hasFailed, retry } = usePart(chart)
  if (loaded) return <loaded.DaysChart days={days} label={label} height={height} />
  if (!hasFailed) return <Skeleton height={height} />
  return (
    <>
      <Text c="dimmed">O gráfico não carregou.</Text>
      <Button variant="light" mt="xs" onClick={retry}>
        Tentar de novo
      </Button>
    </>
  )
}
