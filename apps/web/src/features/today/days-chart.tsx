import { countOf } from '@escola/contract/messages'
import type { Day } from '@escola/contract/today.contract'
import type { CSSProperties } from 'react'
import classes from './days-chart.module.css'

/** '2026-11-23' → '23/11' */
const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

/** The least round number of even halves that no bar exceeds. */
function topOf(days: Day[]) {
  const most = Math.max(2, ...days.flatMap(({ enrollments, completions }) => [enrollments, completions]))
  const step = 10 ** Math.floor(Math.log10(most))
  return [2, 4, 6, 8, 10].map((count) => count * step).find((top) => top >= most)!
}

const datesShown = 6

const describe = ({ day, enrollments, completions }: Day) =>
  `${shortDay(day)}: ${countOf(enrollments, 'matrícula', 'matrículas')}, ${countOf(completions, 'conclusão', 'conclusões')}`

/**
 * Bars of each day; the present one, which is not over, is hatched. Decorative for sighted users: the label has the totals.
 * @param days the present one last
 */
export function DaysChart({ days, label }: { days: Day[]; label: string }) {
  const top = topOf(days)
  const every = Math.ceil(days.length / datesShown)
  const heightOf = (count: number) => ({ '--height': count / top }) as CSSProperties
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <div className={classes.scale}>
        {[top, top / 2, 0].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <div className={classes.days}>
        {days.map((day, at) => (
          <div
            key={day.day}
            className={classes.day}
            title={describe(day)}
            data-today={at === days.length - 1 || undefined}
          >
            <span className={classes.enrollments} style={heightOf(day.enrollments)} />
            <span className={classes.completions} style={heightOf(day.completions)} />
            {(days.length - 1 - at) % every === 0 && <span className={classes.date}>{shortDay(day.day)}</span>}
          </div>
        ))}
      </div>
      <div className={classes.legend}>
        <span className={classes.enrollments}>Matrículas</span>
        <span className={classes.completions}>Conclusões</span>
        <span data-today>Hoje, até agora</span>
      </div>
    </div>
  )
}
