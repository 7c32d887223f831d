import { noSums, type QuestionSums } from '@escola/contract/exam-statistics'
import type { SchoolDb } from '@escola/db'
import { LRUCache } from 'lru-cache'
import * as queries from './question-sums.queries.ts'

/** Sums of one version of a question at an assessment. */
export interface VersionSums {
  examId: string
  question: string
  version: number
  sums: QuestionSums
}

/** Attempts of one stretch, whose sums are remembered together. */
const attemptsOfStretch = 5000
/** Most sums of versions that a process remembers: twenty assessments of 120 questions, each with 20,000 attempts. */
const maxRemembered = 50_000

/** Sums that this process has added up before. A stretch of attempts is added up again once one of its rows is another. */
export class RememberedSums {
  readonly #stretches = new LRUCache<string, { stamp: string; sums: VersionSums[] }>({
    maxSize: maxRemembered,
    sizeCalculation: ({ sums }) => sums.length + 1,
  })
  readonly #attempts: number

  constructor(attempts = attemptsOfStretch) {
    this.#attempts = attempts
  }

  /** Sums over the present attempts at an assessment, by stretches. */
  async read(db: SchoolDb, { schoolId, examId }: { schoolId: string; examId: string }): Promise<VersionSums[]> {
    const all: VersionSums[] = []
    for (const { stamp, ...stretch } of await queries.listStretches(db, examId, this.#attempts)) {
      const key = `${schoolId} ${examId} ${stretch.from}`
      const known = this.#stretches.get(key)
      // A row may change between the two statements. Its sums are then newer than their stamp, and no later visit finds that stamp again.
      const sums = known?.stamp === stamp ? known.sums : await readPresent(db, stretch)
      if (sums !== known?.sums) this.#stretches.set(key, { stamp, sums })
      all.push(...sums)
    }
    return all
  }
}

/** Sums of all versions that an assessment has asked, over present and erased attempts. */
export async function readSums(
  db: SchoolDb,
  exam: { schoolId: string; examId: string },
  remembered: RememberedSums,
): Promise<VersionSums[]> {
  const kept = (await queries.listKeptSums(db, exam.examId)).map(toKept)
  const found = new Map<string, VersionSums>()
  for (const each of [...(await remembered.read(db, exam)), ...kept]) {
    const before = found.get(keyOf(each))
    found.set(keyOf(each), before ? { ...each, sums: joinSums(before.sums, each.sums) } : each)
  }
  return [...found.values()]
}

/** Adds the sums of a student's attempts to the kept sums, before the attempts are erased. The student is locked. */
export async function keepSums(db: SchoolDb, userId: string): Promise<void> {
  const found = await readPresent(db, { userId })
  const held = await queries.holdExams(db, [...new Set(found.map(({ examId }) => examId))])
  const order = ({ examId, question, version }: VersionSums) => [BigInt(examId), BigInt(question), BigInt(version)]
  // Two erasures at once lock the sums in the same order.
  for (const each of found.filter(({ examId }) => held.has(examId)).toSorted((a, b) => compare(order(a), order(b)))) {
    const key = { exam_id: each.examId, question_id: each.question, version: each.version }
    const { attempts, right, chosen, rest, restSquares, restOfRight } = joinSums(
      toKept(await queries.lockKeptSums(db, key)).sums,
      each.sums,
    )
    await queries.updateKeptSums(db, key, {
      attempts: String(attempts),
      right_attempts: String(right),
      chosen: JSON.stringify(chosen),
      rest: String(rest),
      rest_squares: String(restSquares),
      rest_of_right: String(restOfRight),
    })
  }
}

function compare(a: bigint[], b: bigint[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
}

const keyOf = ({ examId, question, version }: Omit<VersionSums, 'sums'>) => `${examId} ${question} ${version}`

async function readPresent(db: SchoolDb, asked: queries.SummedAttempts): Promise<VersionSums[]> {
  const found = new Map<string, VersionSums>()
  for (const row of await queries.sumQuestions(db, asked)) {
    const place = { examId: row.exam_id, question: row.question, version: row.version }
    const attempts = Number(row.attempts)
    const chosen = Object.fromEntries([row.chosen ?? []].flat().map((option) => [option, attempts]))
    const sums = joinSums(found.get(keyOf(place))?.sums ?? noSums, {
      attempts,
      right: Number(row.right),
      chosen,
      rest: Number(row.rest),
      restSquares: Number(row.rest_squares),
      restOfRight: Number(row.rest_of_right),
    })
    found.set(keyOf(place), { ...place, sums })
  }
  return [...found.values()]
}

const toKept = (row: queries.KeptRow): VersionSums => ({
  examId: row.exam_id,
  question: row.question_id,
  version: row.version,
  sums: {
    attempts: Number(row.attempts),
    right: Number(row.right_attempts),
    chosen: row.chosen as Record<string, number>,
    rest: Number(row.rest),
    restSquares: Number(row.rest_squares),
    restOfRight: Number(row.rest_of_right),
  },
})

function joinSums(a: QuestionSums, b: QuestionSums): QuestionSums {
  const chosen = { ...a.chosen }
  for (const [option, attempts] of Object.entries(b.chosen)) chosen[option] = (chosen[option] ?? 0) + attempts
  return {
    attempts: a.attempts + b.attempts,
    right: a.right + b.right,
    chosen,
    rest: a.rest + b.rest,
    restSquares: a.restSquares + b.restSquares,
    restOfRight: a.restOfRight + b.restOfRight,
  }
}
