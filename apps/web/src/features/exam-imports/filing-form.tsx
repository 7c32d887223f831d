import { difficulties, examQuestionLimits } from '@escola/contract/exam-content'
import { examImportTexts } from '@escola/contract/exam-import-texts'
import type { ExamImport, ExamImportFiling } from '@escola/contract/exam-imports.contract'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { Alert, Group, Select, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { QuestionCourseSelect } from '../../ui/courses/question-course-select.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { examImportQueries, useExamImport } from './exam-imports.queries.ts'

const plain: ExamImportFiling = { degree_id: null, tags: [], difficulty: null, takes_known: false }

/** How the questions of a checked file are filed, and the act that adds them. */
export function FilingForm({ entry, free }: { entry: ExamImport; free: number }) {
  const schoolId = useSchool().id
  const { data: tags } = usePrefetchedQuery(examImportQueries.tags(schoolId))
  const [filing, setFiling] = useState(plain)
  const { confirm, cancel } = useExamImport(entry.id)
  const confirming = useConfirmedChange()
  const discarding = useConfirmedChange()
  const set = (change: Partial<ExamImportFiling>) => setFiling((last) => ({ ...last, ...change }))
  const wanted = entry.fresh + (filing.takes_known ? entry.known : 0)
  const count = Math.min(wanted, free)
  const discard = (
    <BusyButton
      variant="default"
      busy={discarding.isPending}
      onClick={() => discarding.run({ change: cancel, done: examImportTexts.discarded })}
    >
      Descartar arquivo
    </BusyButton>
  )
  if (entry.fresh + entry.known === 0)
    return (
      <Stack>
        <Text role="status">{examImportTexts.none}</Text>
        <Group justify="flex-end">{discard}</Group>
      </Stack>
    )
  return (
    <Stack>
      <Text role="status">{examImportTexts.checked(entry)}</Text>
      <QuestionCourseSelect value={filing.degree_id} onChange={(degree_id) => set({ degree_id })} />
      <TagsInput
        label="Etiquetas para todas"
        description={`Vêm antes das etiquetas do arquivo; cada questão fica com até ${examQuestionLimits.tagsMax}. Aperte Enter depois de cada uma.`}
        data={tags}
        maxTags={examQuestionLimits.tagsMax}
        maxLength={examQuestionLimits.tagMax}
        acceptValueOnBlur
        value={filing.tags}
        onChange={(tags) => set({ tags })}
      />
      <Select
        label="Dificuldade"
        data={[
          { value: '', label: 'A de cada questão no arquivo' },
          ...difficulties.map((value) => ({ value, label: `${difficultyLabels[value]} para todas` })),
        ]}
        allowDeselect={false}
        value={filing.difficulty ?? ''}
        onChange={(value) => set({ difficulty: difficulties.find((each) => each === value) ?? null })}
      />
      {entry.known > 0 && (
        <Switch
          label={examImportTexts.takesKnown}
          description={examImportTexts.takesKnownHint}
          checked={filing.takes_known}
          onChange={({ currentTarget }) => set({ takes_known: currentTarget.checked })}
        />
      )}
      {free < wanted && (
        <Alert color="ambar" variant="light">
          {examImportTexts.fits(free)}
        </Alert>
      )}
      <Group justify="flex-end">
        {discard}
        <BusyButton
          busy={confirming.isPending}
          disabled={count === 0}
          onClick={() => confirming.run({ change: () => confirm(filing), done: examImportTexts.started })}
        >
          {examImportTexts.confirm(count)}
        </BusyButton>
      </Group>
    </Stack>
  )
}
