import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ExamKey } from '@escola/contract/exam-content'
import type { ExamImportItem } from '@escola/contract/exam-import-items'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'samples', name), 'utf8')

/** Files as Moodle's export, its documentation and teachers write them. */
export const samples = { moodle: read('moodle.xml'), gift: read('gift.txt'), pasted: read('pasted.txt') }

/** Verdict of each item in a line: what was taken, and what was said of it. */
export const verdictsOf = (items: Iterable<ExamImportItem>): string[] => [...items].map(verdictOf)

function verdictOf(item: ExamImportItem): string {
  if (item.verdict === 'broken') return `line ${item.line} broken: ${item.reason}`
  const place = `${item.number} ${item.title}`
  if (item.verdict === 'refused')
    return `${place} refused: ${item.problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')}`
  const { key } = item.question
  const right = rightOf(key)
  return [`${place} ${key.kind}: ${right}`, ...item.notes].join(' / ')
}

function rightOf(key: ExamKey): string {
  if (key.kind === 'number') return `${key.right} ± ${key.tolerance} ${key.unit}`.trim()
  if (key.kind === 'open') return key.guide
  if (key.kind !== 'pairs') return [key.right].flat().join(', ')
  return `${key.right.map(({ left, option }) => `${left}-${option}`).join(', ')} of ${key.options.length}`
}
