import { moveMessages } from '@escola/contract/moves.contract'
import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
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
  return (
    isUnderWay && (
      <Paper p="lg">
        <RunProgress text={`Movendo alunos para “${move.title}”`} done={move.moved} total={move.total} />
      </Paper>
    )
  )
}
