import type { NewStudent } from '@escola/contract/cohorts.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { accessApiLimits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { joinRefusals } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { z } from 'zod'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { School, Visited } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import type { Counters } from '../../http/counter-store.ts'
import { readJwt } from '../../security/jwt.ts'
import { hashToken, isSame, randomToken } from '../../security/signatures.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { isKeptOut, refuseJoining } from '../enrollments/seats.service.ts'
import { isErased } from '../people/members.service.ts'
import { followMerges } from '../people/merged.service.ts'
import type { People } from '../people/people.service.ts'
import { isTeamMember } from '../people/team.service.ts'
import * as queries from './access-api.queries.ts'
import { endOfSignature, openSecret } from './access-api.service.ts'

/** Tools with the people, whom a class is given by e-mail, and the counts of calls by a school's systems. */
export interface AccessApiTools extends Tools {
  people: People
  counters: Counters
}

const addMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * minuteMs)

/** Issues the hash that another system gets for its signature and enrolls with for an hour: the signature is made where the secret is. */
export async function issueHash(
  school: Visited,
  { integration }: { integration?: string | undefined },
  tools: AccessApiTools,
) {
  const makeInvalidSignature = () => new AppError('invalid_signature')
  const signed = await school.tx(async (db) => {
    await requireOpen(db)
    return queries.findKey(db)
  })
  const signature = signed && readSignature(school, signed, tools)
  if (!signed || !signature) throw makeInvalidSignature()
  await countCall(school, tools)
  return school.tx(async (db) => {
    if ((await queries.holdKey(db))?.key !== signed.key) throw makeInvalidSignature()
    await refuseExpired(db, signature, tools)
    const [found, another] = await queries.findIntegrations(db, integration)
    if (!found) throw new AppError('integration_not_found')
    if (another) throw invalidField('integration', refusals.integrationMissing)
    const hash = randomToken()
    const now = tools.now()
    const utc_expires_on = addMinutes(now, accessApiLimits.hashMinutes)
    await queries.insertHash(db, { token_hash: hashToken(hash), integration_id: found.id, utc_expires_on }, now)
    return { hash }
  })
}

/** Enrolls once, however often it is called; each call gets a token of its own. */
export async function enrollByHash(
  school: Visited,
  { hash, ...student }: z.output<typeof NewStudent> & { hash: string },
  tools: AccessApiTools,
) {
  const tokenHash = hashToken(hash)
  const makeInvalidSignature = () => new AppError('invalid_hash')
  // The hash is checked before a person is made for a caller who has none.
  const integration = await school.tx(async (db) => {
    await requireOpen(db)
    return queries.findIntegrationOfHash(db, tokenHash, tools.now())
  })
  if (!integration) throw makeInvalidSignature()
  const { cohort_id: cohortId, is_single_use } = integration
  await countCall(school, tools)
  const { userId, email } = (await tools.people.ensureFor(school, [student.email])).get(student.email)!
  return school.tx(async (db) => {
    // The class is held first, in the order in which its deletion holds it.
    if (!(await holdCohort(db, cohortId))) throw new AppError('integration_not_found')
    if (!(await queries.holdHash(db, tokenHash))) throw makeInvalidSignature()
    // A holder of the secret would have the powers of a member of the team.
    if (await isTeamMember(db, userId)) throw new AppError('administrator_email')
    // The class is for the student who goes on; the token stays that of the e-mail which was named.
    const studentId = (await followMerges(db, [userId])).get(userId)!
    const refusal = (await refuseJoining(db, cohortId, [studentId], tools)).get(studentId)
    if (refusal) throw invalidField('email', joinRefusals[refusal])
    if (await isErased(db, studentId)) throw new AppError('erased_by_school')
    if (await isKeptOut(db, { cohortId, userId: studentId })) throw new AppError('removed_by_school')
    await giveGrants(db, [{ cohortId, student: { ...student, userId, email }, source: 'api' }], tools)
    // The token begins with the school id, because a cluster finds a row by its school.
    const token = `${school.id}-${randomToken()}`
    const now = tools.now()
    const { singleUseMinutes, tokenHours } = accessApiLimits
    const utc_expires_on = addMinutes(now, is_single_use ? singleUseMinutes : tokenHours * 60)
    const row = { token_hash: hashToken(token), user_id: userId, is_single_use, utc_expires_on }
    await queries.insertToken(db, row, { deletedBefore: addMinutes(now, -tokenHours * 60) })
    return { token }
  })
}

async function requireOpen(db: SchoolDb) {
  const { is_blocked, has_api } = await queries.findSchool(db)
  if (is_blocked) throw new AppError('school_blocked')
  if (!has_api) throw new AppError('api_off')
}

interface Signature {
  /** The token is counted from its first use: it has no `exp`, and was not signed for this call. */
  isLasting: boolean
  hash: string
}

/** Reads the JWT that Authorization carries, as a bearer or bare; undefined where the school's key did not sign it. */
function readSignature(school: Visited, row: queries.KeyRow, tools: Tools): Signature | undefined {
  const token = /^(?:Bearer +)?([\w.-]{1,2000})$/i.exec(school.authorization ?? '')?.[1]
  if (!token) return undefined
  const { driftSeconds } = accessApiLimits
  const claims = readJwt(token, { secret: openSecret(school, row, tools), now: tools.now(), driftSeconds })
  if (typeof claims?.key !== 'string' || !isSame(claims.key, row.key)) return undefined
  const { exp, iat } = claims
  const isFresh = typeof iat === 'number' && tools.now().getTime() - iat * 1000 < dayMs
  // The signature itself may be written in more than one way.
  return { isLasting: exp === undefined && !isFresh, hash: hashToken(token.slice(0, token.lastIndexOf('.'))) }
}

/**
 * Refuses a token without `exp` a year after its first use. A token with an `iat` of today leaves no row, because a system that signs each
 * call would leave one per call.
 */
async function refuseExpired(db: SchoolDb, { isLasting, hash }: Signature, { now }: Tools) {
  if (!isLasting) return
  const firstUsedOn = (await queries.recordUse(db, hash, now())) ?? (await recordFirstUse(db, hash, now()))
  if (endOfSignature(firstUsedOn) <= now()) throw new AppError('signature_expired')
}

async function recordFirstUse(db: SchoolDb, hash: string, now: Date): Promise<Date> {
  const count = await queries.countSignatures(db, accessApiLimits.signatures)
  if (count >= accessApiLimits.signatures) throw new AppError('too_many_signatures')
  await queries.insertSignature(db, hash, now)
  return now
}

/** Counts the calls of a school's own systems alone, so that no other caller uses up what they have. */
async function countCall({ id }: School, { counters, config }: AccessApiTools) {
  const max = Math.ceil(accessApiLimits.perMinute * config.rateFactor)
  const { waitMs } = await counters.take([{ key: `access api ${id}`, max }], minuteMs)
  if (waitMs) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
}
