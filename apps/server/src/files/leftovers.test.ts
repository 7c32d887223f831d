import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { hourMs } from '@escola/contract/durations'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFolderStore } from './folder-store.ts'
import { withSpooled } from './spool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-leftovers-'))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** A killed process leaves this behind. */
async function leave(parent: string, name: string, hours: number) {
  const entry = path.join(parent, name)
  await mkdir(entry, { recursive: true })
  const then = new Date(Date.now() - hours * hourMs)
  await utimes(entry, then, then)
}

it('removes unfinished files of yesterday and earlier before the first file is stored, then once a day', async () => {
  const unfinished = path.join(folder, 'unfinished')
  const put = () => store.put('1/a', Buffer.from('a'), 'text/plain')
  await leave(unfinished, 'killed', 25)
  await leave(unfinished, 'under-way', 23)
  const store = createFolderStore(folder)
  await put()
  expect(await readdir(unfinished)).toEqual(['under-way'])
  await leave(unfinished, 'killed-again', 25)
  await put()
  expect((await readdir(unfinished)).toSorted()).toEqual(['killed-again', 'under-way'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * hourMs })
  await put()
  expect(await readdir(unfinished)).toEqual([])
})

it('removes uploads of yesterday and earlier, and nothing of others, before the next upload', async () => {
  vi.stubEnv('TMPDIR', folder)
  await leave(folder, 'escola-upload-killed', 25)
  await leave(folder, 'escola-upload-under-way', 23)
  await leave(folder, 'somebody-elses', 25)
  const limit = { maxBytes: 100, tooLarge: () => new Error('too large') }
  const during = await withSpooled(Readable.from([Buffer.from('a')]), limit, () => readdir(folder))
  expect(during).toEqual(expect.arrayContaining(['escola-upload-under-way', 'somebody-elses']))
  expect(during).not.toContain('escola-upload-killed')
})
