import { randomUUID } from 'node:crypto'
import { allRoutes } from '@escola/contract/api'
import { courses } from '@escola/contract/courses.contract'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { examOpenAnswers } from '@escola/contract/exam-open-answers.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import type { RouteDefinition } from '@escola/contract/route'
import { threads } from '@escola/contract/threads.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { CallOptions } from '../../testing/call.ts'
import type { World } from '../../testing/world.ts'
import { world } from '../../testing/world.ts'
import { keys, rightSave } from '../exam-attempts/exam-attempts.testing.ts'
import { openKey } from '../exam-open-answers/exam-open-answers.testing.ts'

type School = Awaited<ReturnType<World['makeSchool']>>
type Place = Awaited<ReturnType<typeof makePlace>>

/** Makes a course with all that its teachers work with; each of its texts has the word. */
async function makePlace({ call, tools }: World, school: School, word: string) {
  const { admin: as, make } = school
  const course = await make.course({ title: `Curso ${word}`, modules: [2] })
  await school.tx((db) =>
    db
      .updateTable('lessons')
      .set({ title: `Aula ${word}` })
      .where('course_id', '=', course.id)
      .execute(),
  )
  const student = await make.student(`Aluna ${word}`)
  await make.enrollment(await make.cohort({ title: `Turma ${word}`, courses: [course] }), student)
  const written = (key: typeof openKey) => ({
    statement: `<p>Pergunta ${word}</p>`,
    explanation: '',
    is_shuffled: false,
    key,
    difficulty: 'easy' as const,
    tags: [word.toLowerCase()],
    degree_id: course.id,
  })
  const question = async (key: typeof openKey) =>
    (await call(examQuestions.create, { as, body: written(key) })).body.exam_question.id
  const [choice, open] = [await question(keys[0]!), await question(openKey)]
  const [lesson] = course.lessons
  const lessonId = lesson!.id
  const plan = {
    settings: { ...newExamSettings, attempts: null },
    parts: [choice, open].map((each) => ({ kind: 'fixed' as const, id: `p${each}`, question: each, points: 100 })),
  }
  await call(exams.save, { as, params: { lessonId }, body: { version: null, plan } })
  await call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
  const begun = await call(examAttempts.begin, { as: student, params: { contentId: lessonId } })
  const { id: attemptId, questions } = begun.body.attempt
  const saves = [
    rightSave(questions[0]!),
    { question: 2, number: 1, answer: { kind: 'open' as const, typed: `Resposta ${word}` } },
  ]
  await call(examAttempts.handIn, { as: student, params: { attemptId }, body: { epoch: 1, saves } })
  await school.tx((db) =>
    db
      .insertInto('exam_answers')
      .values({
        ...{ attempt_id: attemptId, user_id: student.userId, place: 1, epoch: 1, number: 9, is_late: true },
        ...{ answer: JSON.stringify({ kind: 'one', chosen: '1' }), utc_saved_on: tools.now() },
      })
      .execute(),
  )
  const { open_answer } = (await call(examOpenAnswers.get, { as, params: { attemptId, number: 2 } })).body
  const corrected = await call(examCorrections.start, {
    as,
    params: { id: choice },
    body: { version: 1, answer: { kind: 'one', right: '2' }, last: null },
  })
  const { id: threadId } = await make.thread(course, student)
  const answered = await call(threads.reply, {
    as,
    params: { contentLink: lesson!.link, threadId },
    query: { degreeLink: course.link },
    body: { message: `<p>Sim ${word}</p>` },
  })
  await make.thread(course, student)
  return {
    ...{ word, course, lesson: lesson!, lessonId, choice, open, plan, attemptId, student, threadId, written },
    moduleId: course.module_order[0]!,
    correctionId: corrected.body.corrections.last!,
    replyId: answered.body.reply_id,
    answeredOn: open_answer.utc_answered_on,
  }
}

interface Sent {
  params?: Record<string, string | number>
  query?: object
  body?: object
  fields?: object
  file?: CallOptions<RouteDefinition>['file']
}

let w: World
let school: School
let own: Place
let other: Place
let far: Place
let picture: NonNullable<Sent['file']>

beforeAll(async () => {
  w = await world()
  school = await w.makeSchool(`Equipe ${randomUUID().slice(0, 6)}`)
  own = await makePlace(w, school, 'Abacate')
  other = await makePlace(w, school, 'Zebra')
  far = await makePlace(w, w.riverside, 'Lhama')
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  picture = { bytes, filename: 'capa.png', type: 'image/png' }
})

