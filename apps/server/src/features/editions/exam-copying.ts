import type { SchoolDb } from '@escola/db'
import { summaryOfQuestion } from '../../rich-text/sanitize-rich-text.ts'
import type { Contents } from './contents.queries.ts'
import * as queries from './exam-contents.queries.ts'

/** Questions per statement: few enough that long texts and many options stay within a few megabytes. */
const questionsAtOnce = 100

/** Assessments of a course: the publications, and the versions of questions that they may ask. */
export interface OriginalExams {
  exams: string
  questions: queries.EditionQuestion[]
}

/** Reads what the assessments of published contents may ask. */
export async function readQuestions(
  db: SchoolDb,
  { exams }: Pick<Contents, 'exams'>,
): Promise<queries.EditionQuestion[]> {
  const published = JSON.parse(exams) as queries.EditionExam[]
  const versions = published.length > 0 ? await queries.listVersions(db, published) : []
  return versions.map((version) => {
    const { statement } = JSON.parse(version.content) as { statement: string }
    return { ...version, summary: summaryOfQuestion(statement) }
  })
}

/**
 * Writes the assessments of an edition, and the versions that are not here yet.
 * @param mends also rewrites the versions that exist here
 */
export async function writeAssessments(
  db: SchoolDb,
  { courseId, franchisorId, exams, questions }: OriginalExams & { courseId: string; franchisorId: string },
  { mends }: { mends: boolean },
): Promise<void> {
  const known = mends || questions.length === 0 ? new Set() : await queries.listKnown(db, questions)
  const lacking = questions.filter(({ id, version }) => !known.has(`${id} ${version}`))
  for (let at = 0; at < lacking.length; at += questionsAtOnce) {
    const some = lacking.slice(at, at + questionsAtOnce)
    // A question's row describes its last version.
    await queries.writeQuestions(db, franchisorId, [...new Map(some.map((each) => [each.id, each])).values()])
    await queries.writeVersions(db, some)
  }
  await queries.writeExams(db, courseId, exams)
}
