import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { detachCard } from './cards/cards.service.ts'
import { type EventTools, forgetHeardEvents, hearProvider, requireHeardEvents } from './events/events.service.ts'
import { followPayments } from './following.service.ts'
import { provePayments } from './proof.service.ts'
import { followRefunds } from './returns/refunds.service.ts'
import { followSubscription } from './subscriptions/renewals.service.ts'

export const paymentHandlers = (own: Pick<EventTools, 'platform' | 'provider' | 'openSchool'>): JobHandler[] => [
  definePlatformHandler(jobs.hearProvider, ({ eventId }, tools) => hearProvider(eventId, { ...tools, ...own })),
  defineHandler(jobs.followPayments, (school, _, tools, signal) =>
    followPayments(school, { ...tools, ...own }, signal),
  ),
  defineHandler(jobs.followRefunds, (school, _, tools, signal) => followRefunds(school, { ...tools, ...own }, signal)),
  defineHandler(jobs.followSubscription, (school, _, tools) => followSubscription(school, { ...tools, ...own })),
  defineHandler(jobs.detachCard, (school, card, tools) => detachCard(school, card, { ...tools, ...own })),
  definePlatformHandler(jobs.proveEvents, (_, tools) => requireHeardEvents({ ...tools, ...own })),
  definePlatformHandler(jobs.forgetHeardEvents, (_, tools) => forgetHeardEvents({ ...tools, ...own })),
  defineHandler(jobs.provePayments, (school, _, tools) => provePayments(school, { ...tools, ...own })),
]
