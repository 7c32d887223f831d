import { certificateCpfs, issuerTexts, StudentCpf } from '@escola/contract/certificate-issuers.contract'
import { formatCpf } from '@escola/contract/people'
import { Alert, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { nounKey } from '../../ui/nouns.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'

const cpfQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'certificates'), 'cpf'] as const,
    queryFn: ({ signal }) => api(certificateCpfs.get, { params: { schoolId }, signal }),
  })

/** CPF that the student's certificates print, where the school asks for it. Certificates can be had without this part. */
export function CertificateCpf() {
  const { data } = useQuery(cpfQuery(useSchool().id))
  if (!data) return null
  if (data.cpf !== '') return <KeptCpf cpf={data.cpf} />
  return data.asks_cpf ? <NewCpf /> : null
}

const title = 'CPF no certificado'

function KeptCpf({ cpf }: { cpf: string }) {
  const schoolId = useSchool().id
  const { mutateAsync } = useMutation({
    mutationFn: () => api(certificateCpfs.remove, { params: { schoolId } }),
    onSuccess: useRefresh('certificates'),
  })
  return (
    <Section title={title}>
      <Group justify="space-between">
        <Text>{cpf}</Text>
        <RemoveButton
          question={makeDangerQuestion(
            'Os próximos certificados saem sem ele. Os que já foram emitidos não mudam.',
            'Apagar CPF',
          )}
          change={() => mutateAsync()}
          done={issuerTexts.cpfRemoved}
        >
          Apagar CPF
        </RemoveButton>
      </Group>
    </Section>
  )
}

function NewCpf() {
  const { id: schoolId, name } = useSchool()
  const save = useMutation({
    mutationFn: (body: StudentCpf) => api(certificateCpfs.save, { params: { schoolId }, body }),
    onSuccess: useRefresh('certificates'),
  })
  const form = useForm({ initialValues: { cpf: '', consent: false }, validate: zodResolver(StudentCpf) })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    await save.mutateAsync(StudentCpf.parse(values))
    notifySuccess(issuerTexts.cpfSaved)
  })
  return (
    <Section
      title={title}
      text="Muitos concursos e empresas pedem o CPF impresso. Ele aparece só no arquivo do certificado."
    >
      <form onSubmit={submit} noValidate>
        <Stack align="flex-start">
          <MaskedInput
            label="CPF"
            inputMode="numeric"
            autoComplete="off"
            mask={formatCpf}
            {...form.getInputProps('cpf')}
          />
          <Checkbox
            label={`Autorizo ${name} a guardar meu CPF e imprimi-lo nos meus certificados.`}
            {...form.getInputProps('consent', { type: 'checkbox' })}
          />
          {failure !== undefined && (
            <Alert color="danger" variant="light" role="alert">
              {textOf(failure)}
            </Alert>
          )}
          <BusyButton type="submit" busy={pending}>
            Salvar CPF
          </BusyButton>
        </Stack>
      </form>
    </Section>
  )
}
