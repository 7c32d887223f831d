import type { ExamQuestionContent } from '@escola/contract/exam-attempt-wire'
import { Correction, withCorrection } from '@escola/contract/exam-corrections'
import { ExamContent } from '@escola/contract/exam-questions.contract'
import { type SchoolDb, schoolOf } from '@escola/db'
import { LRUCache } from 'lru-cache'
import { notFound } from '../../core/app-error.ts'
import { listVersionNumbers, listVersions } from './exam-pools.queries.ts'

interface Version {
  question: string
  version: number
}

interface Written {
  revision: string
  content: ExamQuestionContent
}

const cachedBytes = 32 * 1024 * 1024

/**
 * Versions as they were written, without their corrections. A class is asked the same questions by the thousand, and reading one costs more than all else
 * that is done with it. Only rows that the database has, at the revision it has, are taken from here.
 */
const written = new LRUCache<string, Written>({
  maxSize: cachedBytes,
  sizeCalculation: (entry) => 2 * JSON.stringify(entry).length,
})

/** Contents of versions of questions, in the order given. Each has its corrected key, or is annulled: nothing else of a version ever changes. */
export async function readContents(db: SchoolDb, versions: Version[]): Promise<ExamQuestionContent[]> {
  const schoolId = schoolOf(db)
  const keyOf = ({ question, version }: Version) => `${schoolId} ${question} ${version}`
  const known = new Map(versions.map((version) => [keyOf(version), written.get(keyOf(version))]))
  const wanted = versions.map((version) => ({ ...version, revision: known.get(keyOf(version))?.revision ?? null }))
  const contents = new Map<string, ExamQuestionContent>()
  for (const { revision, content, corrections, ...row } of await listVersions(db, wanted)) {
    const key = keyOf(row)
    const entry = content === null ? known.get(key)! : { revision, content: toContent(content) }
    if (content !== null) written.set(key, entry)
    contents.set(key, correct(entry.content, corrections ?? []))
  }
  return versions.map((version) => {
    const content = contents.get(keyOf(version))
    if (!content) throw notFound()
    return content
  })
}

/** Contents of all versions of a question, the oldest first. */
export async function readVersions(db: SchoolDb, question: string): Promise<(ExamQuestionContent & Version)[]> {
  const versions = (await listVersionNumbers(db, question)).map((version) => ({ question, version }))
  const contents = await readContents(db, versions)
  return versions.map((version, at) => ({ ...version, ...contents[at]! }))
}

function toContent(row: unknown): ExamQuestionContent {
  const { statement, explanation, key, is_shuffled } = ExamContent.parse(row)
  return { html: statement, explanation, key, isShuffled: is_shuffled }
}

const correct = (content: ExamQuestionContent, corrections: unknown[]) =>
  corrections.reduce<ExamQuestionContent>(
    (corrected, correction) => withCorrection(corrected, Correction.parse(correction)),
    content,
  )
