import { domainOf } from '@escola/contract/domains'
import type { DomainAnswer, DomainProblem } from '@escola/contract/domains.contract'
import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { isOwnHost, isPlatformDomain } from '../../core/own-hosts.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { type Dns, DnsSilent } from '../../dns/dns.ts'
import { findDomainProblem, hasProof } from '../../dns/leads-to.ts'
import { Bytes } from '../../http/replies.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor } from '../../jobs/enqueue.ts'
import { sign } from '../../security/signatures.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { actOf } from '../messages/security-mails.service.ts'
import { listTeam } from '../people/team.service.ts'
import * as queries from './domains.queries.ts'
import type { ServedDomains } from './served-domains.ts'

export interface DomainTools extends PlatformTools {
  dns: Dns
}

/** A domain that failed so often in a row, once a day, is called broken. */
const failuresUntilBroken = 3

/** Text of the school's TXT record. It opens nothing by itself: only the owner of a domain can write it there. */
const proofOf = ({ id }: School, { config }: DomainTools) =>
  `escola-verificacao=${sign(config.secret, 'domain', id).slice(0, 32)}`

const toWireDomain = (row: queries.DomainRow | undefined, school: School, tools: DomainTools): DomainAnswer => ({
  domain: row
    ? {
        domain: row.domain,
        state: row.state,
        problem: row.problem,
        needs_txt: row.needs_txt,
        utc_checked_on: row.utc_checked_on?.toISOString() ?? null,
      }
    : null,
  target: tools.config.domainTarget,
  txt_value: proofOf(school, tools),
  platform_url: tools.config.publicUrl,
})

const findOwnDomain = ({ id }: School, { platform }: DomainTools) =>
  platform.withPlatform((db) => queries.findDomain(db, id))

export const getDomain = async (school: School, tools: DomainTools): Promise<DomainAnswer> =>
  toWireDomain(await findOwnDomain(school, tools), school, tools)

/**
 * Takes a domain for the school in place of its earlier one, and looks whether it leads here already.
 * @param field field that a refusal names
 */
export async function claimDomain(
  school: Attended,
  { domain, field }: { domain: string; field: string },
  tools: DomainTools,
): Promise<DomainAnswer> {
  if (isPlatformDomain(tools.config, domain)) throw invalidField(field, refusals.platformDomain)
  const now = tools.now()
  await tools.platform.withPlatform(async (db) => {
    await queries.lockSchool(db, school.id)
    const current = await queries.findDomain(db, school.id)
    if (current?.domain === domain) return
    if (current) await leaveDomain(db, school, current, tools)
    const isOurs = await queries.claimDomain(db, {
      domain,
      schoolId: school.id,
      now,
      quarantineEnd: new Date(now.getTime() - limits.addressQuarantineDays * dayMs),
      claimEnd: new Date(now.getTime() - limits.domainClaimDays * dayMs),
    })
    if (!isOurs) throw new AppError('url_taken', { fields: { [field]: errors.url_taken.pt } })
  })
  // The claim stands whether or not a server answers now.
  await lookUpAgain(school, tools).catch(ignoreSilence)
  return getDomain(school, tools)
}

/** Because a person asked; only the daily look counts failures. */
export async function checkDomain(school: School, tools: DomainTools): Promise<DomainAnswer> {
  await lookUpAgain(school, tools).catch((error: unknown) => {
    throw error instanceof DnsSilent ? new AppError('unavailable') : error
  })
  return getDomain(school, tools)
}

/** The daily look. Without an answer about our own name the job fails, and is tried again. */
export const recheckDomain = (school: School, tools: DomainTools): Promise<void> =>
  lookUpAgain(school, tools, { counts: true })

/** Between two short transactions: no connection waits for the DNS. */
async function lookUpAgain(school: School, tools: DomainTools, { counts = false } = {}): Promise<void> {
  const row = await findOwnDomain(school, tools)
  if (!row) return
  const problem = await findDomainProblem(tools.dns, row.domain, tools.config.domainTarget)
  const mayBegin = !problem && row.state === 'waiting'
  const isProven = mayBegin && (await hasProof(tools.dns, row.domain, proofOf(school, tools)))
  await tools.platform.withPlatform(async (db) => {
    await queries.lockSchool(db, school.id)
    // The claim may have been given up and made again meanwhile, and the new one may need the TXT record that the old one did not.
    const current = await queries.findDomain(db, school.id)
    if (current?.domain !== row.domain) return
    const checked = judgeCheck(current, { problem, isProven }, counts)
    const isOurs = await queries.recordCheck(db, school.id, checked, tools.now())
    if (!isOurs || checked.state === current.state) return
    if (current.state === 'waiting') await beginUse(db, school, row.domain, tools)
    else {
      await queries.setDomainBroken(db, school.id, checked.state === 'broken')
      await notifyFranchisors(db, school)
    }
  })
}

