import { security } from '@escola/contract/security.contract'
import { formatDate } from '@escola/contract/time'
import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { securityQuery } from '../../session/security.ts'
import { withProof } from '../../ui/account/proof.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup, type Setup } from './second-factor-setup.tsx'

export function SecondFactorSection() {
  const { utc_on, codesLeft } = usePrefetchedQuery(securityQuery).data.secondFactor
  const client = useQueryClient()
  const { run, isPending } = useConfirmedChange()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const refresh = () => client.invalidateQueries(securityQuery)
  const showCodes = async (made: string[]) => {
    setSetup(undefined)
    setCodes(made)
    await refresh()
  }
  const start = () => run({ change: async () => setSetup(await withProof(() => api(security.startSecondFactor))) })
  const renewCodes = () =>
    run({
      question: {
        title: 'Gerar novos códigos?',
        text: 'Os códigos que você guardou deixam de valer.',
        confirmLabel: 'Gerar novos códigos',
      },
      change: async () => showCodes((await withProof(() => api(security.renewCodes))).codes),
    })
  const turnOff = () =>
    run({
      question: {
        title: 'Desativar a verificação?',
        text: 'A sua conta volta a abrir só com a senha, e os códigos de recuperação deixam de valer.',
        confirmLabel: 'Desativar',
        danger: true,
      },
      change: async () => {
        await withProof(() => api(security.removeSecondFactor))
        setCodes(undefined)
        await refresh()
      },
      done: 'Verificação em duas etapas desativada',
    })
  return (
    <Section
      title="Verificação em duas etapas"
      text="Além da senha, um código do seu celular. Quem descobrir a sua senha não entra."
      aside={
        utc_on && (
          <Badge variant="light" color="teal">
            Ativada
          </Badge>
        )
      }
    >
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {setup && <SecondFactorSetup setup={setup} onDone={showCodes} onCancel={() => setSetup(undefined)} />}
      {!utc_on && !setup && (
        <>
          <Advice />
          <Group>
            <Button disabled={isPending} onClick={start}>
              Ativar
            </Button>
          </Group>
        </>
      )}
      {utc_on && !codes && (
        <>
          <Text>
            Ativada em {formatDate(utc_on)}. {formatLeft(codesLeft)}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={isPending} onClick={renewCodes}>
              Gerar novos códigos
            </Button>
            <Button variant="default" disabled={isPending} onClick={turnOff}>
              Desativar
            </Button>
          </Group>
        </>
      )}
    </Section>
  )
}

const formatLeft = (count: number) => {
  if (count === 0) return 'Você não tem mais códigos de recuperação: gere novos.'
  return count === 1 ? 'Resta 1 código de recuperação.' : `Restam ${count} códigos de recuperação.`
}

/** Advice to a user who opens many people's data by one password. */
function Advice() {
  const { user, schools } = useAppContext()
  if (user?.role !== 'admin' && !schools.some(({ role }) => role.includes('admin'))) return null
  return (
    <Alert variant="light" icon={<IconShieldCheck />}>
      Você administra uma escola: os dados dos seus alunos ficam atrás desta conta. Recomendamos ativar.
    </Alert>
  )
}
