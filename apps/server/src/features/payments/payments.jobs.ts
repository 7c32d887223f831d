import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { detachCard } from './cards/cards.service.ts'
import {
  deleteProcessedEvents,
  type EventTools,
  processPaymentEvent,
  requireProcessedEvents,
} from './events/events.service.ts'
import { followPayments } from './following.service.ts'
import { reconcilePayments } from './reconciliation.service.ts'
import { followRefunds } from './returns/refunds.service.ts'

export const paymentHandlers = (
  own: Pick<EventTools, 'platform' | 'provider' | 'openSchool' | 'settlers' | 'plans'>,
): JobHandler[] => [
  definePlatformHandler(jobs.processPaymentEvent, ({ eventId }, tools) =>
    processPaymentEvent(eventId, { ...tools, ...own }),
  ),
  defineHandler(jobs.followPayments, (school, _, tools, signal) =>
    followPayments(school, { ...tools, ...own }, signal),
  ),
  defineHandler(jobs.followRefunds, (school, _, tools, signal) => followRefunds(school, { ...tools, ...own }, signal)),
  defineHandler(jobs.detachCard, (school, card, tools) => detachCard(school, card, { ...tools, ...own })),
  definePlatformHandler(jobs.proveEvents, (_, tools) => requireProcessedEvents({ ...tools, ...own })),
  definePlatformHandler(jobs.deleteProcessedEvents, (_, tools) => deleteProcessedEvents({ ...tools, ...own })),
  defineHandler(jobs.reconcilePayments, (school, _, tools) => reconcilePayments(school, { ...tools, ...own })),
]
