import { belowZeroText } from '@escola/contract/billing-texts'
import { limits } from '@escola/contract/limits'
import { type NoticeKind, noticeTexts } from '@escola/contract/notices.contract'
import {
  certificateReady,
  type Notification,
  type NotificationKind,
  questionAnswered,
} from '@escola/contract/notifications.contract'
import { formatDateTime } from '@escola/contract/time'
import { VisuallyHidden } from '@mantine/core'
import {
  type IconBell,
  IconBook2,
  IconBuildingCommunity,
  IconCertificate,
  IconCertificateOff,
  IconCoinOff,
  IconFileImport,
  IconKey,
  IconLockOpen,
  IconMailExclamation,
  IconMessageQuestion,
  IconMessageReply,
  IconShoppingBagExclamation,
  IconTrophy,
  IconUnlink,
  IconUsersPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
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

interface Look {
  icon: typeof IconBell
  text: (title: string, about: Pick<Notification, 'person' | 'count'>) => string
}

const looks: Record<Exclude<NotificationKind, NoticeKind>, Look> = {
  course_published: {
    icon: IconBook2,
    text: (title) => (title ? `Curso novo: “${title}”.` : 'Este curso não está mais disponível.'),
  },
  certificate_issued: {
    icon: IconCertificate,
    text: (title) => (title ? `${certificateReady(title)}.` : 'O seu certificado está pronto.'),
  },
  access_given: {
    icon: IconKey,
    text: (title) => (title ? `Você entrou na turma “${title}”.` : 'Você entrou em uma turma.'),
  },
  question_answered: {
    icon: IconMessageReply,
    text: (title, { person }) =>
      title ? `${questionAnswered(person || 'A escola', title)}.` : 'A aula em que você perguntou foi retirada.',
  },
  modules_opened: {
    icon: IconLockOpen,
    text: (title) => (title ? `Tem módulo novo liberado em “${title}”.` : 'Um módulo que foi liberado saiu do curso.'),
  },
}

const adminLooks: Record<NoticeKind, Look> = {
  question_asked: {
    icon: IconMessageQuestion,
    text: (title, { person, count }) =>
      count > 1 ? `${noticeTexts.question_asked.countOf(count)}.` : `${person} perguntou em “${title}”.`,
  },
  sale_unmatched: {
    icon: IconShoppingBagExclamation,
    text: (title, { person, count }) =>
      count > 1
        ? `${noticeTexts.sale_unmatched.countOf(count)}.`
        : `${person} comprou “${title}” e ainda não tem turma.`,
  },
  sale_without_email: {
    icon: IconMailExclamation,
    text: (title, { person, count }) =>
      count > 1
        ? `${noticeTexts.sale_without_email.countOf(count)}.`
        : `${person || 'Alguém'} comprou ${title ? `“${title}” ` : ''}sem um e-mail que funcione.`,
  },
  cohort_outsold: {
    icon: IconUsersPlus,
    text: (title, { person, count }) =>
      count > 1
        ? `${noticeTexts.cohort_outsold.countOf(count)}.`
        : `${person} comprou e entrou em “${title}”, que está sem vagas ou com as matrículas encerradas.`,
  },
  import_ended: {
    icon: IconFileImport,
    text: (title, { count }) =>
      count > 1 ? `${noticeTexts.import_ended.countOf(count)}.` : `A importação de ${title} terminou.`,
  },
  course_first_completed: {
    icon: IconTrophy,
    text: (title, { count }) =>
      count > 1
        ? `${noticeTexts.course_first_completed.countOf(count)}.`
        : `O curso “${title}” foi concluído pela primeira vez.`,
  },
  certificate_failed: {
    icon: IconCertificateOff,
    text: (title, { person, count }) =>
      count > 1
        ? `${noticeTexts.certificate_failed.countOf(count)}.`
        : `O certificado de ${person} em “${title}” não pôde ser gerado.`,
  },
  affiliation_asked: {
    icon: IconBuildingCommunity,
    text: (title, { count }) =>
      count > 1
        ? `${noticeTexts.affiliation_asked.countOf(count)}.`
        : `“${title}” convida a sua escola a oferecer os cursos dela.`,
  },
  affiliation_removed: {
    icon: IconUnlink,
    text: (title, { count }) =>
      count > 1
        ? `${noticeTexts.affiliation_removed.countOf(count)}.`
        : `“${title}” retirou os cursos que a sua escola oferecia.`,
  },
  affiliate_approved: {
    icon: IconBuildingCommunity,
    text: (title, { count }) =>
      count > 1
        ? `${noticeTexts.affiliate_approved.countOf(count)}.`
        : `“${title}” aceitou o convite e oferece os cursos da sua escola.`,
  },
  affiliate_declined: {
    icon: IconUnlink,
    text: (title, { count }) =>
      count > 1 ? `${noticeTexts.affiliate_declined.countOf(count)}.` : `“${title}” recusou o convite da sua escola.`,
  },
  affiliate_left: {
    icon: IconUnlink,
    text: (title, { count }) =>
      count > 1
        ? `${noticeTexts.affiliate_left.countOf(count)}.`
        : `“${title}” saiu e não oferece mais os cursos da sua escola.`,
  },
  certificate_held: {
    icon: IconCertificateOff,
    text: (title, { person, count }) =>
      count > 1 ? `${noticeTexts.certificate_held.countOf(count)}.` : `${person}: ${title}`,
  },
  balance_below_zero: {
    icon: IconCoinOff,
    text: (title) => `O saldo da escola está em ${title}. ${belowZeroText}`,
  },
}

const about = `${lists.about} ${classes.text}`

const lookOf = ({ kind }: Notification): Look => ({ ...looks, ...adminLooks })[kind]
/** News whose subject is settled or gone says what it was about. */
const lineOf = (notification: Notification, text: Look['text']) =>
  notification.kind in adminLooks && notification.title === ''
    ? `${noticeTexts[notification.kind as NoticeKind].label}: já resolvido.`
    : text(notification.title, notification)

function Entry({ notification }: { notification: Notification }) {
  const { icon: Icon, text } = lookOf(notification)
  return (
    <li className={`${lists.entry} ${classes.entry}`} data-new={!notification.is_read || undefined}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <div className={lists.words}>
        <Place notification={notification}>
          {!notification.is_read && <VisuallyHidden component="span">Nova: </VisuallyHidden>}
          {lineOf(notification, text)}
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
