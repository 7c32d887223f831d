import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAlive } from './processes.ts'
import { Supervised } from './supervised.ts'

let folder: string
let lines: string[]
let child: Supervised
const logFile = () => path.join(folder, 'log')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'escola-supervised-'))
  lines = []
})
afterEach(async () => {
  await child.end()
  rmSync(folder, { recursive: true })
})

function supervise(script: string): Supervised {
  const file = path.join(folder, 'program.js')
  writeFileSync(file, script)
  child = new Supervised({
    name: 'the worker',
    args: [file],
    cwd: folder,
    env: process.env,
    logFile: logFile(),
    print: (line) => lines.push(line),
    onPids: () => undefined,
  })
  child.start()
  return child
}

const running = `console.log('up'); setInterval(() => undefined, 1000)`
/** A ceiling for a busy machine. */
const patience = { timeout: 60_000 }
const isUp = () => expect(readFileSync(logFile(), 'utf8')).toContain('up')

describe('a supervised process', () => {
  it('is started again when it is killed, and its owner is told', async () => {
    const { pid: first } = supervise(running)
    await vi.waitFor(isUp, patience)
    process.kill(first as number, 'SIGKILL')
    await vi.waitFor(() => expect(child.pid).not.toBe(first), patience)
    await vi.waitFor(() => expect(child.pid).toBeDefined(), patience)
    expect(lines[0]).toMatch(/^the worker ended unexpectedly \(SIGKILL\); starting it again in 1 s\./)
  })

  it('stays down when it was stopped, and has had its time to finish', async () => {
    const { pid } = supervise(
      // It says that it is up once it listens to the signal, which would end it at once before.
      `process.on('SIGTERM', () => setTimeout(() => { console.log('finished'); process.exit() }, 300)); ${running}`,
    )
    await vi.waitFor(isUp, patience)
    await child.stop()
    expect(isAlive(pid as number)).toBe(false)
    expect(readFileSync(logFile(), 'utf8')).toContain('finished')
    expect(child.pid).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('has its errors told, and its last words known after a crash', async () => {
    supervise(`console.log(JSON.stringify({ level: 30, msg: 'fine' }))
      console.log(JSON.stringify({ level: 50, msg: 'broke', err: { message: 'out of chalk' } }))
      setTimeout(() => { throw new Error('no more') }, 200)`)
    await vi.waitFor(() => expect(child.crash).toBe('Error: no more'), patience)
    await vi.waitFor(() => expect(lines).toContain('the worker: broke: out of chalk'), patience)
    expect(lines.join()).not.toContain('fine')
  })
})