/** Calls of the routes that teachers of chosen courses pass, each about one course. Those that end something come last. */
const cases: Record<string, (place: Place) => Sent> = {
  'calendars.preview': ({ course: { link } }) => ({
    params: { link },
    query: { enrolled_on: '2026-01-05T12:00:00Z', at: '2026-01-12T12:00:00Z' },
  }),
  'courses.get': ({ course: { link } }) => ({ params: { link } }),
  'courses.reach': ({ course: { link } }) => ({ params: { link } }),
  'courses.cohorts': ({ course: { link } }) => ({ params: { link } }),
  'courses.save': ({ course: { id, link } }) => ({
    params: { link },
    body: { id, version: 1, description: '<p>a</p>' },
  }),
  'courses.uploadCover': ({ course: { id } }) => ({ fields: { id }, file: picture }),
  'coursePages.settings': ({ course: { link } }) => ({ params: { link } }),
  'coursePages.save': ({ course: { link } }) => ({ params: { link }, body: { teacher: 'Ana' } }),
  'lessonOrder.reach': ({ course: { link } }) => ({ params: { link } }),
  'lessons.get': ({ course, lesson }) => ({ params: { courseLink: course.link, lessonLink: lesson.link } }),
  'lessons.save': ({ course, lesson, lessonId }) => ({
    params: { courseLink: course.link, lessonLink: lesson.link },
    body: { id: lessonId, degree_id: course.id, version: 1, description: '<p>a</p>' },
  }),
  'copies.module': ({ course: { id }, moduleId }) => ({
    body: { id: moduleId, degree_id: id, to_degree_id: own.course.id },
  }),
  'copies.lesson': ({ course: { id }, lessonId, moduleId }) => ({
    body: { id: own.lessonId, degree_id: own.course.id, to_degree_id: id, to_module_id: moduleId, lessonId },
  }),
  'examQuestions.get': ({ open }) => ({ params: { id: open } }),
  'examQuestions.copy': ({ open }) => ({ params: { id: open } }),
  'examQuestions.save': ({ open, written }) => ({ params: { id: open }, body: written(openKey) }),
  'examQuestions.archive': ({ open }) => ({ params: { id: open }, body: { is_archived: false } }),
  'examQuestions.remove': ({ open }) => ({ params: { id: open } }),
  'examCorrections.get': ({ choice }) => ({ params: { id: choice } }),
  'examCorrections.preview': ({ choice }) => ({
    params: { id: choice },
    body: { version: 1, answer: { kind: 'one', right: '3' } },
  }),
  'examCorrections.start': ({ choice, correctionId }) => ({
    params: { id: choice },
    body: { version: 1, answer: { kind: 'one', right: '3' }, last: correctionId },
  }),
  'examCorrections.resume': ({ choice }) => ({ params: { id: choice } }),
  'examCorrections.undo': ({ choice, correctionId }) => ({ params: { id: choice, correctionId } }),
  'exams.get': ({ lessonId }) => ({ params: { lessonId } }),
  'exams.save': ({ lessonId, plan }) => ({ params: { lessonId }, body: { version: 1, plan } }),
  'exams.tryOut': ({ lessonId }) => ({ params: { lessonId } }),
  'exams.correct': ({ lessonId, open }) => ({
    params: { lessonId },
    body: { seed: 'a'.repeat(64), questions: [{ question: open, version: 1, points: 100 }], answers: [] },
  }),
  'examExceptions.save': ({ lessonId, student: { userId } }) => ({
    params: { lessonId, userId },
    body: { more_attempts: 1, more_minutes: 0, utc_closes_on: null },
  }),
  'examExceptions.remove': ({ lessonId, student: { userId } }) => ({ params: { lessonId, userId } }),
  'examOpenAnswers.get': ({ attemptId }) => ({ params: { attemptId, number: 2 } }),
  'examOpenAnswers.correct': ({ attemptId, answeredOn }) => ({
    params: { attemptId, number: 2 },
    body: { points: 50, comment: '', utc_seen_on: null, utc_answered_on: answeredOn },
  }),
  'examResults.overview': ({ lessonId }) => ({ params: { lessonId } }),
  'examResults.students': ({ lessonId }) => ({ params: { lessonId } }),
  'examResults.questions': ({ lessonId }) => ({ params: { lessonId } }),
  'examResults.marksFile': ({ lessonId }) => ({ params: { lessonId } }),
  'examResults.questionsFile': ({ lessonId }) => ({ params: { lessonId } }),
  'examResults.attempt': ({ attemptId }) => ({ params: { attemptId } }),
  'examResults.countLate': ({ attemptId }) => ({ params: { attemptId }, body: { question: 1 } }),
  'threads.undo': ({ lesson, threadId, replyId }) => ({ params: { contentLink: lesson.link, threadId, replyId } }),
  'courses.clearDraft': ({ course: { id, link } }) => ({ params: { link }, body: { id } }),
  'courses.publish': ({ course: { id, link } }) => ({ params: { link }, body: { id } }),
  'exams.remove': ({ lessonId }) => ({ params: { lessonId } }),
}

