import { type ChildProcessByStdio, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { testSecret } from '@escola/db/testing'
import { onTestFinished } from 'vitest'
import type { World } from './world.ts'

/** Starts a process of the product on this file's database; it ends with its test at the latest. Its stderr is the caller's to read. */
export function spawnMain(
  w: World,
  main: 'main-api.ts' | 'main-worker.ts',
  env: NodeJS.ProcessEnv,
  stdout: 'inherit' | 'pipe' = 'inherit',
) {
  const started: ChildProcessByStdio<null, Readable | null, Readable> = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '..', main)],
    {
      stdio: ['ignore', stdout, 'pipe'] as ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: w.databaseUrl,
        ESCOLA_SECRET: testSecret,
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: w.config.publicUrl,
        FILES_DIR: w.folder,
        REDIS_URL: '',
        LOG_LEVEL: 'fatal',
        OVERLOAD_WAIT_MS: '0',
        ...env,
      },
    },
  )
  onTestFinished(() => void started.kill('SIGKILL'))
  return started
}
