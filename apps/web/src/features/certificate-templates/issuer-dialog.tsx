import { certificateIssuers, Issuer, issuerTexts } from '@escola/contract/certificate-issuers.contract'
import { formatCpf } from '@escola/contract/people'
import { formatCnpj } from '@escola/contract/tax-ids'
import { Button, Modal, Skeleton, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBuilding } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

const label = 'Dados da escola'

const issuerQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'certificateTemplates'), 'issuer'] as const,
    queryFn: ({ signal }) => api(certificateIssuers.get, { params: { schoolId }, signal }),
    refetchOnWindowFocus: false,
  })

/** Opens what certificates print of the school. */
export function IssuerButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="light" leftSection={<IconBuilding size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <LoadedForm onClose={close} />
      </Modal>
    </>
  )
}

function LoadedForm({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(issuerQuery(useSchool().id))
  if (data) return <IssuerForm issuer={data.issuer} onClose={onClose} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <Skeleton height={360} radius="md" aria-busy aria-label="Carregando" />
}

const writeTaxId = (number: string) => (number.length === 11 ? formatCpf(number) : formatCnpj(number))

function IssuerForm({ issuer, onClose }: { issuer: Issuer; onClose: () => void }) {
  const schoolId = useSchool().id
  const save = useMutation({
    mutationFn: (body: Issuer) => api(certificateIssuers.save, { params: { schoolId }, body }),
    onSuccess: useRefresh('certificateTemplates'),
  })
  const form = useForm({
    initialValues: { ...issuer, tax_id: writeTaxId(issuer.tax_id) },
    validate: zodResolver(Issuer),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (save.isSuccess) return
    await save.mutateAsync(Issuer.parse(values))
    notifySuccess(issuerTexts.saved)
    onClose()
  })
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        Aparecem nos certificados emitidos daqui em diante. Deixe em branco o que não quiser imprimir.
      </Text>
      <TextInput
        label="Razão social"
        autoComplete="organization"
        data-autofocus
        {...form.getInputProps('legal_name')}
      />
      <TextInput
        label="CNPJ ou CPF"
        description="No certificado, o CPF sai assim: ***.456.789-**."
        autoComplete="off"
        {...form.getInputProps('tax_id')}
      />
      <TextInput
        label="Cidade"
        description="Vem antes da data: “São Paulo, 25 de novembro de 2026”."
        autoComplete="off"
        {...form.getInputProps('place')}
      />
      <Switch
        label="Pedir o CPF dos alunos"
        description="Quem quiser informa o CPF, impresso só no certificado."
        {...form.getInputProps('asks_cpf', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}
