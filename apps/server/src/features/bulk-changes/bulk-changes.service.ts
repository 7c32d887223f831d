import {
  type AskedAddition,
  type BulkAction,
  type BulkChange,
  BulkSelection,
  type bulkChanges,
  bulkTexts,
  type NewBulkChange,
} from '@escola/contract/bulk-changes.contract'
import { moneyOf } from '@escola/contract/money'
import { cleanText } from '@escola/contract/people'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import { noStudentFilter } from '@escola/contract/students.contract'
import type { JoinRefusal } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { readAllIds } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { readChargedIn } from '../charges/charged-already.service.ts'
import { runBeforeMove } from '../charges/charges-run.service.ts'
import { free, type Quote, quoteMove, quoteStudents, requireQuote } from '../charges/quotes.service.ts'
import { countsOnMove } from '../charges/student-charges.service.ts'
import { holdAnyCohort, holdCohort } from '../cohorts/cohorts.service.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { findPresent, predictRefusals, readVacantSeats, refuseJoining } from '../enrollments/seats.service.ts'
import { countWritable, queueMessages } from '../messages/messages.service.ts'
import { countMatching, listNextIds, type Matching, matchingOf } from '../students/search/filters.service.ts'
import * as queries from './bulk-changes.queries.ts'

type Clock = Pick<Tools, 'now' | 'billing'>

/** Begins a change of many students; the job does it, one change of a school at a time. */
export const startChange = (
  school: Attended,
  { action, school_gateway_id: cohortId, from_cohort_id: fromId, ...selection }: NewBulkChange,
  tools: Clock,
) =>
  school.tx(async (db) => {
    const make = async () => {
      const now = tools.now()
      await holdNamed(db, {
        school_gateway_id: cohortId,
        from_cohort_id: fromId,
        'filter.school_gateway_id': selection.filter?.school_gateway_id,
      })
      const matching = await readSelection(db, selection, now)
      const total = await countMatching(db, matching, 2_147_483_647)
      if (total === 0) throw invalidField('user_ids', bulkTexts.nobody)
      const change = { action, cohortId, fromId, matching }
      if (await isCharged(db, change, tools)) {
        const { admitted } = await sortOut(db, change, tools)
        requireQuote(await quoteAdmitted(db, { ...change, admitted, begins: true }, tools), 'user_ids')
      }
      const changeId = await queries.insertChange(db, {
        action,
        cohort_id: cohortId ?? null,
        from_cohort_id: fromId ?? null,
        selection,
        total,
        asked_by: school.actor.userId,
        utc_asked_on: now,
      })
      if (changeId === undefined) throw invalidField('action', bulkTexts.underWay)
      await enqueue(db, jobs.changeStudents, { changeId })
      return changeId
    }
    const changeId = await makeOnce(db, school, { kind: `bulk ${action}`, make }, tools)
    return { bulk: toWireChange((await queries.findChange(db, changeId))!) }
  })

/** Computes what an addition to a class, or a move to it, would cost now, and what of those who leave a class stays charged; nothing is written. */
export const quoteAddition = (
  school: School,
  { school_gateway_id: cohortId, from_cohort_id: fromId, leaves, ...selection }: AskedAddition,
  tools: Clock,
): Promise<ResponseInput<typeof bulkChanges.quote>> =>
  school.tx(async (db) => {
    await holdNamed(db, {
      school_gateway_id: cohortId,
      from_cohort_id: fromId,
      'filter.school_gateway_id': selection.filter?.school_gateway_id,
    })
    const matching = await readSelection(db, selection, tools.now())
    const left = leaves ? cohortId : fromId
    const userIds = left ? await listMatching(db, matching) : []
    const charged = moneyOf(left ? await readChargedIn(db, { cohortId: left, userIds }, tools) : 0)
    if (leaves) return { cost: moneyOf(0), missing: moneyOf(0), refused: countReasons([]), charged }
    const change = { action: fromId ? ('move' as const) : ('add' as const), cohortId, fromId, matching }
    const costs = await isCharged(db, change, tools)
    const nothing = { admitted: [], refused: [] }
    const { admitted, refused } =
      costs || (await isLimited(db, cohortId, tools)) ? await sortOut(db, change, tools) : nothing
    const { cents, missing } = costs ? await quoteAdmitted(db, { ...change, admitted }, tools) : free
    return { cost: moneyOf(cents), missing: moneyOf(missing), refused: countReasons(refused), charged }
  })

