import { labels } from '@escola/contract/labels'
import { refusals } from '@escola/contract/refusals'
import {
  type Integration,
  isSoldByAddress,
  type NewIntegration,
  type SalesPlatformName,
  salesMessages,
} from '@escola/contract/sales'
import type { Platform, SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { sign } from '../../security/signatures.ts'
import * as queries from './integrations.queries.ts'

type Secrets = Pick<Tools, 'config'>

/** How a class is sold on a platform, with what its deliveries prove themselves by. */
export interface OpenedIntegration {
  id: string
  cohortId: string
  productIds: string[]
  keepsPaidPeriod: boolean
  credentials: { code: string; accessToken: string }
}

export const toWireIntegration = ({
  id,
  platform,
  product_ids,
  keeps_paid_period,
}: queries.IntegrationRow): Integration => ({
  id,
  gateway: platform,
  title: labels.providers[platform],
  ids: product_ids,
  keeps_paid_period,
})

/** Integrations of one class, or of all by class. */
export const listIntegrations = async (db: SchoolDb, cohortId?: string): Promise<Map<string, Integration[]>> => {
  const rows = await queries.listIntegrations(db, cohortId === undefined ? {} : { cohortId })
  return new Map(
    [...Map.groupBy(rows, (row) => row.cohort_id)].map(([cohort, found]) => [cohort, found.map(toWireIntegration)]),
  )
}

/**
 * Saves all that a class is sold by. The caller holds the class. Codes, tokens and the address of a webhook say whose sales open the class,
 * so a caller who makes, changes or removes one has just proven who they are; products and the end of an access need no proof.
 */
export async function saveIntegrations(
  school: Attended,
  db: SchoolDb,
  { cohortId, wanted }: { cohortId: string; wanted: NewIntegration[] },
  tools: Pick<Tools, 'config' | 'now'>,
) {
  const existing = new Map((await queries.listIntegrations(db, { cohortId })).map((row) => [row.id, row]))
  const changes = wanted.map((integration, index) => {
    const field = `integrations.${index}`
    const before = integration.id === undefined ? undefined : existing.get(integration.id)
    if (integration.id !== undefined && !before) throw invalidField(field, refusals.integrationGone)
    // A code of one platform says nothing on another.
    const isMoved = before !== undefined && before.platform !== integration.gateway
    if (isMoved && !integration.code) throw invalidField(`${field}.code`, salesMessages.code)
    if (isMoved && isSoldByAddress(integration.gateway) && !integration.access_token)
      throw invalidField(`${field}.access_token`, salesMessages.accessToken)
    return { before, values: makeIntegrationValues(school.id, integration, tools) }
  })
  const kept = new Set(changes.flatMap(({ before }) => before?.id ?? []))
  const removedIds = [...existing.keys()].filter((id) => !kept.has(id))
  const isSecretChanged = wanted.some(({ code, access_token }) => code || access_token)
  if (isSecretChanged || removedIds.length > 0) requireProof(school, tools)
  if (removedIds.length > 0) await queries.deleteIntegrations(db, removedIds)
  for (const { before, values } of changes)
    if (before) await queries.updateIntegration(db, before.id, values)
    // Those without an id have a code and, where one is wanted, a token: the contract sees to it.
    else
      await queries.insertIntegration(db, cohortId, {
        product_ids: [],
        keeps_paid_period: true,
        ...values,
      } as queries.IntegrationValues)
  await refreshLookups(db)
}

/** After integrations have changed, or went with their class. One after the other, so that the last one says what all have left. */
export async function refreshLookups(db: SchoolDb) {
  await queries.holdLookups(db)
  const rows = await queries.listIntegrations(db)
  await queries.replaceLookups(
    db,
    rows.flatMap(({ platform, product_ids, code_hash }) => [
      { platform, kind: 'code' as const, value: code_hash },
      ...product_ids.map((value) => ({ platform, kind: 'product' as const, value })),
    ]),
  )
}

/** From now on these products of a platform open a class too, proven by the code of an integration that is there. */
export async function addProducts(
  db: SchoolDb,
  { integrationId, cohortId, productIds }: { integrationId: string; cohortId: string; productIds: string[] },
): Promise<boolean> {
  await queries.holdLookups(db)
  const all = await queries.listIntegrations(db)
  const model = all.find(({ id }) => id === integrationId)
  if (!model) return false
  const { id: _id, cohort_id: _cohort, ...values } = model
  const match = all.find(
    ({ cohort_id, platform, code_hash }) =>
      cohort_id === cohortId && platform === model.platform && code_hash === model.code_hash,
  )
  if (match) {
    const product_ids = [...new Set([...match.product_ids, ...productIds])]
    await queries.updateIntegration(db, match.id, { product_ids })
  } else await queries.insertIntegration(db, cohortId, { ...values, product_ids: productIds })
  await refreshLookups(db)
  return true
}

/** A school's integrations with a platform, to see which of them a delivery proves that it knows. */
export async function openIntegrations(
  { id: schoolId }: Pick<School, 'id'>,
  db: SchoolDb,
  platform: SalesPlatformName,
  { config }: Secrets,
): Promise<OpenedIntegration[]> {
  const open = (sealed: string) => unseal(config.secret, purpose, { sealed, of: schoolId })
  return (await queries.listIntegrations(db, { platform })).map((row) => ({
    id: row.id,
    cohortId: row.cohort_id,
    productIds: row.product_ids,
    keepsPaidPeriod: row.keeps_paid_period,
    credentials: {
      code: open(row.sealed_code),
      accessToken: row.sealed_access_token === null ? '' : open(row.sealed_access_token),
    },
  }))
}

/** The schools that a delivery may be for, before it has proven anything. */
export const listSchoolsOf = (
  platform: Pick<Platform, 'readPlatform'>,
  name: SalesPlatformName,
  { productIds, code }: { productIds: string[]; code: string | null },
  { config }: Secrets,
) =>
  queries.listSchoolsOf(platform, name, {
    productIds,
    codeHash: code === null ? null : hashCode(config.secret, name, code),
  })

const purpose = 'sales-code'
/** Hash that a code is found by. Some codes are chosen by people, so the hash alone must not allow guesses. */
const hashCode = (secret: string, platform: SalesPlatformName, code: string) =>
  sign(secret, purpose, `${platform}\n${code}`)

/** A field that is left out stays as it is. */
function makeIntegrationValues(
  schoolId: string,
  { gateway, code, access_token, ids, keeps_paid_period }: NewIntegration,
  { config }: Secrets,
): Partial<queries.IntegrationValues> {
  const sealSecret = (text: string) => seal(config.secret, purpose, { text, of: schoolId })
  return {
    platform: gateway,
    ...(ids && { product_ids: ids }),
    ...(keeps_paid_period !== undefined && { keeps_paid_period }),
    ...(code && { sealed_code: sealSecret(code), code_hash: hashCode(config.secret, gateway, code) }),
    ...(access_token && { sealed_access_token: sealSecret(access_token) }),
  }
}
