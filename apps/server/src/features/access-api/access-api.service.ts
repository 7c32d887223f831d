import { randomBytes } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { accessApiLimits } from '@escola/contract/limits'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { randomToken } from '../../security/signatures.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import * as queries from './access-api.queries.ts'

const purpose = 'access api'

export const openSecret = ({ id }: School, { sealed_secret }: queries.KeyRow, { config }: Pick<Tools, 'config'>) =>
  unseal(config.secret, purpose, { sealed: sealed_secret, of: id })

/** End of a signed token that says nothing of it. */
export const endOfSignature = (since: Date) => new Date(since.getTime() + accessApiLimits.signatureDays * dayMs)

export const showKey = (school: School, { now }: Clock) =>
  school.tx(async (db) => {
    const usedSince = new Date(now().getTime() - accessApiLimits.signatureUseDays * dayMs)
    const [row, firstUsedOn] = await Promise.all([queries.findKey(db), queries.findOldestUse(db, usedSince)])
    return {
      key: row?.key ?? null,
      utc_created_on: row?.utc_created_on.toISOString() ?? null,
      utc_signature_ends_on: firstUsedOn ? endOfSignature(firstUsedOn).toISOString() : null,
    }
  })

/** Generates the pair of key and secret, with which a system may sign every student in; an open screen alone doesn't get it. */
export async function generateKey(school: Attended, tools: Tools) {
  const { config, now } = tools
  const key = randomBytes(16).toString('hex')
  const secret = randomToken()
  const sealed_secret = seal(config.secret, purpose, { text: secret, of: school.id })
  await school.tx(async (db) => {
    await requireOn(db)
    await queries.replaceKey(db, { key, sealed_secret, utc_created_on: now() })
  })
  return { key, secret }
}

export async function showSecret(school: Attended, tools: Tools) {
  const row = await school.tx((db) => queries.findKey(db))
  if (!row) throw notFound()
  return { secret: openSecret(school, row, tools) }
}

export const listIntegrations = (school: School) =>
  school.tx(async (db) => ({ integrations: await queries.listIntegrations(db) }))

/** An integration's hash names the class that a signed call opens. */
export async function saveIntegration(
  school: Attended,
  { school_gateway_id, is_single_use }: { school_gateway_id: string; is_single_use?: boolean | undefined },
  tools: Clock,
) {
  return school.tx(async (db) => {
    await requireOn(db)
    if (!(await holdCohort(db, school_gateway_id))) throw notFound()
    const hash = randomBytes(12).toString('hex')
    const row = { cohort_id: school_gateway_id, hash, utc_created_on: tools.now(), is_single_use }
    await queries.saveIntegration(db, row)
    return { integrations: await queries.listIntegrations(db) }
  })
}

export async function removeIntegration(school: Attended, { id }: { id: string }) {
  return school.tx(async (db) => {
    if (!(await queries.deleteIntegration(db, id))) throw new AppError('integration_not_found')
    return done
  })
}

async function requireOn(db: SchoolDb) {
  if (!(await queries.findSchool(db)).has_api) throw new AppError('api_off')
}
