import type { CourseCard as Card } from '@escola/contract/learning.contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { StudentSearch } from '../../session/guards.ts'
import { CourseCard } from './course-card.tsx'
import classes from './course-row.module.css'

interface Props {
  title: string
  cards: Card[]
  /** True for the first row of the page. */
  isFirst?: boolean
  /** Search of the courses' addresses. */
  search?: StudentSearch
}

/** A category: its courses in a row that scrolls by touch, wheel, arrow keys and, with a mouse, by two buttons. */
export function CourseRow({ title, cards, isFirst = false, search }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const headingId = useId()
  const { atStart, atEnd } = useEnds(row)

  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.9, behavior: 'smooth' })
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
    const target = links[links.indexOf(document.activeElement as HTMLElement) + step]
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <div className={classes.head}>
        <h2 id={headingId} className={classes.heading}>
          {title}
        </h2>
        {!(atStart && atEnd) && (
          <div className={classes.arrows}>
            <ActionIcon
              variant="default"
              radius="xl"
              size="lg"
              disabled={atStart}
              onClick={() => scroll(-1)}
              aria-label={`Cursos anteriores de ${title}`}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              radius="xl"
              size="lg"
              disabled={atEnd}
              onClick={() => scroll(1)}
              aria-label={`Próximos cursos de ${title}`}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
      <ul ref={row} className={classes.row} onKeyDown={moveFocus}>
        {cards.map((card, at) => (
          <li key={card.id} className={classes.item}>
            <CourseCard card={card} eager={isFirst && at === 0} search={search} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useEnds(row: { current: HTMLElement | null }) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const atStart = element.scrollLeft < 8
      const atEnd = element.scrollLeft + element.clientWidth > element.scrollWidth - 8
      setEnds((current) => (current.atStart === atStart && current.atEnd === atEnd ? current : { atStart, atEnd }))
    }
    // The measure waits for the layout, or the page would be laid out twice.
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
  return ends
}
