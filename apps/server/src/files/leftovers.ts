import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { dayMs } from '@escola/contract/durations'

const sweptOn = new Map<string, number>()

/**
 * Removes from a folder what a killed process left half-written there: whatever begins with the prefix and is a day old. Asked before
 * each write to the folder; it looks at a process's first, and then once a day.
 */
export async function sweepLeftovers(folder: string, prefix: string): Promise<void> {
  const now = Date.now()
  if (now - (sweptOn.get(folder) ?? 0) < dayMs) return
  sweptOn.set(folder, now)
  const entries = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  // A folder that cannot be removed is another user's, or was just removed by another process.
  await Promise.allSettled(
    entries.map(async (name) => {
      const entry = path.join(folder, name)
      const { mtimeMs } = await stat(entry)
      if (now - mtimeMs > dayMs) await rm(entry, { recursive: true, force: true })
    }),
  )
}
