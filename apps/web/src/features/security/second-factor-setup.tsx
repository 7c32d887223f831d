import type { ResponseOf } from '@escola/contract/route'
import { Code, security } from '@escola/contract/security.contract'
import { Alert, Anchor, Button, Group, Stack, Text, Code as Typed } from '@mantine/core'
import { useForm } from '@mantine/form'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { CodeField } from '../../ui/account/code-field.tsx'
import { withProof } from '../../ui/account/proof.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import classes from './list.module.css'

export type Setup = ResponseOf<typeof security.startSecondFactor>

interface SecondFactorSetupProps {
  setup: Setup
  onDone: (codes: string[]) => Promise<void>
  onCancel: () => void
}

/** Splits a secret in groups of four, because it is typed into an app by hand. */
const formatGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

export function SecondFactorSetup({ setup, onDone, onCancel }: SecondFactorSetupProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => Code.safeParse(code).error?.issues[0]?.message },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ code }) => {
    const { codes } = await withProof(() => api(security.confirmSecondFactor, { body: { code } }))
    await onDone(codes)
  })
  return (
    <form onSubmit={submit} noValidate className={classes.setup}>
      <img src={setup.qr} alt="Código QR para o aplicativo autenticador" className={classes.qr} />
      <Stack gap="md">
        <Text>
          Aponte a câmera do seu aplicativo autenticador (Google Authenticator, Authy, 1Password…) para o código. Está
          no celular? <Anchor href={setup.url}>Abra no aplicativo</Anchor> ou digite a chave:
        </Text>
        <Typed block translate="no">
          {formatGroups(setup.secret)}
        </Typed>
        {failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <CodeField {...form.getInputProps('code')} />
        <Group gap="xs">
          <BusyButton type="submit" busy={pending}>
            Confirmar
          </BusyButton>
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
