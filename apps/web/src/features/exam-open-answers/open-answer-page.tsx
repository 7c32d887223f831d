import { errors } from '@escola/contract/errors'
import { describeWaiting, openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import {
  type AnswerPlace,
  type OpenAnswer,
  type OpenAnswerFilter,
  type OpenedAnswer,
  openAnswerLimits,
} from '@escola/contract/exam-open-answers.contract'
import { describePoints, formatOutOf } from '@escola/contract/exam-texts'
import { formatDateTime } from '@escola/contract/time'
import { correctionsTitle, courseTitle, lessonTitle } from '@escola/contract/titles'
import { Alert, Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { OpenText } from '../../ui/exam-answers/open-text.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { QuestionText } from '../../ui/question-text/question-text.tsx'
import classes from './exam-open-answers.module.css'
import { openAnswerQueries } from './exam-open-answers.queries.ts'
import { writeOpenAnswerFilter } from './open-answer-search.ts'
import { useCorrection } from './use-correction.ts'

interface Props {
  place: AnswerPlace
  filter: OpenAnswerFilter
  /** Puts the cursor where points are typed, after a correction that was saved by the keyboard. */
  takesFocus?: boolean
  onNext: (next: AnswerPlace | null, isByKey?: boolean) => void
}

/** An open answer with its question, and what a person gives for it. */
export function OpenAnswerPage({ place, filter, takesFocus, onNext }: Props) {
  const query = openAnswerQueries.one(useSchool().id, place, filter)
  const { data: opened, refetch } = usePrefetchedQuery(query)
  const { open_answer: answer, waiting } = opened
  return (
    <Page
      title={answer.student.name}
      description={`${lessonTitle({ title: answer.lesson })} · ${courseTitle({ title: answer.degree })}`}
      back={{ to: '/correcoes', search: writeOpenAnswerFilter(filter), label: correctionsTitle }}
      actions={
        <Button
          variant="light"
          renderRoot={(props) => (
            <Link {...props} to="/questoes/tentativas/$attemptId" params={{ attemptId: place.attempt_id }} />
          )}
        >
          Tentativa inteira
        </Button>
      }
      narrow
    >
      <Asked answer={answer} />
      <CorrectionForm
        opened={opened}
        filter={filter}
        takesFocus={takesFocus}
        onStale={() => void refetch()}
        onNext={onNext}
      />
      <Text size="sm" c="dimmed">
        {waiting === 0 ? 'Nenhuma resposta espera correção.' : `${describeWaiting(waiting)}.`}
      </Text>
    </Page>
  )
}

const Asked = ({ answer: { number, points, html, answer, guide, utc_handed_in_on } }: { answer: OpenAnswer }) => (
  <Paper p={{ base: 'md', sm: 'lg' }}>
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          Questão {number}
        </Title>
        <Text size="sm" c="dimmed">
          {describePoints(points)}
        </Text>
      </Group>
      <QuestionText html={html} />
      <Text size="sm" fw={600}>
        Resposta, entregue em {formatDateTime(utc_handed_in_on)}
      </Text>
      <OpenText label="Resposta do aluno" text={answer} />
      {guide && (
        <details open>
          <summary className={classes.guide}>Orientação para a correção</summary>
          <QuestionText html={guide} />
        </details>
      )}
    </Stack>
  </Paper>
)

interface FormProps {
  opened: OpenedAnswer
  filter: OpenAnswerFilter
  takesFocus: boolean | undefined
  onStale: () => void
  onNext: Props['onNext']
}

function CorrectionForm(props: FormProps) {
  const correction = useCorrection(props)
  const { open_answer: answer } = props.opened
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    correction.save(true)
  }
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <form
        aria-label="Correção"
        noValidate
        onKeyDown={saveByKey}
        onSubmit={(event) => {
          event.preventDefault()
          correction.save()
        }}
      >
        <Stack gap="md">
          {correction.isReplaced && (
            <Alert color="ambar" variant="light" role="alert" title={errors.answer_replaced.pt}>
              <Text size="sm">{openAnswerTexts.replaced}</Text>
            </Alert>
          )}
          {correction.isStale ? (
            <Alert color="ambar" variant="light" role="alert" title="Outra pessoa corrigiu esta resposta">
              <Stack gap="xs" align="flex-start">
                <Text size="sm">
                  {describeTheirs(answer)} O que você escreveu continua aqui: salvar põe a sua correção no lugar.
                </Text>
                <Button variant="default" onClick={correction.takeTheirs}>
                  Ficar com a outra correção
                </Button>
              </Stack>
            </Alert>
          ) : (
            answer.utc_corrected_on && (
              <Text size="sm" c="dimmed">
                {describeTheirs(answer)}
              </Text>
            )
          )}
          <TextInput
            label="Pontos"
            description={`De 0 a ${describePoints(answer.points)}`}
            inputMode="decimal"
            size="md"
            maw={200}
            maxLength={9}
            autoComplete="off"
            autoFocus={props.takesFocus}
            value={correction.typed}
            error={correction.problem}
            onChange={({ currentTarget }) => correction.typePoints(currentTarget.value)}
          />
          <Textarea
            label="Comentário para o aluno"
            description="Aparece com o resultado, quando a avaliação mostra as respostas."
            size="md"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={openAnswerLimits.commentMax}
            value={correction.words}
            onChange={({ currentTarget }) => correction.typeComment(currentTarget.value)}
          />
          {correction.failure && <FailureAlert error={correction.failure} />}
          <Group justify="flex-end" gap="xs">
            <Text size="sm" c="dimmed" visibleFrom="sm">
              Ctrl + Enter salva
            </Text>
            {correction.next && (
              <Button size="md" variant="default" onClick={() => props.onNext(correction.next)}>
                Pular
              </Button>
            )}
            <BusyButton size="md" type="submit" busy={correction.isPending}>
              {correction.next ? 'Salvar e ir para a próxima' : 'Salvar'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function describeTheirs({ earned, points, corrected_by, utc_corrected_on, comment }: OpenAnswer): string {
  const by = corrected_by ? ` por ${corrected_by}` : ''
  const mark = formatOutOf({ points: earned ?? 0, total: points })
  return `Corrigida${by} em ${formatDateTime(utc_corrected_on!)}: ${mark}${comment ? `, com o comentário “${comment}”` : ''}.`
}
