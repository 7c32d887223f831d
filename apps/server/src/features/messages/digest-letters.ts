import { mayHear, personShown } from '@escola/contract/notices.contract'
import { hasRight, type Rights } from '@escola/contract/permissions'
import { digestLetter, type News } from '../../mail/digest-template.ts'
import { linesOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import type { DigestRow } from './digest.queries.ts'
import { SubjectGone } from './subject-gone.ts'

interface Digest {
  userId: string
  groupIds: string[]
  news: DigestRow[]
  /** Rights of the reader at this moment; undefined for who has left the team. */
  rights: Rights | undefined
  /** Kinds of news that readers have switched off. */
  refused: { user_id: string; kind: string }[]
  personName: string
  schoolName: string
  schoolUrl: string
  offUrl: string
}

/**
 * Writes a digest of the news as it is when it leaves.
 * @throws SubjectGone when its reader has left the team, or nothing waits that they may hear of
 */
export function writeDigest({ userId, groupIds, news, rights, refused, schoolUrl, offUrl, ...reader }: Digest) {
  if (!rights) throw new SubjectGone('the person has left the team')
  const off = new Set(refused.filter(({ user_id }) => user_id === userId).map(({ kind }) => kind))
  const waiting = news.filter(
    ({ group_id, kind, course_id }) =>
      groupIds.includes(group_id) && !off.has(kind) && mayHear(rights, kind, course_id),
  )
  if (waiting.length === 0) throw new SubjectGone('nothing of it waits any more')
  return digestLetter(reader, {
    url: `${schoolUrl}/notificacoes`,
    balanceUrl: `${schoolUrl}/low-balance`,
    offUrl,
    news: waiting.map((row): News => {
      const question = linesOfHtml(row.question ?? '').replace(/\n/g, ' ')
      const student_id = hasRight(rights, 'students') ? row.student_id : null
      const person = personShown(rights, row.person)
      return { ...row, person, question, url: schoolUrl + pathOf({ ...row, student_id }) }
    }),
  })
}

/** Page on which the team deals with a piece of news. */
function pathOf({ kind, cohort_id, course_link, lesson_link, sale_code, student_id }: DigestRow): string {
  switch (kind) {
    case 'question_asked':
      return `/c/${course_link}/${lesson_link}`
    case 'sale_unmatched':
      return `/vendas?state=unmatched${searchOf(sale_code)}`
    case 'sale_without_email':
      return `/vendas?state=no_email${searchOf(sale_code)}`
    case 'cohort_outsold':
      return `/turma/${cohort_id}`
    case 'import_ended':
      return `/turma/${cohort_id}?tab=importacoes`
    case 'course_first_completed':
    case 'exam_key_corrected':
      return `/c/${course_link}`
    case 'certificate_failed':
    case 'certificate_held':
      return student_id ? `/aluno/${student_id}` : '/certificados'
    case 'affiliation_asked':
    case 'affiliation_removed':
      return '/franquias'
    case 'affiliate_approved':
    case 'affiliate_declined':
    case 'affiliate_left':
      return '/filiais-planos'
    case 'balance_below_zero':
      return '/low-balance'
  }
}

/** The page reads its search as JSON: a code of digits stays text in quotes. */
const searchOf = (code: string | null) => (code ? `&search=${encodeURIComponent(JSON.stringify(code))}` : '')
