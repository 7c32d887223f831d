import { calendars } from '@escola/contract/calendars.contract'
import { coursePages } from '@escola/contract/course-pages.contract'
import { courses } from '@escola/contract/courses.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'

/** Makes two courses and a teacher of the first. */
async function makeTeaching({ mayPublish = true } = {}) {
  const { call, northside: school } = await world()
  const [own, other] = [await school.make.course(), await school.make.course()]
  const teacher = await school.makeTeamMember({ roles: ['course_teacher'], courseIds: [own.id], mayPublish })
  const written = (degree_id: string | null) => ({
    ...{ statement: '<p>O que é?</p>', explanation: '', is_shuffled: false, tags: [], degree_id },
    ...{ key: { kind: 'truth' as const, right: true }, difficulty: 'easy' as const },
  })
  const create = (degree_id: string | null, as: Person = teacher) =>
    call(examQuestions.create, { as, body: written(degree_id) })
  const made = async (degree_id: string | null) =>
    (await call(examQuestions.create, { as: school.admin, body: written(degree_id) })).body.exam_question.id
  return { call, school, own, other, teacher, written, create, made }
}
const closed = { status: 403, error: { code: 'degree_forbidden' } }
const needed = { status: 403, error: { code: 'permission_needed' } }

it('leaves to the school who sees and sells a course, and where it stands', async () => {
  const { call, school, own, teacher } = await makeTeaching()
  const category = await school.make.category()
  const save = async (body: object, as = teacher) => {
    const { version } = (await call(courses.get, { as, params: { link: own.link } })).body.degree
    return call(courses.save, { as, params: { link: own.link }, body: { id: own.id, version, ...body } })
  }
  for (const body of [
    { is_private: true },
    { is_visible: false },
    { hide_to_affiliates: true },
    { categoryId: category.id },
  ])
    expect(await save(body), JSON.stringify(body)).toMatchObject(needed)
  expect(await save({ is_private: false, is_visible: true, categoryId: '0', title: 'Pães' })).toMatchObject({
    status: 200,
  })
  expect(await save({ is_private: true }, school.admin)).toMatchObject({ status: 200 })
  expect(await call(courses.save, { as: teacher, params: { link: '0' }, body: { title: 'Meu' } })).toMatchObject(needed)
  const open = (is_open: boolean) =>
    call(coursePages.save, { as: teacher, params: { link: own.link }, body: { is_open } })
  expect([(await open(false)).status, await open(true)]).toMatchObject([200, needed])
})

it('publishes by its switch, and never takes back', async () => {
  const { call, own, teacher } = await makeTeaching()
  const mayNot = await makeTeaching({ mayPublish: false })
  const publish = (as: Person, { id, link }: typeof own, unpublish = false) =>
    call(courses.publish, { as, params: { link }, body: { id, unpublish } })
  expect((await publish(teacher, own)).status).toBe(200)
  expect(await publish(teacher, own, true)).toMatchObject(needed)
  expect(await publish(mayNot.teacher, mayNot.own)).toMatchObject({
    ...needed,
    error: { code: 'permission_needed', fields: { degree: messages.publishingNeeded } },
  })
})

it('takes a published assessment away by the same switch, which reaches students at once', async () => {
  const { call, school, own, teacher, made } = await makeTeaching({ mayPublish: false })
  const params = { lessonId: own.lessons[0]!.id }
  const parts = [{ kind: 'fixed' as const, id: 'a', question: await made(own.id), points: 100 }]
  const body = { version: null, plan: { settings: newExamSettings, parts } }
  expect((await call(exams.save, { as: teacher, params, body })).status).toBe(200)
  await call(courses.publish, { as: school.admin, params: { link: own.link }, body: { id: own.id } })
  expect(await call(exams.remove, { as: teacher, params })).toMatchObject(needed)
  expect((await call(exams.get, { as: teacher, params })).body.exam).not.toBeNull()
})

