import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import type { LessonPart } from '../../ui/editor/lesson-part.ts'
import { ExamEditor } from './exam-editor.tsx'
import { examQueries } from './exams.queries.ts'

/** Assessment of a lesson in the lesson's editor. A lesson without one shows nothing: no screen offers to begin one before students have a page to answer it. */
export default function ExamSection({ lessonId, onWriter }: LessonPart) {
  const { data } = useQuery(examQueries.one(useSchool().id, lessonId))
  return data ? <ExamEditor key={lessonId} loaded={data} onWriter={onWriter} /> : null
}
