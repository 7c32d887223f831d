import { labels } from '@escola/contract/labels'
import { refusals } from '@escola/contract/refusals'
import {
  type Integration,
  isMapped,
  isSoldByAddress,
  type NewIntegration,
  type SalesPlatformName,
  salesMessages,
} from '@escola/contract/sales'
import { endOfDay, type Term, termMessages } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import {
  enterAccount,
  findPlatform,
  isEnded,
  lockAccounts,
  refreshLookups,
  saveAccessToken,
} from '../sales-accounts/sales-accounts.service.ts'
import { applyTerms, readOwnTerm } from './integration-terms.service.ts'
import * as queries from './integrations.queries.ts'

/** How a class is sold on a platform. */
export interface SellingIntegration {
  id: string
  accountId: string
  cohortId: string
  productIds: string[]
  keepsPaidPeriod: boolean
  term: Term | null
  /** It has stopped selling, and its rules still hold for its buyers. */
  isEnded: boolean
  /** Moment from which its account takes no new buyers. */
  accountEndedOn: Date | null
  /** Its class takes new purchases. */
  takesPurchases: boolean
}

const toWireIntegration = (row: queries.IntegrationRow, activity?: queries.ActivityRow): Integration => ({
  id: row.id,
  gateway: row.platform,
  title: labels.providers[row.platform],
  account_id: row.account_id,
  account_title: row.account_title,
  account_ended: row.account_ended,
  utc_tested_on: row.utc_tested_on?.toISOString() ?? null,
  ids: row.product_ids,
  product_names: activity?.names ?? {},
  last_event: activity?.utc_told_on
    ? { event: activity.event!, utc_created_on: activity.utc_told_on.toISOString() }
    : null,
  utc_sold_on: activity?.utc_sold_on?.toISOString() ?? null,
  utc_delivered_on: activity?.utc_delivered_on?.toISOString() ?? null,
  keeps_paid_period: row.keeps_paid_period,
  term: readOwnTerm(row.term),
})

/** Integrations of one class with what their platforms have sent, or of all by class. */
export const listIntegrations = async (db: SchoolDb, cohortId?: string): Promise<Map<string, Integration[]>> => {
  const rows = await queries.listIntegrations(db, cohortId === undefined ? {} : { cohortId })
  const activity = new Map(
    cohortId !== undefined && rows.length > 0
      ? (await queries.listActivity(db, cohortId)).map((row) => [row.id, row])
      : [],
  )
  return new Map(
    [...Map.groupBy(rows, (row) => row.cohort_id)].map(([cohort, found]) => [
      cohort,
      found.map((row) => toWireIntegration(row, activity.get(row.id))),
    ]),
  )
}

/**
 * Saves all that a class is sold by. The caller holds the class. Accounts, codes and the address of a webhook say whose sales open the class,
 * so a caller who makes, changes or removes one has just proven who they are; products and the end of an access need no proof.
 * @returns number of sales that waited for a class and that this one sells now: a job does them again
 */
