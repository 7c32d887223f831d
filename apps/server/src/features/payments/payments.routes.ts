import { payments } from '@escola/contract/payments.contract'
import type { Mount } from '../../http/mount.ts'
import { listMethods, removeMethod, saveCard, startCard } from './cards/cards.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { type EventTools, receiveEvent } from './events/events.service.ts'
import { pay } from './paying.service.ts'
import { listPayments } from './payment-list.service.ts'
import { cancelPayment, readPaid } from './payments.service.ts'
import { refundPayment } from './returns/refunds.service.ts'

export const paymentRoutes = (mount: Mount, tools: PaymentTools) => {
  mount(payments.methods, (school) => listMethods(school, tools))
  mount(payments.removeMethod, (school, { body }) => removeMethod(school, body, tools))
  mount(payments.startCard, (school) => startCard(school, tools))
  mount(payments.saveCard, (school, { body }) => saveCard(school, body.setupIntent, tools))
  mount(payments.pay, (school, { body }) => pay(school, body, tools))
  mount(payments.payment, (school, { params }) => readPaid(school, params.paymentId, tools))
  mount(payments.cancelPayment, (school, { params }) => cancelPayment(school, params.paymentId, tools))
  mount(payments.list, (school, { query }) => listPayments(school, query, tools))
  mount(payments.refund, (school, { body }) => refundPayment(school, body, tools))
}

/** The provider asks it, with a body that is read as it came. */
export const paymentEventRoutes = (mount: Mount, tools: EventTools) => {
  mount(payments.processPaymentEvent, (_call, { incoming }) => receiveEvent(incoming, tools))
}
