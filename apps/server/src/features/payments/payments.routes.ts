import { payments } from '@escola/contract/payments.contract'
import { Remembered } from '../../core/remembered.ts'
import type { School } from '../../core/scope.ts'
import type { Mount } from '../../http/mount.ts'
import { listMethods, removeMethod, saveCard, startCard } from './cards.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { type EventTools, receiveEvent } from './events.service.ts'
import { pay } from './paying.service.ts'
import { cancelPayment, listPayments, readPaid } from './payments.service.ts'
import { refundPayment } from './refunds.service.ts'

/** A page asks for an open payment every three seconds; what asks more often gets the same answer, so that one school can't use up the provider's limit. */
const readingMs = 2000

export const paymentRoutes = (mount: Mount, tools: PaymentTools) => {
  const readings = new Remembered<Awaited<ReturnType<typeof readPaid>>>(readingMs / tools.config.rateFactor)
  const read = (school: School, key: string) =>
    readings.fetch(`${school.id} ${key}`, tools.now().getTime(), () => readPaid(school, key, tools))
  /** Changes a payment, whose earlier readings say nothing any more. */
  const change = async <T>(school: School, key: string, work: () => Promise<T>) => {
    try {
      return await work()
    } finally {
      readings.forget(`${school.id} ${key}`)
    }
  }
  mount(payments.methods, (school) => listMethods(school, tools))
  mount(payments.removeMethod, (school, { body }) => removeMethod(school, body, tools))
  mount(payments.startCard, (school) => startCard(school, tools))
  mount(payments.saveCard, (school, { body }) => saveCard(school, body.setupIntent, tools))
  mount(payments.pay, (school, { body }) => change(school, body.paymentId, () => pay(school, body, tools)))
  mount(payments.payment, (school, { params }) => read(school, params.paymentId))
  mount(payments.cancelPayment, (school, { params: { paymentId } }) =>
    change(school, paymentId, () => cancelPayment(school, paymentId, tools)),
  )
  mount(payments.list, (school, { query }) => listPayments(school, query, tools))
  mount(payments.refund, (school, { body }) => refundPayment(school, body, tools))
}

/** The provider asks it, with a body that is read as it came. */
export const paymentEventRoutes = (mount: Mount, tools: EventTools) => {
  mount(payments.hearProvider, (_call, { incoming }) => receiveEvent(incoming, tools))
}
