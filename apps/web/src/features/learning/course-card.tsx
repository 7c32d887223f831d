import type { CourseCard as Card } from '@escola/contract/learning.contract'
import { IconCircleCheck, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool, useUser, useViewRole } from '../../session/context.ts'
import type { StudentSearch } from '../../session/guards.ts'
import { makeContactLink, makeLandingPageLink } from '../../ui/contact-links.ts'
import { Cover } from '../../ui/courses/cover.tsx'
import { CourseProgress } from '../../ui/progress.tsx'
import classes from './course-card.module.css'

const formatLessonCount = (lessons: number) => `${lessons} ${lessons === 1 ? 'aula' : 'aulas'}`

const stateOf = {
  locked: { icon: <IconLock size={16} aria-hidden />, label: 'Bloqueado' },
  start: { icon: <IconPlayerPlay size={16} aria-hidden />, label: 'Iniciar' },
  continue: { icon: <IconPlayerPlay size={16} aria-hidden />, label: 'Continuar' },
  done: { icon: <IconCircleCheck size={16} aria-hidden />, label: 'Concluído' },
}

interface Props {
  card: Card
  eager?: boolean
  /** Search of the course's address. */
  search?: StudentSearch | undefined
}

/** Shows a course: its cover, its title and the user's next step in it. */
export function CourseCard({ card, eager = false, search = {} }: Props) {
  const isVisitor = useViewRole() === 'visitor'
  const state = stateOf[card.state]
  const isLocked = card.state === 'locked'
  const face = (
    <>
      <div className={classes.cover}>
        <Cover src={card.img_wide_url} title={card.title} sizes="(max-width: 400px) 86vw, 352px" eager={eager} />
        {isLocked && !isVisitor && (
          <span className={classes.lock}>
            <IconLock size={20} aria-hidden />
          </span>
        )}
      </div>
      <h3 className={classes.title}>{card.title}</h3>
      {card.state === 'continue' && <CourseProgress value={card.progress} />}
      {isVisitor && card.description_title && <p className={classes.promise}>{card.description_title}</p>}
      <p className={classes.foot}>
        {!isVisitor && (
          <span className={classes.state} data-state={card.state}>
            {state.icon}
            {state.label}
          </span>
        )}
        <span className={classes.count}>{formatLessonCount(card.lessons)}</span>
      </p>
    </>
  )
  if (isLocked) {
    return (
      <LockedCard card={card} isVisitor={isVisitor}>
        {face}
      </LockedCard>
    )
  }
  return (
    <Link to="/c/$link" params={{ link: card.link }} search={search} className={classes.card} data-state={card.state}>
      {face}
    </Link>
  )
}

/** A locked course leads to its public page, to its landing page, to a visitor's way into the school, or to a conversation with the school. */
function LockedCard({ card, isVisitor, children }: { card: Card; isVisitor: boolean; children: ReactNode }) {
  // A gallery shows its courses as they are; what is locked is locked to those who study here.
  const state = isVisitor ? 'shown' : 'locked'
  const school = useSchool()
  const isSignedIn = useUser() !== null
  const landing = makeLandingPageLink(card.landing_page_url)
  if (card.has_page && (isVisitor || !landing)) {
    return (
      <Link to="/conheca/$link" params={{ link: card.link }} className={classes.card} data-state={state}>
        {children}
        <span className={classes.action}>Conhecer o curso</span>
      </Link>
    )
  }
  const way = isSignedIn
    ? school.can_join && ({ to: '/cadastro' } as const)
    : ({ to: '/login', search: { redirect: `/c/${card.link}` } } as const)
  if (way && !landing) {
    return (
      <Link {...way} className={classes.card} data-state={state}>
        {children}
        <span className={classes.action}>Conhecer o curso</span>
      </Link>
    )
  }
  const href = landing ?? makeContactLink(school, `Olá! Quero saber mais sobre o curso ${card.title}.`)
  if (!href) {
    return (
      <div className={classes.card} data-state={state}>
        {children}
      </div>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes.card} data-state={state}>
      {children}
      <span className={classes.action}>{landing ? 'Conhecer o curso' : 'Fale com a escola'}</span>
    </a>
  )
}
