import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

it('lets who pays save what a payment asks for, and names every other field in the refusal', async () => {
  const as = await w.northside.makeTeamMember({ roles: ['treasurer'] })
  const paid = await w.call(schools.update, { as, body: { email: 'contato@norte.example', completes: true } })
  expect(paid.status).toBe(200)
  const both = { email: 'outra@norte.example', has_rank: true }
  const { status, error } = await w.call(schools.update, { as, body: both })
  expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([403, 'permission_needed', ['has_rank']])
  const owner = w.northside.admin
  const { body } = await w.call(schools.update, { as: owner, body: { has_rank: false } })
  expect(body.school.email).toBe('contato@norte.example')
})

it('lets who keeps the settings save each of them', async () => {
  const as = await w.northside.makeTeamMember({ roles: ['administrator'] })
  expect((await w.call(schools.update, { as, body: { email: 'norte@norte.example', has_rank: true } })).status).toBe(
    200,
  )
})
