import { randomUUID } from 'node:crypto'
import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import type { ExamKey } from '@escola/contract/exam-content'
import { type ExamSettings, newExamSettings, type PublishedPart } from '@escola/contract/exam-plan'
import { versionsOf } from '@escola/contract/exam-publication'
import type { BodyOf } from '@escola/contract/route'
import type { Person } from '../../testing/call.ts'
import { type openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'

export const options = [
  { id: '1', html: '<p>Levain</p>' },
  { id: '2', html: '<p>Fermento químico</p>' },
  { id: '3', html: '<p>Açúcar</p>' },
]
/** Keys of the questions in the fixture, in their order; each is worth one point. */
export const keys: ExamKey[] = [
  { kind: 'one', options, right: '1' },
  { kind: 'truth', right: true },
  { kind: 'number', right: '78.5', tolerance: '0.5', unit: '%' },
  { kind: 'text', right: ['Autólise'] },
]
export const point = 100

export type ExamSchool = Awaited<ReturnType<typeof makeExamSchool>>

/**
 * Makes a school with a course of two lessons, of which the first has a published assessment, and a student in its class.
 * @param partsOf makes the parts of the questions' ids; each question once without it
 */
export async function makeExamSchool({
  settings = {},
  partsOf,
  questions = keys,
}: {
  settings?: Partial<ExamSettings>
  partsOf?: (questions: string[]) => PublishedPart[]
  questions?: ExamKey[]
} = {}) {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool(`Prova ${randomUUID().slice(0, 6)}`)
  const course = await school.make.course({ modules: [2] })
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, school.student)
  const [lesson] = course.lessons
  const ids = await school.tx(async (db) => {
    const now = tools.now()
    const made = await db
      .insertInto('exam_questions')
      .values(
        questions.map(({ kind }) => ({
          difficulty: 'easy',
          kind,
          summary: 'x',
          folded: ' x',
          utc_created_on: now,
          utc_changed_on: now,
        })),
      )
      .returning('id')
      .execute()
    const contents = questions.map((key, at) => ({
      question_id: made[at]!.id,
      number: 1,
      content: JSON.stringify({
        statement: `<p>Enunciado ${at + 1}</p>`,
        explanation: `<p>Explicação ${at + 1}</p>`,
        is_shuffled: 'options' in key,
        key,
      }),
      utc_created_on: now,
    }))
    await db.insertInto('exam_question_versions').values(contents).execute()
    return made.map(({ id }) => id)
  })
  const parts =
    partsOf?.(ids) ?? ids.map((question) => ({ kind: 'fixed' as const, question, version: 1, points: point }))
  const examId = await school.tx(async (db) => {
    const moments = { utc_created_on: tools.now(), utc_changed_on: tools.now() }
    const { id } = await db
      .insertInto('exams')
      .values({ course_id: course.id, lesson_id: lesson!.id, plan: '{}', ...moments })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  /** Publishes the assessment with other settings. */
  const publish = (changed: Partial<ExamSettings>, number: number) =>
    school.tx(async (db) => {
      await db
        .insertInto('exam_publications')
        .values({
          exam_id: examId,
          number,
          settings: JSON.stringify({ ...newExamSettings, attempts: null, ...settings, ...changed }),
          parts: JSON.stringify(parts),
          utc_published_on: tools.now(),
        })
        .execute()
      const asked = [...versionsOf(parts)].map(([question_id, version]) => ({ question_id, version }))
      await db
        .insertInto('exam_publication_questions')
        .values(asked.map((each) => ({ ...each, exam_id: examId, number })))
        .execute()
      await db.updateTable('exams').set({ publication: number }).where('id', '=', examId).execute()
    })
  await publish({}, 1)
  /** Makes another student of the class. */
  const enroll = async (name?: string) => {
    const other = await school.make.student(name)
    await school.make.enrollment(cohort, other)
    return other
  }
  const contentId = lesson!.id
  const student = school.student
  const state = async (as: Person = student) =>
    (await call(examAttempts.state, { as, params: { contentId } })).body.exam
  const tryBegin = (as: Person = student, key?: string) =>
    call(examAttempts.begin, { as, params: { contentId }, ...(key && { headers: { 'idempotency-key': key } }) })
  const begin = async (as: Person = student) => (await tryBegin(as)).body.attempt
  const open = (attemptId: string, as: Person = student) => call(examAttempts.open, { as, params: { attemptId } })
  const save = (attemptId: string, body: BodyOf<typeof examAttempts.save>, as: Person = student) =>
    call(examAttempts.save, { as, params: { attemptId }, body })
  const handIn = (attemptId: string, body: BodyOf<typeof examAttempts.handIn>, as: Person = student) =>
    call(examAttempts.handIn, { as, params: { attemptId }, body })
  const result = (attemptId: string, as: Person = student) => call(examAttempts.result, { as, params: { attemptId } })
  /** Moves all moments of an attempt into the past. */
  const age = (attemptId: string, ms: number) =>
    school.tx(async (db) => {
      const { utc_begun_on, utc_look_on } = await db
        .selectFrom('exam_attempts')
        .select(['utc_begun_on', 'utc_look_on'])
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow()
      const before = (moment: Date) => new Date(moment.getTime() - ms)
      await db
        .updateTable('exam_attempts')
        .set({ utc_begun_on: before(utc_begun_on), utc_look_on: before(utc_look_on) })
        .where('id', '=', attemptId)
        .execute()
    })
  const attemptsOf = ({ userId }: Pick<Person, 'userId'> = student) =>
    school.tx((db) =>
      db
        .selectFrom('exam_attempts')
        .select(['id', 'points', 'total', 'handed_in_how', 'utc_handed_in_on', 'utc_begun_on'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    )
  const markOf = ({ userId }: Pick<Person, 'userId'> = student) =>
    school.tx((db) =>
      db
        .selectFrom('exam_marks')
        .select(['points', 'total', 'attempts', 'utc_passed_on'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    )
  return {
    school,
    course,
    cohort,
    student,
    enroll,
    lesson: lesson!,
    examId,
    questionIds: ids,
    publish,
    state,
    tryBegin,
    begin,
    open,
    save,
    handIn,
    result,
    age,
    attemptsOf,
    markOf,
  }
}

type Save = BodyOf<typeof examAttempts.save>['saves'][number]

/** The right answer of a question in the fixture, found by what its options say. */
export function rightSave(question: AskedExamQuestion, number = 1): Save {
  return { question: question.number, number, answer: rightAnswer(question) }
}

function rightAnswer(question: AskedExamQuestion): Save['answer'] {
  if (question.kind === 'one')
    return { kind: 'one', chosen: question.options.find(({ html }) => html === options[0]!.html)!.number }
  if (question.kind === 'truth') return { kind: 'truth', chosen: true }
  if (question.kind === 'number') return { kind: 'number', typed: '78,5 %' }
  return { kind: 'text', typed: 'autolise' }
}

/** Right answers of the first questions. */
export const rightSaves = (questions: AskedExamQuestion[], count = questions.length): Save[] =>
  questions.slice(0, count).map((question) => rightSave(question))

/** Kills the connection that waits for the held one. */
export const killWaiting = async (held: Awaited<ReturnType<typeof openTransaction>>) => {
  const { databaseUrl } = await world()
  await untilWaiting(databaseUrl, 1, { on: held.pid })
  await held.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${held.pid} = any (pg_blocking_pids(pid))`,
  )
}
