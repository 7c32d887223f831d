import { newExamSettings } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { exams } from '@escola/contract/exams.contract'
import { Alert, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import type { LessonPart } from '../../ui/editor/lesson-part.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { ExamEditor } from './exam-editor.tsx'
import { examQueries } from './exams.queries.ts'

/** Assessment of a lesson in the lesson's editor: none yet, or its parts and settings. */
export default function ExamSection({ lessonId, onWriter }: LessonPart) {
  const schoolId = useSchool().id
  const { data, error, refetch } = useQuery(examQueries.one(schoolId, lessonId))
  if (data) return <ExamEditor key={lessonId} loaded={data} onWriter={onWriter} />
  if (data === null) return <NoExam lessonId={lessonId} />
  return (
    <Frame>
      {error ? (
        <Alert color="danger" variant="light" role="alert">
          <Stack gap="xs" align="flex-start">
            {textOf(error)}
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          </Stack>
        </Alert>
      ) : (
        <Skeleton height={72} />
      )}
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Paper p="md" component="section" aria-labelledby="lesson-exam">
    <Title order={2} size="h5" mb="sm" id="lesson-exam">
      {examPlanTexts.title}
    </Title>
    {children}
  </Paper>
)

function NoExam({ lessonId }: { lessonId: string }) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const begin = useMutation({
    mutationFn: () =>
      api(exams.save, {
        params: { schoolId, lessonId },
        body: { version: null, plan: { settings: newExamSettings, parts: [] } },
      }),
    onSuccess: ({ exam }) => client.setQueryData(examQueries.one(schoolId, lessonId).queryKey, exam),
    // Another author may have begun one meanwhile.
    onError: () => client.invalidateQueries(examQueries.one(schoolId, lessonId)),
  })
  return (
    <Frame>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {examPlanTexts.none}
        </Text>
        {begin.error && <FailureAlert error={begin.error} />}
        <BusyButton
          variant="light"
          leftSection={<IconClipboardCheck size={18} aria-hidden />}
          busy={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {examPlanTexts.begin}
        </BusyButton>
      </Stack>
    </Frame>
  )
}