/** Lists over all courses, which are filtered: with what they may be asked about one course. */
const lists: Record<string, (place: Place) => object | undefined> = {
  'categories.list': () => undefined,
  'categories.choices': () => undefined,
  'exams.list': () => undefined,
  'examQuestions.list': ({ course }) => ({ degree: course.id }),
  'examQuestions.tags': () => undefined,
  'examImports.exportFile': ({ course }) => ({ degree: course.id, format: 'csv' }),
  'examOpenAnswers.list': ({ course }) => ({ degree: course.id }),
  'threads.list': ({ course }) => ({ course: course.id, state: 'waiting' }),
  'threads.waiting': () => undefined,
}

/** Routes that name no course: the caller's own uploads, and what they file in a course by its field, which the tests below ask. */
const courseless = new Set([
  ...['lessons.uploadFile', 'examQuestions.uploadPicture', 'examQuestions.create'],
  ...['videos.list', 'videos.begin', 'videos.putPart', 'videos.finish', 'videos.giveUp'],
])

const byCourse = allRoutes.filter(({ route }) => 'byCourse' in route && route.byCourse)
const routeOf = (name: string) => byCourse.find((each) => each.name === name)!.route

/** Makes a teacher of the first course. */
const makeTeacher = (mayPublish = true) =>
  school.makeTeamMember({ roles: ['course_teacher'], courseIds: [own.course.id], mayPublish })
const send = (name: string, as: Awaited<ReturnType<typeof makeTeacher>>, sent: Sent) =>
  w.call(routeOf(name), { as, ...sent } as CallOptions<RouteDefinition>)

const watched = [
  ...['courses', 'modules', 'lessons', 'course_pages', 'exams', 'exam_questions', 'exam_question_versions'],
  ...['exam_key_corrections', 'exam_exceptions', 'exam_open_answers', 'exam_answers', 'threads', 'thread_replies'],
]
/** All that the calls could write, of both schools. */
const readAll = () =>
  Promise.all(
    [school, w.riverside].map((each) =>
      each.tx(async (db) =>
        Promise.all(
          watched.map(async (table) => {
            const { rows } =
              await sql`select t::text as row from ${sql.table(table)} t where t.school_id = ${thisSchool} order by 1`.execute(
                db,
              )
            return { table, rows }
          }),
        ),
      ),
    ),
  )

/** Answers to a caller for whom a thing isn't there, or who lacks the right to it. */
const refusals = ['not_found', 'degree_not_found', 'permission_needed']

it('has a case for each route that asks for the course', () => {
  const named = [...Object.keys(cases), ...Object.keys(lists), ...courseless]
  expect(byCourse.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
})

it('refuses a teacher what belongs to other courses, and says nothing of them', async () => {
  const teacher = await makeTeacher()
  const before = await readAll()
  for (const place of [other, far])
    for (const [name, sentOf] of Object.entries(cases)) {
      const { error, bytes } = await send(name, teacher, sentOf(place))
      expect(refusals, `${name} of ${place.word}: ${bytes}`).toContain(error.code)
      expect(bytes.toString().toLowerCase(), name).not.toContain(place.word.toLowerCase())
    }
  expect(await readAll()).toEqual(before)
})

it('lists to a teacher what belongs to their courses alone', async () => {
  const teacher = await makeTeacher()
  for (const [name, queryOf] of Object.entries(lists)) {
    const format = name === 'examImports.exportFile' ? { query: { format: 'csv' } } : {}
    for (const sent of [format, { query: queryOf(other) }]) {
      const { status, bytes } = await send(name, teacher, sent as Sent)
      expect(status, `${name}: ${bytes}`).toBe(200)
      expect(bytes.toString().toLowerCase(), name).not.toContain('zebra')
    }
    expect((await send(name, teacher, format)).bytes.toString().toLowerCase(), name).toContain('abacate')
  }
})

it('tells a teacher names, and neither e-mails nor who has one', async () => {
  const teacher = await makeTeacher()
  const { email, name } = own.student
  const params = { lessonId: own.lessonId }
  for (const route of ['examResults.students', 'examResults.marksFile']) {
    const { bytes } = await send(route, teacher, { params })
    expect(bytes.toString()).toContain(name)
    expect(bytes.toString()).not.toContain('@')
  }
  const found = async (search: string, as = teacher) =>
    (await send('examResults.students', as, { params, query: { search } })).bytes.toString().includes(name)
  expect([await found('abacate'), await found(email), await found(email, school.admin)]).toEqual([true, false, true])
})

it('lets a teacher do the same in their own course', async () => {
  const teacher = await makeTeacher()
  for (const [name, sentOf] of Object.entries(cases)) {
    const { error, bytes } = await send(name, teacher, sentOf(own))
    expect(refusals, `${name}: ${bytes}`).not.toContain(error?.code)
    expect(bytes.toString().toLowerCase(), name).not.toContain('zebra')
  }
})
