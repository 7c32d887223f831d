import { useQuery } from '@tanstack/react-query'
import { CardList } from '../features/payments/card-list.tsx'
import { subscriptionQueries, useSetPlanCard } from '../features/subscriptions/subscriptions.queries.ts'
import { useSchool } from '../session/context.ts'

/** Cards of the school, and the one that pays its plan. */
export function AccountCards() {
  const subscription = useQuery(subscriptionQueries.current(useSchool().id)).data?.subscription
  const { mutateAsync: setCard } = useSetPlanCard()
  return (
    <div id="cartoes">
      <CardList
        plan={
          subscription
            ? {
                cardId: subscription.card?.dbId,
                next: subscription.utc_next_payment_on,
                choose: (id) => setCard({ id }),
              }
            : undefined
        }
      />
    </div>
  )
}
