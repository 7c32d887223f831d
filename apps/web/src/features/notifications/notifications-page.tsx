import { limits } from '@escola/contract/limits'
import type { Notification } from '@escola/contract/notifications.contract'
import { formatDateTime } from '@escola/contract/time'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { lookOf } from './notification-looks.ts'
import { notificationQueries, useReadNotifications } from './notifications.queries.ts'
import classes from './notifications-page.module.css'

interface NotificationsPageProps {
  /** Stands below the list, on every page. */
  settings?: ReactNode
  page: number
  onPage: (page: number) => void
}

/** The reader's notifications. Opening the page reads them. */
export function NotificationsPage({ page, onPage, settings }: NotificationsPageProps) {
  const schoolId = useSchool().id
  const { data, shown, isLoading } = useQueryTable(page, (page) => notificationQueries.list(schoolId, page))
  const { list, ...paging } = data.notifications
  const { mutate } = useReadNotifications()
  const newest = list[0]?.utc_created_on
  const read = useEffectEvent((until: string) => mutate(until))
  useEffect(() => {
    if (newest && shown === 1) read(newest)
  }, [newest, shown])
  return (
    <>
      <ListPage
        title="Notificações"
        description={`O que aconteceu nos últimos ${limits.notificationDays} dias.`}
        narrow
        listed={data.notifications}
        onPage={onPage}
        empty={{
          hint: 'Eu aviso você por aqui quando um curso sair, um certificado chegar ou você for matriculado em uma turma.',
          drawing: 'papers',
          title: 'Nada de novo por enquanto.',
        }}
      >
        <ul className={lists.framed} aria-label="Notificações" data-loading={isLoading || undefined}>
          {list.map((each) => (
            <Entry key={`${each.kind} ${each.subject_id}`} notification={each} />
          ))}
        </ul>
        <Pager {...paging} onPage={onPage} label="Páginas de notificações" />
      </ListPage>
      {settings && <div className={classes.settings}>{settings}</div>}
    </>
  )
}

const about = `${lists.about} ${classes.text}`

function Entry({ notification }: { notification: Notification }) {
  const { icon: Icon, line } = lookOf(notification)
  return (
    <li className={`${lists.entry} ${classes.entry}`} data-new={!notification.is_read || undefined}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <div className={lists.words}>
        <Place notification={notification}>
          {!notification.is_read && <VisuallyHidden component="span">Nova: </VisuallyHidden>}
          {line}
        </Place>
        <time className={classes.when} dateTime={notification.utc_created_on}>
          {formatDateTime(notification.utc_created_on)}
        </time>
      </div>
    </li>
  )
}

function Place({
  notification: { kind, degree_link, content_link, school_gateway_id: cohortId },
  children,
}: {
  notification: Notification
  children: React.ReactNode
}) {
  if (kind === 'question_asked')
    return (
      <Link className={about} to="/comunidade">
        {children}
      </Link>
    )
  if (kind === 'sale_unmatched' || kind === 'sale_without_email')
    return (
      <Link className={about} to="/vendas" search={{ state: kind === 'sale_unmatched' ? 'unmatched' : 'no_email' }}>
        {children}
      </Link>
    )
  if (kind === 'affiliation_asked' || kind === 'affiliation_removed')
    return (
      <Link className={about} to="/franquias">
        {children}
      </Link>
    )
  if (kind === 'affiliate_approved' || kind === 'affiliate_declined' || kind === 'affiliate_left')
    return (
      <Link className={about} to="/filiais-planos">
        {children}
      </Link>
    )
  if (kind === 'balance_below_zero')
    return (
      <Link className={about} to="/low-balance">
        {children}
      </Link>
    )
  if (cohortId !== null)
    return (
      <Link
        className={about}
        to="/turma/$cohortId"
        params={{ cohortId }}
        search={kind === 'import_ended' ? { tab: 'importacoes' } : {}}
      >
        {children}
      </Link>
    )
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
