import { describeExamChanges, examPlanTexts } from '@escola/contract/exam-plan-texts'
import { describeLostMarks, examResultTexts } from '@escola/contract/exam-result-texts'
import { examResults } from '@escola/contract/exam-results.contract'
import { describePoints } from '@escola/contract/exam-texts'
import { type Exam, exams } from '@escola/contract/exams.contract'
import { countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { SaveStatus } from '../../autosave/save-status.tsx'
import { StaleBanner } from '../../autosave/stale-banner.tsx'
import { useSchool } from '../../session/context.ts'
import type { LessonPart } from '../../ui/editor/lesson-part.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { ExamParts } from './exam-parts.tsx'
import { ExamSettingsFields } from './exam-settings.tsx'
import { ExamTrial } from './exam-trial.tsx'
import { examQueries } from './exams.queries.ts'
import { describeSettings, sumParts } from './plan-summary.ts'
import { useExamEditor } from './use-exam-editor.ts'

interface Props extends Pick<LessonPart, 'onWriter'> {
  loaded: Exam
}

export function ExamEditor({ loaded, onWriter }: Props) {
  const editor = useExamEditor(loaded, { onWriter })
  const { exam, plan, change, stale } = editor
  const { asked, points } = sumParts(plan.parts)
  const problems = exam.problems.filter(({ part, field }) => part === null && field === 'parts')
  const differences = stale
    ? [
        { label: 'Questões', mine: summaryOf(plan.parts), theirs: summaryOf(stale.plan.parts) },
        { label: 'Ajustes', mine: describeSettings(plan.settings), theirs: describeSettings(stale.plan.settings) },
      ]
    : []
  const changes = describeExamChanges(exam.changes)
  return (
    <Paper p="md" component="section" aria-labelledby="lesson-exam">
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h5" id="lesson-exam">
              {examPlanTexts.title}
            </Title>
            {stale === undefined && (
              <SaveStatus state={editor.state} error={editor.error} onRetry={() => void editor.flush()} />
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {countOf(asked, 'questão', 'questões')} · {describePoints(points)}
            {exam.utc_published_on && ` · publicada em ${formatDateTime(exam.utc_published_on)}`}
          </Text>
        </div>
        {stale && (
          <StaleBanner differences={differences} onKeepMine={editor.keepMine} onTakeTheirs={editor.takeTheirs} />
        )}
        {exam.utc_published_on && changes && (
          <Alert color="ambar" variant="light" role="status">
            {changes}
          </Alert>
        )}
        <ExamParts
          parts={plan.parts}
          exam={exam}
          onChange={(parts) => change({ parts })}
          problems={problems.map(({ message }) => message)}
        />
        <ExamSettingsFields
          settings={plan.settings}
          problems={exam.problems}
          onChange={(fields) => change({ settings: { ...plan.settings, ...fields } })}
        />
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            <ExamTrial lessonId={exam.lesson_id} settings={plan.settings} onBegin={editor.settled} />
            {exam.utc_published_on && <ResultsLink lessonId={exam.lesson_id} />}
          </Group>
          <RemoveExam lessonId={exam.lesson_id} isPublished={exam.utc_published_on !== null} />
        </Group>
      </Stack>
    </Paper>
  )
}

const summaryOf = (parts: Exam['plan']['parts']) => {
  const { asked, points } = sumParts(parts)
  return `${countOf(asked, 'questão', 'questões')}, ${describePoints(points)}`
}

/** Leads to how students did. */
const ResultsLink = ({ lessonId }: { lessonId: string }) => (
  <Button
    variant="default"
    leftSection={<IconChartBar size={16} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/questoes/resultados/$lessonId" params={{ lessonId }} />}
  >
    {examResultTexts.title}
  </Button>
)

function RemoveExam({ lessonId, isPublished }: { lessonId: string; isPublished: boolean }) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('courses')
  const remove = async () => {
    await api(exams.remove, { params: { schoolId, lessonId } })
    client.setQueryData(examQueries.one(schoolId, lessonId).queryKey, null)
    await refresh()
  }
  /** An assessment that was never published has no attempts. */
  const fetchLoss = async () =>
    isPublished ? describeLostMarks((await api(examResults.overview, { params: { schoolId, lessonId } })).overview) : ''
  const question = async () => makeDangerQuestion(`${examPlanTexts.goes}${await fetchLoss()}`, 'Tirar da aula')
  return (
    <RemoveButton question={question} change={remove} done={examPlanTexts.removed}>
      Tirar da aula
    </RemoveButton>
  )
}
