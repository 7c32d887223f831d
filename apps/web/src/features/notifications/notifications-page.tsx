import { limits } from '@escola/contract/limits'
import { adminTexts } from '@escola/contract/messages'
import type { Notification, NotificationKind } from '@escola/contract/notifications.contract'
import { formatDateTime } from '@escola/contract/time'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBook2, IconCertificate, IconKey, IconMessageReply } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import lists from '../../ui/lists.module.css'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { notificationQueries, useReadNotifications } from './notifications.queries.ts'
import classes from './notifications-page.module.css'

interface NotificationsPageProps {
  page: number
  onPage: (page: number) => void
}

/** What happened to me. Opening it is reading it. */
export function NotificationsPage({ page, onPage }: NotificationsPageProps) {
  const school = useSchool()
  const shown = useDeferredValue(page)
  const { list, total, ...paging } = useSuspenseQuery(notificationQueries.list(school.id, shown)).data.notifications
  const { mutate } = useReadNotifications()
  const newest = list[0]?.utc_created_on
  const read = useEffectEvent((until: string) => mutate(until))
  useEffect(() => {
    if (newest && shown === 1) read(newest)
  }, [newest, shown])
  return (
    <Page title="Notificações" description={`O que aconteceu nos últimos ${limits.notificationDays} dias.`} narrow>
      {list.length > 0 ? (
        <ul className={lists.framed} aria-label="Notificações" data-loading={shown !== page || undefined}>
          {list.map((each) => (
            <Entry key={`${each.kind} ${each.subject_id}`} notification={each} />
          ))}
        </ul>
      ) : total > 0 ? (
        <EmptyState
          icon={IconBell}
          title="Não há mais nada nesta página."
          action={
            <Button variant="light" onClick={() => onPage(1)}>
              {adminTexts.toFirstPage}
            </Button>
          }
        />
      ) : (
        <>
          <AssistantHint>
            Eu aviso você por aqui quando um curso sair, um certificado chegar ou uma turma abrir.
          </AssistantHint>
          <EmptyState icon={IconBell} title="Nada de novo por enquanto." />
        </>
      )}
      <Pager {...paging} total={total} onPage={onPage} label="Páginas de notificações" />
    </Page>
  )
}

interface Look {
  icon: typeof IconBell
  text: (title: string) => string
}

const looks: Record<NotificationKind, Look> = {
  course_published: {
    icon: IconBook2,
    text: (title) => (title ? `O curso “${title}” acaba de sair.` : 'Um curso saiu, e já não está mais aqui.'),
  },
  certificate_issued: {
    icon: IconCertificate,
    text: (title) => (title ? `O seu certificado de “${title}” está pronto.` : 'O seu certificado está pronto.'),
  },
  access_given: {
    icon: IconKey,
    text: (title) => (title ? `Você entrou na turma “${title}”.` : 'Você entrou em uma turma.'),
  },
  question_answered: {
    icon: IconMessageReply,
    text: (title) =>
      title
        ? `A sua pergunta na aula “${title}” tem resposta.`
        : 'A sua pergunta tinha resposta, e já não está mais aqui.',
  },
}

const about = `${lists.about} ${classes.text}`

function Entry({ notification }: { notification: Notification }) {
  const { icon: Icon, text } = looks[notification.kind]
  return (
    <li className={`${lists.entry} ${classes.entry}`} data-new={!notification.is_read || undefined}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <div className={lists.words}>
        <Place notification={notification}>
          {!notification.is_read && <VisuallyHidden component="span">Nova: </VisuallyHidden>}
          {text(notification.title)}
        </Place>
        <time className={classes.when} dateTime={notification.utc_created_on}>
          {formatDateTime(notification.utc_created_on)}
        </time>
      </div>
    </li>
  )
}

function Place({
  notification: { kind, degree_link, content_link },
  children,
}: {
  notification: Notification
  children: React.ReactNode
}) {
  if (degree_link && content_link)
    return (
      <Link className={about} to="/c/$link/$classLink" params={{ link: degree_link, classLink: content_link }}>
        {children}
      </Link>
    )
  if (kind === 'certificate_issued')
    return (
      <Link className={about} to="/certificados">
        {children}
      </Link>
    )
  if (kind === 'access_given')
    return (
      <Link className={about} to="/cursos">
        {children}
      </Link>
    )
  if (degree_link === null) return <span className={about}>{children}</span>
  return (
    <Link className={about} to="/c/$link" params={{ link: degree_link }}>
      {children}
    </Link>
  )
}
