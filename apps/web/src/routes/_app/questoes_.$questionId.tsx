import { createFileRoute } from '@tanstack/react-router'
import { KeyCorrection } from '../../features/exam-corrections/key-correction.tsx'
import { ExamQuestionPage } from '../../features/exam-questions/exam-question-page.tsx'
import { examQuestionQueries } from '../../features/exam-questions/exam-questions.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { useEditorKey } from '../../ui/editor/use-editor-key.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes_/$questionId')({
  beforeLoad: requireAdmin,
  loader: ({ context, params }) => {
    const schoolId = schoolIdOf(context)
    return Promise.all([
      context.queryClient.ensureQueryData(examQuestionQueries.one(schoolId, params.questionId)),
      context.queryClient.ensureQueryData(examQuestionQueries.tags(schoolId)),
      context.queryClient.ensureQueryData(examQuestionQueries.courses(schoolId)),
    ])
  },
  component: ExamQuestionRoute,
})

function ExamQuestionRoute() {
  const { questionId } = Route.useParams()
  return (
    <ExamQuestionPage key={useEditorKey({ id: questionId, link: questionId })} id={questionId}>
      <KeyCorrection id={questionId} />
    </ExamQuestionPage>
  )
}
