import { type DeletionState, ownData, ownDataLimits } from '@escola/contract/own-data.contract'
import { formatLongDate } from '@escola/contract/time'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery } from '../../session/context.ts'
import { deletionQuery } from '../../ui/account/deletion-query.ts'
import { KeepAccount } from '../../ui/account/keep-account.tsx'
import { withProof } from '../../ui/account/proof.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'

const label = 'Excluir minha conta'
const { deletionDays } = ownDataLimits

export function DeletionSection() {
  const state = usePrefetchedQuery(deletionQuery).data
  const isKept = state.administersPlatform || state.schools.length > 0
  return (
    <Section title={label}>
      {state.deletion && <Pending dueOn={state.deletion.utc_due_on} isKept={isKept} />}
      {isKept && <Obstacles {...state} />}
      {!state.deletion && (
        <>
          <Consequences />
          {!isKept && <AskDeletion />}
        </>
      )}
    </Section>
  )
}

const Consequences = () => (
  <>
    <div>
      <Text fw={600}>O que apagamos</Text>
      <Text size="sm" c="dimmed">
        Em todas as escolas: o seu perfil, matrículas, progresso, perguntas, favoritos e mensagens. E a sua conta:
        e-mail, senha e acessos.
      </Text>
    </div>
    <div>
      <Text fw={600}>O que fica, sem o seu nome</Text>
      <Text size="sm" c="dimmed">
        A prova dos certificados que você recebeu, o registro das vendas e, se você administrou uma escola, o que
        publicou e respondeu nela.
      </Text>
    </div>
    <Text size="sm" c="dimmed">
      Você tem {deletionDays} dias para desistir. Depois disso, não há como voltar atrás.
    </Text>
  </>
)

function AskDeletion() {
  const client = useQueryClient()
  const { run, isPending } = useConfirmedChange()
  const ask = () =>
    run({
      question: makeDangerQuestion(
        `Em ${deletionDays} dias, apagamos a sua conta e os seus dados de todas as escolas. Até lá, você pode desistir.`,
        label,
      ),
      change: async () => {
        await withProof(() => api(ownData.askDeletion))
        await Promise.all([client.invalidateQueries(contextQuery), client.invalidateQueries(deletionQuery)])
      },
      done: `Pedido recebido: você tem ${deletionDays} dias para desistir.`,
    })
  return (
    <div>
      <BusyButton
        variant="light"
        color="danger"
        leftSection={<IconTrash size={18} aria-hidden />}
        busy={isPending}
        onClick={ask}
      >
        {label}
      </BusyButton>
    </div>
  )
}

const Pending = ({ dueOn, isKept }: { dueOn: string; isKept: boolean }) => (
  <Alert
    color="ambar"
    variant="light"
    icon={<IconAlertTriangle aria-hidden />}
    title={isKept ? 'A exclusão da sua conta espera' : `A sua conta será excluída em ${formatLongDate(dueOn)}`}
  >
    <Text size="sm" mb="sm">
      {isKept
        ? 'Tentamos de novo todos os dias, até que nada a impeça. Você pode desistir quando quiser.'
        : 'Até lá, tudo continua como está, e você pode desistir quando quiser.'}
    </Text>
    <KeepAccount />
  </Alert>
)

function Obstacles({ schools, administersPlatform }: Pick<DeletionState, 'schools' | 'administersPlatform'>) {
  return (
    <Alert color="gray" variant="light" title="Antes de excluir a conta">
      {schools.length > 0 && (
        <>
          <Text size="sm">Só você é proprietário de:</Text>
          <List size="sm" my="xs">
            {schools.map(({ id, name }) => (
              <List.Item key={id}>{name}</List.Item>
            ))}
          </List>
          <Text size="sm">
            Passe a escola a outra pessoa, em “Usuários do sistema”, ou peça ao suporte da plataforma para encerrar a
            escola.
          </Text>
        </>
      )}
      {administersPlatform && (
        <Text size="sm">Esta conta administra a plataforma, e precisa deixar esse papel primeiro.</Text>
      )}
    </Alert>
  )
}
