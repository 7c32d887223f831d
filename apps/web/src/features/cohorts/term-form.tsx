import type { Cohort } from '@escola/contract/cohorts.contract'
import { countOf } from '@escola/contract/messages'
import { Term, TermSettings, termMessages } from '@escola/contract/terms'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'
import { losingQuery, useUpdateCohort } from './cohorts.queries.ts'
import { TermFields } from './term-fields.tsx'
import {
  nameTermFields,
  readCount,
  readTermValues,
  selectTermFields,
  type TermValues,
  termValuesOf,
} from './term-values.ts'

interface Values extends TermValues {
  scope: 'new' | 'all'
  seats: string
  enrolls_until: string
}

const check = zodResolver(TermSettings)

const toSent = ({ seats, enrolls_until, scope, ...values }: Values) => ({
  term: readTermValues(values) ?? undefined,
  term_scope: scope,
  seats: seats.trim() === '' ? null : readCount(seats),
  enrolls_until: enrolls_until === '' ? null : enrolls_until,
})

function validate(values: Values) {
  const errors = nameTermFields(check(toSent(values)))
  return errors.seats ? { ...errors, seats: termMessages.seats } : errors
}

export function TermForm({ cohort, onClose }: { cohort: Cohort; onClose: () => void }) {
  const update = useUpdateCohort(() => Promise.resolve(cohort.id))
  const form = useForm<Values>({
    initialValues: {
      ...termValuesOf(cohort.term),
      scope: 'new',
      seats: cohort.seats === null ? '' : String(cohort.seats),
      enrolls_until: cohort.enrolls_until ?? '',
    },
    validate,
  })
  const sending = useFormSubmit(form, async (values) => {
    // The dialog is still closing.
    if (update.isSuccess) return
    await update.mutateAsync(toSent(values)).catch((error: unknown) => {
      throw selectTermFields(error)
    })
    notifySuccess('Prazo e vagas salvos!')
    onClose()
  })
  const { values } = form
  const read = Term.safeParse(readTermValues(values))
  const isChanged = read.success && JSON.stringify(read.data) !== JSON.stringify(cohort.term)
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <TermFields form={form} />
      {cohort.totalStudents > 0 && (
        <div>
          <NativeSelect
            label="O prazo vale para"
            data={[
              { value: 'new', label: 'Só novos alunos' },
              { value: 'all', label: 'Todos os alunos' },
            ]}
            {...form.getInputProps('scope')}
          />
          {values.scope === 'all' && read.success ? (
            <Losing cohortId={cohort.id} term={read.data} />
          ) : (
            <Text size="sm" c="dimmed" mt={4}>
              {isChanged
                ? 'Quem já está na turma continua com o prazo que tem.'
                : 'Quem já está na turma fica como está.'}
            </Text>
          )}
        </div>
      )}
      <TextInput
        label="Vagas"
        description="Deixe em branco para não limitar. Quem compra entra mesmo sem vaga."
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        {...form.getInputProps('seats')}
      />
      <TextInput
        label="Matrículas até"
        description="Deixe em branco para não encerrar. Quem compra entra mesmo depois."
        type="date"
        {...form.getInputProps('enrolls_until')}
      />
    </DialogForm>
  )
}

/** Says how many students would lose their access at once. */
function Losing({ cohortId, term }: { cohortId: string; term: Term }) {
  const { data, error } = useQuery({
    ...losingQuery(useSchool().id, cohortId, term),
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
