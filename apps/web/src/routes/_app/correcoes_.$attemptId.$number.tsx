import type { AnswerPlace } from '@escola/contract/exam-open-answers.contract'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useState } from 'react'
import { openAnswerQueries } from '../../features/exam-open-answers/exam-open-answers.queries.ts'
import { OpenAnswerPage } from '../../features/exam-open-answers/open-answer-page.tsx'
import {
  type OpenAnswerSearch,
  readOpenAnswerFilter,
  writeOpenAnswerFilter,
} from '../../features/exam-open-answers/open-answer-search.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

const placeOf = ({ attemptId, number }: { attemptId: string; number: string }): AnswerPlace => ({
  attempt_id: attemptId,
  number: Number(number),
})

export const Route = createFileRoute('/_app/correcoes_/$attemptId/$number')({
  validateSearch: (search: OpenAnswerSearch & SearchSchemaInput): OpenAnswerSearch => search,
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    context.queryClient.ensureQueryData(
      openAnswerQueries.one(schoolIdOf(context), placeOf(params), readOpenAnswerFilter(deps)),
    ),
  component: OpenAnswerRoute,
})

function OpenAnswerRoute() {
  const params = Route.useParams()
  const filter = readOpenAnswerFilter(Route.useSearch())
  const navigate = Route.useNavigate()
  const search = writeOpenAnswerFilter(filter)
  const [isByKey, setByKey] = useState(false)
  const goTo = (next: AnswerPlace | null, byKey = false) => {
    setByKey(byKey)
    void (next
      ? navigate({
          to: '/correcoes/$attemptId/$number',
          params: { attemptId: next.attempt_id, number: String(next.number) },
          search,
        })
      : navigate({ to: '/correcoes', search }))
  }
  return (
    <OpenAnswerPage
      key={`${params.attemptId} ${params.number}`}
      place={placeOf(params)}
      filter={filter}
      takesFocus={isByKey}
      onNext={goTo}
    />
  )
}
