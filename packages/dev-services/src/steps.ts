import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { findLastTrouble, rotateLog } from './logs.ts'
import { projectRoot } from './project.ts'

/** Runs a program of this project to its end, its output in a log; when it fails, says so in one sentence. */
export async function runStep(failure: string, file: string, env: NodeJS.ProcessEnv, logFile: string): Promise<void> {
  rotateLog(logFile)
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [path.join(projectRoot, file)], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  if (code !== 0) throw new Error(`${failure}: ${findLastTrouble(logFile) ?? `it ended with ${code}`} (see ${logFile})`)
}
