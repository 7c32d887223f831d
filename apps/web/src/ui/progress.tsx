import { formatPercent } from '@escola/contract/percent'
import classes from './progress.module.css'

/** Shows the completed share of a course: '0.00' to '100.00'. */
export function CourseProgress({ value, label = 'Progresso do curso' }: { value: string; label?: string }) {
  const percent = Math.min(Math.max(Number(value) || 0, 0), 100)
  return (
    <div className={classes.progress} data-done={percent === 100 || undefined}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classes.track}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.percent}>{formatPercent(percent)}</span>
    </div>
  )
}
