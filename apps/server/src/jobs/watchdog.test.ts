import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const watchdog = path.join(import.meta.dirname, 'watchdog.ts')

/** A process of its own, watched with the shortest patience. */
const watched = (work: string) =>
  new Promise<{ signal: string | null; code: number | null; said: string }>((resolve) => {
    const program = `import { startWatchdog } from ${JSON.stringify(watchdog)}
      const watchdog = startWatchdog({ patienceMs: 2000, name: 'the worker' })
      ${work}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('close', (code, signal) => resolve({ code, signal, said }))
  })

it('ends a process whose loop has stopped turning, and says why', { timeout: 30_000 }, async () => {
  const { signal, said } = await watched('setTimeout(() => { for (;;); }, 100)')
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(said)).toMatchObject({ level: 60, msg: 'the worker did not turn for 2 s and is ended' })
})

it('leaves one alone that turns, and keeps none alive', { timeout: 30_000 }, async () => {
  expect(await watched('setTimeout(() => undefined, 4000)')).toEqual({ code: 0, signal: null, said: '' })
})
