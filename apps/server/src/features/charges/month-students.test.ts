import { charges } from '@escola/contract/charges.contract'
import { beforeAll, expect, it } from 'vitest'
import { paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { readMonthStudents } from './month-students.service.ts'
import { makeSchoolAt } from './school-at.testing.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})

async function schoolAt(start: string) {
  const s = await makeSchoolAt(w, start)
  return { ...s, read: async () => (await readMonthStudents(s.school, s.tools)).month_students }
}

it('says how many free students a month has used, and how many were charged', async () => {
  const s = await schoolAt('2026-10-20T12:00:00Z')
  expect(await s.read()).toEqual({ counted: 0, charged: 0, free: 15 })
  await s.joinNew(14)
  expect(await s.read()).toEqual({ counted: 14, charged: 0, free: 15 })
  await s.joinNew(3)
  expect(await s.read()).toEqual({ counted: 17, charged: 2, free: 15 })
  s.at('2026-11-01T03:00:00Z')
  expect(await s.read()).toBeNull()
  await s.run(5)
  expect(await s.read()).toEqual({ counted: 17, charged: 2, free: 15 })
  await s.plan('middle')
  await s.joinNew(1)
  expect(await s.read()).toEqual({ counted: 18, charged: 0, free: 1000 })
})

it('leaves students uncharged that a greater plan had free', async () => {
  const s = await schoolAt('2026-10-20T12:00:00Z')
  await s.plan('middle')
  await s.joinNew(17)
  await s.plan('onDemand')
  expect(await s.read()).toEqual({ counted: 17, charged: 0, free: 15 })
  await s.joinNew(1)
  expect(await s.read()).toEqual({ counted: 18, charged: 1, free: 15 })
})

it('says nothing where nothing is charged', async () => {
  const s = await schoolAt(new Date().toISOString())
  await s.joinNew(1)
  const call = async () => (await w.call(charges.month, { as: s.school.admin })).body.month_students
  expect(await call()).toEqual({ counted: 1, charged: 0, free: 15 })
  s.tools.billing = { isOn: false }
  expect(await s.read()).toBeNull()
})
