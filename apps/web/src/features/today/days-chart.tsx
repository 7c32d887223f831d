import type { Day } from '@escola/contract/today.contract'
import { AreaChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'

/** '2026-11-23' → '23/11' */
const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

interface DaysChartProps {
  days: Day[]
  label: string
  height: number
}

/** A picture to who sees it; its label says the sums. */
export const DaysChart = ({ days, label, height }: DaysChartProps) => (
  <div role="img" aria-label={label}>
    <AreaChart
      h={height}
      data={days.map(({ day, enrollments, completions }) => ({ day: shortDay(day), enrollments, completions }))}
      dataKey="day"
      series={[
        { name: 'enrollments', label: 'Matrículas', color: 'var(--app-school-text)' },
        { name: 'completions', label: 'Conclusões', color: 'var(--mantine-color-teal-6)' },
      ]}
      curveType="monotone"
      withDots={days.length <= 7}
      withLegend
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      xAxisProps={{ minTickGap: 24 }}
      areaProps={{ isAnimationActive: false }}
      areaChartProps={{ accessibilityLayer: false }}
    />
  </div>
)
