import type { BulkAction } from '@escola/contract/bulk-changes.contract'
import type { JoinRefusal } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Clock } from '../../core/tools.ts'
import type { Batch, Run } from '../../jobs/runs/runs.queries.ts'
import type { Working } from '../../jobs/runs/runs.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { findPresent, refuseJoining } from '../enrollments/seats.service.ts'
import { countWritable, queueMessages } from '../messages/messages.service.ts'
import { eraseStudents } from '../students/students.service.ts'
import * as queries from './bulk-changes.queries.ts'

/** Leaves out students whom a move does not find in the class that it takes them from. */
export async function listComing(db: SchoolDb, fromId: string | undefined, userIds: string[], { now }: Clock) {
  if (!fromId) return userIds
  const present = await findPresent(db, fromId, userIds, now())
  return userIds.filter((userId) => present.has(userId))
}

export const countReasons = (reasons: JoinRefusal[]) => ({
  cohort_full: reasons.filter((reason) => reason === 'cohort_full').length,
  enrollment_closed: reasons.filter((reason) => reason === 'enrollment_closed').length,
})

/** Numbers of students of a batch by what came of them. */
export interface Outcome {
  changed: number
  unchanged: number
  cohort_full: number
  enrollment_closed: number
  administrators: number
  mail_limit: number
}

/** Counts the students of a batch, who are all done. */
export const batchOf = (
  counts: Partial<Outcome>,
  { last, isMore }: { last?: string | undefined; isMore: boolean },
): Batch => ({ done: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, last, isMore })

/** Students of a batch, in their order. */
interface Selected {
  userIds: string[]
  /** The change is of those whom an import brought. */
  isOfImport: boolean
  /** Leaves those of these students whom the selection finds still. */
  sift: (userIds: string[]) => Promise<string[]>
}

/** Handles of a batch, which may erase its students. */
export interface ErasingWork extends Working {
  tools: Working['tools'] & LifecycleTools
}

type Step = (run: Run, selected: Selected, working: ErasingWork) => Promise<Partial<Outcome>>

const addBatch: Step = async ({ subjectId, askedBy }, { userIds }, { db, tools }) => {
  const cohortId = subjectId!
  const refused = await refuseJoining(db, cohortId, userIds, tools)
  const students = await queries.lockStudents(
    db,
    userIds.filter((userId) => !refused.has(userId)),
  )
  const given = await giveGrants(
    db,
    students.map(({ user_id, name, email, cellphone }) => ({
      cohortId,
      student: { userId: user_id, name, email, cellphone },
      source: 'manual',
      grantedBy: askedBy!,
    })),
    tools,
  )
  const changed = given.filter(({ hasJoined }) => hasJoined).length
  return {
    changed,
    unchanged: given.length - changed,
    ...countReasons([...refused.values()]),
  }
}

const removeBatch: Step = async ({ subjectId, askedBy }, { userIds }, { db, tools }) => {
  const end = { why: 'removed_by_school', endedBy: askedBy! } as const
  const { left } = await endGrants(db, { cohortId: subjectId!, userIds }, end, tools)
  return { changed: left.length, unchanged: userIds.length - left.length }
}

const moveBatch: Step = async ({ subjectId, targetId, askedBy }, { userIds }, { db, tools }) => {
  const coming = await listComing(db, subjectId!, userIds, tools)
  // Seats that others took since the run began are gone.
  const refused = await refuseJoining(db, targetId!, coming, tools)
  const admitted = userIds.filter((userId) => !refused.has(userId))
  const move = { cohortId: subjectId!, targetId: targetId!, userIds: admitted, movedBy: askedBy! }
  const changed = await moveGrants(db, move, tools)
  return { changed, unchanged: admitted.length - changed, ...countReasons([...refused.values()]) }
}

const resendBatch: Step = async ({ id, askedOn }, { userIds }, { db, tools }) => {
  const students = await queries.lockStudents(db, userIds)
  const recipients = students
    .filter(({ is_team }) => !is_team)
    .map(({ user_id }) => ({ userId: user_id, dedupeKey: `invitation:${user_id}:bulk:${id}:${askedOn.getTime()}` }))
  const changed = await countWritable(db, 'invitation', recipients, tools)
  await queueMessages(db, { kind: 'invitation', params: {}, recipients }, tools)
  return { changed, administrators: students.length - recipients.length, mail_limit: recipients.length - changed }
}

const eraseBatch: Step = async (_, { userIds, sift, isOfImport }, { db, schoolId, tools }) => {
  const how = { sift, forgets: isOfImport }
  const { erased, administrators } = await eraseStudents(db, schoolId, userIds, tools, how)
  return { changed: erased, administrators, unchanged: userIds.length - erased - administrators }
}

export const steps: Record<BulkAction, Step> = {
  add: addBatch,
  move: moveBatch,
  remove: removeBatch,
  resend: resendBatch,
  erase: eraseBatch,
}
