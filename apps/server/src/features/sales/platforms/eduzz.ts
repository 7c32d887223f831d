import { isEmpty } from './body.ts'
import { custom } from './eduzz-custom.ts'
import { obsolete } from './eduzz-v2.ts'
import { current } from './eduzz-v3.ts'
import type { Delivery, SalesPlatform } from './platform.ts'
import { isCode, isSignature } from './proof.ts'
import { textOf } from './values.ts'

/** Which of the three channels that exist a delivery came through; its proof and its words hang on it. */
const channelOf = ({ body }: Delivery) => {
  const event = textOf(body.event)
  if (current.isEvent(event) || event === 'ping') return current
  return custom.isDelivery(body) && !obsolete.isPostback(body) ? custom : obsolete
}

/** Whether a delivery looks like one of Eduzz. A ping alone could be any platform's. */
export const isEduzz = ({ headers, body }: Delivery): boolean =>
  current.isEvent(textOf(body.event)) ||
  (textOf(body.event) === 'ping' && Boolean(headers['x-signature'])) ||
  obsolete.isPostback(body) ||
  custom.isDelivery(body)

const shownSecret = (delivery: Delivery) => channelOf(delivery).secretIn(delivery.body)

export const eduzz: SalesPlatform = {
  name: 'eduzz',
  productIdsOf: (delivery) => channelOf(delivery).productIdsOf(delivery.body),
  shownSecret,
  proves: (delivery, { code }) =>
    channelOf(delivery) === current
      ? isSignature(delivery.headers['x-signature']?.trim(), code, delivery.raw)
      : isCode(shownSecret(delivery), code),
  // The obsolete channels check an address by a sample without a secret of the school, and save the address if it is taken.
  isTest: (delivery) =>
    isEmpty(delivery.body) ||
    textOf(delivery.body.event) === 'ping' ||
    (channelOf(delivery) !== current && shownSecret(delivery) === null),
  isSwitch: (delivery) => channelOf(delivery) === custom && custom.isSwitch(delivery.body),
  read: async (delivery) => channelOf(delivery).read(delivery.body),
}
