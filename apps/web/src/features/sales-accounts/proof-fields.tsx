import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ProofValues } from './proof-values.ts'

const kinds: { value: ProofValues['kind']; label: string }[] = [
  { value: 'bearer', label: 'No cabeçalho Authorization, depois de Bearer' },
  { value: 'header', label: 'Em outro cabeçalho' },
  { value: 'query', label: 'No endereço' },
  { value: 'field', label: 'Em um campo do aviso' },
  { value: 'signature', label: 'Em nenhum: ele assina o aviso (HMAC)' },
]

/** Texts of the field that names the code's place, which only the platform knows. */
const names: Partial<Record<ProofValues['kind'], { label: string; description: string }>> = {
  header: { label: 'Nome do cabeçalho', description: 'Por exemplo, X-Token.' },
  query: {
    label: 'Nome no endereço',
    description: 'Por exemplo, token, em …?token=código. Prefira um cabeçalho: endereços ficam em registros.',
  },
  field: { label: 'Nome do campo', description: 'Por exemplo, token. Dentro de outro, separe com ponto: auth.token.' },
  signature: { label: 'Cabeçalho da assinatura', description: 'Por exemplo, X-Signature.' },
}

const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 60 } as const

/** Fields that say how a platform's messages prove that they are the account's. */
export function ProofFields<Values extends { proof: ProofValues }>({ form }: { form: UseFormReturnType<Values> }) {
  const { kind } = form.values.proof
  const name = names[kind]
  return (
    <>
      <NativeSelect label="Onde o código vem em cada aviso" data={kinds} {...form.getInputProps('proof.kind')} />
      {name && <TextInput {...name} required {...typed} {...form.getInputProps('proof.name')} />}
      {kind === 'signature' && (
        <>
          <NativeSelect
            label="Algoritmo"
            data={[
              { value: 'sha256', label: 'HMAC-SHA256' },
              { value: 'sha1', label: 'HMAC-SHA1' },
            ]}
            {...form.getInputProps('proof.algorithm')}
          />
          <NativeSelect
            label="Como a assinatura é escrita"
            data={[
              { value: 'hex', label: 'Hexadecimal' },
              { value: 'base64', label: 'Base64' },
            ]}
            {...form.getInputProps('proof.encoding')}
          />
          <TextInput
            label="Texto antes da assinatura (opcional)"
            description="Por exemplo, sha256=."
            {...typed}
            {...form.getInputProps('proof.prefix')}
          />
          <TextInput
            label="Cabeçalho do horário (opcional)"
            description="Só se a plataforma assina o horário junto, antes do aviso e separado dele por um ponto."
            {...typed}
            {...form.getInputProps('proof.timestamp')}
          />
        </>
      )}
    </>
  )
}
