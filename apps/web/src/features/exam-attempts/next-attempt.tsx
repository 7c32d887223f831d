import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { BeginButton, type ExamLesson } from './begin-button.tsx'
import { examAttemptQueries } from './exam-attempts.queries.ts'
import { useDeliverKept } from './use-deliver-kept.ts'

interface Props {
  contentId: string
  lesson: ExamLesson
}

/** Offers another attempt below a result. It loads after the page, and shows nothing until then. */
export function NextAttempt({ contentId, lesson }: Props) {
  const { data: exam } = useQuery(examAttemptQueries.state(useSchool().id, contentId))
  useDeliverKept(exam)
  return exam && <BeginButton exam={exam} contentId={contentId} lesson={lesson} />
}
