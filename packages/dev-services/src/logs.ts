import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const keptFiles = 3

/** Starts a fresh log file; the ones of the last starts stay beside it as .1, .2, … */
export function rotateLog(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  if (!existsSync(file) || statSync(file).size === 0) return
  for (let number = keptFiles; number > 1; number--) {
    if (existsSync(`${file}.${number - 1}`)) renameSync(`${file}.${number - 1}`, `${file}.${number}`)
  }
  renameSync(file, `${file}.1`)
}

/**
 * Reports lines as they are added to a log. The processes write their logs themselves, so that they go on when we are
 * gone; we only read along.
 */
export function followLog(file: string, onLine: (line: string) => void): () => void {
  let position = existsSync(file) ? statSync(file).size : 0
  let rest = ''
  const readNewLines = () => {
    if (!existsSync(file)) return
    const size = statSync(file).size
    if (size <= position) return
    const chunk = Buffer.alloc(Math.min(size - position, 4_000_000))
    const handle = openSync(file, 'r')
    try {
      position += readSync(handle, chunk, 0, chunk.length, position)
    } finally {
      closeSync(handle)
    }
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  const timer = setInterval(readNewLines, 500)
  timer.unref()
  return () => {
    clearInterval(timer)
    readNewLines()
  }
}

interface LogEntry {
  level?: number
  msg?: string
  err?: { message?: string }
}

/** The sentence in a line that needs attention (an error of the app, or the last words of a crash), if any. */
export function findTrouble(line: string): string | undefined {
  if (line.startsWith('{')) {
    try {
      const { level = 0, msg, err } = JSON.parse(line) as LogEntry
      if (level < 50) return undefined
      return [msg, err?.message].filter(Boolean).join(': ')
    } catch {
      return undefined
    }
  }
  return /^(\w*Error|.*\berror\b): /i.test(line) ? line.trim() : undefined
}

/** Last words of a process, for a sentence about why it ended. */
export function findLastTrouble(file: string): string | undefined {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map(findTrouble).findLast(Boolean) ?? (lines.at(-1) || undefined)
}
