import type { ExamQuestionContent } from '@escola/contract/exam-attempt-wire'
import { KeyAnswer, withAnswer } from '@escola/contract/exam-corrections'
import { ExamContent } from '@escola/contract/exam-questions.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { listVersionNumbers, listVersions } from './exam-pools.queries.ts'

interface Version {
  question: string
  version: number
}

/** Contents of versions of questions, in the order given. Each has its corrected key, the only part of a version that ever changes. */
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

function toContent(row: { content: unknown; answer: unknown }): ExamQuestionContent {
  const { statement, explanation, key, is_shuffled } = ExamContent.parse(row.content)
  const corrected = row.answer === null ? key : withAnswer(key, KeyAnswer.parse(row.answer))
  return { html: statement, explanation, key: corrected, isShuffled: is_shuffled }
}
