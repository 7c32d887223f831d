import type { Cohort } from '@escola/contract/cohorts.contract'
import { describeWaiting } from '@escola/contract/sales'
import { Term, TermSettings, termMessages } from '@escola/contract/terms'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { Hint } from '../../../ui/forms/hint.tsx'
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
  sales_ended: boolean
}

const check = zodResolver(TermSettings)

/** A term that stays is left out, unless it is for all: its last day may be over, which is no fault of the other fields. */
const toSent = (
  { seats, enrolls_until, sales_ended, scope, ...values }: Values,
  { term, sales_ended: hadEnded = false }: Pick<Cohort, 'term' | 'sales_ended'>,
) => ({
  ...((scope === 'all' || !isSameTerm(values, term)) && {
    term: readTermValues(values) ?? undefined,
    term_scope: scope,
  }),
  seats: seats.trim() === '' ? null : readCount(seats),
  enrolls_until: enrolls_until === '' ? null : enrolls_until,
  ...(sales_ended !== hadEnded && { sales_ended }),
})

const isSameTerm = (values: TermValues, saved: Term) => JSON.stringify(readTermValues(values)) === JSON.stringify(saved)

function findErrors(values: Values, saved: Cohort) {
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
      sales_ended: cohort.sales_ended ?? false,
    },
    validate: (values) => findErrors(values, cohort),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (update.isSuccess) return
    const { waiting_sales } = await update.mutateAsync(toSent(values, cohort)).catch((error: unknown) => {
      throw selectTermFields(error)
    })
    notifySuccess(`Prazo e vagas salvos!${describeWaiting(waiting_sales)}`)
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
        description="Em branco, não há limite. Quem compra entra sem vaga."
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        {...form.getInputProps('seats')}
      />
      <TextInput
        label="Matrículas até"
        description="Em branco, não encerra. Quem compra entra mesmo depois."
        type="date"
        {...form.getInputProps('enrolls_until')}
      />
      <Switch
        label="Encerrar vendas"
        description={
          <Hint about="encerrar vendas" more="Quem já assina continua, e as renovações também.">
            Compras novas ficam em Vendas como “turma encerrada”.
          </Hint>
        }
        {...form.getInputProps('sales_ended', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}
