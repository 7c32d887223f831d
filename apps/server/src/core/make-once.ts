import type { SchoolDb } from '@escola/db'
import { deleteKeysBefore, getMade, keepMade, takeKey } from './make-once.queries.ts'
import type { Attended, School } from './scope.ts'
import type { Tools } from './tools.ts'

const keptMs = 86_400_000

/**
 * Makes something once per Idempotency-Key. Whoever got no answer, perhaps because only COMMIT's was lost, asks again under the same key:
 * nothing is made a second time, and they are told of the first. Without a key it is made each time.
 * @param made.kind what is made; the same key may make one thing of each kind
 * @returns what `make` returned the first time; it is kept as JSON
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

/** A key is good for a day: whoever asks again does so within minutes. */
export const forgetOldKeys = (school: School, { now }: Pick<Tools, 'now'>) =>
  school.tx((db) => deleteKeysBefore(db, new Date(now().getTime() - keptMs)))
