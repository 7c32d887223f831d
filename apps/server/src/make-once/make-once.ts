import { dayMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { Attended, School } from '../core/scope.ts'
import type { Tools } from '../core/tools.ts'
import { deleteKeysBefore, getMade, keepMade, takeKey } from './make-once.queries.ts'

const keptMs = dayMs

/**
 * Makes a thing once per Idempotency-Key. A caller who got no answer, perhaps because only COMMIT's was lost, repeats the call under its
 * key: nothing is made a second time, and the answer is the first one. Without a key it is made each time.
 * @param made.kind kind of thing; a key may make one thing of each kind
 * @returns the first result of `make`; it is kept as JSON
 */
export async function makeOnce<T>(
  db: SchoolDb,
  { actor, idempotencyKey }: Attended,
  { kind, make }: { kind: string; make: () => Promise<T> },
  { now }: Pick<Tools, 'now'>,
): Promise<T> {
  if (idempotencyKey === undefined) return make()
  const key = { userId: actor.userId, kind, key: idempotencyKey }
  if (!(await takeKey(db, key, now()))) return (await getMade(db, key)) as T
  const made = await make()
  await keepMade(db, key, made)
  return made
}

/** A key is good for a day, because callers repeat a call within minutes. */
export const forgetOldKeys = (school: School, { now }: Pick<Tools, 'now'>) =>
  school.tx((db) => deleteKeysBefore(db, new Date(now().getTime() - keptMs)))
