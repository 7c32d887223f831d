import { salesMessages } from '@escola/contract/sales'
import { Button, Checkbox, Modal, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useCohortChoices } from './use-cohort-choices.ts'

export interface CohortChoice {
  school_gateway_id: string
  /** Codes of what was sold that open the class from now on. */
  ids: string[]
}

interface CohortChoiceDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Says what follows from the choice. */
  text: string
  /** Codes by which the platform names what was sold, the surest first. */
  items: { id: string; label: string }[]
  submitLabel: string
  choosing: { isPending: boolean; isSuccess: boolean; error: Error | null }
  onChoose: (choice: CohortChoice) => void
}

/** Dialog 'Escolher turma', for what was sold on a platform and is in no class. */
export const CohortChoiceDialog = ({ isOpen, onClose, ...choice }: CohortChoiceDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="Escolher turma" centered>
    <CohortForm {...choice} onClose={onClose} />
  </Modal>
)

function CohortForm(props: Omit<CohortChoiceDialogProps, 'isOpen'>) {
  const { text, items, submitLabel, choosing, onChoose, onClose } = props
  const gatewayList = useCohortChoices()
  const [chosen, setChosen] = useState('')
  // Other codes may be of anything: a bundle, a plan, or what the seller wrote beside it.
  const [ids, setIds] = useState(items.slice(0, 1).map(({ id }) => id))
  const [isMissing, setMissing] = useState(false)
  const lacksIds = items.length > 0 && ids.length === 0
  if (gatewayList.length === 0) {
    return (
      <Stack>
        <Text>Você ainda não tem nenhuma turma. Crie uma e volte aqui.</Text>
        <Button renderRoot={(props) => <Link {...props} to="/turmas" />}>Ir para as turmas</Button>
      </Stack>
    )
  }
  const refusal = choosing.error instanceof ApiError ? choosing.error.fields?.school_gateway_id : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen || lacksIds)
    // A second submit while the dialog closes would repeat the call.
    if (!chosen || lacksIds || choosing.isPending || choosing.isSuccess) return
    onChoose({ school_gateway_id: chosen, ids })
  }
  return (
    <DialogForm
      sending={{ submit: handleSubmit, pending: choosing.isPending, failure: refusal ? undefined : choosing.error }}
      label={submitLabel}
      onCancel={onClose}
    >
      <Text>{text}</Text>
      {items.length > 1 && (
        <Checkbox.Group
          label="O que esta turma vende"
          description="Marque a oferta ou o plano, e não o produto, quando cada plano tem uma turma sua."
          value={ids}
          onChange={setIds}
          error={isMissing && lacksIds && salesMessages.ids}
        >
          <Stack gap="sm" py={8}>
            {items.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Radio.Group
        label="Turma"
        value={chosen}
        onChange={setChosen}
        error={refusal ?? (isMissing && !chosen && 'Escolha a turma')}
      >
        <ScrollArea.Autosize mah="45dvh" type="auto" scrollbars="y" offsetScrollbars>
          <Stack gap="sm" py={8}>
            {gatewayList.map(({ id, title }) => (
              <Radio key={id} value={id} label={title} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Radio.Group>
    </DialogForm>
  )
}
