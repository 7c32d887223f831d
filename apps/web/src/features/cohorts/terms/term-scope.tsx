import { countOf } from '@escola/contract/messages'
import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { textOf } from '../../../api/api-error.ts'
import { useSchool } from '../../../session/context.ts'
import { type AskedTerm, losingQuery } from '../cohorts.queries.ts'
import type { ScopedTermValues } from './term-values.ts'

interface Props<Values extends ScopedTermValues> {
  form: UseFormReturnType<Values>
  cohortId: string
  /** Choices for those who are in the class already, and for those who are not. */
  choices: Record<'new' | 'all', string>
  /** Sentence about those who are in the class already, while the term is for the others alone. */
  staying: string
  /** Term that is chosen; undefined while it isn't filled in well. */
  asked: AskedTerm | undefined
}

/** Asks for whom a changed term is, and says how many students would lose their access. */
export function TermScope<Values extends ScopedTermValues>({ form, cohortId, choices, staying, asked }: Props<Values>) {
  return (
    <div>
      <NativeSelect
        label="O prazo vale para"
        data={[
          { value: 'new', label: choices.new },
          { value: 'all', label: choices.all },
        ]}
        {...form.getInputProps('scope')}
      />
      {form.values.scope === 'all' && asked ? (
        <Losing cohortId={cohortId} asked={asked} />
      ) : (
        <Text size="sm" c="dimmed" mt={4}>
          {staying}
        </Text>
      )}
    </div>
  )
}

/** Says how many students would lose their access at once. */
function Losing({ cohortId, asked }: { cohortId: string; asked: AskedTerm }) {
  const { data, error } = useQuery({
    ...losingQuery(useSchool().id, cohortId, asked),
    placeholderData: keepPreviousData,
  })
  const losing = data?.losing ?? 0
  return (
    <Text size="sm" mt={4} role="status" c={losing > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
      {error
        ? textOf(error)
        : data === undefined
          ? 'Contando quem perde o acesso…'
          : losing > 0
            ? `${countOf(losing, 'aluno perde', 'alunos perdem')} o acesso agora.`
            : 'Nenhum aluno perde o acesso agora.'}
    </Text>
  )
}
