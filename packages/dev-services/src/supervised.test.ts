import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
const untilUp = () => expect.poll(() => readFileSync(logFile(), 'utf8')).toContain('up')

describe('a supervised process', () => {
  it('is started again when it is killed, and its owner is told', async () => {
    const { pid: first } = supervise(running)
    await untilUp()
    process.kill(first as number, 'SIGKILL')
    await expect.poll(() => child.pid).not.toBe(first)
    await expect.poll(() => child.pid).toBeDefined()
    expect(lines[0]).toMatch(/^the worker ended unexpectedly \(SIGKILL\); starting it again in 1 s\./)
  })

  it('stays down when it was stopped, and has had its time to finish', async () => {
    const { pid } = supervise(
      // It says that it is up once it listens to the signal, which would end it at once before.
      `process.on('SIGTERM', () => setTimeout(() => { console.log('finished'); process.exit() }, 300)); ${running}`,
    )
    await untilUp()
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
    await expect.poll(() => child.crash).toBe('Error: no more')
    await expect.poll(() => lines).toContain('the worker: broke: out of chalk')
    expect(lines.join()).not.toContain('fine')
  })
})
