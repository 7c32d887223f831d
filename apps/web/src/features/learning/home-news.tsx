import type { HomeNews as News } from '@escola/contract/learning.contract'
import { certificateReady, questionAnswered } from '@escola/contract/notifications.contract'
import { describeDue } from '@escola/contract/practice-due'
import { IconCalendarClock, IconCertificate, IconListCheck, IconMessageReply } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DripCountdown } from './drip-countdown.tsx'
import classes from './home-news.module.css'
import { useReadNews } from './use-read-news.ts'

const icons = {
  question_answered: IconMessageReply,
  certificate_issued: IconCertificate,
  questions_due: IconListCheck,
  module_opens: IconCalendarClock,
}

/** News since the student was here, questions to review, and modules that open soon: each a tap away. */
export function HomeNews({ news }: { news: News[] }) {
  return (
    <ul className={classes.list} aria-label="Novidades para você">
      {news.map((each) => (
        <Entry key={`${each.kind} ${each.subject_id}`} news={each} />
      ))}
    </ul>
  )
}

function Entry({ news }: { news: News }) {
  const Icon = icons[news.kind]
  return (
    <li>
      <Way news={news}>
        <Icon size={22} stroke={1.7} className={classes.icon} aria-hidden />
        <span className={classes.words}>
          <span>{textOf(news)}</span>
          <span className={classes.more}>
            {news.kind === 'module_opens' ? (
              <DripCountdown availableWhen={news.utc_on} />
            ) : news.kind === 'certificate_issued' ? (
              'Ver e compartilhar'
            ) : (
              news.degree_title
            )}
          </span>
        </span>
      </Way>
    </li>
  )
}

function textOf({ kind, title, person, degree_title, due = 0 }: News): string {
  if (kind === 'questions_due') return describeDue(due)
  if (kind === 'question_answered') return questionAnswered(person || 'A escola', title)
  return kind === 'certificate_issued' ? certificateReady(title) : `Módulo “${title}” de “${degree_title}”`
}

function Way({ news, children }: { news: News; children: ReactNode }) {
  const { kind, degree_link: link, content_link: classLink } = news
  const read = useReadNews()
  if (kind === 'module_opens' || kind === 'questions_due')
    return (
      <Link
        to={kind === 'module_opens' ? '/c/$link' : '/c/$link/treino/questoes'}
        params={{ link }}
        className={classes.entry}
      >
        {children}
      </Link>
    )
  const look = { className: classes.entry, onClick: () => read({ ...news, kind }) }
  if (classLink === null)
    return (
      <Link to="/certificados" {...look}>
        {children}
      </Link>
    )
  return (
    <Link to="/c/$link/$classLink" params={{ link, classLink }} {...look}>
      {children}
    </Link>
  )
}
