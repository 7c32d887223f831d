import type { Integration } from '@escola/contract/access-api.contract'
import { adminTexts } from '@escola/contract/messages'
import { Button, Modal, Select, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSaveIntegration } from './access-api.queries.ts'
import { singleUseTexts } from './texts.ts'

const label = 'Criar integração'

export function CreateIntegrationButton({ integrations }: { integrations: Integration[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <IntegrationForm integrations={integrations} onClose={close} />
      </Modal>
    </>
  )
}

function IntegrationForm({ integrations, onClose }: { integrations: Integration[]; onClose: () => void }) {
  const save = useSaveIntegration()
  const gatewayList = useCohortChoices()
  const integrated = new Set(integrations.map(({ school_gateway_id }) => school_gateway_id))
  const choices = gatewayList.filter(({ id }) => !integrated.has(id))
  const form = useForm({ initialValues: { school_gateway_id: '', is_single_use: false } })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (save.isSuccess) return
    const { integrations: saved } = await save.mutateAsync(values)
    const made = saved.find(({ school_gateway_id }) => school_gateway_id === values.school_gateway_id)
    if (made) notifySuccess(adminTexts.integrationMade(made.integration_title))
    onClose()
  })
  const { value, onChange, ...chosen } = form.getInputProps('school_gateway_id')
  return (
    <DialogForm sending={sending} disabled={!value} onCancel={onClose}>
      {choices.length === 0 && !save.isSuccess ? (
        <Text>Todas as turmas já têm uma integração. Crie outra turma em “Minhas turmas”.</Text>
      ) : (
        <>
          <Select
            label="Turma"
            placeholder="Escolha uma turma"
            description="Quem for matriculado por outro sistema entra nela."
            searchable
            nothingFoundMessage="Nenhuma turma com esse nome"
            data={choices.map(({ id, title }) => ({ value: id, label: title }))}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
            {...chosen}
          />
          <Switch
            label={singleUseTexts.label}
            description={singleUseTexts.description}
            {...form.getInputProps('is_single_use', { type: 'checkbox' })}
          />
        </>
      )}
    </DialogForm>
  )
}
