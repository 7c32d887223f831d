import { digestLetter, type News } from '../../mail/digest-template.ts'
import { linesOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import type { DigestRow } from './digest.queries.ts'
import { SubjectGone } from './subject-gone.ts'

interface Digest {
  userId: string
  groupIds: string[]
  news: DigestRow[]
  /** Administrators of this moment, each with the kinds of news that they have switched off. */
  readers: Map<string, Set<string>>
  personName: string
  schoolName: string
  schoolUrl: string
  offUrl: string
}

/**
 * Writes a digest of the news as it is when it leaves.
 * @throws SubjectGone when its reader administers the school no longer, or nothing of it waits
 */
export function writeDigest({ userId, groupIds, news, readers, schoolUrl, offUrl, ...reader }: Digest) {
  const refused = readers.get(userId)
  if (!refused) throw new SubjectGone('the person does not administer the school any more')
  const waiting = news.filter(({ group_id, kind }) => groupIds.includes(group_id) && !refused.has(kind))
  if (waiting.length === 0) throw new SubjectGone('nothing of it waits any more')
  return digestLetter(reader, {
    url: `${schoolUrl}/notificacoes`,
    balanceUrl: `${schoolUrl}/low-balance`,
    offUrl,
    news: waiting.map((row): News => {
      const question = linesOfHtml(row.question ?? '').replace(/\n/g, ' ')
      return { ...row, question, url: schoolUrl + pathOf(row) }
    }),
  })
}

/** Page on which an administrator deals with a piece of news. */
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
