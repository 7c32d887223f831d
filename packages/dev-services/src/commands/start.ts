import path from 'node:path'
import { dataDirOf, projectRoot } from '../project.ts'
import { type Stack, type StackOptions, startStack } from '../stack.ts'
import { summarizeStack } from '../stack-summary.ts'

const dataDir = dataDirOf(process.env)
const print = (line: string) => console.log(line.replaceAll(`${projectRoot}${path.sep}`, ''))
const options: StackOptions = { dataDir, env: process.env, watch: process.argv.includes('--watch'), print, onLost }

let stack: Stack | undefined
const stopRequest = new AbortController()

async function stop() {
  if (stopRequest.signal.aborted) return
  stopRequest.abort()
  console.log('\nStopping …')
  if (!stack) return
  await stack.stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

/** Without its database nothing works: a service manager sees the code and starts this process again. */
async function onLost(reason: Error) {
  print(`The database could not be started again: ${reason.message}`)
  process.exitCode = 1
  await stop()
}

try {
  const port = portFrom(process.env.PORT)
  // Without it, only a database of our own gets the demonstration school, whose passwords are public.
  const seed = process.env.SEED_DEMO ? process.env.SEED_DEMO === '1' : undefined
  stack = await startStack({ ...options, port, seed, signal: stopRequest.signal })
  if (stopRequest.signal.aborted) {
    await stack.stop()
    process.exit()
  }
  console.log(summarizeStack(stack))
} catch (error) {
  if (stopRequest.signal.aborted) process.exit()
  print((error as Error).message)
  process.exit(1)
}

function portFrom(value: string | undefined): number | undefined {
  if (!value) return undefined
  const port = Number(value)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT must be a number from 1 to 65535, not "${value}".`)
}
