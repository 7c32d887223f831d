import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Done } from './wire.ts'

const Text = z.string().max(200).nullish().catch(undefined)

/**
 * Event of Zenvia, as far as it is used; most fields are those of one type of events alone. A field that is something else counts as missing, because Zenvia
 * stops sending to an address that refuses many.
 */
export const ZenviaEvent = z.object({
  type: Text,
  message: z.object({ id: Text, externalId: Text }).nullish().catch(undefined),
  /** Place of the message's id in older events. */
  messageId: Text,
  messageStatus: z.object({ code: Text }).nullish().catch(undefined),
})
export type ZenviaEvent = z.infer<typeof ZenviaEvent>

export const sms = {
  receiveZenvia: defineRoute({
    method: 'POST',
    path: '/zenvia/events',
    summary:
      'Event of Zenvia about a text message, with our token as Authorization: Bearer; stored before it is processed',
    access: 'public',
    body: ZenviaEvent,
    response: Done,
  }),
}