it('lets them ask questions of the whole school, which they do not change', async () => {
  const { call, own, other, teacher, written, create, made } = await makeTeaching()
  const [shared, foreign] = [await made(null), await made(other.id)]
  const params = { id: shared }
  expect((await call(examQuestions.get, { as: teacher, params })).status).toBe(200)
  expect(await call(examQuestions.save, { as: teacher, params, body: written(own.id) })).toMatchObject(needed)
  expect(await call(examQuestions.remove, { as: teacher, params })).toMatchObject(needed)
  expect(await call(examQuestions.archive, { as: teacher, params, body: { is_archived: true } })).toMatchObject(needed)
  for (const degree of [null, other.id]) expect((await create(degree)).error.fields).toHaveProperty('degree_id')
  const { id } = (await create(own.id)).body.exam_question
  const moved = await call(examQuestions.save, { as: teacher, params: { id }, body: written(other.id) })
  expect(moved.error.fields).toHaveProperty('degree_id')
  const plan = (part: object) => ({
    version: null,
    plan: { settings: newExamSettings, parts: [{ id: 'a', points: 100, ...part }] },
  })
  const save = async (part: object) =>
    (await call(exams.save, { as: teacher, params: { lessonId: own.lessons[0]!.id }, body: plan(part) as never })).error
  const draw = (degree: string) => ({ kind: 'draw', count: 1, filter: { tag: '', kind: '', difficulty: '', degree } })
  for (const question of [foreign, '999999999'])
    expect((await save({ kind: 'fixed', question })).fields).toEqual({ plan: examPlanTexts.ownQuestions })
  for (const degree of ['', other.id])
    expect((await save(draw(degree))).fields).toEqual({ plan: examPlanTexts.ownDraws })
  expect(await save({ kind: 'fixed', question: shared })).not.toHaveProperty('code')
})

it('names in a lesson what they have uploaded, and no file of other courses', async () => {
  const { call, school, own, teacher } = await makeTeaching()
  const [mine, theirs] = [await school.make.file(), await school.make.file()]
  await school.tx((db) =>
    db.updateTable('files').set({ created_by: teacher.userId }).where('id', '=', mine.id).execute(),
  )
  const [lesson] = own.lessons
  const save = async (body: object, as: Person = teacher) => {
    const params = { courseLink: own.link, lessonLink: lesson!.link }
    const { version } = (await call(lessons.get, { as, params })).body.content
    return call(lessons.save, { as, params, body: { id: lesson!.id, degree_id: own.id, version, ...body } })
  }
  const files = [{ id: theirs.id, title: 'a' }]
  expect((await save({ files })).error.fields).toHaveProperty('files')
  expect((await save({ main_media_url: `upload:${theirs.id}` })).error.fields).toHaveProperty('main_media_url')
  expect((await save({ files: [{ id: mine.id, title: 'a' }] })).status).toBe(200)
  await save({ files }, school.admin)
  expect((await save({ files, description: '<p>a</p>' })).status).toBe(200)
})

it('previews for a teacher the classes that give the course, and knows of no others', async () => {
  const { call, school, own, other, teacher } = await makeTeaching()
  const [given, hidden] = [
    await school.make.cohort({ courses: [own] }),
    await school.make.cohort({ title: 'Sigilosa', courses: [other] }),
  ]
  const preview = (school_gateway_id: string, as: Person = teacher) => {
    const query = { enrolled_on: '2026-01-05T12:00:00Z', at: '2026-01-12T12:00:00Z', school_gateway_id }
    return call(calendars.preview, { as, params: { link: own.link }, query })
  }
  expect((await preview(given.id)).body).toMatchObject({ has_degree: true })
  expect(await preview(hidden.id)).toMatchObject({ status: 404, error: { code: 'not_found' } })
  expect((await preview(hidden.id, school.admin)).body).toMatchObject({ has_degree: false })
})

it('answers for the school in the courses of a teacher, and nowhere else', async () => {
  const { call, school, own, other, teacher } = await makeTeaching()
  const student = await school.make.student()
  const reply = async (course: typeof own) => {
    const { id: threadId } = await school.make.thread(course, student)
    const params = { contentLink: course.lessons[0]!.link, threadId }
    return call(threads.reply, {
      as: teacher,
      params,
      query: { degreeLink: course.link },
      body: { message: '<p>Sim</p>' },
    })
  }
  expect((await reply(own)).body.threads[0]).toMatchObject({ is_answered: true, subthreads: [{ is_admin: true }] })
  expect(await reply(other)).toMatchObject(closed)
  const lesson = { as: teacher, params: { contentLink: other.lessons[0]!.link, degreeLink: other.link } }
  expect(await call(threads.ofLesson, lesson)).toMatchObject(closed)
  const asking = () =>
    call(threads.ask, { ...lesson, query: { degreeLink: other.link }, body: { message: '<p>Por quê?</p>' } })
  expect(await asking()).toMatchObject(closed)
  // A class of theirs makes them a student there, who reads and asks, and answers not for the school.
  await school.make.enrollment(await school.make.cohort({ courses: [other] }), teacher)
  expect((await call(threads.ofLesson, lesson)).body.threads).toHaveLength(1)
  expect((await asking()).body.threads[0]).toMatchObject({ user_id: teacher.userId, is_answered: false })
  expect((await reply(other)).error.code).toBe('not_your_question')
  const { threads: waiting } = (await call(threads.waiting, { as: teacher })).body
  expect(waiting.every(({ degree_link }) => degree_link === own.link)).toBe(true)
})
