import { type CohortRemoval, describeRemoval, type RenewalsWay } from '@escola/contract/cohort-removal'
import { type Cohort, cohortMessages } from '@escola/contract/cohorts.contract'
import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useRemoveCohort } from './cohorts.queries.ts'

interface Props {
  cohort: Cohort
  removal: CohortRemoval
  onClose: () => void
}

type Values = {
  way: RenewalsWay
  renewals_to: string
}

/** Asks where those go who subscribe by a class that is deleted. Neither answer is chosen before. */
export function RemoveCohortForm({ cohort: { id, title }, removal, onClose }: Props) {
  const remove = useRemoveCohort(id)
  const navigate = useNavigate()
  const targets = useCohortChoices().filter((each) => each.id !== id)
  const isOtherArchived = useAppContext().gatewayList.some((each) => each.id !== id && each.is_archived)
  const form = useForm<Values>({
    initialValues: { way: '', renewals_to: '' },
    validate: {
      way: (way) => (way === '' ? cohortMessages.renewals : null),
      renewals_to: (target, { way }) => (way === 'move' && target === '' ? cohortMessages.target : null),
    },
  })
  const sending = useFormSubmit(form, async ({ way, renewals_to }) => {
    // A second submit while the dialog closes would repeat the call.
    if (remove.isSuccess) return
    const { bulk_id } = await remove.mutateAsync({ renewals_to: way === 'move' ? renewals_to : null })
    // The page of the class to which they go shows how far it is.
    if (bulk_id) await navigate({ to: '/turma/$cohortId', params: { cohortId: renewals_to } })
    else await navigate({ to: '/turmas' })
    notifySuccess(bulk_id ? cohortMessages.dissolving : 'Turma apagada!')
  })
  const { way } = form.values
  return (
    <DialogForm sending={sending} label="Apagar turma" color="danger" onCancel={onClose}>
      <Text>{describeRemoval(title, removal, way)}</Text>
      <Radio.Group label={cohortMessages.whereTo(removal)} required {...form.getInputProps('way')}>
        <Stack gap="sm" py={8}>
          <Radio
            value="move"
            label="Vão para outra turma"
            description={targets.length > 0 ? cohortMessages.movingText : cohortMessages.noTarget(isOtherArchived)}
            disabled={targets.length === 0}
          />
          <Radio value="end" label={cohortMessages.losing} description={cohortMessages.losingText} />
        </Stack>
      </Radio.Group>
      {way === 'move' && (
        <NativeSelect
          label="Para a turma"
          data={[{ value: '', label: 'Selecione' }, ...targets.map((each) => ({ value: each.id, label: each.title }))]}
          {...form.getInputProps('renewals_to')}
        />
      )}
    </DialogForm>
  )
}
