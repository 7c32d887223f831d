import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { templates } from '../../mail/templates.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import type { AnswerRow } from './delivery.queries.ts'
import { SubjectGone } from './subject-gone.ts'

/** Says whether a student may open a lesson now. Learning answers it, which writes mails itself, so the delivery is given it. */
export type MayOpen = (
  school: School,
  lesson: { userId: string; courseId: string; lessonId: string },
  tools: Clock,
) => Promise<boolean>

/** Refuses the mail of an answer that was erased, or whose lesson is closed to its reader at this moment. */
export async function requireReadable(
  school: School,
  answer: AnswerRow | undefined,
  { userId, isBlocked }: { userId: string; isBlocked: boolean },
  { mayOpen, now }: { mayOpen: MayOpen } & Clock,
): Promise<AnswerRow> {
  if (!answer) throw new SubjectGone('the answer is there no more')
  if (isBlocked) throw new SubjectGone('the school is blocked')
  const { course_id: courseId, lesson_id: lessonId } = answer
  if (!(await mayOpen(school, { userId, courseId, lessonId }, { now })))
    throw new SubjectGone('the lesson is closed to the student')
  return answer
}

/** Texts were sanitised when they were saved, and are again, as on a page that shows them. */
export const writeAnswer = (answer: AnswerRow, reader: { personName: string; schoolName: string; schoolUrl: string }) =>
  templates.question_answered(reader, {
    url: `${reader.schoolUrl}/c/${answer.course_link}/${answer.lesson_link}`,
    answeredBy: answer.answered_by ?? reader.schoolName,
    lessonTitle: answer.lesson_title,
    courseTitle: answer.course_title,
    question: sanitizeRichText(answer.question),
    answer: sanitizeRichText(answer.answer),
  })
