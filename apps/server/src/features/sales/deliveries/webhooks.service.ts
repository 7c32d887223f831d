import { createHash } from 'node:crypto'
import { isMapped, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import type { Platform } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import type { Incoming } from '../../../http/mount.ts'
import type { Credentials } from '../../sales-accounts/account-proofs.service.ts'
import {
  findOnlyAccount,
  findProvenAccount,
  listSchoolsOf,
  recordRefusal,
  recordTest as recordTestOf,
} from '../../sales-accounts/account-proofs.service.ts'
import { parseBody, UnreadableBody } from '../platforms/body.ts'
import type { Delivery, SalesPlatform } from '../platforms/platform.ts'
import { isCheck, platforms, recognizePlatform } from '../platforms/platforms.ts'
import { sealBody } from './delivery-bodies.ts'
import type { DeliveryKeeper } from './delivery-keeper.ts'
import { knowsPurchase } from './known-purchases.service.ts'

export interface WebhookTools extends Tools {
  platform: Pick<Platform, 'readPlatform'>
  openSchool(id: string): School
  keeper: Pick<DeliveryKeeper, 'keep'>
  /**
   * Told of the school that a delivery has proven to know: a platform sends the sales of all schools from few addresses.
   * @throws Refused when the school has too many under way; nothing is kept then, and the platform sends it again
   */
  countFor?(schoolId: string): void
}

/** Address of a school: its own of a platform, or that of one class. */
export interface Address {
  schoolId: string
  platform?: SalesPlatformName
  cohortId?: string
}

/** The answer says whether a school has the sale now; a platform that gets an error closes the address for good. */
export interface Receipt {
  received: boolean
  /** A test that no account believes is answered as one that an account does, and counted as a delivery that is refused. */
  isUnproven?: boolean
}

/**
 * A platform's delivery is believed once it proves that it knows the code of a school's account, and kept as it came; a job does what it asks.
 * At the address that all share, a delivery that shows no code and names a product that no school sells is kept nowhere.
 */
export async function receive(incoming: Incoming, address: Address | undefined, tools: WebhookTools): Promise<Receipt> {
  const delivery = deliveryOf(incoming)
  const named = address?.platform ?? recognizePlatform(delivery)
  if (delivery.isUnread) return receiveUnread(named, delivery, address, tools)
  if (!named && isCheck(delivery)) return { received: false }
  const name = named ?? (address && 'mercadopago')
  if (!name) throw new AppError('webhook_unknown')
  if (platforms[name].isTest(delivery))
    return { received: false, isUnproven: !(await recordTest(name, delivery, address, tools)) }
  const recipients = await listRecipients(name, delivery, address, tools)
  if (recipients.length > 0) tools.countFor?.(recipients[0]!.school.id)
  const parts = listParts(name, delivery)
  for (const recipient of recipients) for (const part of parts) await keep(recipient, { name, delivery: part }, tools)
  return { received: recipients.length > 0 }
}

function deliveryOf({ headers, query, body }: Incoming): Delivery {
  const sent = { headers: textsOf(headers), query: textsOf(query), raw: body }
  try {
    return { ...sent, body: parseBody(body) }
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error
    return { ...sent, body: {}, isUnread: true }
  }
}

/** Keeps a delivery that can't be read and proves all the same whose it is; any other is refused. */
async function receiveUnread(
  name: SalesPlatformName | undefined,
  delivery: Delivery,
  address: Address | undefined,
  tools: WebhookTools,
): Promise<Receipt> {
  const recipients = name ? await listRecipients(name, delivery, address, tools).catch(noneRefused) : []
  if (!name || recipients.length === 0) throw new AppError('webhook_unknown')
  tools.countFor?.(recipients[0]!.school.id)
  for (const recipient of recipients) await keep(recipient, { name, delivery }, tools)
  return { received: true }
}

function noneRefused(error: unknown): Recipient[] {
  if (error instanceof AppError && error.code === 'webhook_refused') return []
  throw error
}

/**
 * A test opens nothing. The account that it proves to know records it; of one that shows no proof, the only account at a school's own address.
 * @returns whether an account recorded it
 */
async function recordTest(
  name: SalesPlatformName,
  delivery: Delivery,
  address: Address | undefined,
  tools: WebhookTools,
): Promise<boolean> {
  const platform = platforms[name]
  const shown = platform.shownSecret(delivery)
  const byCode = () =>
    shown === null ? [] : listSchoolsOf(tools.platform, name, { productIds: [], code: shown }, tools)
  const { headers, query } = delivery
  // A platform that the school named puts its proof anywhere.
  const isBare =
    !isMapped(name) && shown === null && !headers['x-signature'] && !headers['x-cakto-signature'] && !query.signature
  let isRecorded = false
  for (const id of address ? [address.schoolId] : await byCode()) {
    if (id === '0') continue
    const school = tools.openSchool(id)
    const accountId = isBare
      ? address?.platform && (await findOnlyAccount(school, name))
      : (await findProvenAccount(school, name, proofOf(platform, delivery), tools))?.id
    if (!accountId) continue
    await recordTestOf(school, accountId, tools)
    isRecorded = true
  }
  return isRecorded
}

const proofOf = (platform: SalesPlatform, delivery: Delivery) => ({
  shown: platform.shownSecret(delivery),
  isSignedWith: (credentials: Credentials) => platform.proves(delivery, credentials),
  productIds: platform.productIdsOf(delivery),
})

/** Deliveries that each tell of one sale. The proof was that of the whole. */
function listParts(name: SalesPlatformName, delivery: Delivery): Delivery[] {
  const bodies = platforms[name].listParts?.(delivery) ?? []
  if (bodies.length === 0) return [delivery]
  return bodies.map((body) => ({ ...delivery, body, raw: Buffer.from(JSON.stringify(body)) }))
}

/** The first of several values counts. A zero byte means nothing to any platform and can't be kept. */
const textsOf = (values: unknown): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values as Record<string, string | string[] | undefined>).map(([name, value]) => [
      name.replaceAll('\0', ''),
      (Array.isArray(value) ? value[0] : value)?.replaceAll('\0', ''),
    ]),
  )

