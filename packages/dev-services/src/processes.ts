import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// A killed process whose parent has not collected it still answers signal 0, and in a container no process may ever collect it.
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/s, ''))
  } catch {
    return false
  }
}

/** The command line of a process, or '' when it is gone. Tells a process we started from one that got its number later. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    if (process.platform === 'linux' || process.platform === 'win32') return ''
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (Date.now() < end) {
    if (!isAlive(pid)) return true
    await sleep(20)
  }
  return !isAlive(pid)
}

/** @returns whether the process was there */
export function killIfThere(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Asks with the first signal, and insists with the next ones when the process doesn't go. */
export async function stopProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patience] of steps) {
    if (!isAlive(pid) || !killIfThere(pid, signal)) return
    if (await waitUntilGone(pid, patience)) return
  }
}

/** The processes that a process started itself. */
export function childrenOf(pid: number): number[] {
  const lines =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(pidAndParent)
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const found = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  return found.filter(([, parent]) => parent === pid).map(([child]) => child)
}

function pidAndParent(pid: string): string {
  try {
    // The name in the middle may hold anything, also brackets.
    return `${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S+ (\d+) .*$/s, '$1')}`
  } catch {
    return `${pid} 0`
  }
}
