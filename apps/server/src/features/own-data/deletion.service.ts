import { dayMs } from '@escola/contract/durations'
import { type DeletionState, ownDataLimits } from '@escola/contract/own-data.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { warnUser } from '../messages/security-mails.service.ts'
import * as queries from './deletion.queries.ts'

type Obstacles = Omit<DeletionState, 'deletion'>

/** Finds what keeps an account: a school that it alone owns, or the platform that it administers. */
export const findObstacles = async (db: PlatformDb, userId: string): Promise<Obstacles> => ({
  schools: await queries.listSchoolsAlone(db, userId),
  administersPlatform: (await queries.findPlatformRole(db, userId)) === 'admin',
})

export const hasObstacles = ({ schools, administersPlatform }: Obstacles): boolean =>
  administersPlatform || schools.length > 0

export function showDeletion(scope: Signed, { platform }: PlatformTools): Promise<DeletionState> {
  requireOwnSession(scope)
  const { userId } = scope.actor
  return platform.withPlatform(async (db) => {
    const deletion = await queries.findDeletion(db, userId)
    return { deletion: deletion ? toWire(deletion) : null, ...(await findObstacles(db, userId)) }
  })
}

/** The job that erases on the day is written at once, so nothing else has to remember the day. */
export function askDeletion(scope: Signed, { platform, now }: PlatformTools) {
  const { userId } = scope.actor
  return platform.withPlatform(async (db) => {
    const { schools, administersPlatform } = await findObstacles(db, userId)
    if (administersPlatform) throw new AppError('platform_administrator_stays')
    if (schools.length > 0) throw new AppError('administers_alone')
    await queries.lockUser(db, userId)
    if (await queries.hasOpenEmailChange(db, userId)) throw new AppError('email_changed_lately')
    const asked = now()
    const deletion = { utc_asked_on: asked, utc_due_on: new Date(asked.getTime() + ownDataLimits.deletionDays * dayMs) }
    if (!(await queries.insertDeletion(db, userId, deletion)))
      return { deletion: toWire((await queries.findDeletion(db, userId))!) }
    await enqueuePlatformJob(db, jobs.eraseAccount, { userId }, deletion.utc_due_on)
    const act = String(asked.getTime())
    await warnUser(db, scope, { userId, kind: 'deletion_asked', act }, { now: () => asked })
    return { deletion: toWire(deletion) }
  })
}

/** Needs no proof: a thief at the user's screen can only keep the account. */
export function takeDeletionBack(scope: Signed, { platform, now }: PlatformTools) {
  requireOwnSession(scope)
  const { userId } = scope.actor
  return platform.withPlatform(async (db) => {
    const deletion = await queries.lockDeletion(db, userId)
    if (!deletion) return done
    if (deletion.utc_due_on <= now()) throw new AppError('deletion_began')
    await queries.deleteDeletion(db, userId)
    const act = String(deletion.utc_asked_on.getTime())
    await warnUser(db, scope, { userId, kind: 'deletion_taken_back', act }, { now })
    return done
  })
}

const toWire = ({ utc_asked_on, utc_due_on }: queries.Deletion) => ({
  utc_asked_on: utc_asked_on.toISOString(),
  utc_due_on: utc_due_on.toISOString(),
})
