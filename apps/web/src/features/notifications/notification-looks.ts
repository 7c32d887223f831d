import { belowZeroText } from '@escola/contract/billing-texts'
import { examCorrected } from '@escola/contract/exam-open-answer-texts'
import { examKeyCorrected, type NoticeKind, noticeTexts } from '@escola/contract/notices.contract'
import {
  certificateReady,
  type Notification,
  type NotificationKind,
  questionAnswered,
} from '@escola/contract/notifications.contract'
import {
  type IconBell,
  IconBook2,
  IconBuildingCommunity,
  IconCertificate,
  IconCertificateOff,
  IconChecklist,
  IconClipboardCheck,
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
  exam_corrected: {
    icon: IconClipboardCheck,
    text: (title) => (title ? `${examCorrected(title)}.` : 'A avaliação que foi corrigida saiu do curso.'),
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
  exam_key_corrected: {
    icon: IconChecklist,
    text: (title, { count }) =>
      count > 1 ? `${noticeTexts.exam_key_corrected.countOf(count)}.` : `${examKeyCorrected(title)}.`,
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

/** Icon and line of a notification. News whose subject is settled or gone say what they were about. */
export function lookOf(notification: Notification): { icon: Look['icon']; line: string } {
  const { kind, title } = notification
  const { icon, text } = { ...looks, ...adminLooks }[kind]
  const isSettled = kind in adminLooks && title === ''
  return {
    icon,
    line: isSettled ? `${noticeTexts[kind as NoticeKind].label}: já resolvido.` : text(title, notification),
  }
}
