import { bulkTexts } from '@escola/contract/bulk-changes.contract'
import { Modal, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'

interface Props {
  title: string
  /** Classes that are no choice. */
  without?: string[]
  /** Class that is chosen already. */
  initialId?: string | undefined
  onChoose: (cohort: { id: string; title: string }) => Promise<void>
  onClose: () => void
}

/** Asks for a class. */
export function CohortDialog({ title, without = [], initialId = '', onChoose, onClose }: Props) {
  const choices = useCohortChoices().filter(({ id }) => !without.includes(id))
  const form = useForm({
    initialValues: { school_gateway_id: choices.some(({ id }) => id === initialId) ? initialId : '' },
    validate: { school_gateway_id: (id) => (id === '' ? bulkTexts.cohort : null) },
  })
  const sending = useFormSubmit(form, ({ school_gateway_id }) =>
    onChoose(choices.find(({ id }) => id === school_gateway_id)!),
  )
  return (
    <Modal opened onClose={onClose} title={title} centered>
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