/** School that a delivery has proven to know, by an account of it. */
interface Recipient {
  school: School
  accountId: string
  /** Integration of the class that the address names; null where none is named, or it no longer sells the class. */
  integrationId: string | null
}

/**
 * Lists the schools that a delivery proves to know: at the shared address those that sell one of its products, or else all of that account. Of several
 * schools with one code, a school that has stopped selling gets the deliveries of its own buyers only.
 */
async function listRecipients(
  name: SalesPlatformName,
  delivery: Delivery,
  address: Address | undefined,
  tools: WebhookTools,
): Promise<Recipient[]> {
  const platform = platforms[name]
  const productIds = platform.productIdsOf(delivery)
  const shown = platform.shownSecret(delivery)
  // No school has that number, and none can be opened by it.
  if (address?.schoolId === '0') throw new AppError('webhook_refused')
  const schoolIds = address
    ? [address.schoolId]
    : await listSchoolsOf(tools.platform, name, { productIds, code: shown }, tools)
  if (schoolIds.length === 0) {
    // A delivery whose code no school has is refused; one whose product no school sells has proven nothing yet.
    if (shown !== null) throw new AppError('webhook_refused')
    return []
  }
  const proven: (Recipient & { isSeller: boolean; hasSold: boolean })[] = []
  for (const id of schoolIds) {
    const school = tools.openSchool(id)
    const account = await findProvenAccount(school, name, proofOf(platform, delivery), tools)
    if (!account) continue
    const { id: accountId, uses } = account
    const integrationId = uses.find(({ cohortId }) => cohortId === address?.cohortId)?.id ?? null
    const selling = uses.filter(({ sells }) => sells)
    const isSeller = selling.some(({ isEnded }) => !isEnded)
    proven.push({ school, accountId, integrationId, isSeller, hasSold: selling.length > 0 })
  }
  if (proven.length === 0) {
    // The school sees that something came, and checks what it chose as the proof.
    if (address && isMapped(name)) await recordRefusal(tools.openSchool(address.schoolId), name, tools)
    throw new AppError('webhook_refused')
  }
  const sellers = proven.filter(({ hasSold }) => hasSold)
  if (!sellers.some(({ isSeller }) => isSeller)) return sellers.length > 0 ? sellers : proven
  const knowing = await Promise.all(
    sellers.map(({ isSeller, ...recipient }) => isSeller || knowsPurchase(recipient, { platform, delivery }, tools)),
  )
  return sellers.filter((_, at) => knowing[at])
}

/** Headers that are read again; no secret that a delivery shows beside its body is kept. */
const keptHeaders = ['content-type', 'x-request-id', 'x-signature', 'x-hubla-idempotency']
const keptQuery = ['data.id', 'id', 'topic', 'type']
const pickValues = (names: string[], values: Record<string, string | undefined>) =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

async function keep(
  { school, accountId, integrationId }: Recipient,
  { name, delivery }: { name: SalesPlatformName; delivery: Delivery },
  tools: Pick<WebhookTools, 'now' | 'config' | 'keeper'>,
): Promise<void> {
  const platform = platforms[name]
  const query = JSON.stringify(pickValues(keptQuery, delivery.query))
  // A reader of a signed delivery may send it again to another address; no signature covers that.
  const hash = createHash('sha256').update(query).update('\n').update(delivery.raw)
  // A payment may change, and its next notice say the same words: its state has to be asked.
  if (isSoldByAddress(name)) hash.update(`\n${delivery.headers['x-request-id'] ?? ''}`)
  // The platform's own key of an event makes equal bytes news.
  const event = platform.eventHeader && delivery.headers[platform.eventHeader]
  if (event) hash.update(`\n${event}`)
  // Two platforms of a school may send the same bytes.
  if (isMapped(name)) hash.update(`\n${accountId}`)
  await tools.keeper.keep(school.id, {
    platform: name,
    delivery_hash: hash.digest('hex'),
    headers: JSON.stringify(pickValues(keptHeaders, delivery.headers)),
    query,
    sealed_body: sealBody(school, delivery.raw.toString('base64'), tools),
    account_id: accountId,
    integration_id: integrationId,
    utc_received_on: tools.now(),
    is_switch: platform.isSwitch?.(delivery) ?? false,
  })
}
