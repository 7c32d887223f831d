import { courses } from '@escola/contract/courses.contract'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { type ExamSettings, newExamSettings, type PlannedPart } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import type { BodyOf } from '@escola/contract/route'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { affiliate, makePlan, runEditionJobs } from '../../testing/franchise.ts'
import { world } from '../../testing/world.ts'
import { rightSaves } from '../exam-attempts/exam-attempts.testing.ts'

type Written = BodyOf<typeof examQuestions.create>
/** Words of one question alone, so that a search for them finds where it is shown. */
export const statement = 'Farinha e água somem onde?'
export const written = (change: Partial<Written> = {}): Written => ({
  statement: `<p>${statement}</p>`,
  explanation: '<p>Na massa.</p>',
  is_shuffled: false,
  key: { kind: 'truth', right: true },
  difficulty: 'medium',
  tags: ['fermentação'],
  degree_id: null,
  ...change,
})
export const fixed = (question: string): PlannedPart => ({
  kind: 'fixed',
  id: `fixa-${question}`,
  question,
  points: 100,
})
export const draw = (count: number): PlannedPart => ({
  kind: 'draw',
  id: 'sorteio',
  filter: { tag: '', kind: '', difficulty: '', degree: '' },
  count,
  points: 50,
})

/** A franchisor with a course of two lessons, its author, and an affiliate whose student is in a class of all courses. */
export async function makeFranchise() {
  const w = await world()
  const { call } = w
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  await school.make.enrollment(await school.make.cohort({ all: true }), school.student)
  const course = await franchisor.make.course({ modules: [2] })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  const as = franchisor.admin
  const [lesson, another] = course.lessons as [(typeof course.lessons)[0], (typeof course.lessons)[0]]
  const ask = async (change?: Partial<Written>) =>
    (await call(examQuestions.create, { as, body: written(change) })).body.exam_question.id
  const change = async (id: string, to: Partial<Written>) => {
    const { status } = await call(examQuestions.save, { as, params: { id }, body: written(to) })
    expect(status).toBe(200)
  }
  const upload = async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const file = { bytes, filename: 'miolo.png' }
    return (await call(examQuestions.uploadPicture, { as, fields: {}, file })).body.picture.key
  }
  const plan = async (parts: PlannedPart[], settings: Partial<ExamSettings> = {}, lessonId = lesson.id) => {
    const params = { lessonId }
    const version = (await call(exams.get, { as, params })).body.exam?.version ?? null
    const body = { version, plan: { parts, settings: { ...newExamSettings, attempts: null, ...settings } } }
    expect((await call(exams.save, { as, params, body })).status).toBe(200)
  }
  const copyAll = async () => expect(await runEditionJobs(w, franchisor)).toEqual([])
  /** Publishes the course, and has the affiliate follow. */
  const publish = async () => {
    const { status } = await call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
    expect(status).toBe(200)
    await copyAll()
  }
  const params = { contentId: lesson.id }
  const stateAs = (person: Person, contentId = lesson.id) =>
    call(examAttempts.state, { as: person, params: { contentId } })
  const state = async () => (await stateAs(school.student)).body.exam
  const begin = async () => (await call(examAttempts.begin, { as: school.student, params })).body.attempt
  /** Hands in right answers to everything. */
  const handIn = async ({ id, epoch, questions }: Awaited<ReturnType<typeof begin>>) => {
    const body = { epoch, saves: rightSaves(questions) }
    return (await call(examAttempts.handIn, { as: school.student, params: { attemptId: id }, body })).body.result
  }
  const rowsOf = (table: 'exam_attempts' | 'exam_marks' | 'exams' | 'exam_publications', at = school) =>
    at.tx((db) => db.selectFrom(table).selectAll().execute())
  return {
    w,
    call,
    franchisor,
    school,
    course,
    lesson,
    another,
    ask,
    change,
    upload,
    plan,
    publish,
    copyAll,
    stateAs,
    state,
    begin,
    handIn,
    rowsOf,
  }
}
