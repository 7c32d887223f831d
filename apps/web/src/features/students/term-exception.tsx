import { endOfDay, formatLastDay, lastDayBefore, lastDayOf, NewException, termMessages } from '@escola/contract/terms'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { Hint } from '../../ui/forms/hint.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSetTerm } from './students.queries.ts'

interface Props {
  userId: string
  cohort: { id: string; title: string; utc_ends_on: string | null }
  onClose: () => void
}

const check = zodResolver(NewException)
const toSent = ({ kind, until }: { kind: string; until: string }) => ({ until: kind === 'life' ? null : until })

/** Terms that are added to the present one at a click. */
const additions = [
  { label: '+30 dias', term: { kind: 'days', count: 30 } },
  { label: '+1 ano', term: { kind: 'months', count: 12 } },
] as const

/** Sets until when one student has access to a class, whatever the class says. */
export function TermException({ userId, cohort, onClose }: Props) {
  const { id, title, utc_ends_on } = cohort
  const set = useSetTerm(userId)
  const lastDay = utc_ends_on === null ? '' : lastDayBefore(new Date(utc_ends_on))
  const form = useForm({
    initialValues: { kind: utc_ends_on === null ? 'life' : 'date', until: lastDay },
    validate: (values) => {
      const errors = check(toSent(values))
      return errors.until ? { until: termMessages.day } : errors
    },
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (set.isSuccess) return
    const { utc_ends_on: endsOn } = await set.mutateAsync({ classId: id, ...toSent(values) })
    notifySuccess(endsOn ? `Acesso a ${title} até ${formatLastDay(endsOn)}.` : `Acesso a ${title} para sempre.`)
    onClose()
  })
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      {lastDay && (
        <Group gap="xs">
          {additions.map(({ label, term }) => {
            const until = lastDayOf(term, lastDay)!
            return (
              <Button
                key={label}
                variant="light"
                aria-pressed={form.values.kind === 'date' && form.values.until === until}
                onClick={() => form.setValues({ kind: 'date', until })}
              >
                {`${label} (${formatLastDay(endOfDay(until))})`}
              </Button>
            )
          })}
        </Group>
      )}
      <NativeSelect
        label="Acesso deste aluno"
        description={
          <Hint about="o acesso deste aluno" more="Uma assinatura continua terminando com o que foi pago.">
            Vale no lugar do prazo da turma, também em compras futuras.
          </Hint>
        }
        data={[
          { value: 'life', label: 'Para sempre' },
          { value: 'date', label: 'Até uma data' },
        ]}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'date' && (
        <TextInput label="Último dia de acesso" type="date" required {...form.getInputProps('until')} />
      )}
    </DialogForm>
  )
}
