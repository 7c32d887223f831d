import type { Exam } from '@escola/contract/exams.contract'
import { Text } from '@mantine/core'
import { ExamCard } from '../features/exam-attempts/lesson-exam.tsx'
import { ExamTrial } from '../features/exams/exam-trial.tsx'
import { sumParts } from '../features/exams/plan-summary.ts'

/** The card of an assessment as students would see it, which its author can try out. */
export function DraftExam({ exam: { lesson_id: lessonId, plan, questions, draws } }: { exam: Exam }) {
  const { settings, parts } = plan
  const { asked, points } = sumParts(parts)
  const isExam = settings.kind === 'exam'
  const ahead = {
    settings,
    questions: asked,
    points: isExam ? points : null,
    has_open: isExam && (questions.some(({ kind }) => kind === 'open') || draws.some(({ has_open }) => has_open)),
    refusal: null,
    attempts_left: settings.attempts,
    running: null,
    has_passed: false,
  }
  return (
    <ExamCard exam={ahead}>
      <ExamTrial lessonId={lessonId} settings={settings} onBegin={async () => {}} />
      <Text size="sm" c="dimmed">
        É aqui que o aluno começa. Ao experimentar, nada fica guardado.
      </Text>
    </ExamCard>
  )
}
