import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

const lockTimeout = '2s'
const attempts = 30
const pauseMs = 1000
/** A lock that was not to be had in time, and a deadlock. */
const gaveWay = ['55P03', '40P01']

/**
 * Runs work in a transaction that waits for each lock only shortly and begins again later: every caller who needs a table waits behind an `alter table`
 * that waits for it, so one long transaction would stop every school.
 */
export async function inTransactionGivingWay(client: ClientBase, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!gaveWay.includes((error as { code?: string }).code ?? '')) throw error
      if (attempt === attempts)
        throw new Error(
          `other transactions held the tables that it needs (${(error as Error).message}, ${attempts} attempts). Nothing of it was kept: run migrate again, at a quieter time.`,
          { cause: error },
        )
      await wait(pauseMs)
    }
  }
}
