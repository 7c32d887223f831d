import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const watchdog = path.join(import.meta.dirname, 'watchdog.ts')

/** A process of its own, watched with the shortest patience. */
const runWatched = (work: string) =>
  new Promise<{ signal: string | null; code: number | null; output: string }>((resolve) => {
    const program = `import { startWatchdog } from ${JSON.stringify(watchdog)}
      const watchdog = startWatchdog({ patienceMs: 2000, name: 'the worker' })
      ${work}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })

it('ends a process whose loop has stopped turning, and says why', async () => {
  const { signal, output } = await runWatched('setTimeout(() => { for (;;); }, 100)')
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(output)).toMatchObject({ level: 60, msg: 'the worker did not turn for 2 s and is ended' })
})

it('leaves alone a process that turns, and keeps no process alive', async () => {
  expect(await runWatched('setTimeout(() => undefined, 4000)')).toEqual({ code: 0, signal: null, output: '' })
})
