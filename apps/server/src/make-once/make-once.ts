import { dayMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../core/app-error.ts'
import type { Attended, School } from '../core/scope.ts'
import type { Clock } from '../core/tools.ts'
import { deleteKeysBefore, getMade, queueMade, takeKey } from './make-once.queries.ts'

const keptMs = dayMs

/**
 * Makes a thing once per Idempotency-Key. A caller who got no answer, perhaps because only COMMIT's was lost, repeats the call under its
 * key: nothing is made a second time, and the answer is the first one. Without a key it is made each time.
 * @param made.kind kind of thing; a key may make one thing of each kind
 * @param made.mayDiffer a repeated call may send other content, because its caller then saves that over what was made
 * @returns the first result of `make`; it is kept as JSON
 * @throws AppError key_used when the key has made this kind of thing from other content
 */
export async function makeOnce<T>(
  db: SchoolDb,
  { actor, idempotencyKey, sentHash }: Attended,
  { kind, make, mayDiffer = false }: { kind: string; make: () => Promise<T>; mayDiffer?: boolean },
  { now }: Clock,
): Promise<T> {
  if (idempotencyKey === undefined) return make()
  const key = { userId: actor.userId, kind, key: idempotencyKey }
  if (await takeKey(db, key, { sentHash, now: now() })) {
    const made = await make()
    queueMade(db, key, made)
    return made
  }
  const first = await getMade(db, key)
  if (!mayDiffer && sentHash && first.sentHash && first.sentHash !== sentHash) throw new AppError('key_used')
  return first.made as T
}

/** A key is good for a day, because callers repeat a call within minutes. */
export const forgetOldKeys = (school: School, { now }: Clock) =>
  school.tx((db) => deleteKeysBefore(db, new Date(now().getTime() - keptMs)))
