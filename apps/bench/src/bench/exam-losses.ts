import { isDeepStrictEqual } from 'node:util'
import { answerFromAttempt } from '@escola/contract/exam-attempt-wire'
import { markAnswer } from '@escola/contract/exam-marks'
import type { ExamContent } from '@escola/contract/exam-questions.contract'
import type pg from 'pg'
import type { ExamStudent } from './exam-students.ts'

interface Stored {
  id: string
  seed: string
  earned: number[] | null
  points: number | null
  how: string | null
  asked: { content: ExamContent; points: number }[]
  answers: Record<string, unknown>
}

/** Counts answers that a device saw saved and the database lacks, and attempts whose score differs from that of their answers. */
export async function countLosses(admin: pg.Client, schoolId: string, students: ExamStudent[]) {
  const { rows } = await admin.query<Stored>(
    `select a.id::text, a.seed, a.earned, a.points, a.handed_in_how as how,
      (select jsonb_agg(jsonb_build_object('content', v.content, 'points', q.value -> 'points') order by q.ordinality)
        from jsonb_array_elements(a.asked) with ordinality q
        join exam_question_versions v on v.school_id = a.school_id and v.question_id = (q.value ->> 'question')::bigint
          and v.number = (q.value ->> 'version')::int) as asked,
      (select coalesce(jsonb_object_agg(n.place, n.answer), '{}') from exam_answers n
        where n.school_id = a.school_id and n.attempt_id = a.id and not n.is_late) as answers
    from exam_attempts a where a.school_id = $1`,
    [schoolId],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const losses = students.map((student) => compare(student, stored.get(student.attempt?.id ?? '')))
  return {
    attempts: rows.length,
    answers: losses.reduce((sum, { answers }) => sum + answers, 0),
    lost: losses.reduce((sum, { lost }) => sum + lost, 0),
    wrongScores: losses.filter(({ hasScore }) => !hasScore).length,
  }
}

function compare({ kept }: ExamStudent, stored: Stored | undefined) {
  if (!stored) return { answers: kept.size, lost: kept.size, hasScore: false }
  const held = new Map(
    [...kept.values()].map(({ question, answer }) => {
      const { content } = stored.asked[question - 1]!
      const place = { number: question, points: 0, seed: stored.seed }
      const asBank = { ...content, html: content.statement, isShuffled: content.is_shuffled }
      return [question, answer === null ? undefined : answerFromAttempt(asBank, place, answer)] as const
    }),
  )
  const lost = [...held].filter(([question, answer]) => !isDeepStrictEqual(stored.answers[question], answer)).length
  const earned = stored.asked.map(({ content, points }, at) => markAnswer(content.key, held.get(at + 1), points))
  const points = earned.reduce((sum, each) => sum + each, 0)
  const isMarked = isDeepStrictEqual(stored.earned, earned) && stored.points === points
  return { answers: held.size, lost, hasScore: isMarked && stored.how === 'student' }
}
