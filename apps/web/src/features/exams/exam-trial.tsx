import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { formatMark } from '@escola/contract/exam-texts'
import { exams } from '@escola/contract/exams.contract'
import type { ResponseOf } from '@escola/contract/route'
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'

interface Props {
  lessonId: string
  settings: ExamSettings
  /** Saves what is unsaved: the trial draws from the saved plan. */
  onBegin: () => Promise<void>
}

/** Lets an author answer the assessment as a student would. Nothing of it is written anywhere. */
export function ExamTrial({ lessonId, settings, onBegin }: Props) {
  const schoolId = useSchool().id
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      await onBegin()
      return (await api(exams.tryOut, { params: { schoolId, lessonId } })).trial
    },
  })
  const begin = () => {
    setOpen(true)
    mutate()
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={begin}>
        Experimentar
      </Button>
      <Modal opened={isOpen} onClose={close} title="Experimentar a avaliação" size="lg" fullScreen={isPhone}>
        {isPending && <Skeleton height={240} />}
        {error && (
          <Stack>
            <FailureAlert error={error} />
            <Button variant="default" onClick={close}>
              Fechar
            </Button>
          </Stack>
        )}
        {data && (
          <Answering
            key={data.seed}
            lessonId={lessonId}
            trial={data}
            passPercent={settings.kind === 'exam' ? settings.pass_percent : undefined}
            onAgain={() => mutate()}
            onClose={close}
          />
        )}
      </Modal>
    </>
  )
}

interface AnsweringProps {
  lessonId: string
  trial: ResponseOf<typeof exams.tryOut>['trial']
  passPercent: number | undefined
  onAgain: () => void
  onClose: () => void
}

function Answering({ lessonId, trial, passPercent, onAgain, onClose }: AnsweringProps) {
  const schoolId = useSchool().id
  const [answers, setAnswers] = useState<Record<number, AttemptAnswer>>({})
  const correct = useMutation({
    mutationFn: async () => {
      const given = Object.entries(answers).map(([number, answer]) => ({ number: Number(number), answer }))
      const { seed, questions } = trial
      const body = { seed, questions, answers: given }
      return (await api(exams.correct, { params: { schoolId, lessonId }, body })).correction
    },
  })
  const result = correct.data
  const waiting = result?.shown.some(({ by_hand }) => by_hand?.is_waiting)
  return (
    <Stack gap="lg">
      {result ? (
        <Alert
          color={passPercent === undefined || (result.has_passed && !waiting) ? 'teal' : 'ambar'}
          variant="light"
          role="status"
        >
          {formatMark(result)}
          {waiting ? ` · ${openAnswerTexts.byPerson.toLowerCase()}` : ''}
          {passPercent !== undefined &&
            !waiting &&
            (result.has_passed ? ' · passaria' : ` · não passaria: são ${passPercent}% para passar`)}
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          Só você vê, e nada fica guardado.
        </Text>
      )}
      {trial.asked.map((question, at) => (
        <ExamQuestion
          key={question.number}
          question={question}
          answer={answers[question.number]}
          shown={result?.shown[at]}
          onAnswer={(answer) => setAnswers({ ...answers, [question.number]: answer })}
        />
      ))}
      {correct.error && <FailureAlert error={correct.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        {result ? (
          <Button onClick={onAgain}>Sortear de novo</Button>
        ) : (
          <BusyButton busy={correct.isPending} onClick={() => correct.mutate()}>
            Corrigir
          </BusyButton>
        )}
      </Group>
    </Stack>
  )
}
