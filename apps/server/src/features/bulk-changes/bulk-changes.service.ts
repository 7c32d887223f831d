import {
  type AskedAddition,
  type AskedErasure,
  type BulkAction,
  type BulkChange,
  type BulkKind,
  type BulkSelection,
  type bulkChanges,
  bulkTexts,
  type NewBulkChange,
} from '@escola/contract/bulk-changes.contract'
import { moneyOf } from '@escola/contract/money'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import type { JoinRefusal } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { readAllIds } from '../../core/paging.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { oldChanges } from '../../jobs/runs/old-runs.queries.ts'
import { findLatestRun, type Run } from '../../jobs/runs/runs.queries.ts'
import { getStartedRun, type StartedRun, startRun, toProgress } from '../../jobs/runs/runs.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { readChargedFor, readChargedIn } from '../charges/charged-already.service.ts'
import { free, type Quote, quoteMove, quoteStudents, requireQuote } from '../charges/quotes.service.ts'
import { countsOnMove } from '../charges/student-charges.service.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { findRunTitle } from '../cohorts/run-cohorts.service.ts'
import { predictRefusals, readVacantSeats } from '../enrollments/seats.service.ts'
import { requireUndone } from '../imports/import-erasing.service.ts'
import { countMatching, listNextIds, type Matching } from '../students/search/filters.service.ts'
import * as queries from './bulk-changes.queries.ts'
import { countReasons, listComing } from './bulk-steps.service.ts'
import { readSelection } from './selections.service.ts'

/** One change of a school is open at a time. */
const lane = 'students'

/** Begins a change of many students; the job does it, one change of a school at a time. */
export const startChange = (
  school: Attended,
  { action, school_gateway_id: cohortId, from_cohort_id: fromId, confirmed, ...selection }: NewBulkChange,
  tools: BillingTools,
) => {
  if (action === 'erase') requireProof(school, tools)
  return school.tx(async (db) => {
    const make = async () => {
      const now = tools.now()
      if (selection.import_id) await requireUndone(db, selection.import_id)
      await holdNamed(db, {
        school_gateway_id: cohortId,
        from_cohort_id: fromId,
        'filter.school_gateway_id': selection.filter?.school_gateway_id,
      })
      const matching = await readSelection(db, selection, now)
      const total = await countMatching(db, matching, 2_147_483_647)
      if (total === 0) throw invalidField('user_ids', bulkTexts.nobody)
      if (confirmed !== undefined && total > confirmed) throw invalidField('user_ids', bulkTexts.grew)
      const change = { action, cohortId, fromId, matching }
      if (await isCharged(db, change, tools)) {
        const { admitted } = await sortOut(db, change, tools)
        requireQuote(await quoteAdmitted(db, { ...change, admitted, begins: true }, tools), 'user_ids')
      }
      const about = { action, cohortId: cohortId ?? null, fromId: fromId ?? null }
      const run = await startBulk(db, school, { ...about, selection, total }, tools)
      if (!run) throw invalidField('action', bulkTexts.underWay)
      return { runId: run.id }
    }
    const made = await makeOnce<StartedRun>(db, school, { kind: `bulk ${action}`, make }, tools)
    return { bulk: await toWireChange(db, await getStartedRun(db, made, oldChanges)) }
  })
}

interface NewBulk {
  action: BulkKind
  /** Class that students come into, or that they leave. */
  cohortId: string | null
  /** Class that they are moved from. */
  fromId: string | null
  selection: BulkSelection
  total: number
}

/** Begins a run in the lane of such changes. @returns undefined while another one is open */
export const startBulk = (
  db: SchoolDb,
  { actor }: Attended,
  { action, cohortId, fromId, selection, total }: NewBulk,
  { now }: Clock,
): Promise<Run | undefined> => {
  const subjectId = fromId ?? cohortId
  return startRun(db, {
    kind: action,
    subject: { kind: subjectId === null ? 'school' : 'cohort', id: subjectId },
    targetId: fromId && cohortId,
    lane,
    input: selection,
    total,
    askedBy: actor.userId,
    askedOn: now(),
  })
}

/** Counts what the school would lose with students who are erased; nothing is written. */
export const quoteErasure = (school: School, selection: AskedErasure, tools: BillingTools) =>
  school.tx(async (db) => {
    await holdNamed(db, { 'filter.school_gateway_id': selection.filter?.school_gateway_id })
    if (selection.import_id) await requireUndone(db, selection.import_id)
    const userIds = await listMatching(db, await readSelection(db, selection, tools.now()))
    const charged = moneyOf(await readChargedFor(db, userIds, tools))
    return { erasure: { ...(await queries.countErasure(db, userIds)), charged } }
  })

/** Computes what an addition to a class, or a move to it, would cost now, and what of those who leave a class stays charged; nothing is written. */
export const quoteAddition = (
  school: School,
  { school_gateway_id: cohortId, from_cohort_id: fromId, leaves, ...selection }: AskedAddition,
  tools: BillingTools,
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

const isLimited = async (db: SchoolDb, cohortId: string, tools: BillingTools): Promise<boolean> =>
  (await readVacantSeats(db, cohortId, tools)).free !== Number.POSITIVE_INFINITY

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
const isCharged = async (db: SchoolDb, { action, fromId }: Costing, tools: BillingTools): Promise<boolean> =>
  tools.billing.isOn && (action === 'add' || (action === 'move' && (await countsOnMove(db, fromId!, tools))))

/** Reads the students of an addition or a move: those whom the class would take now, and why it would turn the others away. */
async function sortOut(
  db: SchoolDb,
  { cohortId, fromId, matching }: Costing,
  tools: BillingTools,
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
  tools: BillingTools,
): Promise<Quote> =>
  fromId
    ? quoteMove(db, { fromId, userIds, begins }, tools)
    : quoteStudents(db, { cohortId: cohortId!, userIds, begins }, tools)

export const findLatestChange = (school: School) =>
  school.tx(async (db) => {
    const run = await findLatestRun(db, lane)
    // With its class a change is gone too.
    const isShown = run && (run.subjectId === null || (await findRunTitle(db, run)) !== undefined)
    return { bulk: isShown ? await toWireChange(db, run) : null }
  })

async function toWireChange(db: SchoolDb, run: Run): Promise<BulkChange> {
  const { changed = 0, unchanged = 0, cohort_gone = 0, ...refused } = run.counts
  const { cohort_full = 0, enrollment_closed = 0, administrators = 0, mail_limit = 0 } = refused
  return {
    ...toProgress(run),
    action: run.kind as BulkKind,
    is_cohort_gone: cohort_gone > 0,
    title: (await findRunTitle(db, run)) ?? '',
    done: run.done,
    changed,
    unchanged,
    refused: { cohort_full, enrollment_closed, administrators, mail_limit },
  }
}
