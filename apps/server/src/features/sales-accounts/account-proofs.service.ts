import type { AccountProof } from '@escola/contract/account-proofs'
import type { MappingDraft } from '@escola/contract/field-mappings.contract'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { Platform, SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { unseal } from '../../security/sealed.ts'
import { hashCode, sealPurpose } from './account-codes.ts'
import * as queries from './sales-accounts.queries.ts'

type Secrets = Pick<Tools, 'config'>

/** Codes by which an account's deliveries are known, and by which its payments are looked up. */
export interface Credentials {
  code: string
  /** Mercado Pago's alone; '' for all others. */
  accessToken: string
  /** Left out on a platform that the product knows. */
  setup?: OwnSetup | undefined
}
/** Set-up of an account on a platform that the school named. */
export interface OwnSetup {
  accountId: string
  proof: AccountProof
  /** null until it is saved. */
  mapping: MappingDraft | null
}
export type AccountUse = queries.AccountUse

export interface Proof {
  /** Secret that the delivery shows: it is compared by its hash, and nothing is unsealed. */
  shown: string | null
  /** Asked of each account's code where no secret is shown. */
  isSignedWith: (credentials: Credentials) => boolean
  productIds: string[]
}

/** Finds the account of a school that a delivery proves to know, with the classes that use it and those that sell one of the products. */
export async function findProvenAccount(
  school: School,
  platform: SalesPlatformName,
  { shown, isSignedWith, productIds }: Proof,
  { config }: Secrets,
): Promise<{ id: string; uses: AccountUse[] } | undefined> {
  const codeHash = shown === null ? null : hashCode(config.secret, platform, shown)
  const accounts = await queries.readAccounts(school, platform, { codeHash, productIds })
  return accounts.find((account) => codeHash !== null || isSignedWith(openSealed(school, account, config)))
}

/** Finds the account of a school on a platform where it has no other. */
export async function findOnlyAccount(school: School, platform: SalesPlatformName): Promise<string | undefined> {
  const accounts = await queries.readAccounts(school, platform, { codeHash: null, productIds: [] })
  return accounts.length === 1 ? accounts[0]!.id : undefined
}

/** Records that a platform has tested an account. */
export const recordTest = (school: School, accountId: string, { now }: Clock) =>
  school.tx((db) => queries.recordTest(db, accountId, now()))

/** Records that a delivery came to a platform's address without a proof. */
export const recordRefusal = (school: School, platform: SalesPlatformName, { now }: Clock) =>
  school.tx((db) => queries.recordRefusal(db, platform, now()))

/** Tells whether the mapping that a delivery was read by has been changed since; it stays as it is until the transaction ends. */
export async function isMappingChanged(db: SchoolDb, { accountId, mapping }: OwnSetup): Promise<boolean> {
  const held = await queries.holdMapping(db, accountId)
  return held !== undefined && JSON.stringify(held.mapping) !== JSON.stringify(mapping)
}

/** Classes that an account sells, each by an integration. */
export const listUses = (school: School, accountId: string): Promise<Pick<AccountUse, 'id' | 'cohortId'>[]> =>
  queries.readUses(school, accountId)

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

/** @returns undefined when the account is gone */
export async function openCredentials(
  school: Pick<School, 'id'>,
  db: SchoolDb,
  id: string,
  { config }: Secrets,
): Promise<Credentials | undefined> {
  const account = await queries.findAccount(db, id)
  return account && openSealed(school, account, config)
}

function openSealed(
  { id: of }: Pick<School, 'id'>,
  { id: accountId, sealed_code, sealed_access_token, proof, mapping }: queries.SealedAccount,
  { secret }: Pick<Tools['config'], 'secret'>,
): Credentials {
  const open = (sealed: string) => unseal(secret, sealPurpose, { sealed, of })
  return {
    code: open(sealed_code),
    accessToken: sealed_access_token === null ? '' : open(sealed_access_token),
    ...(proof && { setup: { accountId, proof, mapping } }),
  }
}
