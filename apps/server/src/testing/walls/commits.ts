import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface Commit {
  hash: string
  subject: string
  body: string
}

/** Kinds of commit whose subject says everything, so that a body would only repeat it. */
const kindsWithoutBody = new Set(['docs', 'format', 'versions'])
const longestSubject = 72

/** Faults of one commit against CONTRIBUTING's rule, one line each. */
export function commitFaults({ hash, subject, body }: Commit): string[] {
  const kind = subject.match(/^([a-z0-9][a-z0-9 ,-]*): \S/)?.[1]
  const faults = [
    subject.length > longestSubject && `has a subject of ${subject.length} characters, at most ${longestSubject} fit`,
    !kind && 'needs a subject like "noun: what it does now"',
    !body.trim() && !kindsWithoutBody.has(kind ?? '') && 'needs a body that says why',
  ]
  return faults.filter((fault) => fault !== false).map((fault) => `${hash.slice(0, 10)} ${fault}: ${subject}`)
}

/**
 * Lists the commits that descend from the one which added a file; merges are left out, because git words them.
 * The list is empty where that commit can't be known: without git, without `.git`, before the file is committed and in a shallow clone.
 */
export function commitsSince(root: string, file: string): Commit[] {
  if (!existsSync(path.join(root, '.git'))) return []
  const added = git(root, ['log', '--diff-filter=A', '--format=%H', '--', file]).split('\n').filter(Boolean).at(-1)
  if (!added) return []
  // The body may hold any text, so NUL separates the fields.
  const fields = git(root, ['log', '-z', '--no-merges', '--ancestry-path', '--format=%H%x00%s%x00%b', `${added}..HEAD`])
  const values = fields.split('\0')
  const commits: Commit[] = []
  for (let at = 0; at + 2 < values.length; at += 3)
    commits.push({ hash: values[at]!, subject: values[at + 1]!, body: values[at + 2]! })
  return commits
}

function git(folder: string, args: string[]): string {
  // A hook of git sets GIT_DIR and the like, which would lead to another repository than the folder's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const { status, stdout } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout : ''
}
