import type { Issuer } from '@escola/contract/certificate-issuers.contract'
import { domainOf } from '@escola/contract/domains'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { cleanNamespace } from '@escola/contract/namespaces'
import { refusals } from '@escola/contract/refusals'
import { namespaceFault, payerSettings, type SchoolSettings } from '@escola/contract/school-settings'
import { type SchoolPicture, schoolPictures } from '@escola/contract/schools.contract'
import { minuteOf } from '@escola/contract/time'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import { type Attended, isPlatformAdmin, type School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { readImageUpload } from '../../files/images.ts'
import type { Upload } from '../../files/upload.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor } from '../../jobs/enqueue.ts'
import { endOffering } from '../affiliates/affiliates.service.ts'
import { notifyAffiliates, notifyFranchisors } from '../affiliates/sync-requests.service.ts'
import { hidePublicCohort } from '../cohorts/cohorts.service.ts'
import { claimDomain, type DomainTools, switchDomain } from '../domains/domains.service.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { storePicture } from '../files/pictures.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { listTeam } from '../people/team.service.ts'
import { recordBlock } from '../plans/plans.service.ts'
import { leavePlan } from '../subscriptions/subscriptions.service.ts'
import { claimNamespace, recordFormer } from './namespaces.queries.ts'
import type { Contexts } from './schools.service.ts'
import * as queries from './settings.queries.ts'

export interface SettingsTools extends DomainTools {
  contexts: Contexts
}

/** Saves the sent fields and leaves the rest. The address comes first, because another school may have it. */
export async function updateSchool(school: Attended, settings: SchoolSettings, tools: SettingsTools) {
  requireSettings(school, settings)
  const { link, use_own_domain, is_blocked, blocked_reason, completes: _, ...values } = settings
  const { actor } = school
  const isPlatforms = is_blocked !== undefined || blocked_reason !== undefined
  if (isPlatforms && !isPlatformAdmin(actor)) throw new AppError('platform_only')
  const address = { link, use_own_domain }
  if (await changesWayIn(school, { ...address, has_api: values.has_api }, tools)) requireProof(school, tools)
  await saveAddress(school, address, tools)
  const changed = { ...values, ...blockOf({ is_blocked, blocked_reason }) }
  if (Object.keys(changed).length > 0)
    await school.tx(async (db) => {
      if (is_blocked) await leavePlan(db, tools)
      if (is_blocked !== undefined) await recordBlock(db, is_blocked, tools)
      if (is_blocked !== undefined) await notifyOfBlock(db, school.id, { isBlocked: is_blocked }, tools)
      if (changed.has_affiliation === false) await endOffering(db, school, tools)
      await saveValues(db, school, changed, tools)
      if (is_blocked !== undefined) await spreadEditions(db)
      if (changed.is_private !== undefined) await hidePublicCohort(db, changed.is_private)
    })
  return { school: await tools.contexts.changed(school.id) }
}

/** @throws permission_needed, which names the fields that the caller may not save */
function requireSettings({ may }: Attended, settings: SchoolSettings): void {
  if (may('settings')) return
  const refused = Object.keys(settings).filter((name) => !payerSettings.some((each) => each === name))
  if (refused.length === 0) return
  const { pt } = errors.permission_needed
  throw new AppError('permission_needed', { fields: Object.fromEntries(refused.map((name) => [name, pt])) })
}

/** Reads what certificates print of the school. */
export const getIssuer = (school: School) => school.tx(async (db) => ({ issuer: await queries.findIssuer(db) }))

/** Saves what certificates that are issued from now on print of the school. */
export const saveIssuer = (school: School, { place, ...values }: Issuer) =>
  school.tx(async (db) => {
    await queries.updateSchool(db, { ...values, certificate_place: place })
    return { issuer: await queries.findIssuer(db) }
  })

/** Both schools of an affiliation show the name, the contacts and the wide logos of the other. */
async function saveValues(db: SchoolDb, school: School, values: queries.SchoolValues, tools: Clock): Promise<void> {
  await queries.updateSchool(db, values)
  if (!queries.shownByOthers.some((column) => column in values)) return
  await notifyFranchisors(db, school)
  await notifyAffiliates(db, school, tools)
}

/** A school that is open again has no reason to be blocked. */
const blockOf = ({ is_blocked, blocked_reason = '' }: Pick<SchoolSettings, 'is_blocked' | 'blocked_reason'>) =>
  is_blocked === undefined ? {} : { is_blocked, blocked_reason: is_blocked ? blocked_reason : '' }

/** Writes to those who may change the settings of a school that is about to be blocked or opened; a change of the reason alone is no news. */
async function notifyOfBlock(
  db: SchoolDb,
  schoolId: string,
  { isBlocked }: { isBlocked: boolean },
  tools: SettingsTools,
): Promise<void> {
  const { is_blocked } = await queries.lockBlock(db)
  if (is_blocked === isBlocked) return
  const kind = isBlocked ? 'school_blocked' : 'school_unblocked'
  const minute = minuteOf(tools.now())
  const recipients = (await listTeam(db, 'settings')).map((userId) => ({
    userId,
    dedupeKey: `${kind}:${schoolId}:${userId}:${minute}`,
  }))
  await queueMessages(db, { kind, params: {}, recipients }, tools)
}

type Address = Pick<SchoolSettings, 'link' | 'use_own_domain'>

/** Tells whether the school would have another address, or would open or close the access API: a stolen session must not. */
async function changesWayIn(
  { id }: School,
  { link, use_own_domain, has_api }: Address & Pick<SchoolSettings, 'has_api'>,
  { platform }: SettingsTools,
): Promise<boolean> {
  if (link === undefined && use_own_domain === undefined && has_api === undefined) return false
  const now = await platform.withPlatform((db) => queries.findWayIn(db, id))
  const isDomain = use_own_domain ?? now.use_own_domain
  const isMoved =
    link !== undefined && (isDomain ? domainOf(link) !== now.domain : cleanNamespace(link) !== now.namespace)
  return isMoved || isDomain !== now.use_own_domain || (has_api ?? now.has_api) !== now.has_api
}

/** Saves the one field of two addresses (part 1 §5): with the switch on it names the school's own domain, else its namespace. */
async function saveAddress(school: Attended, { link, use_own_domain }: Address, tools: SettingsTools): Promise<void> {
  if (link === undefined && use_own_domain === undefined) return
  const { platform } = tools
  const now = await platform.withPlatform((db) => queries.lockAddress(db, school.id))
  const isDomain = use_own_domain ?? now.use_own_domain
  if (isDomain && link !== undefined && domainOf(link) !== now.domain) {
    const domain = domainOf(link)
    if (!domain) throw invalidField('link', messages.settingsDomain)
    // The domain is switched on by itself, once it leads here.
    await claimDomain(school, { domain, field: 'link' }, tools)
    return
  }
  await platform.withPlatform(async (db) => {
    const { domain, use_own_domain: wasOn } = await queries.lockAddress(db, school.id)
    if (isDomain && !domain) throw invalidField('use_own_domain', refusals.domainMissing)
    if (!isDomain && link !== undefined) await moveTo(db, school.id, cleanNamespace(link), tools.now())
    if (domain && isDomain !== wasOn) await switchDomain(db, school, { domain, isOn: isDomain }, tools)
  })
}

/** Moves the school; the name that it leaves leads to the new one, and is kept from others for a while. */
async function moveTo(db: PlatformDb, schoolId: string, namespace: string, now: Date): Promise<void> {
  const fault = namespaceFault(namespace)
  const taken = new AppError('url_taken', { fields: { link: errors.url_taken.pt } })
  if (fault) throw fault === errors.url_taken.pt ? taken : invalidField('link', fault)
  const { namespace: leaving } = await queries.lockAddress(db, schoolId)
  if (namespace === leaving) return
  if (!(await claimNamespace(db, namespace, { schoolId, now }))) throw taken
  await queries.setNamespace(db, schoolId, namespace)
  await enqueueFor(db, schoolId, jobs.notifyFranchisors, {})
  if (leaving) await recordFormer(db, { namespace: leaving, school_id: schoolId, utc_released_on: now })
}

export async function replacePicture(
  school: School,
  { field, file }: { field: SchoolPicture; file: Upload },
  tools: SettingsTools,
) {
  const bytes = await readImageUpload(file)
  const picture = { bytes, filename: file.filename, purpose: 'logo', format: schoolPictures[field] } as const
  await storePicture(
    school,
    picture,
    (db, key) => saveValues(db, school, { [queries.pictureColumns[field]]: key }, tools),
    tools,
  )
  return { school: await tools.contexts.changed(school.id) }
}

/** The picture's file goes with the others that no row names. */
export async function removePicture(school: School, field: SchoolPicture, tools: SettingsTools) {
  await school.tx((db) => saveValues(db, school, { [queries.pictureColumns[field]]: null }, tools))
  return { school: await tools.contexts.changed(school.id) }
}
