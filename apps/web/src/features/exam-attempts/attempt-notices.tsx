import { examAttemptErrors } from '@escola/contract/exam-attempt-errors'
import { countOf } from '@escola/contract/messages'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { watchReachable } from '../../ui/loading/missing-part.ts'
import type { AttemptKeeper, AttemptState } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'

interface Props {
  keeper: AttemptKeeper
  state: AttemptState
}

const savings = {
  saved: 'Salvo',
  saving: 'Salvando…',
  waiting: 'Sem conexão: as respostas ficam neste aparelho. O relógio dele não vale: o prazo é o da escola',
}
const pageOnly = 'Sem conexão: fique nesta página até as respostas serem salvas. O prazo é o da escola'

/** Says where the answers are. A screen reader announces a lost connection alone, not each answer. */
export function SaveLine({ state: { saving, isKept } }: Pick<Props, 'state'>) {
  const isWaiting = saving === 'waiting'
  return (
    <div className={classes.saving} data-waits={isWaiting || undefined}>
      {!isWaiting && <span>{savings[saving]}</span>}
      <span role="status">{isWaiting && (isKept ? savings.waiting : pageOnly)}</span>
    </div>
  )
}

/** Shows what keeps the student from the questions: another device, answers of an earlier visit, the end. */
export function AttemptNotices({ keeper, state }: Props) {
  const { phase, offered, isTimeOver, saving, error } = state
  if (phase === 'taken_over') return <TakenOver keeper={keeper} />
  if (phase === 'failed') return <Failed keeper={keeper} error={error} />
  if (phase === 'handing_in' || isTimeOver) return <HandingIn keeper={keeper} state={state} />
  if (phase === 'running' && offered.length > 0 && saving !== 'waiting')
    return <Offer keeper={keeper} count={offered.length} />
  return null
}

const TakenOver = ({ keeper }: Pick<Props, 'keeper'>) => (
  <Alert color="ambar" variant="light" role="alert" title={examAttemptErrors.attempt_taken_over.pt}>
    <Stack gap="sm" align="flex-start">
      <Text>O que você responde aqui não conta enquanto ela está aberta lá.</Text>
      <Button size="md" onClick={() => void keeper.open()}>
        Continuar neste aparelho
      </Button>
    </Stack>
  </Alert>
)

/** Retries by itself once there is a connection. */
function Failed({ keeper, error }: Pick<Props, 'keeper'> & { error: unknown }) {
  const retry = useEffectEvent(() => void keeper.open())
  useEffect(() => watchReachable(retry), [])
  return <ErrorState error={error} onRetry={() => void keeper.open()} />
}

function HandingIn({ keeper, state: { isTimeOver, saving, isKept } }: Props) {
  const isWaiting = saving === 'waiting'
  return (
    <Alert
      color={isWaiting ? 'ambar' : 'school'}
      variant="light"
      role="alert"
      title={isTimeOver ? 'O tempo acabou' : 'Entregando…'}
    >
      <Stack gap="sm" align="flex-start">
        <Text>
          {isWaiting
            ? `Sem conexão: a entrega é tentada de novo assim que houver internet. ${isKept ? 'As respostas ficam guardadas neste aparelho.' : 'Não feche esta página.'} Conta o que chegou à escola dentro do prazo.`
            : 'As suas respostas estão sendo entregues.'}
        </Text>
        {isWaiting && (
          <Button variant="default" size="md" onClick={keeper.retry}>
            Tentar agora
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Offer({ keeper, count }: Pick<Props, 'keeper'> & { count: number }) {
  return (
    <Alert color="school" variant="light" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>
          {count === 1
            ? 'Há uma resposta guardada neste aparelho para uma questão que está sem resposta.'
            : `Há ${countOf(count, 'resposta guardada', 'respostas guardadas')} neste aparelho para questões que estão sem resposta.`}
        </Text>
        <Group gap="xs">
          <Button size="md" onClick={() => keeper.settleOffer(true)}>
            Usar {count === 1 ? 'a resposta' : 'as respostas'}
          </Button>
          <Button size="md" variant="default" onClick={() => keeper.settleOffer(false)}>
            Descartar
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
