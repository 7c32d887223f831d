import { templates } from '../../mail/templates.ts'
import type { CorrectedRow } from './corrected-letters.queries.ts'
import { SubjectGone } from './subject-gone.ts'

export function writeCorrected(
  corrected: CorrectedRow | undefined,
  reader: { personName: string; schoolName: string; schoolUrl: string },
  { is_blocked }: { is_blocked: boolean },
) {
  if (!corrected) throw new SubjectGone('the attempt is not there, or waits again')
  if (is_blocked) throw new SubjectGone('the school is blocked')
  const { course_link, lesson_link, attempt_id } = corrected
  return templates.exam_corrected(reader, {
    url: `${reader.schoolUrl}/c/${course_link}/${lesson_link}/resultado/${attempt_id}`,
    lessonTitle: corrected.lesson_title,
    courseTitle: corrected.course_title,
  })
}
