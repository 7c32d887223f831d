import type { ExamQuestionContent } from '@escola/contract/exam-attempt-wire'
import { examQuestionListLimits } from '@escola/contract/exam-questions.contract'
import { examResultLimits, type QuestionResult } from '@escola/contract/exam-results.contract'
import { questionStatistics } from '@escola/contract/exam-statistics'
import { namePictures } from '@escola/contract/question-text'
import type { SchoolDb } from '@escola/db'
import type { TeamSchool } from '../../core/scope.ts'
import { linesOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import { readContents } from '../exams/exam-contents.service.ts'
import * as queries from './exam-results.queries.ts'
import { openExam } from './exam-results.service.ts'
import { type RememberedSums, readSums, type VersionSums } from './question-sums.service.ts'

/** Results of one version of a question, with its text. */
export interface JudgedQuestion extends VersionSums {
  content: ExamQuestionContent
  discrimination: number | undefined
  mostWrong: { html: string; attempts: number } | undefined
}

/** A question's text in one line, for lists and files: formulas as TeX, pictures as their descriptions. */
export const lineOf = (html: string): string => linesOfHtml(namePictures(html)).replaceAll('\n', ' ')

/** How each version that an assessment asked did: those to check first, then the hardest. */
export async function judgeQuestions(
  db: SchoolDb,
  exam: { schoolId: string; examId: string },
  remembered: RememberedSums,
): Promise<JudgedQuestion[]> {
  const found = await readSums(db, exam, remembered)
  const contents = await readContents(db, found)
  return found
    .map((each, at): JudgedQuestion => {
      const content = contents[at]!
      const { discrimination, mostChosenWrong } = questionStatistics(content.key, each.sums)
      const options = 'options' in content.key ? content.key.options : []
      const wrong = options.find(({ id }) => id === mostChosenWrong?.option)
      return {
        ...each,
        content,
        // How it was marked says nothing of its key.
        discrimination: content.annulled ? undefined : discrimination,
        mostWrong: wrong && { html: wrong.html, attempts: mostChosenWrong!.attempts },
      }
    })
    .toSorted(
      (a, b) =>
        Number(needsCheck(b)) - Number(needsCheck(a)) ||
        Number(isAnnulled(a)) - Number(isAnnulled(b)) ||
        a.sums.right / a.sums.attempts - b.sums.right / b.sums.attempts ||
        Number(BigInt(a.question) - BigInt(b.question)) ||
        a.version - b.version,
    )
}

const isAnnulled = ({ content }: JudgedQuestion) => content.annulled !== undefined

/** Students who do well get it wrong. */
const needsCheck = ({ discrimination }: JudgedQuestion) => discrimination !== undefined && discrimination < 0

const toCorrection = (
  { content }: JudgedQuestion,
  row: { franchisor_id: string | null; utc_corrected_on: Date } | undefined,
): QuestionResult['correction'] =>
  row
    ? {
        annulled: content.annulled ?? null,
        utc_corrected_on: row.utc_corrected_on.toISOString(),
        by_franchisor: row.franchisor_id !== null,
      }
    : null

export const listQuestionResults = (
  school: TeamSchool,
  { lessonId, page }: { lessonId: string; page: number },
  remembered: RememberedSums,
) =>
  school.tx(async (db) => {
    const { examId } = await openExam(db, school, { lessonId })
    const judged = await judgeQuestions(db, { schoolId: school.id, examId }, remembered)
    const rowsPerPage = examResultLimits.questionsPerPage
    const shown = judged.slice((page - 1) * rowsPerPage, page * rowsPerPage)
    const current = new Map(
      (
        await queries.listCurrentVersions(
          db,
          shown.map(({ question }) => question),
        )
      ).map((row) => [row.id, row]),
    )
    const standing = new Map(
      (await queries.listStanding(db, shown)).map((row) => [`${row.question} ${row.version}`, row]),
    )
    const list = shown.map(
      (each): QuestionResult => ({
        question_id: each.question,
        version: each.version,
        in_bank: current.get(each.question)?.franchisor_id === null,
        is_old: (current.get(each.question)?.version ?? each.version) > each.version,
        kind: each.content.key.kind,
        summary: lineOf(each.content.html).slice(0, examQuestionListLimits.summaryMax).toWellFormed(),
        attempts: each.sums.attempts,
        right: each.sums.right,
        most_wrong: each.mostWrong ?? null,
        needs_check: needsCheck(each),
        correction: toCorrection(each, standing.get(`${each.question} ${each.version}`)),
      }),
    )
    return { questions: { total: judged.length, page, rowsPerPage, list } }
  })
