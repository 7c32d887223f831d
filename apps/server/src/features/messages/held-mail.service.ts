import type { PlatformDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import * as queries from './held-mail.queries.ts'
import { enqueueDeliveries } from './messages.service.ts'

/** Actions of an operator on the mails that a restore has held: see packages/db/src/settle-restored.ts. */
export const heldMailActions = {
  count: (school: School) => school.tx(queries.countHeld),
  release: (school: School) =>
    school.tx(async (db) => {
      const released = await queries.releaseHeld(db)
      for (const [kind, mails] of Map.groupBy(released, (mail) => mail.kind))
        await enqueueDeliveries(
          db,
          kind,
          mails.map(({ id }) => id),
        )
      return released.length
    }),
  discard: (school: School) =>
    school.tx(async (db) => (await queries.giveUpHeld(db, 'held by a restore and discarded')).length),
}

export type HeldMailAction = keyof typeof heldMailActions

export const listSchools = (db: PlatformDb): Promise<string[]> => queries.listSchools(db)
