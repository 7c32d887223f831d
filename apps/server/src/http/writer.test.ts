import { StudentContent } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type World, world } from '../testing/world.ts'
import { writerOf } from './writer.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const withMore = { secret: 'a column that nobody may see' }

it('writes what the schema has, at every depth, and strips whatever else there is', () => {
  const schema = z.object({
    name: z.string(),
    count: z.number().int(),
    when: z.iso.datetime().nullable(),
    inside: z.object({ on: z.boolean() }).nullable(),
    list: z.array(z.object({ id: z.string() })),
    byId: z.record(z.string(), z.object({ progress: z.string() })),
  })
  const value = {
    name: 'Ação "nova" \\ \u2028 🎓 \n',
    count: 3,
    when: '2026-03-01T10:00:00.000Z',
    inside: { on: true, ...withMore },
    list: [{ id: '1', ...withMore }, { id: '2' }],
    byId: { 7: { progress: '50.00', ...withMore } },
    ...withMore,
  }
  const write = writerOf(schema)
  expect(JSON.parse(write(value))).toEqual(schema.parse(value))
  const empty = { ...value, when: null, inside: null, list: [], byId: {} }
  expect(JSON.parse(write(empty))).toEqual(schema.parse(empty))
  expect(() => write({ ...value, name: undefined as never })).toThrow('required')
})

it('says of a lesson and of a context what checking them against their schemas would say', async () => {
  const { body } = await w.call(schools.context, {
    as: w.northside.student,
    query: { domain: 'localhost', pathname: `/escola/${w.northside.id}` },
  })
  const { response } = schools.context
  expect(body.user).not.toBeNull()
  expect(response.strict().parse(body)).toEqual(body)
  expect(writerOf(response)({ ...body, ...withMore })).toBe(JSON.stringify(body))
  const lesson = {
    id: '1',
    link: 'a',
    title: 'A',
    description: '',
    main_media_url: '',
    main_media_duration: 0,
    files: [{ id: '2', title: 'a', filename: 'a', type: 'a', size: 1 }],
    external_links: [],
    isComplete: false,
    position: 42,
  }
  const more = { ...lesson, ...withMore, files: lesson.files.map((file) => ({ ...file, storage_key: 'secret' })) }
  expect(writerOf(StudentContent)(more)).toBe(JSON.stringify(lesson))
})
