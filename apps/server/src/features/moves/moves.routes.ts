import { moves } from '@escola/contract/moves.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { findLatestMove, forecastMove, startMove } from './moves.service.ts'

export const moveRoutes = (mount: Mount, tools: Tools) => {
  mount(moves.forecast, (school, { params }) => forecastMove(school, params, tools))
  mount(moves.start, (school, { params, body }) =>
    startMove(
      school,
      { id: params.id, targetId: body.migrateStudentsTo, frequency: body.migrateStudentsFrequency },
      tools,
    ),
  )
  mount(moves.latest, (school, { params }) => findLatestMove(school, params))
}
