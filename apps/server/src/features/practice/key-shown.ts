import type { ExamException } from '@escola/contract/exam-exceptions'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { attemptRulesOf, examShowsOf } from '@escola/contract/exam-publication'
import { shownOf } from '@escola/contract/exam-shows'
import type { NumberedExam, PublicationRow, WrongRow } from './practice.queries.ts'

export interface Publication extends Omit<PublicationRow, 'settings'> {
  settings: ExamSettings
  exception: ExamException | null
}

export const keyOf = ([examId, number]: NumberedExam) => `${examId} ${number}`

/**
 * Whether a publication would show its key to the student now: one of their attempts is handed in and none runs. An attempt whose time is over runs until it
 * is handed in.
 */
function showsKey({ settings, exception, has_passed, has_attempt, is_running }: Publication, now: Date): boolean {
  const { closesOn } = attemptRulesOf(settings, exception ?? undefined)
  const shown = shownOf(examShowsOf(settings), { isOver: !is_running, hasPassed: has_passed, closesOn, now })
  return has_attempt && shown === 'key'
}

/**
 * The assessment by which a student may practise a question: it is in a lesson that they may open, and the key of an attempt that got it wrong is shown. Undefined
 * where there is none, or where any published assessment with the question keeps its key back.
 */
export function findSource(
  { sources, holders }: Pick<WrongRow, 'sources' | 'holders'>,
  { publications, openLessons, now }: { publications: Map<string, Publication>; openLessons: Set<string>; now: Date },
): string | undefined {
  const isShown = (exam: NumberedExam) => {
    const publication = publications.get(keyOf(exam))
    return publication !== undefined && showsKey(publication, now)
  }
  if (!holders.every(isShown)) return undefined
  return sources.find((exam) => isShown(exam) && openLessons.has(publications.get(keyOf(exam))!.lesson_id))?.[0]
}
