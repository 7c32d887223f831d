import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import type { ExamQuestion } from '@escola/contract/exam-questions.contract'
import { describeStanding } from '@escola/contract/exam-result-texts'
import { examQuestionsTitle } from '@escola/contract/titles'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconEye, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { LazyQuestionTextField } from '../../ui/question-text/lazy-question-text-field.tsx'
import { Section } from '../../ui/section.tsx'
import { examQuestionQueries } from './exam-questions.queries.ts'
import { FilingFields } from './filing-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { QuestionMenu } from './question-menu.tsx'
import { QuestionPreview } from './question-preview.tsx'
import { useQuestionForm } from './use-question-form.ts'

interface Props {
  id: string
  /** Part of the page below the form: the key of attempts that were begun before. */
  children: ReactNode
}

export function ExamQuestionPage({ id, children }: Props) {
  const { data: question } = usePrefetchedQuery(examQuestionQueries.one(useSchool().id, id))
  return (
    <QuestionEditor id={id} question={question}>
      {children}
    </QuestionEditor>
  )
}

function QuestionEditor({ id, question, children }: Props & { question: ExamQuestion | null }) {
  const { form, sending, isRecovered, discard } = useQuestionForm(id, question)
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <Page
      title={question ? 'Questão' : 'Nova questão'}
      back={{ to: '/questoes', label: examQuestionsTitle }}
      actions={
        <>
          <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setPreviewed(true)}>
            Ver como aluno
          </Button>
          {question && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/questoes/criar" />}
            >
              {examQuestionTexts.another}
            </Button>
          )}
          {question && <QuestionMenu question={question} />}
        </>
      }
    >
      {isRecovered && (
        <Alert variant="light" color="ambar" title="Alterações que não foram salvas">
          <Group justify="space-between">
            O que você tinha escrito neste aparelho está de volta.
            <Button variant="light" onClick={discard}>
              Descartar
            </Button>
          </Group>
        </Alert>
      )}
      {question?.correction && (
        <Alert variant="light" color="gray">
          {describeStanding(question.correction)}
        </Alert>
      )}
      <form onSubmit={sending.submit} noValidate>
        <Stack gap="lg">
          <Section title="Enunciado" hidesTitle>
            <LazyQuestionTextField
              label="Enunciado"
              {...form.getInputProps('statement')}
              value={form.values.statement}
            />
          </Section>
          <Section title="Resposta">
            <KeyFields form={form} />
          </Section>
          <Section title="Explicação" hidesTitle>
            <LazyQuestionTextField
              label="Explicação"
              description="O aluno a lê junto do gabarito, quando a avaliação o mostra."
              {...form.getInputProps('explanation')}
              value={form.values.explanation}
            />
          </Section>
          <Section title="Para encontrar depois">
            <FilingFields form={form} />
          </Section>
          {sending.failure !== undefined && <FailureAlert error={sending.failure} />}
          <Group justify="flex-end">
            <BusyButton type="submit" busy={sending.pending}>
              Salvar
            </BusyButton>
          </Group>
        </Stack>
      </form>
      {children}
      <QuestionPreview values={form.values} isOpen={isPreviewed} onClose={() => setPreviewed(false)} />
      {question?.is_archived && (
        <Alert variant="light" color="gray">
          {examQuestionTexts.isArchived}
        </Alert>
      )}
    </Page>
  )
}
