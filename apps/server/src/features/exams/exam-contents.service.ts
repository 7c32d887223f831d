import type { ExamQuestionContent } from '@escola/contract/exam-attempt-wire'
import { ExamContent } from '@escola/contract/exam-questions.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { listVersions } from './exam-pools.queries.ts'

/** Contents of versions of questions, in their order. */
export async function readContents(
  db: SchoolDb,
  versions: { question: string; version: number }[],
): Promise<ExamQuestionContent[]> {
  const rows = await listVersions(db, versions)
  const contents = new Map(rows.map((row) => [`${row.question} ${row.version}`, ExamContent.parse(row.content)]))
  return versions.map(({ question, version }) => {
    const content = contents.get(`${question} ${version}`)
    if (!content) throw notFound()
    const { statement, explanation, key, is_shuffled } = content
    return { html: statement, explanation, key, isShuffled: is_shuffled }
  })
}
