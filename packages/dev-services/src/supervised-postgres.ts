import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PersistentOptions, type RunningPostgres, startPostgres } from './postgres.ts'
import { RestartPauses } from './restart-pauses.ts'

interface Supervision {
  print: (line: string) => void
  /** Told once when the database can't be started again; there is no platform without it. */
  onLost?: ((reason: Error) => void) | undefined
  /** Time after which a database that can't be started again is lost. */
  patienceMs?: number
}

/** A server needs about this much to come back: a piece of its log is 16 MB. */
const leastFreeBytes = 32 * 1024 ** 2

/** Runs the embedded PostgreSQL, and starts it again at the same address when it ends without having been asked to. */
export async function supervisePostgres(
  options: PersistentOptions,
  { print, onLost, patienceMs = 120_000 }: Supervision,
): Promise<Pick<RunningPostgres, 'url' | 'stop'>> {
  let running = await startPostgres(options)
  const { url } = running
  const port = Number(new URL(url).port)
  const stopping = new AbortController()
  const { signal } = stopping
  const pauses = new RestartPauses()
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined)

  const startAgain = async (reason: string, livedMs: number) => {
    const endedOn = Date.now()
    for (let lived = livedMs; !signal.aborted; lived = 0) {
      const wait = pauses.take(lived)
      print(`the database ended unexpectedly (${reason}); starting it again in ${wait / 1000} s`)
      await pause(wait)
      if (signal.aborted) return
      try {
        running = await startPostgres({ ...options, port })
        print('the database is back')
        return
      } catch (error) {
        reason = (error as Error).message
        if (Date.now() - endedOn > patienceMs && (await hasFreeSpace(options.dataDir))) throw error
      }
    }
  }
  const watch = async () => {
    while (!signal.aborted) {
      const startedOn = Date.now()
      const reason = await running.ended
      if (!signal.aborted) await startAgain(reason, Date.now() - startedOn)
    }
  }
  // Its owner may stop the database at this news, and that waits for the watch: the watch doesn't wait for its owner.
  const watching = watch().catch((error: Error) => {
    onLost?.(error)
  })
  const stop = async () => {
    stopping.abort()
    await running.stop()
    await watching
    // It may have been starting just now.
    await running.stop()
  }
  return { url, stop }
}

/** A server whose disk is full can't be started. That is no reason to end: once the disk is freed, nothing else should be left to do. */
async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > leastFreeBytes
}
