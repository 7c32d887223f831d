import { moneyOf } from '@escola/contract/money'
import { type Move, type MoveFrequency, moveFrequencies, moveMessages } from '@escola/contract/moves.contract'
import { refusals } from '@escola/contract/refusals'
import { joinRefusals } from '@escola/contract/terms'
import { monthsBefore } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { z } from 'zod'
import { invalidField, notFound } from '../../core/app-error.ts'
import { readAllIds } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { BillingTools } from '../../core/tools.ts'
import { oldMoves } from '../../jobs/runs/old-runs.queries.ts'
import { findLatestRun, type Run } from '../../jobs/runs/runs.queries.ts'
import { getStartedRun, type StartedRun, startRun, toProgress } from '../../jobs/runs/runs.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { readChargedIn } from '../charges/charged-already.service.ts'
import { free, type Quote, quoteMove, requireQuote } from '../charges/quotes.service.ts'
import { countsOnMove } from '../charges/student-charges.service.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { findRunTitle } from '../cohorts/run-cohorts.service.ts'
import { readVacantSeats } from '../enrollments/seats.service.ts'
import * as queries from './moves.queries.ts'

const months: Record<MoveFrequency, number> = { all: 0, year: 12, '6month': 6, month: 1 }
/** Latest enrolment that a frequency moves. */
const findUntil = (frequency: MoveFrequency, now: Date) => monthsBefore(now, months[frequency])

export const forecastMove = (school: School, { id }: { id: string }, tools: BillingTools) =>
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
  tools: BillingTools,
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

/** One move of a class is open at a time. */
const laneOf = (cohortId: string) => `move ${cohortId}`

/** Begins to move the students who are in the class now; the job does it. */
export const startMove = (school: Attended, { id, targetId, frequency }: NewMove, tools: BillingTools) =>
  school.tx(async (db) => {
    await holdBoth(db, id, targetId)
    if (id === targetId) throw invalidField('migrateStudentsTo', moveMessages.same)
    const make = async () => {
      const now = tools.now()
      const until = findUntil(frequency, now)
      await requireSeats(db, { cohortId: id, targetId, until }, tools)
      const same = { all: until, year: until, '6month': until, month: until }
      const { all: total } = await queries.countEnrolledUntil(db, id, same)
      requireQuote(await quoteMoved(db, { cohortId: id, until, begins: true }, tools), 'migrateStudentsTo')
      const run = await startRun(db, {
        kind: 'move',
        subject: { kind: 'cohort', id },
        targetId,
        lane: laneOf(id),
        input: { enrolled_until: until.toISOString() } satisfies EnrolledUntil,
        total,
        askedBy: school.actor.userId,
        askedOn: now,
      })
      if (!run) throw invalidField('migrateStudentsTo', moveMessages.underWay)
      return { runId: run.id }
    }
    const made = await makeOnce<StartedRun>(db, school, { kind: `move ${id}`, make }, tools)
    return { move: await toWireMove(db, await getStartedRun(db, made, oldMoves)) }
  })

/** @throws invalid_request where the class takes fewer students by hand than would come to it */
async function requireSeats(db: SchoolDb, move: queries.Joining, tools: BillingTools): Promise<void> {
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
    const run = await findLatestRun(db, laneOf(id))
    return { move: run && (await findRunTitle(db, run)) !== undefined ? await toWireMove(db, run) : null }
  })

/** Students of a move: those whose enrolment is no younger. */
export const EnrolledUntil = z.object({ enrolled_until: z.iso.datetime() })
type EnrolledUntil = z.infer<typeof EnrolledUntil>

/** Lists the next students of a class whom a move is for. */
export const listEnrolled = (
  db: SchoolDb,
  cohortId: string,
  { enrolled_until }: EnrolledUntil,
  range: { after: string; limit: number },
): Promise<string[]> => queries.listEnrolledUntil(db, { cohortId, until: new Date(enrolled_until), ...range })

const toWireMove = async (db: SchoolDb, run: Run): Promise<Move> => ({
  ...toProgress(run),
  school_gateway_id: run.targetId!,
  title: (await findRunTitle(db, run)) ?? '',
  moved: run.counts.changed ?? 0,
})
