import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandOf, isAlive } from './processes.ts'
import { RunningNote } from './running-note.ts'

let dataDir: string
const noteFile = () => path.join(dataDir, 'running.json')

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'escola-note-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Leaves the note of a killed process, whose number belongs to no process with that command. */
function pretendItsOwnerDied() {
  const note = JSON.parse(readFileSync(noteFile(), 'utf8')) as object
  writeFileSync(noteFile(), JSON.stringify({ ...note, command: 'another program' }))
}

describe('the note that a data folder is in use', () => {
  it('keeps a second start away and tells it the address', async () => {
    const note = await RunningNote.take(dataDir)
    await expect(RunningNote.take(dataDir)).rejects.toThrow('Escola is already being started')
    note.setUrl('http://localhost:3000')
    await expect(RunningNote.take(dataDir)).rejects.toThrow('Escola is already running at http://localhost:3000')
    note.release()
    const next = await RunningNote.take(dataDir)
    next.release()
    expect(existsSync(noteFile())).toBe(false)
  })

  it('waits for no note that this user may not read', async () => {
    await mkdir(noteFile())
    await expect(RunningNote.take(dataDir)).rejects.toThrow('EISDIR')
  })

  it('lets only one of several have it', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => RunningNote.take(dataDir)))
    expect(attempts.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('of a dead owner is taken over, and the processes it left are stopped', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
    // A process has no command line at its very beginning.
    await expect.poll(() => commandOf(child.pid as number)).toContain('setInterval')
    const note = await RunningNote.take(dataDir)
    note.setChildren([child.pid as number])
    pretendItsOwnerDied()
    const next = await RunningNote.take(dataDir)
    expect(isAlive(child.pid as number)).toBe(false)
    next.release()
  })

  it('that a crash cut short keeps no program away', async () => {
    writeFileSync(noteFile(), '{"pid":')
    const note = await RunningNote.take(dataDir)
    note.release()
  })
})

it('that a full disk does not take leaves the one of before, and ends no process', async () => {
  const note = await RunningNote.take(dataDir)
  note.setUrl('http://localhost:3000')
  // A folder in its place fails the write as a disk without room does.
  await mkdir(`${noteFile()}.new`)
  note.setChildren([process.pid])
  await expect(RunningNote.take(dataDir)).rejects.toThrow('Escola is already running at http://localhost:3000')
  note.release()
})
