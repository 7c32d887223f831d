import type { RunProgress } from '@escola/contract/runs'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { jobs } from '../catalogue.ts'
import { enqueue } from '../enqueue.ts'
import { workInBatches } from '../in-batches.ts'
import { type Batch, endRunOfLane, insertRun, type NewRun, type Run, type RunStore, runs } from './runs.queries.ts'

/** Handles of a batch. */
export interface Working {
  db: SchoolDb
  schoolId: string
  tools: Tools
  /** Rows of one transaction, so that others never wait long for it. */
  atOnce: number
}

/** Does one batch of a run that is locked. It may find the run further than it was when the batch was prepared. */
export type Step = (run: Run) => Promise<Batch>

/** How the batches of a kind of run are done. */
export interface RunKind {
  kind: string
  /** Rows of one transaction. */
  atOnce: number
  /** The input names students, and is forgotten at the end. */
  forgets: boolean
  /**
   * Holds what the next batch needs, purchases before classes, before the run itself is locked.
   * @returns its step; 'again' where other work had to be committed first; 'gone' where a class of it is, which ends the run
   */
  prepare(run: Run, working: Working): Promise<Step | 'again' | 'gone'>
  /** Records that the job has used up its tries, before the run ends. */
  giveUp?(db: SchoolDb, run: Run): Promise<unknown>
}

/** Ends the open run of a lane, and begins one that takes its place: with its first batch at once, and the others by the job. */
export async function beginRun(db: SchoolDb, asked: NewRun, step: Step): Promise<void> {
  await endRunOfLane(db, asked.lane, asked.askedOn)
  const run = (await insertRun(db, asked))!
  if (await doBatch(db, { store: runs, run, step, ending: { on: asked.askedOn, forgets: false } }))
    await enqueue(db, jobs.continueRun, { runId: run.id })
}

interface LockedRun {
  store: RunStore
  run: Run
  step: Step
  ending: { on: Date; forgets: boolean }
}

/** @returns whether more is left */
async function doBatch(db: SchoolDb, { store, run, step, ending }: LockedRun): Promise<boolean> {
  const batch = await step(run)
  await store.advance(db, run, batch)
  if (!batch.isMore) await store.end(db, run.id, ending)
  return batch.isMore
}

/** Begins a run; the job does it. @returns undefined while another run of the lane is open */
export async function startRun(db: SchoolDb, asked: NewRun): Promise<Run | undefined> {
  const run = await insertRun(db, asked)
  if (run) await enqueue(db, jobs.continueRun, { runId: run.id })
  return run
}

/** Parts that all answers about a run have. */
export const toProgress = ({ id, total, endedOn }: Run): RunProgress => ({
  id,
  total,
  utc_ended_on: endedOn?.toISOString() ?? null,
})

/** Key of a run that a call has begun, for the call that is repeated. Release 1.0 kept the id in the table of the move or change. */
export type StartedRun = { runId: string } | string

export const getStartedRun = async (db: SchoolDb, started: StartedRun, old: RunStore): Promise<Run> =>
  (await (typeof started === 'string' ? old.find(db, started) : runs.find(db, started.runId)))!

export interface Runner {
  kinds: readonly RunKind[]
  store?: RunStore
  /** Rows of one transaction, where they are not those of the kind. */
  atOnce?: number
}

/**
 * Does what is left of a run, some in each transaction, which also records how far it is. A run that is killed goes on behind its cursor, and one that has
 * ended changes nothing.
 */
export const continueRun = (
  school: School,
  { kinds, store = runs, atOnce }: Runner,
  runId: string,
  tools: Tools,
  signal: AbortSignal,
): Promise<void> =>
  workInBatches(school, signal, async (db) => {
    const found = await store.find(db, runId)
    if (!found || found.endedOn) return false
    const kind = getKind(kinds, found)
    const most = Math.min(atOnce ?? kind.atOnce, kind.atOnce)
    const step = await kind.prepare(found, { db, schoolId: school.id, tools, atOnce: most })
    if (step === 'again') return true
    const run = await store.lock(db, runId)
    if (!run || run.endedOn) return false
    const ending = { on: tools.now(), forgets: kind.forgets }
    if (step !== 'gone') return doBatch(db, { store, run, step, ending })
    await store.end(db, runId, ending)
    return false
  })

function getKind(kinds: readonly RunKind[], { kind }: Run): RunKind {
  const found = kinds.find((each) => each.kind === kind)
  if (!found) throw new Error(`no run is of kind ${kind}`)
  return found
}

/** Ends a run whose job has used up its tries, so that another may begin; its counts say what was done. */
export const stopRun = (
  school: School,
  { kinds, store = runs }: Runner,
  runId: string,
  { now }: Clock,
): Promise<void> =>
  school.tx(async (db) => {
    const found = await store.find(db, runId)
    if (!found || found.endedOn) return
    const kind = getKind(kinds, found)
    await kind.giveUp?.(db, found)
    const run = await store.lock(db, runId)
    if (run && !run.endedOn) await store.end(db, runId, { on: now(), forgets: kind.forgets })
  })
