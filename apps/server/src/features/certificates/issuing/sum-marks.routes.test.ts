import type { SchoolDb } from '@escola/db'
import { describe, expect, it } from 'vitest'
import { world } from '../../../testing/world.ts'
import { issueOnCompletion, issueOnMark } from './issuing.service.ts'
import { besideEachOther, giveMark, publishExam, raiseMark } from './marks.testing.ts'
import { summing } from './sums.testing.ts'

describe('a sum that asks for a mark', () => {
  async function markedSum() {
    const { tools } = await world()
    const made = await summing({ min_mark: '70', shows_mark: 'true' })
    const { school, student, bread, cake, save } = made
    const [breadExam, cakeExam] = await Promise.all(
      [bread, cake].map(({ id, lessons }) => publishExam(school, { courseId: id, lessonId: lessons[0]!.id })),
    )
    await save()
    const mark = (examId: string, points: number) => giveMark(school, { examId, userId: student.userId }, { points })
    const ask = (course: { id: string }) =>
      school.tx((db) => issueOnMark(db, { courseId: course.id, userId: student.userId }, tools.now()))
    return { ...made, tools, breadExam: breadExam!, cakeExam: cakeExam!, mark, ask }
  }

  it('takes the mean of its courses, and asks again with each mark', async () => {
    const { bread, cake, breadExam, cakeExam, mark, ask, finish, issued, listed, modelId, school } = await markedSum()
    await mark(breadExam, 1000)
    await mark(cakeExam, 399)
    await finish(bread)
    await finish(cake)
    expect(await issued()).toEqual([])
    const waiting = (await listed()).find(({ model_id }) => model_id === modelId)
    expect(waiting).toMatchObject({ is_waiting: true })
    expect(waiting!.held_why).toContain('nota 7 de 10 nas provas, e a sua é 6,99 de 10')
    await mark(cakeExam, 400)
    await ask(cake)
    await ask(cake)
    const [only, ...more] = await issued()
    expect(more).toEqual([])
    const { facts } = await school.tx((db) =>
      db.selectFrom('certificates').select('facts').where('id', '=', only!.id).executeTakeFirstOrThrow(),
    )
    expect(facts).toMatchObject({ mark: { points: 700, total: 1000 } })
  })

  it('is issued once when both courses are marked at the same time', async () => {
    const { bread, cake, breadExam, cakeExam, mark, finish, issued, school, student, tools } = await markedSum()
    await mark(breadExam, 0)
    await mark(cakeExam, 0)
    await finish(bread)
    await finish(cake)
    const { userId } = student
    const ask = (course: { id: string }) => (db: SchoolDb) =>
      issueOnMark(db, { courseId: course.id, userId }, tools.now())
    await besideEachOther(school, [
      { write: raiseMark(breadExam, userId), goOn: ask(bread) },
      { write: raiseMark(cakeExam, userId), goOn: ask(cake) },
    ])
    expect(await issued()).toHaveLength(1)
  })

  it('is issued once when the last course is finished while another is marked', async () => {
    const { bread, cake, breadExam, cakeExam, mark, finish, issued, school, student, tools } = await markedSum()
    const { userId } = student
    await mark(breadExam, 0)
    await mark(cakeExam, 900)
    await finish(bread)
    const done = { user_id: userId, course_id: cake.id, utc_started_on: tools.now(), utc_completed_on: tools.now() }
    await besideEachOther(school, [
      {
        write: (db) => db.insertInto('course_progress').values(done).execute(),
        goOn: (db) => issueOnCompletion(db, { courseId: cake.id, userIds: [userId] }, tools.now()),
      },
      {
        write: raiseMark(breadExam, userId),
        goOn: (db) => issueOnMark(db, { courseId: bread.id, userId }, tools.now()),
      },
    ])
    expect(await issued()).toHaveLength(1)
  })
})
