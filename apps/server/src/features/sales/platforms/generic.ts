import type { SalesPlatformName } from '@escola/contract/sales'
import { firstOf, getFolded, layersOf, valuesAt } from './aliases.ts'
import { makeSale } from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Buyer, Delivery, SalesPlatform } from './platform.ts'
import { bearerOf, isCode, isHexHash, isSignature } from './proof.ts'
import { aliases, flat, payers, person, secretNames, students, subscriptions } from './sale-names.ts'
import {
  cellphoneOf,
  documentOf,
  emailOf,
  endOf,
  findText,
  idOf,
  idsOf,
  momentOf,
  saleItemsOf,
  secretOf,
} from './values.ts'
import { changeOf, isKind, isOfAccess, wordOf } from './words.ts'

type Layers = ReturnType<typeof layersOf>

const listIds = (layers: Layers, paths: string[]) =>
  idsOf(paths.flatMap((path) => layers.flatMap((layer) => valuesAt(layer, path))))

/** Items of the lists in which platforms put what was sold together, each by its ids. */
const listItems = (layers: Layers) =>
  layers
    .flatMap((layer) => ['items[]', 'products[]', 'produtos[]'].flatMap((path) => valuesAt(layer, path)))
    .map((item) => ['product_id', 'id', 'codigo', 'offer_id'].flatMap((name) => getFolded(item, name)))

const productIdsOf = ({ body }: Delivery) => {
  const layers = layersOf(body)
  return idsOf([...listIds(layers, aliases.product), ...listIds(layers, aliases.offer)])
}

/** A token, where schools were told to put it. In the address it comes last, since addresses are written into logs. */
const tokenOf = (name: SalesPlatformName, { headers, query, body }: Delivery): string | null =>
  secretOf(
    bearerOf(headers),
    ...['x-webhook-token', 'x-api-token', 'x-token', `x-${name}-token`].map((header) => headers[header]),
    ...secretNames.map((field) => body[field]),
    query.token,
  )

const signatureOf = ({ headers }: Delivery): string | undefined => {
  const signature = (headers['x-signature'] ?? headers['x-webhook-signature'] ?? '').trim().replace(/^sha256=/i, '')
  return isHexHash(signature) ? signature : undefined
}

/** A platform without published deliveries: the forms that others in Brazil send are understood. */
export const createGenericPlatform = (name: SalesPlatformName): SalesPlatform => ({
  name,
  countsPerAccount: true,
  productIdsOf,
  shownSecret: (delivery) => (signatureOf(delivery) ? null : tokenOf(name, delivery)),
  proves: (delivery, { code }) =>
    isSignature(signatureOf(delivery), code, delivery.raw) || isCode(tokenOf(name, delivery), code),
  isTest: ({ body }) => isEmpty(body) || ['ping', 'test'].includes(wordOf(eventsOf(layersOf(body))[0] ?? '')),
  isSwitch: ({ body }) => {
    const layers = layersOf(body)
    const [event = ''] = eventsOf(layers)
    return isOfAccess(event) && !namesEvent(layers, event)
  },
  read: async ({ body }) => {
    const layers = layersOf(body)
    const [event = '', ...others] = eventsOf(layers)
    const status = firstOf(layers, aliases.status)
    const change = changeOf(event, [status, ...others])
    const subscription = firstOf(layers, aliases.subscription, idOf) || null
    // A charge of a subscription ends with the next one; a day beside any other sale may be that of its bill.
    const end = subscription === null ? null : findDate(layers, pathsOfEnd, endOf)
    const occurredOn = findDate(layers, aliases.occurredOn, momentOf)
    // A day that is not after the payment is not that of the next one.
    const until = change.action === 'enroll' && end && occurredOn && end <= occurredOn ? null : end
    return makeSale(
      {
        ...findDeliveryIds(layers, event),
        event: event || status,
        subscription,
        productIds: listIds(layers, aliases.product),
        offerIds: listIds(layers, aliases.offer),
        ...saleItemsOf(listItems(layers)),
        productName: firstOf(layers, aliases.productName),
        buyer: buyerOf(layers),
        occurredOn,
      },
      change.action === 'ignore' ? change : { ...change, until },
    )
  },
})

/** The first is what happened; others can only say that it grants less. */
const eventsOf = (layers: Layers): string[] =>
  aliases.event.map((alias) => firstOf(layers, [alias])).filter((name) => name !== '' && !isKind(name))

/**
 * An `id` beside an event may be the delivery's or the sale's. With the event in front, it tells deliveries apart either way; for the
 * sale, any other id comes first.
 */
function findDeliveryIds(layers: Layers, event: string): { eventId: string | null; transaction: string | null } {
  const beside = layers.find((layer) => firstOf([layer], ['event']) !== '')
  const id = beside ? firstOf([beside], ['id'], idOf) : ''
  const elsewhere = layers.filter((layer) => layer !== beside)
  return {
    eventId: firstOf(layers, ['event_id', 'webhook_id'], idOf) || (id ? `${event}:${id}` : null),
    transaction: firstOf(layers, aliases.transaction, idOf) || firstOf(elsewhere, ['id'], idOf) || id || null,
  }
}

/** Tells whether a delivery has an id of its own: one that its purchase is known by names that. */
function namesEvent(layers: Layers, event: string): boolean {
  const { eventId, transaction } = findDeliveryIds(layers, event)
  return eventId !== null && eventId !== `${event}:${transaction}`
}

const pathsOfEnd = subscriptions.flatMap((place) => aliases.paidUntil.map((name) => place + name))

/** The first of these that can be read. */
function findDate(layers: Layers, paths: string[], read: (value: unknown) => Date | null): Date | null {
  const values = paths.flatMap((path) => layers.flatMap((layer) => valuesAt(layer, path)))
  return values.map(read).find((date) => date !== null) ?? null
}

function buyerOf(layers: Layers): Buyer {
  const student = students.find((each) => firstOf(layers, [`${each}.email`], emailOf) !== '')
  const prefixes = student ? [student] : payers
  const find = (field: keyof typeof person, read?: (value: unknown) => string) =>
    firstOf(
      layers,
      [
        ...prefixes.flatMap((prefix) => person[field].map((name) => `${prefix}.${name}`)),
        ...(student ? [] : flat[field]),
      ],
      read,
    )
  /** A prefix is '' when no person stands as an object. */
  const places = [...prefixes.map((prefix) => `${prefix}.`), ...(student ? [] : [''])]
  const given = places.map((place) =>
    `${firstOf(layers, [`${place}first_name`])} ${firstOf(layers, [`${place}last_name`])}`.trim(),
  )
  return {
    name: find('name') || findText(...given),
    email: find('email', emailOf) || find('email'),
    cellphone: phoneOf(layers, places) || cellphoneOf(find('phone')),
    document: documentOf(find('document')),
  }
}

/** A number whose area code stands beside it. */
function phoneOf(layers: Layers, places: string[]): string {
  for (const place of places) {
    const readParts = (...names: string[]) => names.map((name) => firstOf(layers, [place + name]))
    const [country, area, number] = readParts('phone.ddi', 'phone.ddd', 'phone.number')
    if (number) return cellphoneOf(`${area}${number}`, country)
    const [local, areaCode, rest] = readParts('phone_local_code', 'phone_area_code', 'phone_number')
    if (rest && (local || areaCode)) return cellphoneOf(rest, local || areaCode)
  }
  return ''
}
