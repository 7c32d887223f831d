import { openSchool, type School } from '../core/scope.ts'
import { listPending, type NamedJob, runRow } from './jobs.ts'
import type { World } from './world.ts'

/** Error of a worker that has died. */
class WorkerDeath extends Error {}

/** Moment at which a worker dies: before or after the commit of one of its transactions, counted from 0. */
interface Death {
  at: number
  isAfter: boolean
}

/** Opens schools for a worker that dies; its work stops there. */
function openDying(open: (id: string) => School, { at, isAfter }: Death): (id: string) => School {
  let left = at
  let isDead = false
  const die = () => {
    isDead = true
    throw new WorkerDeath()
  }
  return (id) => {
    const school = open(id)
    return {
      ...school,
      async tx(work) {
        if (isDead) die()
        if (left-- !== 0) return school.tx(work)
        if (!isAfter) return school.tx((db) => work(db).then(die))
        await school.tx(work)
        return die()
      },
      read: (...query) => (isDead ? die() : school.read(...query)),
      async write(...writes) {
        if (isDead) die()
        const isLast = left-- === 0
        if (!isLast || isAfter) await school.write(...writes)
        if (isLast) die()
      },
    }
  }
}

/**
 * Does work by workers that die in this process: the first ones before and after the commit of their first transaction, the next ones at their second, and so
 * on, until the work has met a worker that lives. What a death leaves behind is what the kill of a process leaves: transactions that were committed, whole.
 * @param work opens schools by the given function alone
 * @returns how many have died
 */
export async function dieAtEachStep(
  open: (id: string) => School,
  work: (open: (id: string) => School) => Promise<void>,
): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const hasDied = await work(openDying(open, { at: deaths >> 1, isAfter: deaths % 2 === 1 })).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof WorkerDeath)) throw error
        return true
      },
    )
    if (!hasDied) return deaths
  }
}

/**
 * Runs a school's waiting jobs, and the jobs that those write, with a worker that dies at each of their steps. A job whose worker died waits again.
 * @returns how many have died
 */
export async function workThroughDeaths(w: World, schoolId: string, only: NamedJob[]): Promise<number> {
  const open = (id: string) => openSchool(w.database, id)
  let deaths = 0
  for (;;) {
    const [row] = await listPending(w, open(schoolId), only)
    if (!row) return deaths
    deaths += await dieAtEachStep(open, (dying) => runRow(w, dying(schoolId), row, { own: { openSchool: dying } }))
  }
}