const listMatching = (db: SchoolDb, matching: Matching) => readAllIds((place) => listNextIds(db, matching, place))

const isLimited = async (db: SchoolDb, cohortId: string, tools: Clock): Promise<boolean> =>
  (await readVacantSeats(db, cohortId, tools)).free !== Number.POSITIVE_INFINITY

/** Leaves out students whom a move does not find in the class that it takes them from. */
async function listComing(db: SchoolDb, fromId: string | undefined, userIds: string[], { now }: Pick<Tools, 'now'>) {
  if (!fromId) return userIds
  const present = await findPresent(db, fromId, userIds, now())
  return userIds.filter((userId) => present.has(userId))
}

const countReasons = (reasons: JoinRefusal[]) => ({
  cohort_full: reasons.filter((reason) => reason === 'cohort_full').length,
  enrollment_closed: reasons.filter((reason) => reason === 'enrollment_closed').length,
})

/** Holds the classes that fields name, or says which field names none. */
async function holdNamed(db: SchoolDb, named: Record<string, string | undefined>): Promise<void> {
  for (const [field, id] of Object.entries(named))
    if (id && !(await holdCohort(db, id))) throw invalidField(field, refusals.cohortGone)
}

interface Costing {
  action: BulkAction
  cohortId: string | undefined
  fromId: string | undefined
  matching: Matching
}

/** Tells whether students of a change may cost something. */
const isCharged = async (db: SchoolDb, { action, fromId }: Costing, tools: Clock): Promise<boolean> =>
  tools.billing.isOn && (action === 'add' || (action === 'move' && (await countsOnMove(db, fromId!, tools))))

/** Reads the students of an addition or a move: those whom the class would take now, and why it would turn the others away. */
async function sortOut(
  db: SchoolDb,
  { cohortId, fromId, matching }: Costing,
  tools: Clock,
): Promise<{ admitted: string[]; refused: JoinRefusal[] }> {
  const userIds = await listMatching(db, matching)
  // The price of a move is asked later, and of those students alone who are in the class that it takes them from.
  if (!(await isLimited(db, cohortId!, tools))) return { admitted: userIds, refused: [] }
  const coming = await listComing(db, fromId, userIds, tools)
  const refused = await predictRefusals(db, cohortId!, coming, tools)
  return { admitted: coming.filter((userId) => !refused.has(userId)), refused: [...refused.values()] }
}

/** Computes what a change costs now; students whom the class would turn away cost nothing. */
const quoteAdmitted = (
  db: SchoolDb,
  { cohortId, fromId, admitted: userIds, begins }: Costing & { admitted: string[]; begins?: boolean },
  tools: Clock,
): Promise<Quote> =>
  fromId
    ? quoteMove(db, { fromId, userIds, begins }, tools)
    : quoteStudents(db, { cohortId: cohortId!, userIds, begins }, tools)

/** Reads the students of a selection. The caller holds the class that it filters by. */
async function readSelection(db: SchoolDb, { user_ids, filter: asked }: BulkSelection, now: Date): Promise<Matching> {
  const { search, ...filter } = asked ?? { search: '', ...noStudentFilter }
  const matching = await matchingOf(db, { filter, search: cleanText(search) }, now)
  return user_ids ? { ...matching, search: { ids: user_ids } } : matching
}

export const findLatestChange = (school: School) =>
  school.tx(async (db) => {
    const change = await queries.findLatestChange(db)
    return { bulk: change ? toWireChange(change) : null }
  })

/**
 * Changes all students of a selection, some in each transaction, which also records how far it is. With a class of it a change is gone too.
 * @param atOnce students of one transaction, so that others never wait long for it
 */
export const changeStudents = (school: School, changeId: string, tools: Clock, signal: AbortSignal, atOnce = 200) =>
  workInBatches(school, signal, (db) => changeBatch(db, { changeId, atOnce }, tools))

