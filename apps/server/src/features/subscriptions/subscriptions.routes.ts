import { subscriptions } from '@escola/contract/subscriptions.contract'
import type { Mount } from '../../http/mount.ts'
import { requireCardRight } from '../payments/cards/cards.service.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import { markMonthPaid } from './marked-months.service.ts'
import { listGraces } from './open-graces.service.ts'
import { setPlanCard, setPlanPix } from './plan-moves.service.ts'
import { cancelSubscription, keepSubscription, previewPlan, readSubscription } from './subscriptions.service.ts'

export const subscriptionRoutes = (mount: Mount, tools: PaymentTools) => {
  mount(subscriptions.get, (school) => readSubscription(school, tools))
  mount(subscriptions.preview, (school, { params }) => previewPlan(school, params.planId, tools))
  mount(subscriptions.cancel, (school) => cancelSubscription(school, tools))
  mount(subscriptions.keep, (school) => keepSubscription(school, tools))
  mount(subscriptions.setCard, (school, { body }) => {
    requireCardRight(school, tools)
    return setPlanCard(school, body.id, tools)
  })
  mount(subscriptions.markPaid, (school, { body }) => markMonthPaid(school, body.reason, tools))
  mount(subscriptions.listGraces, (_visit, { query }) => listGraces(query, tools))
  mount(subscriptions.setPix, (school) => setPlanPix(school, tools))
}
