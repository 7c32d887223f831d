import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { logDestination } from './log-destination.ts'

it('writes each line at once', async () => {
  const file = path.join((await world()).folder, 'log')
  const handle = await open(file, 'a')
  pino(logDestination(handle.fd)).info('up')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ msg: 'up' })
  await handle.close()
})

// A device of Linux that answers each write as a full disk does.
it.skipIf(!existsSync('/dev/full'))('lets a process go on whose log the disk no longer takes', async () => {
  const handle = await open('/dev/full', 'a')
  await expect(handle.write('x')).rejects.toMatchObject({ code: 'ENOSPC' })
  const log = pino(logDestination(handle.fd))
  for (let line = 0; line < 3000; line++) log.error({ text: 'x'.repeat(1000) }, 'refused')
  await handle.close()
})
