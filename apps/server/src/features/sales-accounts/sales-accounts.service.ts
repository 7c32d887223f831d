import type { AccountProof } from '@escola/contract/account-proofs'
import type { MappingDraft } from '@escola/contract/field-mappings.contract'
import { labels } from '@escola/contract/labels'
import { refusals } from '@escola/contract/refusals'
import { isMapped, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import {
  accountMessages,
  accountsPerPlatform,
  type NewSalesAccount,
  type SalesAccount,
  type SalesAccountChanges,
} from '@escola/contract/sales-accounts.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { seal } from '../../security/sealed.ts'
import { hashCode, sealPurpose } from './account-codes.ts'
import * as queries from './sales-accounts.queries.ts'

type AccountTools = Pick<Tools, 'config' | 'now'>

export const listAccounts = (school: School) => school.tx(async (db) => ({ accounts: await listWireAccounts(db) }))

/** Codes say whose sales open classes, so a caller who enters, changes or removes one has just proven who they are. */
export function createAccount(school: Attended, input: NewSalesAccount, tools: AccountTools) {
  return school.tx(async (db) => {
    await queries.lockAccounts(db)
    const id = await enterAccount(school, db, { ...input, field: 'code' }, tools)
    await refreshLookups(db)
    return { account: await getWireAccount(db, id) }
  })
}

export function updateAccount(
  school: Attended,
  { id, title, code, access_token, proof }: SalesAccountChanges & { id: string },
  tools: AccountTools,
) {
  return school.tx(async (db) => {
    await queries.lockAccounts(db)
    const before = await queries.findAccount(db, id)
    if (!before) throw notFound()
    const secrets = sealSecrets(school, before.platform, { code, access_token }, tools)
    const taken = (await queries.listPlatformAccounts(db, before.platform)).some(
      (other) => other.id !== id && other.code_hash === secrets.code_hash,
    )
    if (taken) throw invalidField('code', refusals.accountCodeTaken)
    const values = {
      ...secrets,
      ...(title !== undefined && { title }),
      ...(proof && isMapped(before.platform) && { proof: JSON.stringify(proof) }),
    }
    if (Object.keys(values).length > 0) await queries.updateAccount(db, id, values)
    await refreshLookups(db)
    return { account: await getWireAccount(db, id) }
  })
}

/**
 * The school sells nothing new by the account; refunds and ends of what was sold are still heard. Once it sells again, a job does what has waited
 * meanwhile.
 */
export const setSelling = (school: Attended, { id, sells }: { id: string; sells: boolean }, { now }: AccountTools) =>
  school.tx(async (db) => {
    await queries.lockAccounts(db)
    if (!(await queries.setEnd(db, id, sells ? null : now()))) throw notFound()
    if (sells) await enqueue(db, jobs.repeatResumedSales, { accountId: id })
    return { account: await getWireAccount(db, id) }
  })

/** Tells whether the school has stopped selling by an account, or had by a moment. */
export const isEnded = (db: SchoolDb, id: string, on?: Date): Promise<boolean> => queries.isEnded(db, id, on)

/** Number of the students who have access by what was bought of an account, as far as that is known. */
export const countLivingBuyers = (db: SchoolDb, id: string): Promise<number> => queries.countLivingBuyers(db, id)

/** Its sales no longer open classes; students stay, and so do the sales that were kept. */
export function removeAccount(school: Attended, { id }: { id: string }) {
  return school.tx(async (db) => {
    await queries.lockAccounts(db)
    if (!(await queries.deleteAccount(db, id))) throw notFound()
    await refreshLookups(db)
    return done
  })
}

/**
 * Enters an account by its code, which stands in a field of that name. The school's own account with that code is taken, and an access token that comes with it is the newer one.
 * The caller holds the accounts, and refreshes the look-ups afterwards.
 */
export async function enterAccount(
  school: Pick<School, 'id'>,
  db: SchoolDb,
  { gateway, title, code, access_token, proof, field }: NewSalesAccount & { field: string },
  tools: AccountTools,
): Promise<string> {
  const secrets = sealSecrets(school, gateway, { code, access_token }, tools)
  const accounts = await queries.listPlatformAccounts(db, gateway)
  const known = accounts.find(({ code_hash }) => code_hash === secrets.code_hash)
  if (known) {
    if (proof && !isSameProof(proof, known.proof)) throw invalidField(field, refusals.accountCodeTaken)
    const { sealed_access_token } = secrets
    if (sealed_access_token) await queries.updateAccount(db, known.id, { sealed_access_token })
    // It would sell again in all classes, which the page of the accounts alone asks about.
    if (await queries.isEnded(db, known.id)) throw invalidField(field, refusals.accountEnded)
    return known.id
  }
  if (accounts.length >= accountsPerPlatform) throw invalidField(field, accountMessages.tooMany)
  const titles = new Set(accounts.map((account) => account.title))
  const own = isMapped(gateway) && proof ? JSON.stringify(proof) : null
  const values = { sealed_access_token: null, proof: own, ...secrets } as Omit<
    queries.AccountValues,
    'platform' | 'title'
  >
  return queries.insertAccount(
    db,
    { ...values, platform: gateway, title: title ?? makeTitle(labels.providers[gateway], titles) },
    tools.now(),
  )
}

/** Two accounts of the same code are one; a second way to prove it is a change of that account. */
const isSameProof = (proof: AccountProof, known: AccountProof | null) =>
  known === null || Object.entries(proof).every(([name, value]) => known[name as keyof AccountProof] === value)

/** Saves a newer access token of an account, whose caller holds the accounts. */
export const saveAccessToken = (
  school: Pick<School, 'id'>,
  db: SchoolDb,
  { id, access_token }: { id: string; access_token: string },
  tools: AccountTools,
) => queries.updateAccount(db, id, sealSecrets(school, 'mercadopago', { access_token }, tools))

/** Account of a platform that the school named, with its mapping. @throws AppError when there is no such account */
export async function getMappedAccount(db: SchoolDb, id: string) {
  const [account] = await queries.listAccounts(db, id)
  if (!account?.proof) throw notFound()
  return { ...account, proof: account.proof }
}

/** Ids of the school's accounts on these platforms. */
export const listAccountIds = async (db: SchoolDb, platforms: SalesPlatformName[]): Promise<string[]> =>
  (await Promise.all(platforms.map((name) => queries.listPlatformAccounts(db, name)))).flat().map(({ id }) => id)

/** Saves what the fields of an account's deliveries mean. */
export async function saveMapping(db: SchoolDb, id: string, mapping: MappingDraft): Promise<void> {
  await queries.saveMapping(db, id, mapping)
}

/** Platform of an account; undefined when it is gone. */
export const findPlatform = async (db: SchoolDb, id: string): Promise<SalesPlatformName | undefined> =>
  (await queries.findAccount(db, id))?.platform

/** Locks the school's sales accounts, before any of its integrations: changes come one after the other, and the last one writes the look-ups that remain. */
export const lockAccounts = async (db: SchoolDb): Promise<void> => void (await queries.lockAccounts(db))

/** Follows each change of accounts and integrations. */
export const refreshLookups = async (db: SchoolDb): Promise<void> =>
  queries.replaceLookups(db, await queries.listLookups(db))

/** “Hotmart”, and “Hotmart 2” beside it. */
function makeTitle(name: string, taken: Set<string>): string {
  for (let place = 1; ; place++) {
    const title = place === 1 ? name : `${name} ${place}`
    if (!taken.has(title)) return title
  }
}

/** Only what is given; a token says nothing on a platform that asks for none. */
function sealSecrets(
  { id: of }: Pick<School, 'id'>,
  platform: SalesPlatformName,
  { code, access_token }: { code?: string | undefined; access_token?: string | undefined },
  { config }: Pick<Tools, 'config'>,
): Partial<Pick<queries.AccountValues, 'sealed_code' | 'code_hash' | 'sealed_access_token'>> {
  const sealSecret = (text: string) => seal(config.secret, sealPurpose, { text, of })
  return {
    ...(code && { sealed_code: sealSecret(code), code_hash: hashCode(config.secret, platform, code) }),
    ...(access_token && isSoldByAddress(platform) && { sealed_access_token: sealSecret(access_token) }),
  }
}

async function getWireAccount(db: SchoolDb, id: string): Promise<SalesAccount> {
  const [account] = await listWireAccounts(db, id)
  return account!
}

async function listWireAccounts(db: SchoolDb, id?: string): Promise<SalesAccount[]> {
  const rows = await queries.listAccounts(db, id)
  const sold = Map.groupBy(await queries.listSoldCohorts(db), ({ account_id }) => account_id)
  return rows.map((row) => ({
    id: row.id,
    gateway: row.platform,
    title: row.title,
    school_gateways: (sold.get(row.id) ?? []).map((cohort) => ({ id: cohort.id, title: cohort.title })),
    utc_created_on: row.utc_created_on.toISOString(),
    utc_delivered_on: row.utc_delivered_on?.toISOString() ?? null,
    utc_tested_on: row.utc_tested_on?.toISOString() ?? null,
    utc_ended_on: row.utc_ended_on?.toISOString() ?? null,
    own: row.proof && {
      proof: row.proof,
      is_mapped: row.is_mapped,
      waiting: row.waiting,
      unknown: row.unknown,
      utc_refused_on: row.utc_refused_on?.toISOString() ?? null,
    },
  }))
}
