import { security } from '@escola/contract/security.contract'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { Page } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup, type Setup } from './second-factor-setup.tsx'

/**
 * Stands before every other page of a platform administrator who has no second factor.
 * @param onDone runs once the session reaches the other pages
 */
export function MissingFactorPage({ onDone }: { onDone: () => Promise<unknown> }) {
  const maySkip = useAppContext().missingFactor?.maySkip
  const { run, isPending } = useConfirmedChange()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const start = () => run({ change: async () => setSetup(await withProof(() => api(security.startSecondFactor))) })
  const skip = () =>
    run({
      change: async () => {
        await api(security.skipSecondFactor)
        await onDone()
      },
    })
  const showCodes = async (made: string[]) => setCodes(made)
  return (
    <Page
      title="Proteja o seu acesso"
      description="Falta só um passo para entrar na administração da plataforma."
      narrow
    >
      <Section
        title="Verificação em duas etapas"
        text="Além da senha, um código do seu celular. Quem descobrir a sua senha não entra."
      >
        {codes ? (
          <RecoveryCodes codes={codes} onKept={() => run({ change: onDone })} />
        ) : setup ? (
          <SecondFactorSetup setup={setup} onDone={showCodes} onCancel={() => setSetup(undefined)} />
        ) : (
          <>
            <Text>
              A sua conta abre todas as escolas, com os dados dos alunos delas. Por isso ela pede também um código do
              aplicativo autenticador. Leva um minuto.
            </Text>
            <Group gap="xs">
              <Button disabled={isPending} onClick={start}>
                Ativar
              </Button>
              {maySkip && (
                <Button variant="default" disabled={isPending} onClick={skip}>
                  Pular nesta demonstração
                </Button>
              )}
            </Group>
          </>
        )}
      </Section>
    </Page>
  )
}
