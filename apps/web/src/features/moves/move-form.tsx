import { chargeMessages } from '@escola/contract/charges'
import { countOf } from '@escola/contract/messages'
import { centsOf } from '@escola/contract/money'
import {
  frequencyLabels,
  type MoveFrequency,
  moveFrequencies,
  moveMessages,
  NewMove,
} from '@escola/contract/moves.contract'
import { NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { formatNumber } from '../../ui/format.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import { moveQueries, useStartMove } from './moves.queries.ts'

/** Says which students go to which class, and how many they are, before it asks. */
export default function MoveForm({ cohortId, onClose }: { cohortId: string; onClose: () => void }) {
  const gatewayList = useCohortChoices()
  const client = useQueryClient()
  const forecast = moveQueries.forecast(useSchool().id, cohortId)
  const { data } = useQuery(forecast)
  const start = useStartMove(cohortId)
  const form = useForm({
    initialValues: { migrateStudentsFrequency: '', migrateStudentsTo: '' },
    validate: zodResolver(NewMove),
  })
  const targets = gatewayList.filter(({ id }) => id !== cohortId)
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (start.isSuccess) return
    const move = NewMove.parse(values)
    const title = targets.find(({ id }) => id === move.migrateStudentsTo)?.title ?? ''
    // Nothing that costs is asked without its price.
    const { students, costs, charged } = await client.fetchQuery(forecast)
    const count = students[move.migrateStudentsFrequency]
    const cents = centsOf(costs[move.migrateStudentsFrequency])
    const price = cents > 0 ? ` ${chargeMessages.cost(cents)}.` : ''
    const stays = chargeMessages.stays(centsOf(charged[move.migrateStudentsFrequency]))
    const text = `${countOf(count, 'aluno', 'alunos')} ${count === 1 ? 'passa' : 'passam'} para “${title}”. A data de matrícula, o prazo de acesso e o que foi estudado vão junto.${price}${stays}`
    if (!(await confirm({ title: moveMessages.confirm, text, confirmLabel: 'Mover alunos' }))) return
    await start.mutateAsync(move)
    onClose()
  })
  const labelOf = (frequency: MoveFrequency) =>
    data ? `${frequencyLabels[frequency]} (${formatNumber(data.students[frequency])})` : frequencyLabels[frequency]
  if (targets.length === 0) return <Text>Crie outra turma para poder mover alunos para ela.</Text>
  return (
    <DialogForm sending={sending} label="Mover alunos" onCancel={onClose}>
      <NativeSelect
        label="Quais alunos"
        data={[
          { value: '', label: 'Selecione' },
          ...moveFrequencies.map((value) => ({ value, label: labelOf(value) })),
        ]}
        data-autofocus
        {...form.getInputProps('migrateStudentsFrequency')}
      />
      <NativeSelect
        label="Para a turma"
        data={[{ value: '', label: 'Selecione' }, ...targets.map(({ id, title }) => ({ value: id, label: title }))]}
        {...form.getInputProps('migrateStudentsTo')}
      />
      <Text size="sm" c="dimmed">
        Quem comprou continua ligado à compra: um reembolso ou uma renovação vale na turma nova.
      </Text>
    </DialogForm>
  )
}
