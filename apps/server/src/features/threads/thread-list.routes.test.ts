import { minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { type ThreadState, threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

const subjects = ['Fermento fresco', 'Ponto da massa', 'A côdea', 'Sal 100% marinho']
const names = ['João Pádua', 'Rita Moraes', 'Ana Fermento']

interface Asked {
  id: string
  course: string
  school: string
  words: string
  name: string
  answeredOn: Date | null
}

/** Two schools with the same courses, people and questions; each question has its own moment. */
async function askedSchools() {
  const w = await world()
  const schools = [await w.makeSchool('Norte'), await w.makeSchool('Sul')]
  const asked: Asked[] = []
  for (const school of schools) {
    const courses = [await school.make.course({ title: 'Pães' }), await school.make.course({ title: 'Bolos' })]
    await school.make.course({ title: 'Sem perguntas' })
    for (const name of names) {
      const { userId } = await school.make.student(name)
      for (const course of courses)
        for (const [at, words] of subjects.entries()) {
          const { id } = await school.make.thread(course, { userId })
          // The later a question was asked, the earlier it was answered.
          const answeredOn = at % 2 === 0 ? new Date(Date.UTC(2026, 0, 1) - asked.length * minuteMs) : null
          const message = `<p><strong>${words}</strong> serve?</p>`
          const set = { message, utc_answered_on: answeredOn }
          await school.tx((db) => db.updateTable('threads').set(set).where('id', '=', id).execute())
          asked.push({ id, course: course.id, school: school.id, words, name, answeredOn })
        }
    }
  }
  const list = async (at: number, query: { state?: ThreadState; course?: string; search?: string; page?: number }) =>
    (await w.call(threads.list, { as: schools[at]!.admin, query })).body
  return { schools, asked, list }
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

it('finds exactly the questions of the school that are in the state, of the course and have all words', async () => {
  const { schools, asked, list } = await askedSchools()
  const courses = [undefined, ...new Set(asked.map(({ course }) => course))]
  const searches = [
    '',
    'fermento',
    'FERMENTO joao',
    'codea rita',
    'pádua',
    '100%',
    '%',
    '_',
    'strong',
    'sa',
    'al',
    'nada',
  ]
  const wrong: string[] = []
  for (const [at, school] of schools.entries())
    for (const state of ['waiting', 'answered'] as const)
      for (const course of courses)
        for (const search of searches) {
          const has = (text: string, word: string) =>
            word.length < 3 && /^\w+$/.test(word)
              ? ` ${fold(text)}`.includes(` ${word}`)
              : fold(text).includes(fold(word))
          const expected = asked
            .filter((each) => each.school === school.id && (each.answeredOn !== null) === (state === 'answered'))
            .filter((each) => course === undefined || each.course === course)
            .filter(({ words, name }) =>
              search
                .split(' ')
                .filter(Boolean)
                .every((word) => has(`${words} serve?`, word) || has(name, word)),
            )
            .sort(
              (a, b) => (b.answeredOn?.getTime() ?? 0) - (a.answeredOn?.getTime() ?? 0) || Number(a.id) - Number(b.id),
            )
            .map(({ id }) => id)
          const found = await list(at, { state, search, ...(course && { course }) })
          const ids = found.threads.map(({ id }) => id)
          if (found.total !== expected.length || ids.join() !== expected.slice(0, limits.threadsPerPage).join())
            wrong.push(`${school.id} ${state} ${course} ${search}: ${ids}, not ${expected}`)
        }
  expect(wrong).toEqual([])
  expect((await list(0, {})).courses.map(({ title }) => title)).toEqual(['Bolos', 'Pães'])
})

it('comes in pages, from either end', async () => {
  const w = await world()
  const school = await w.makeSchool('Cheia')
  const course = await school.make.course()
  const total = limits.threadsPerPage * 3 + 1
  const asked = { course_id: course.id, lesson_id: course.lessons[0]!.id, user_id: school.student.userId, message: 'a' }
  const rows = Array.from({ length: total }, (_, at) => ({
    ...asked,
    utc_answered_on: new Date(Date.UTC(2026, 0, at + 1)),
  }))
  const inserted = await school.tx((db) => db.insertInto('threads').values(rows).returning('id').execute())
  const pages = [1, 2, 3, 4, 9].map(
    async (page) => (await w.call(threads.list, { as: school.admin, query: { state: 'answered', page } })).body,
  )
  const found = await Promise.all(pages)
  expect(found.map(({ page }) => page)).toEqual([1, 2, 3, 4, 4])
  expect(found.slice(0, 4).flatMap((each) => each.threads.map(({ id }) => id))).toEqual(
    inserted.map(({ id }) => id).toReversed(),
  )
})

it('stays the chosen list when a question in it is answered or deleted', async () => {
  const { call } = await world()
  const { schools, asked, list } = await askedSchools()
  const [school] = schools
  const [first, second, ...others] = (await list(0, { search: 'massa', course: asked[0]!.course })).threads
  const change = (thread: NonNullable<typeof first>) => ({
    as: school!.admin,
    params: { contentLink: thread.content_link, threadId: thread.id },
    query: { admin: 1, search: 'massa', course: asked[0]!.course },
  })
  const answered = await call(threads.reply, { ...change(first!), body: { message: '<p>Sim.</p>' } })
  expect(answered.body.threads.map(({ id }) => id)).toEqual([second!, ...others].map(({ id }) => id))
  const left = await call(threads.remove, change(second!))
  expect(left.body.threads.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  expect((await list(0, { state: 'answered', search: 'massa' })).threads[0]!.id).toBe(first!.id)
})
