import type { ComponentType, ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import classes from './work-list.module.css'

interface WorkListProps {
  title: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  total: number
  shown: number
  /** Link to the whole list. */
  all: ReactNode
  children: ReactNode
}

/** One kind of work that waits: its first rows, each with its action, and the way to the others. It is not there while nothing waits. */
export function WorkList({ title, icon: Icon, total, shown, all, children }: WorkListProps) {
  if (total === 0) return null
  return (
    <section className={classes.card} aria-label={title}>
      <h3 className={classes.head}>
        <Icon size={20} stroke={1.8} aria-hidden />
        {title}
      </h3>
      <ul className={classes.rows}>{children}</ul>
      {total > shown && (
        <p className={classes.more}>
          e mais {formatNumber(total - shown)} · {all}
        </p>
      )}
    </section>
  )
}

interface WorkRowProps {
  title: ReactNode
  text: ReactNode
  action: ReactNode
}

export const WorkRow = ({ title, text, action }: WorkRowProps) => (
  <li className={classes.row}>
    <div className={classes.words}>
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
    <div className={classes.actions}>{action}</div>
  </li>
)
