import type { Cohort } from '@escola/contract/cohorts.contract'
import { Term, TermSettings, termMessages } from '@escola/contract/terms'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../../ui/notify.ts'
import { useUpdateCohort } from '../cohorts.queries.ts'
import { TermFields } from './term-fields.tsx'
import { TermScope } from './term-scope.tsx'
import {
  nameTermFields,
  readCount,
  readTermValues,
  type ScopedTermValues,
  selectTermFields,
  type TermValues,
  termValuesOf,
} from './term-values.ts'

interface Values extends ScopedTermValues {
  seats: string
  enrolls_until: string
}

const check = zodResolver(TermSettings)

/** A term that stays is left out, unless it is for all: its last day may be over, which is no fault of the other fields. */
const toSent = ({ seats, enrolls_until, scope, ...values }: Values, saved: Term) => ({
  ...((scope === 'all' || !isSameTerm(values, saved)) && {
    term: readTermValues(values) ?? undefined,
    term_scope: scope,
  }),
  seats: seats.trim() === '' ? null : readCount(seats),
  enrolls_until: enrolls_until === '' ? null : enrolls_until,
})

const isSameTerm = (values: TermValues, saved: Term) => JSON.stringify(readTermValues(values)) === JSON.stringify(saved)

function findErrors(values: Values, saved: Term) {
  const errors = nameTermFields(check(toSent(values, saved)))
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
    validate: (values) => findErrors(values, cohort.term),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (update.isSuccess) return
    await update.mutateAsync(toSent(values, cohort.term)).catch((error: unknown) => {
      throw selectTermFields(error)
    })
    notifySuccess('Prazo e vagas salvos!')
    onClose()
  })
  const { values } = form
  const read = Term.safeParse(readTermValues(values))
  const isChanged = read.success && !isSameTerm(values, cohort.term)
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <TermFields form={form} />
      {cohort.totalStudents > 0 && (
        <TermScope
          form={form}
          cohortId={cohort.id}
          choices={{ new: 'Só novos alunos', all: 'Todos os alunos' }}
          staying={
            isChanged ? 'Quem já está na turma continua com o prazo que tem.' : 'Quem já está na turma fica como está.'
          }
          asked={read.success ? { term: read.data } : undefined}
        />
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
