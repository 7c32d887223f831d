import { type BulkAction, bulkTexts } from '@escola/contract/bulk-changes.contract'
import { Modal, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAppContext } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'

interface Props {
  action: Exclude<BulkAction, 'resend'>
  /** Classes that are no choice. */
  without: string[]
  onChoose: (cohort: { id: string; title: string }) => Promise<void>
  onClose: () => void
}

/** Asks which class students are added or moved to, or taken out of. */
export function CohortDialog({ action, without, onChoose, onClose }: Props) {
  const choices = useAppContext().gatewayList.filter(({ id }) => !without.includes(id))
  const form = useForm({
    initialValues: { school_gateway_id: '' },
    validate: { school_gateway_id: (id) => (id === '' ? bulkTexts.cohort : null) },
  })
  const sending = useFormSubmit(form, ({ school_gateway_id }) =>
    onChoose(choices.find(({ id }) => id === school_gateway_id)!),
  )
  return (
    <Modal opened onClose={onClose} title={bulkTexts.labels[action]} centered>
      <DialogForm sending={sending} label="Continuar" onCancel={onClose}>
        <NativeSelect
          label="Turma"
          data={[{ value: '', label: 'Selecione' }, ...choices.map(({ id, title }) => ({ value: id, label: title }))]}
          data-autofocus
          {...form.getInputProps('school_gateway_id')}
        />
      </DialogForm>
    </Modal>
  )
}