async function changeBatch(
  db: SchoolDb,
  { changeId, atOnce }: { changeId: string; atOnce: number },
  tools: Clock,
): Promise<boolean> {
  const change = await queries.findChange(db, changeId)
  if (!change) return false
  for (const cohortId of [change.cohort_id, change.from_cohort_id])
    if (cohortId !== null && !(await holdAnyCohort(db, cohortId))) return false
  if (change.action === 'move' && (await runBeforeMove(db, change.from_cohort_id!, tools))) return true
  const held = await queries.lockChange(db, changeId)
  if (!held) return false
  const selection = BulkSelection.parse(held.selection)
  const filterId = selection.filter?.school_gateway_id
  const isThere = !filterId || (await holdAnyCohort(db, filterId))
  const matching = isThere ? await readSelection(db, selection, change.utc_asked_on) : undefined
  const userIds = matching ? await listNextIds(db, matching, { after: held.last_user_id, limit: atOnce }) : []
  if (userIds.length > 0) {
    const outcome = await steps[change.action](db, { ...change, userIds }, tools)
    await queries.advanceChange(db, changeId, { ...unchanged, ...outcome, last: userIds.at(-1)! })
  }
  const isMore = userIds.length === atOnce
  if (!isMore) await queries.endChange(db, changeId, tools.now())
  return isMore
}

/** Ends a change whose job has used up its tries, so that another may begin; its counts say what was done. */
export const stopChange = (school: School, changeId: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (await queries.lockChange(db, changeId)) await queries.endChange(db, changeId, now())
  })

const unchanged: queries.Outcome = {
  changed: 0,
  unchanged: 0,
  cohort_full: 0,
  enrollment_closed: 0,
  administrators: 0,
  mail_limit: 0,
}

type Step = (
  db: SchoolDb,
  batch: queries.ChangeRow & { userIds: string[] },
  tools: Clock,
) => Promise<Partial<queries.Outcome>>

const addBatch: Step = async (db, { cohort_id, userIds, asked_by }, tools) => {
  const cohortId = cohort_id!
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
      grantedBy: asked_by,
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

const removeBatch: Step = async (db, { cohort_id, userIds, asked_by }, tools) => {
  const end = { why: 'removed_by_school', endedBy: asked_by } as const
  const { left } = await endGrants(db, { cohortId: cohort_id!, userIds }, end, tools)
  return { changed: left.length, unchanged: userIds.length - left.length }
}

const moveBatch: Step = async (db, { cohort_id, from_cohort_id, userIds, asked_by }, tools) => {
  const coming = await listComing(db, from_cohort_id!, userIds, tools)
  const refused = await refuseJoining(db, cohort_id!, coming, tools)
  const admitted = userIds.filter((userId) => !refused.has(userId))
  const move = { cohortId: from_cohort_id!, targetId: cohort_id!, userIds: admitted, movedBy: asked_by }
  const changed = await moveGrants(db, move, tools)
  return { changed, unchanged: admitted.length - changed, ...countReasons([...refused.values()]) }
}

const resendBatch: Step = async (db, { id, userIds }, tools) => {
  const students = await queries.lockStudents(db, userIds)
  const recipients = students
    .filter(({ is_admin }) => !is_admin)
    .map(({ user_id }) => ({ userId: user_id, dedupeKey: `invitation:${user_id}:bulk:${id}` }))
  const changed = await countWritable(db, 'invitation', recipients, tools)
  await queueMessages(db, { kind: 'invitation', params: {}, recipients }, tools)
  return { changed, administrators: students.length - recipients.length, mail_limit: recipients.length - changed }
}

const steps: Record<queries.ChangeRow['action'], Step> = {
  add: addBatch,
  move: moveBatch,
  remove: removeBatch,
  resend: resendBatch,
}

const toWireChange = ({ id, action, title, total, utc_ended_on, ...row }: queries.ChangeRow): BulkChange => {
  const { changed, unchanged, cohort_full, enrollment_closed, administrators, mail_limit } = row
  return {
    id,
    action,
    title: title ?? '',
    total,
    done: changed + unchanged + cohort_full + enrollment_closed + administrators + mail_limit,
    changed,
    unchanged,
    refused: { cohort_full, enrollment_closed, administrators, mail_limit },
    utc_ended_on: utc_ended_on?.toISOString() ?? null,
  }
}
