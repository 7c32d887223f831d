import type { ReactNode } from 'react'
import classes from './total.module.css'

/** Shows in large letters what there is of points or money; its unit may stand behind it. */
export const Total = ({ value, children }: { value: ReactNode; children?: ReactNode }) => (
  <p className={classes.total}>
    <strong>{value}</strong>
    {children && <> {children}</>}
  </p>
)
