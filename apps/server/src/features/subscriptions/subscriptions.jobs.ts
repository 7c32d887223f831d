import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import { followSubscription } from './renewals.service.ts'

export const subscriptionHandlers = (
  own: Pick<PaymentTools, 'platform' | 'provider' | 'settlers' | 'plans'>,
): JobHandler[] => [
  defineHandler(jobs.followSubscription, (school, _, tools) => followSubscription(school, { ...tools, ...own })),
]
