import { examAttempts, type LessonExam } from '@escola/contract/exam-attempts.contract'
import { retryWait } from '@escola/contract/retry-wait'
import { Button, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { subscribeToSeconds } from '../../ui/each-second.ts'
import { part, whenIdle } from '../../ui/loading/part.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import classes from './exam-attempts.module.css'
import { examAttemptQueries, leaveBegun } from './exam-attempts.queries.ts'
import { askToBegin, describeTimeLeft, nameKind } from './exam-words.ts'

/** Lesson whose assessment is answered. */
export interface ExamLesson {
  link: string
  classLink: string
}

interface Props {
  contentId: string
  lesson: ExamLesson
  exam: LessonExam
}

/** Loads later, because it comes with files of other pages. */
const oncePart = part(() => import('../../api/make-once.ts'))
/** They take half a minute. */
const retries = 5
const attemptRoute = '/c/$link/$classLink/avaliacao/$attemptId'

/** Begins an attempt, continues the running one, or says why neither is possible. */
export function BeginButton({ contentId, lesson, exam }: Props) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const navigate = useNavigate()
  const begin = useMutation({
    mutationFn: async () => {
      const { makeOnce } = await oncePart.load()
      return makeOnce(`attempt ${contentId}`, (idempotencyKey) =>
        api(examAttempts.begin, { params: { schoolId, contentId }, idempotencyKey }),
      )
    },
    // A class begins in the same second: what the school can't take at once is taken a moment later, under the same key.
    retry: (failures, error) => failures < retries && error instanceof ApiError && error.code === 'unavailable',
    retryDelay: (failures) => retryWait(failures + 1, Math.random()),
    onSuccess: ({ attempt }) => {
      leaveBegun(client, schoolId, attempt)
      void client.invalidateQueries(examAttemptQueries.state(schoolId, contentId))
      return navigate({ to: attemptRoute, params: { ...lesson, attemptId: attempt.id } })
    },
    // It may have been begun, or closed, on another device.
    onError: () => client.invalidateQueries(examAttemptQueries.state(schoolId, contentId)),
  })
  useEffect(() => whenIdle(oncePart.load), [])
  const { running, refusal, past, settings } = exam
  if (running) return <GoOn lesson={lesson} running={running} />
  const ask = askToBegin(exam)
  const handleClick = async () => {
    if (!ask || (await confirm(ask))) begin.mutate()
  }
  const label = past.length > 0 ? 'Tentar de novo' : `Começar ${nameKind(settings.kind).toLowerCase()}`
  return (
    <Stack gap="sm" align="flex-start">
      {begin.error && (
        <p role="alert" className={classes.failure}>
          {textOf(begin.error)}
        </p>
      )}
      {refusal ? (
        <Text fw={600}>{refusal}</Text>
      ) : (
        <BusyButton
          size="md"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          busy={begin.isPending}
          onClick={() => void handleClick()}
        >
          {label}
        </BusyButton>
      )}
    </Stack>
  )
}

function GoOn({
  lesson,
  running: { id, utc_ends_on },
}: Pick<Props, 'lesson'> & { running: NonNullable<LessonExam['running']> }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Text fw={600}>
        Você tem uma tentativa em andamento
        {utc_ends_on && <TimeLeft endsOn={utc_ends_on} />}
      </Text>
      <Button
        size="md"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        renderRoot={(props) => <Link to={attemptRoute} params={{ ...lesson, attemptId: id }} {...props} />}
      >
        Continuar
      </Button>
    </Stack>
  )
}

const TimeLeft = ({ endsOn }: { endsOn: string }) =>
  useSyncExternalStore(subscribeToSeconds, () => {
    const left = Date.parse(endsOn) - Date.now()
    return left > 0 ? `: faltam ${describeTimeLeft(left)}` : ': o tempo acabou'
  })
