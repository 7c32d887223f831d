import { kindLabels } from '@escola/contract/exam-questions.contract'
import { describeStanding, examResultTexts } from '@escola/contract/exam-result-texts'
import type { ExamOverview, QuestionResult } from '@escola/contract/exam-results.contract'
import { countOf } from '@escola/contract/messages'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { AnnulDialog, annulLabel } from '../../ui/annulment/annul-dialog.tsx'
import { Listed } from '../../ui/lists/list-page.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { QuestionText } from '../../ui/question-text/question-text.tsx'
import { Section } from '../../ui/section.tsx'
import { examResultQueries } from './exam-results.queries.ts'
import { formatPart } from './standing.ts'

interface Props {
  overview: ExamOverview
  page: number
  onPage: (page: number) => void
}

/** Versions of questions and how each did: those to check first, then the hardest. */
export function ResultQuestions({ overview, page, onPage }: Props) {
  const schoolId = useSchool().id
  const { data: listed, isLoading } = useQueryTable(page, (page) =>
    examResultQueries.questions(schoolId, overview.lesson_id, page),
  )
  const { list, ...paging } = listed
  return (
    <Section title="Questões" text={list.length > 0 && 'As que pedem atenção primeiro, depois as mais difíceis.'}>
      <Listed listed={listed} onPage={onPage} empty={{ drawing: 'papers', title: examResultTexts.noQuestions }}>
        <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
          <ul className={lists.ruled}>
            {list.map((question) => (
              <li key={`${question.question_id} ${question.version}`}>
                <QuestionRow question={question} />
              </li>
            ))}
          </ul>
          <Pager {...paging} onPage={onPage} label="Páginas de questões" />
        </Stack>
      </Listed>
    </Section>
  )
}

function QuestionRow({ question }: { question: QuestionResult }) {
  const [isAnnulling, setAnnulling] = useState(false)
  const { correction } = question
  const annulled = correction?.annulled ?? null
  const { question_id: questionId, summary, kind, attempts, right, most_wrong: wrong, needs_check } = question
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        {question.in_bank ? (
          <Anchor
            inherit
            fw={600}
            renderRoot={(props) => <Link {...props} to="/questoes/$questionId" params={{ questionId }} />}
          >
            {summary || 'Sem texto'}
          </Anchor>
        ) : (
          <Text fw={600}>{summary || 'Sem texto'}</Text>
        )}
        <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
          {annulled ? 'Anulada' : formatPart(right, attempts)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[
          kindLabels[kind],
          annulled
            ? countOf(attempts, 'tentativa', 'tentativas')
            : `${right} de ${countOf(attempts, 'tentativa acertou', 'tentativas acertaram')}`,
          question.is_old && `versão ${question.version}, que já mudou${question.in_bank ? ' no banco' : ''}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {correction && <Text size="sm">{describeStanding(correction)}</Text>}
      {wrong && !annulled && (
        <div>
          <Text size="sm" c="dimmed">
            Errada mais escolhida, em {countOf(wrong.attempts, 'tentativa', 'tentativas')}:
          </Text>
          <QuestionText html={wrong.html} />
        </div>
      )}
      {needs_check && (
        <Alert color="ambar" variant="light">
          {examResultTexts.checkKey}
        </Alert>
      )}
      {question.in_bank && kind !== 'open' && (
        <Group>
          <Button
            variant="subtle"
            size="compact-md"
            mih={44}
            px="xs"
            ml="calc(-1 * var(--mantine-spacing-xs))"
            aria-label={`${annulLabel(annulled)}: ${summary}`}
            onClick={() => setAnnulling(true)}
          >
            {annulLabel(annulled)}
          </Button>
        </Group>
      )}
      {isAnnulling && (
        <AnnulDialog
          question={{ id: questionId, version: question.version, summary, annulled }}
          onClose={() => setAnnulling(false)}
        />
      )}
    </Stack>
  )
}
