import { Readable } from 'node:stream'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { kindLabels } from '@escola/contract/exam-questions.contract'
import {
  annulledFileWords,
  describeException,
  markFileHeadings,
  questionFileHeadings,
} from '@escola/contract/exam-result-texts'
import type { ResultStudent } from '@escola/contract/exam-results.contract'
import { formatPoints } from '@escola/contract/exam-texts'
import { labels } from '@escola/contract/labels'
import { dayOf } from '@escola/contract/time'
import { csvMark, decimalOf, writeCsvRows } from '../../core/csv.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Clock } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { listNextStudents } from './exam-results.queries.ts'
import { type AskedExam, openExam, toStudents } from './exam-results.service.ts'
import { type JudgedQuestion, judgeQuestions, lineOf } from './question-results.service.ts'
import type { RememberedSums } from './question-sums.service.ts'

/** Rows in memory, and in one short transaction, at a time: no transaction waits for the reader. */
const rowsAtOnce = 500

const fileOf = (body: Readable | Buffer, name: string, { now }: Clock) =>
  new Bytes(body, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}-${dayOf(now())}.csv"`,
    'cache-control': 'no-store',
  })

/** Answers the marks of an assessment as a file, written while it is sent. */
export async function downloadMarks(
  school: Attended,
  { lessonId }: { lessonId: string },
  tools: Clock & { securityLog: SecurityLog },
  atOnce = rowsAtOnce,
): Promise<Bytes> {
  const exam = await school.tx((db) => openExam(db, { lessonId }))
  tools.securityLog.record('students_exported', school, { userId: school.actor.userId, schoolId: school.id })
  return fileOf(Readable.from(writeMarks(school, exam, atOnce)), 'notas', tools)
}

const { name, email } = labels.fields

/** The e-mails are a column for callers who may see them. */
async function* writeMarks(school: Attended, exam: AskedExam, atOnce: number): AsyncGenerator<string> {
  const seesContacts = school.may('students')
  yield csvMark + writeCsvRows([[name, ...(seesContacts ? [email] : []), ...markFileHeadings]])
  let after = '0'
  let students: ResultStudent[]
  do {
    students = await school.tx(async (db) =>
      toStudents(db, exam, await listNextStudents(db, exam, { after, limit: atOnce })),
    )
    after = students.at(-1)?.user_id ?? after
    if (students.length > 0) yield writeCsvRows(students.map((student) => markCellsOf(student, exam, seesContacts)))
  } while (students.length === atOnce)
}

function markCellsOf(
  { mark, exception, ...student }: ResultStudent,
  { settings }: AskedExam,
  seesContacts: boolean,
): string[] {
  const percent = mark && mark.total > 0 ? decimalOf(Math.floor((mark.points * 10_000) / mark.total)) : ''
  const passed = settings.kind === 'exercise' || !mark ? '' : student.has_passed ? 'sim' : 'não'
  return [
    student.name,
    ...(seesContacts ? [student.email] : []),
    mark ? decimalOf(mark.points) : '',
    mark ? decimalOf(mark.total) : '',
    percent,
    passed,
    String(student.attempts),
    exception ? describeException(exception) : '',
    student.is_waiting ? openAnswerTexts.waiting : '',
  ]
}

/** Answers the questions of an assessment as a file, with the discrimination of each. */
export async function downloadQuestions(
  school: School,
  { lessonId }: { lessonId: string },
  tools: Clock & { remembered: RememberedSums },
): Promise<Bytes> {
  const judged = await school.tx(async (db) => {
    const { examId } = await openExam(db, { lessonId })
    return judgeQuestions(db, { schoolId: school.id, examId }, tools.remembered)
  })
  const rows = [questionFileHeadings, ...judged.map(questionCellsOf)]
  return fileOf(Buffer.from(csvMark + writeCsvRows(rows)), 'questoes', tools)
}

const questionCellsOf = ({ question, version, content, sums, mostWrong, discrimination }: JudgedQuestion): string[] => [
  question,
  String(version),
  lineOf(content.html),
  kindLabels[content.key.kind],
  String(sums.attempts),
  String(sums.right),
  sums.attempts > 0 ? decimalOf(Math.floor((sums.right * 10_000) / sums.attempts)) : '',
  mostWrong ? lineOf(mostWrong.html) : '',
  mostWrong ? String(mostWrong.attempts) : '',
  discrimination === undefined ? '' : formatPoints(Math.round(discrimination * 100)),
  content.annulled ? annulledFileWords[content.annulled] : '',
]