export async function saveIntegrations(
  school: Attended,
  db: SchoolDb,
  { cohortId, wanted }: { cohortId: string; wanted: NewIntegration[] },
  tools: Pick<Tools, 'config' | 'now'>,
): Promise<number> {
  await lockAccounts(db)
  const existing = new Map((await queries.listIntegrations(db, { cohortId })).map((row) => [row.id, row]))
  const changes = wanted.map((integration, index) => {
    const before = integration.id === undefined ? undefined : existing.get(integration.id)
    if (integration.id !== undefined && !before) throw invalidField(`integrations.${index}`, refusals.integrationGone)
    requireAccount(integration, before, `integrations.${index}`)
    if (integration.term?.kind === 'date' && endOfDay(integration.term.until) <= tools.now())
      throw invalidField(`integrations.${index}.term.until`, termMessages.pastDay)
    return { integration, before, field: `integrations.${index}` }
  })
  const kept = new Set(changes.flatMap(({ before }) => before?.id ?? []))
  const removedIds = [...existing.keys()].filter((id) => !kept.has(id))
  if (removedIds.length > 0 || changes.some(isOfNewAccount)) requireProof(school, tools)
  if (removedIds.length > 0) await queries.endIntegrations(db, removedIds, tools.now())
  const saved: Saved[] = []
  for (const { integration, before, field } of changes) {
    const { ids, keeps_paid_period, term } = integration
    const values = {
      account_id: await chooseAccount(school, db, { integration, before, field }, tools),
      ...(ids && { product_ids: ids }),
      ...(keeps_paid_period !== undefined && { keeps_paid_period }),
      ...(term !== undefined && { term: term && JSON.stringify(term) }),
    }
    refuseTwice(saved, { before, field, accountId: values.account_id, ids: ids ?? before?.product_ids ?? [] })
    if (before) {
      await keepSold(db, before, values, tools)
      await queries.updateIntegration(db, before.id, values)
    } else
      await queries.insertIntegration(db, cohortId, { product_ids: [], keeps_paid_period: true, term: null, ...values })
  }
  await refreshLookups(db)
  const ids = changes.flatMap(({ integration, before }) => (integration.term_scope === 'all' && before?.id) || [])
  await applyTerms(db, { cohortId, ids: new Set(ids), askedBy: school.actor.userId }, tools)
  return repeatWaiting(db, cohortId)
}

/** Does the sales again that wait for a class although this one sells them. @returns how many purchases those are */
export async function repeatWaiting(db: SchoolDb, cohortId: string): Promise<number> {
  const waiting = await queries.countWaiting(db, cohortId)
  if ((await queries.listWaiting(db, { cohortId, after: '0' }, 1)).length > 0)
    await enqueue(db, jobs.repeatSoldSales, { cohortId })
  return waiting
}

interface Saved {
  before: queries.IntegrationRow | undefined
  field: string
  accountId: string
  ids: string[]
}

/** One that says the same as another of the same save would be a second row; two that were saved before stay. */
function refuseTwice(saved: Saved[], next: Saved): void {
  const isSame = ({ accountId, ids }: Saved) =>
    accountId === next.accountId && ids.length === next.ids.length && ids.every((id) => next.ids.includes(id))
  if (saved.some((each) => isSame(each) && !(each.before && next.before)))
    throw invalidField(next.field, salesMessages.twice)
  saved.push(next)
}

/** Products that an integration no longer sells keep its rules for their buyers. */
async function keepSold(
  db: SchoolDb,
  before: queries.IntegrationRow,
  { account_id, product_ids = before.product_ids }: { account_id: string; product_ids?: string[] },
  { now }: Clock,
): Promise<void> {
  const isOther = account_id !== before.account_id
  const productIds = before.product_ids.filter((id) => isOther || !product_ids.includes(id))
  if (isOther || productIds.length > 0) await queries.keepEnded(db, before, { productIds, now: now() })
}

/** A deleted class sells nothing; its integrations stay for students who were moved out of it. The caller holds the accounts. */
export async function endIntegrationsOf(db: SchoolDb, cohortId: string, { now }: Clock): Promise<void> {
  const rows = await queries.listIntegrations(db, { cohortId })
  if (rows.length > 0)
    await queries.endIntegrations(
      db,
      rows.map(({ id }) => id),
      now(),
    )
}

/** Next of the sales that wait for a class although this one sells them, in the order in which they came. */
export const listWaiting = (db: SchoolDb, sold: { cohortId: string; after: string }, limit: number) =>
  queries.listWaiting(db, sold, limit)

/** Next sales to repeat when the account sells again, oldest first. */
export const listStopped = (db: SchoolDb, resumed: { accountId: string; after: string }, limit: number) =>
  queries.listStopped(db, resumed, limit)

interface Change {
  integration: NewIntegration
  before: queries.IntegrationRow | undefined
  field: string
}

