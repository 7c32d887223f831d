import { belowZeroText } from '@escola/contract/billing-texts'
import { countOf } from '@escola/contract/messages'
import { formatMoney } from '@escola/contract/money'
import { examKeyCorrected, type NoticeKind, noticeLimits, noticeTexts } from '@escola/contract/notices.contract'
import { paymentMessages } from '@escola/contract/payments.contract'
import type { Letter } from './letter.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

/** One piece of news in a digest. */
export interface News {
  kind: NoticeKind
  title: string
  person: string
  enrolled: number
  refused: number
  /** Balance of the school where it is below zero. */
  cents: number
  /** Text of a question, without its markup; '' for other news. */
  question: string
  /** Page about it, whole. */
  url: string
}

function newsInWords({ kind, title, person, enrolled, refused, cents }: News): string {
  switch (kind) {
    case 'question_asked':
      return `${person} em “${title}”`
    case 'sale_unmatched':
    case 'sale_without_email':
      return title ? `${person} comprou “${title}”` : person
    case 'cohort_outsold':
      return `${person} comprou e entrou em “${title}”`
    case 'import_ended':
      return `${title}: ${countOf(enrolled, 'matrícula', 'matrículas')}, ${countOf(refused, 'linha recusada', 'linhas recusadas')}`
    case 'course_first_completed':
      return `“${title}”`
    case 'certificate_failed':
      return `${person}, “${title}”`
    case 'affiliation_asked':
      return `${title} convida a sua escola a oferecer os cursos dela`
    case 'affiliation_removed':
      return `${title} retirou os cursos que a sua escola oferecia`
    case 'affiliate_approved':
      return `${title} aceitou o convite e oferece os seus cursos`
    case 'affiliate_declined':
      return `${title} recusou o convite`
    case 'affiliate_left':
      return `${title} saiu e não oferece mais os seus cursos`
    case 'certificate_held':
      return `${person}: ${title}`
    case 'balance_below_zero':
      return formatMoney(cents)
    case 'exam_key_corrected':
      return `${examKeyCorrected(title)}: as notas dos seus alunos acompanham`
  }
}

const questionShown = 240
const shorten = (text: string) => (text.length > questionShown ? `${text.slice(0, questionShown).trimEnd()}…` : text)

/** News of a school for one of its administrators. */
export function digestLetter(
  { personName, schoolName }: Reader,
  { url, balanceUrl, offUrl, news }: { url: string; balanceUrl: string; offUrl: string; news: News[] },
): Letter {
  const groups = [...Map.groupBy(news, ({ kind }) => kind)]
  const owes = news.some(({ kind }) => kind === 'balance_below_zero')
  const counts = groups.map(([kind, rows]) => noticeTexts[kind].countOf(rows.length))
  return {
    subject: `${schoolName}: ${counts.join(', ')}`,
    heading: 'Novidades na sua escola',
    paragraphs: [
      greet(personName),
      `Novidades que esperam por você em ${schoolName}:`,
      ...(owes ? [`O saldo da escola está abaixo de zero. ${belowZeroText}`] : []),
    ],
    ...nothingGiven,
    news: groups.map(([kind, rows]) => ({
      label: noticeTexts[kind].label,
      lines: rows
        .slice(0, noticeLimits.named)
        .map((each) => ({ text: newsInWords(each), url: each.url, said: shorten(each.question) })),
      more: Math.max(rows.length - noticeLimits.named, 0),
    })),
    button: owes ? { label: paymentMessages.addBalance, url: balanceUrl } : { label: 'Ver na escola', url },
    note: 'Você recebe este resumo porque faz parte da equipe da escola.',
    aside: { label: 'Escolher quais avisos não quero mais', url: offUrl },
  }
}
