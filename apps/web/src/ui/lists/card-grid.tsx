import type { ComponentProps, CSSProperties } from 'react'
import classes from './card-grid.module.css'

interface CardGridProps extends ComponentProps<'ul'> {
  /** Least width of a card. */
  width: string
  /** Space between the cards; a medium one when left out. */
  gap?: string
  /** The cards fill the row, however few there are. */
  fits?: boolean
}

/** List of cards, as many beside each other as have room. */
export const CardGrid = ({ width, gap, fits, className = '', ...list }: CardGridProps) => (
  <ul
    {...list}
    className={`${classes.grid} ${className}`}
    style={{ '--card-width': width, '--card-gap': gap } as CSSProperties}
    data-fits={fits || undefined}
  />
)