/** An account of one platform says nothing on another. */
function requireAccount(
  { gateway, account_id, code, access_token }: NewIntegration,
  before: Change['before'],
  field: string,
) {
  if (!before || before.platform === gateway || account_id !== undefined) return
  if (!code) throw invalidField(`${field}.code`, salesMessages.code)
  if (isSoldByAddress(gateway) && !access_token) throw invalidField(`${field}.access_token`, salesMessages.accessToken)
}

const isOfNewAccount = ({ integration: { code, access_token, account_id }, before }: Change) =>
  Boolean(code || access_token) || !before || (account_id !== undefined && account_id !== before.account_id)

/** @returns id of the account by which the integration sells from now on */
async function chooseAccount(
  school: Attended,
  db: SchoolDb,
  { integration: { gateway, account_id, code, access_token }, before, field }: Change,
  tools: Pick<Tools, 'config' | 'now'>,
): Promise<string> {
  if (code) return enterAccount(school, db, { gateway, code, access_token, field: `${field}.code` }, tools)
  // One without an id has a code or an account: the contract sees to it.
  const id = account_id ?? before!.account_id
  if (account_id !== undefined) {
    const platform = await findPlatform(db, account_id)
    if (!platform) throw invalidField(`${field}.account_id`, refusals.accountGone)
    if (platform !== gateway) throw invalidField(`${field}.account_id`, refusals.accountOfOtherPlatform)
    if (account_id !== before?.account_id && (await isEnded(db, account_id)))
      throw invalidField(`${field}.account_id`, refusals.accountEnded)
  }
  if (access_token && isSoldByAddress(gateway)) await saveAccessToken(school, db, { id, access_token }, tools)
  return id
}

/** From now on these products of an account open a class too. */
export async function addProducts(
  db: SchoolDb,
  { accountId, cohortId, productIds }: { accountId: string; cohortId: string; productIds: string[] },
): Promise<boolean> {
  await lockAccounts(db)
  if ((await findPlatform(db, accountId)) === undefined) return false
  const all = await queries.listIntegrations(db)
  const match = all.find(({ cohort_id, account_id }) => cohort_id === cohortId && account_id === accountId)
  if (match) {
    const product_ids = [...new Set([...match.product_ids, ...productIds])]
    await queries.updateIntegration(db, match.id, { product_ids })
  } else {
    // Other integrations of the account say what happens to buyers who cancel.
    const keeps_paid_period = all.find(({ account_id }) => account_id === accountId)?.keeps_paid_period ?? true
    const values = { account_id: accountId, product_ids: productIds, keeps_paid_period, term: null }
    await queries.insertIntegration(db, cohortId, values)
  }
  await refreshLookups(db)
  return true
}

/** How the classes of a school are, or were, sold on a platform; of those that the school named, by one account. Two of them may count their products from 1. */
export const listSelling = async (
  db: SchoolDb,
  platform: SalesPlatformName,
  accountId: string | null,
): Promise<SellingIntegration[]> =>
  (await queries.listIntegrations(db, { platform, ended: true })).filter(isOf(platform, accountId)).map(toSelling)

/** How one class is sold now, by platform. */
export async function listSellingOf(
  db: SchoolDb,
  cohortId: string,
): Promise<Map<SalesPlatformName, SellingIntegration[]>> {
  const rows = Map.groupBy(await queries.listIntegrations(db, { cohortId }), ({ platform }) => platform)
  return new Map([...rows].map(([platform, own]) => [platform, own.map(toSelling)]))
}

const toSelling = (row: queries.IntegrationRow): SellingIntegration => ({
  id: row.id,
  accountId: row.account_id,
  cohortId: row.cohort_id,
  productIds: row.product_ids,
  keepsPaidPeriod: row.keeps_paid_period,
  term: readOwnTerm(row.term),
  isEnded: row.is_ended,
  accountEndedOn: row.utc_account_ended_on,
  takesPurchases: row.takes_purchases,
})

const isOf =
  (platform: SalesPlatformName, accountId: string | null) =>
  ({ account_id }: queries.IntegrationRow) =>
    !isMapped(platform) || account_id === accountId
