import { moneyOf } from '@escola/contract/money'
import { type Move, type MoveFrequency, moveFrequencies, moveMessages } from '@escola/contract/moves.contract'
import { refusals } from '@escola/contract/refusals'
import { joinRefusals } from '@escola/contract/terms'
import { monthsBefore } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import { readAllIds } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { readChargedIn } from '../charges/charged-already.service.ts'
import { runBeforeMove } from '../charges/charges-run.service.ts'
import { free, type Quote, quoteMove, requireQuote } from '../charges/quotes.service.ts'
import { countsOnMove } from '../charges/student-charges.service.ts'
import { holdAnyCohort, holdCohort } from '../cohorts/cohorts.service.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { readVacantSeats, refuseJoining } from '../enrollments/seats.service.ts'
import * as queries from './moves.queries.ts'

type Clock = Pick<Tools, 'now' | 'billing'>

const months: Record<MoveFrequency, number> = { all: 0, year: 12, '6month': 6, month: 1 }
/** Latest enrolment that a frequency moves. */
const findUntil = (frequency: MoveFrequency, now: Date) => monthsBefore(now, months[frequency])

export const forecastMove = (school: School, { id }: { id: string }, tools: Clock) =>
  school.tx(async (db) => {
    if (!(await holdCohort(db, id))) throw notFound()
    const moment = tools.now()
    const until = Object.fromEntries(moveFrequencies.map((each) => [each, findUntil(each, moment)]))
    const students = await queries.countEnrolledUntil(db, id, until as Record<MoveFrequency, Date>)
    const costs = {} as Record<MoveFrequency, string>
    const charged = {} as Record<MoveFrequency, string>
    for (const each of moveFrequencies) {
      const enrolled = { cohortId: id, until: until[each]! }
      costs[each] = moneyOf((await quoteMoved(db, enrolled, tools)).cents)
      charged[each] = moneyOf(await readChargedIn(db, enrolled, tools))
    }
    return { students, costs, charged }
  })

/** Computes what it would cost now to move students out of a class. */
async function quoteMoved(
  db: SchoolDb,
  { begins, ...enrolled }: { cohortId: string; until: Date; begins?: boolean | undefined },
  tools: Clock,
): Promise<Quote> {
  if (!(await countsOnMove(db, enrolled.cohortId, tools))) return free
  const userIds = await readAllIds((place) => queries.listEnrolledUntil(db, { ...enrolled, ...place }))
  return quoteMove(db, { fromId: enrolled.cohortId, userIds, begins }, tools)
}

interface NewMove {
  id: string
  targetId: string
  frequency: MoveFrequency
}

/** Begins to move the students who are in the class now; the job does it. */
export const startMove = (school: Attended, { id, targetId, frequency }: NewMove, tools: Clock) =>
  school.tx(async (db) => {
    await holdBoth(db, id, targetId)
    if (id === targetId) throw invalidField('migrateStudentsTo', moveMessages.same)
    const make = async () => {
      const now = tools.now()
      const until = findUntil(frequency, now)
      await requireSeats(db, { cohortId: id, targetId, until }, tools)
      const counts = await queries.countEnrolledUntil(db, id, {
        all: until,
        year: until,
        '6month': until,
        month: until,
      })
      requireQuote(await quoteMoved(db, { cohortId: id, until, begins: true }, tools), 'migrateStudentsTo')
      const moveId = await queries.insertMove(db, {
        cohort_id: id,
        target_id: targetId,
        utc_enrolled_until: until,
        total: counts.all,
        asked_by: school.actor.userId,
        utc_asked_on: now,
      })
      if (moveId === undefined) throw invalidField('migrateStudentsTo', moveMessages.underWay)
      await enqueue(db, jobs.moveStudents, { moveId })
      return moveId
    }
    const moveId = await makeOnce(db, school, { kind: `move ${id}`, make }, tools)
    return { move: toWireMove((await queries.findMove(db, moveId))!) }
  })

/** @throws invalid_request where the class takes fewer students by hand than would come to it */
async function requireSeats(db: SchoolDb, move: queries.Joining, tools: Clock): Promise<void> {
  const { free: seats, why } = await readVacantSeats(db, move.targetId, tools)
  if (seats === Number.POSITIVE_INFINITY) return
  const joining = await queries.countJoining(db, move)
  if (joining <= seats) return
  const text = seats > 0 ? moveMessages.seats(seats, joining) : joinRefusals[why]
  throw invalidField('migrateStudentsTo', text)
}

/** Holds the classes in one order, as each change of several does. */
async function holdBoth(db: SchoolDb, id: string, targetId: string) {
  for (const each of [...new Set([id, targetId])].sort())
    if (!(await holdCohort(db, each)))
      throw each === id ? notFound() : invalidField('migrateStudentsTo', refusals.cohortGone)
}

export const findLatestMove = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    if (!(await holdCohort(db, id))) throw notFound()
    const move = await queries.findLatestMove(db, id)
    return { move: move ? toWireMove(move) : null }
  })

/**
 * Moves all students of a move, some in each transaction, which also records how far it is. With one of its classes a move is gone too.
 * @param atOnce students of one transaction, so that others never wait long for it
 */
export const moveStudents = (school: School, moveId: string, tools: Clock, signal: AbortSignal, atOnce = 500) =>
  workInBatches(school, signal, (db) => moveBatch(db, { moveId, atOnce }, tools))

async function moveBatch(
  db: SchoolDb,
  { moveId, atOnce }: { moveId: string; atOnce: number },
  tools: Clock,
): Promise<boolean> {
  const move = await queries.findMove(db, moveId)
  if (!move) return false
  const { cohort_id: cohortId, target_id: targetId, utc_enrolled_until: until, asked_by: movedBy } = move
  for (const each of [cohortId, targetId].sort()) if (!(await holdAnyCohort(db, each))) return false
  if (await runBeforeMove(db, cohortId, tools)) return true
  const held = await queries.lockMove(db, moveId)
  if (!held) return false
  const userIds = await queries.listEnrolledUntil(db, {
    cohortId,
    until,
    after: held.last_user_id,
    limit: atOnce,
  })
  // Seats that others took since the move began are gone.
  const refused = await refuseJoining(db, targetId, userIds, tools)
  const admitted = userIds.filter((userId) => !refused.has(userId))
  const moved = await moveGrants(db, { cohortId, targetId, userIds: admitted, movedBy }, tools)
  if (userIds.length > 0) await queries.advanceMove(db, moveId, { moved, last: userIds.at(-1)! })
  const isMore = userIds.length === atOnce
  if (!isMore) await queries.endMove(db, moveId, tools.now())
  return isMore
}

/** Ends a move whose job has used up its tries, so that another may begin; the students who are left stay where they are. */
export const stopMove = (school: School, moveId: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (await queries.lockMove(db, moveId)) await queries.endMove(db, moveId, now())
  })

const toWireMove = ({ id, target_id, title, total, moved, utc_ended_on }: queries.MoveRow): Move => ({
  id,
  school_gateway_id: target_id,
  title,
  total,
  moved,
  utc_ended_on: utc_ended_on?.toISOString() ?? null,
})
