import { type Move, moveMessages } from '@escola/contract/moves.contract'
import { Paper, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { moveQueries } from './moves.queries.ts'

/** Shows how far a move of the class is; what it changed is fresh again at its end. */
export function MoveProgress({ cohortId }: { cohortId: string }) {
  const move = useQuery(moveQueries.latest(useSchool().id, cohortId)).data?.move
  const refresh = useRefresh('cohorts', 'students', 'learning', 'calendars', 'context', 'ledger')
  const isUnderWay = move?.utc_ended_on === null
  useAtEnd(isUnderWay ? move.id : undefined, () => {
    // Others may have left the class meanwhile, or the work has stopped.
    notifySuccess(move && move.moved < move.total ? moveMessages.partly(move.moved, move.total) : moveMessages.done)
    void refresh()
  })
  return isUnderWay && move && <Running move={move} />
}

const Running = ({ move: { title, total, moved } }: { move: Move }) => (
  <Paper withBorder radius="lg" p="lg">
    <Progress
      value={total > 0 ? (100 * moved) / total : 0}
      animated
      aria-label={`Movendo alunos para ${title}`}
      size="lg"
      radius="xl"
    />
    <Text size="sm" c="dimmed" mt={6}>
      Movendo alunos para “{title}”: {formatNumber(moved)} de {formatNumber(total)}. Você pode sair desta página.
    </Text>
  </Paper>
)
