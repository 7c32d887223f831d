import type { DomainProblem, DomainState } from '@escola/contract/domains.contract'
import type { Platform, PlatformDb, Statement } from '@escola/db'
import { sql } from 'kysely'

export interface DomainRow {
  domain: string
  state: DomainState
  problem: DomainProblem | null
  needs_txt: boolean | null
  failures: number
  utc_checked_on: Date | null
}

/** The domain that the school has or wants; not the domains that it left. */
export async function findDomain(db: PlatformDb, schoolId: string): Promise<DomainRow | undefined> {
  const row = await db
    .selectFrom('school_domains')
    .where('school_id', '=', schoolId)
    .where('state', '<>', 'released')
    .select(['domain', 'state', 'problem', 'needs_txt', 'failures', 'utc_checked_on'])
    .executeTakeFirst()
  return row as DomainRow | undefined
}

/** One change of a school's addresses at a time. */
export const lockSchool = (db: PlatformDb, schoolId: string) =>
  db.selectFrom('schools').where('id', '=', schoolId).select('id').forUpdate().executeTakeFirstOrThrow()

/**
 * Gives a domain to a school: a free one, one that this school has left, that another has left long enough ago, or that another wanted and
 * has never led here. What was another school's needs a TXT record from then on, and what this school has just left needs none. A transaction
 * that asks for the same at the same time waits.
 * @returns whether the school has it now
 */
export async function claimDomain(
  db: PlatformDb,
  { domain, schoolId, now, quarantineEnd, claimEnd }: Claim,
): Promise<boolean> {
  const { rows } = await sql`
    insert into school_domains as d (domain, school_id, state, utc_claimed_on) values (${domain}, ${schoolId}, 'waiting', ${now})
    on conflict (domain) do update set school_id = excluded.school_id, state = 'waiting', problem = null, failures = 0,
      utc_claimed_on = excluded.utc_claimed_on, utc_checked_on = null, utc_released_on = null,
      needs_txt = case
        when d.needs_txt or d.school_id <> excluded.school_id then true
        when d.utc_released_on >= ${quarantineEnd} then false end
    where d.state = 'released' and (d.school_id = excluded.school_id or d.utc_released_on < ${quarantineEnd})
      or d.state = 'waiting' and d.school_id <> excluded.school_id and d.utc_claimed_on < ${claimEnd}
    returning domain`.execute(db)
  return rows.length > 0
}
interface Claim {
  domain: string
  schoolId: string
  now: Date
  /** Domains that were left or asked for before then may be had. */
  quarantineEnd: Date
  claimEnd: Date
}

/**
 * A domain that never led here is simply forgotten; one that was in use is kept from others for a while. One that was wanted in vain, for want of
 * a TXT record, is free at once, and still needs it.
 */
export async function releaseDomain(
  db: PlatformDb,
  schoolId: string,
  { state, needs_txt }: DomainRow,
  now: Date,
): Promise<void> {
  if (state === 'waiting' && needs_txt) {
    await db
      .updateTable('school_domains')
      .set({ state: 'released', utc_released_on: new Date(0) })
      .where('school_id', '=', schoolId)
      .where('state', '=', 'waiting')
      .execute()
    return
  }
  if (state === 'waiting') {
    await db.deleteFrom('school_domains').where('school_id', '=', schoolId).where('state', '=', 'waiting').execute()
    return
  }
  await db
    .updateTable('school_domains')
    .set({ state: 'released', utc_released_on: now })
    .where('school_id', '=', schoolId)
    .where('state', '<>', 'released')
    .execute()
  await db
    .updateTable('schools')
    .set({ domain: null, use_own_domain: false, is_domain_broken: false })
    .where('id', '=', schoolId)
    .execute()
}

/** @returns whether the domain is still the school's */
export async function recordCheck(
  db: PlatformDb,
  schoolId: string,
  { domain, state, problem, needs_txt, failures }: Omit<DomainRow, 'utc_checked_on'>,
  now: Date,
): Promise<boolean> {
  const checked = await db
    .updateTable('school_domains')
    .set({ state, problem, needs_txt, failures, utc_checked_on: now })
    .where('domain', '=', domain)
    .where('school_id', '=', schoolId)
    .where('state', '<>', 'released')
    .returning('domain')
    .executeTakeFirst()
  return checked !== undefined
}

/** From now on the school answers there. */
export const useDomain = (db: PlatformDb, schoolId: string, domain: string) =>
  db
    .updateTable('schools')
    .set({ domain, use_own_domain: true, is_domain_broken: false })
    .where('id', '=', schoolId)
    .execute()

export const setUseOwnDomain = (db: PlatformDb, id: string, use_own_domain: boolean) =>
  db.updateTable('schools').set({ use_own_domain }).where('id', '=', id).execute()

export const recordUse = (db: PlatformDb, schoolId: string, domain: string, now: Date) =>
  db.insertInto('domain_uses').values({ school_id: schoolId, domain, utc_from: now }).execute()

export const endUse = (db: PlatformDb, schoolId: string, now: Date) =>
  db
    .updateTable('domain_uses')
    .set({ utc_until: now })
    .where('school_id', '=', schoolId)
    .where('utc_until', 'is', null)
    .execute()

export const setDomainBroken = (db: PlatformDb, schoolId: string, isBroken: boolean) =>
  db.updateTable('schools').set({ is_domain_broken: isBroken }).where('id', '=', schoolId).execute()

const servedStatement: Statement = {
  name: 'domains_served',
  text: 'select domain from schools where domain is not null and use_own_domain',
}

export const listServed = async (platform: Platform): Promise<string[]> =>
  (await platform.readPlatform<{ domain: string }>(servedStatement, [])).map(({ domain }) => domain)
