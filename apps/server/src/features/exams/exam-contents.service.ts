import type { ExamQuestionContent } from '@escola/contract/exam-attempt-wire'
import { Correction, withCorrection } from '@escola/contract/exam-corrections'
import { ExamContent } from '@escola/contract/exam-questions.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { listVersionNumbers, listVersions } from './exam-pools.queries.ts'

interface Version {
  question: string
  version: number
}

/** Contents of versions of questions, in the order given. Each has its corrected key, or is annulled: nothing else of a version ever changes. */
export async function readContents(db: SchoolDb, versions: Version[]): Promise<ExamQuestionContent[]> {
  const rows = await listVersions(db, versions)
  const contents = new Map(rows.map((row) => [`${row.question} ${row.version}`, toContent(row)]))
  return versions.map(({ question, version }) => {
    const content = contents.get(`${question} ${version}`)
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

function toContent(row: { content: unknown; corrections: unknown[] | null }): ExamQuestionContent {
  const { statement, explanation, key, is_shuffled } = ExamContent.parse(row.content)
  const written: ExamQuestionContent = { html: statement, explanation, key, isShuffled: is_shuffled }
  return (row.corrections ?? []).reduce<ExamQuestionContent>(
    (content, correction) => withCorrection(content, Correction.parse(correction)),
    written,
  )
}
