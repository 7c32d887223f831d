import { useQuery } from '@tanstack/react-query'
import { CardList } from '../features/payments/card-list.tsx'
import { subscriptionQueries, useSetPlanCard } from '../features/subscriptions/subscriptions.queries.ts'
import { useSchool } from '../session/context.ts'

/** Cards of the school, and the one that pays its plan. */
export function AccountCards() {
  const card = useQuery(subscriptionQueries.current(useSchool().id)).data?.subscription?.card
  const { mutateAsync: setCard } = useSetPlanCard()
  return (
    <div id="cartoes">
      <CardList plan={card ? { cardId: card.dbId, choose: (id) => setCard({ id }) } : undefined} />
    </div>
  )
}
