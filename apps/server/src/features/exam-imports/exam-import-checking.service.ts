import type { ExamImportItem } from '@escola/contract/exam-import-items'
import { importFields, importReasons } from '@escola/contract/exam-import-texts'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { requirePicture } from '../../files/images.ts'
import { likenessOfIncoming, readIncoming } from '../exam-questions/incoming-questions.service.ts'
import { advanceImport, lockImportAt, type Reading } from './exam-import-batch.queries.ts'
import { type Comparable, findKnown, type ItemRow, insertItems } from './exam-import-items.queries.ts'

export interface Numbered {
  /** Place in the file, from 1. */
  number: number
  item: ExamImportItem
}

/** Keeps the verdicts on some items. @returns whether the import was where they begin */
export async function checkBatch(school: School, reading: Reading, from: number, batch: Numbered[]): Promise<boolean> {
  const judged: { row: ItemRow; likeness?: Comparable }[] = []
  for (const numbered of batch) judged.push(await judgeItem(numbered))
  return school.tx(async (db) => {
    if (!(await lockImportAt(db, reading, from))) return false
    const known = await findKnown(
      db,
      judged.flatMap(({ likeness }) => likeness ?? []),
    )
    const rows = judged.map(({ row }) => (known.has(row.number) ? { ...row, verdict: 'known' as const } : row))
    await insertItems(db, reading.id, rows)
    const count = (isCounted: (row: ItemRow) => boolean) => rows.filter(isCounted).length
    await advanceImport(db, reading.id, {
      processed: rows.length,
      fresh: count(({ verdict }) => verdict === 'fresh'),
      known: count(({ verdict }) => verdict === 'known'),
      refused: count(({ verdict }) => verdict === 'refused' || verdict === 'broken'),
      noted: count(({ notes }) => notes.length > 0),
    })
    return true
  })
}

async function judgeItem({ number, item }: Numbered): Promise<{ row: ItemRow; likeness?: Comparable }> {
  const { line } = item
  if (item.verdict === 'broken') {
    const problems = [{ field: importFields.file, reason: item.reason }]
    return { row: { number, line, title: '', verdict: 'broken', problems, notes: [] } }
  }
  const place = { number, line, title: item.title }
  const refused = (problems: ItemRow['problems']) => ({
    row: { ...place, verdict: 'refused' as const, problems, notes: [] },
  })
  if (item.verdict === 'refused') return refused(item.problems)
  for (const { name, bytes } of item.pictures) {
    const reason = await refusePicture(name, Buffer.from(bytes))
    if (reason) return refused([{ field: importFields.pictures, reason }])
  }
  const read = readIncoming(item.question)
  if ('reason' in read) return refused([{ field: importFields.statement, reason: read.reason }])
  return {
    row: { ...place, verdict: 'fresh', problems: [], notes: item.notes },
    likeness: { number, ...likenessOfIncoming(read.question) },
  }
}

async function refusePicture(name: string, bytes: Buffer): Promise<string | undefined> {
  try {
    await requirePicture(bytes)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return importReasons.pictureKind(name.slice(0, 100).toWellFormed())
  }
}