/** Franchisors show the address at which a school answers. */
const notifyFranchisors = (db: PlatformDb, { id }: School) => enqueueFor(db, id, jobs.notifyFranchisors, {})

/** From now on the school answers at its domain. */
async function beginUse(db: PlatformDb, school: School, domain: string, tools: DomainTools) {
  await queries.useDomain(db, school.id, domain)
  await notifyFranchisors(db, school)
  await beginCharge(db, school, domain, tools)
}

/** The use of a domain costs what the school's plan says. */
async function beginCharge(db: PlatformDb, school: School, domain: string, { now }: DomainTools) {
  const moment = now()
  await queries.recordUse(db, school.id, domain, moment)
  await enqueueFor(db, school.id, jobs.runCharges, { since: moment.toISOString() })
}

/** Switches a domain that the school has on or off: one at which the school does not answer costs nothing. */
export async function switchDomain(
  db: PlatformDb,
  school: School,
  { domain, isOn }: { domain: string; isOn: boolean },
  tools: DomainTools,
): Promise<void> {
  await queries.setUseOwnDomain(db, school.id, isOn)
  await notifyFranchisors(db, school)
  if (isOn) await beginCharge(db, school, domain, tools)
  else await queries.endUse(db, school.id, tools.now())
}

interface Check {
  problem: DomainProblem | undefined
  /** The domain has its TXT record. */
  isProven: boolean
}

function judgeCheck(row: queries.DomainRow, { problem: found, isProven }: Check, counts: boolean) {
  // The first look after the claim shows whether the name led here before it. A domain in use is never asked.
  const isKnown = row.needs_txt !== null || found === 'silent'
  const needs_txt = isKnown ? row.needs_txt : !found
  const problem = found ?? (row.state === 'waiting' && needs_txt && !isProven ? 'unproven' : undefined)
  if (!problem) return { ...row, state: 'active' as const, problem: null, needs_txt: false, failures: 0 }
  const failures = row.failures + (counts ? 1 : 0)
  const isBroken = row.state === 'active' && failures >= failuresUntilBroken
  return { ...row, state: isBroken ? ('broken' as const) : row.state, problem, needs_txt, failures }
}

const ignoreSilence = (error: unknown) => {
  if (!(error instanceof DnsSilent)) throw error
}

export async function removeDomain(school: Attended, tools: DomainTools) {
  await tools.platform.withPlatform(async (db) => {
    await queries.lockSchool(db, school.id)
    const current = await queries.findDomain(db, school.id)
    if (current) await leaveDomain(db, school, current, tools)
  })
  return done
}

/** Gives a domain up. Who may change the settings is warned of one at which the school answered until now. */
async function leaveDomain(db: PlatformDb, school: Attended, current: queries.DomainRow, tools: DomainTools) {
  await queries.releaseDomain(db, school.id, current, tools.now())
  if (current.state === 'waiting') return
  await notifyFranchisors(db, school)
  await queries.endUse(db, school.id, tools.now())
  const params = { ...actOf(school, tools), byId: school.actor.userId, domain: current.domain }
  for (const userId of await listTeam(db, 'settings', { schoolId: school.id })) {
    const dedupeKey = `domain_removed:${userId}:${current.domain}:${params.utc_on}`
    await queueMessageFor(db, school.id, { userId, kind: 'domain_removed', dedupeKey, params })
  }
}

/** Answers the proxy: an answer costs nothing, a certificate for whatever name a visitor types would. */
export async function allowCertificate(
  { domain: typed }: { domain: string },
  { config, served }: Pick<DomainTools, 'config'> & { served: ServedDomains },
) {
  const domain = domainOf(typed)
  const isAllowed = domain && (isOwnHost(config, domain) || (await served.has(domain)))
  if (!isAllowed) throw notFound()
  return new Bytes(Buffer.alloc(0), { 'cache-control': 'no-store' })
}
