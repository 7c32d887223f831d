import { profiles } from '@escola/contract/profiles.contract'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { smsScenario } from '../messages/sms.testing.ts'

let w: World
let s: ReturnType<typeof smsScenario>
beforeAll(async () => {
  w = await world(paying)
  s = smsScenario(w)
  await giveBalance(w.northside, 100_000)
})

/** A student who types their own telephone. */
async function typing(cellphone: string) {
  const student = await w.northside.make.student('Rosa Quispe')
  const body = { schoolId: w.northside.id, name: 'Rosa Quispe', cellphone }
  expect((await w.call(profiles.update, { as: student, body })).status).toBe(200)
  return student
}
const numberOf = async (student: Person) => {
  const { link } = await s.memberOf(student)
  return (await w.call(students.get, { as: w.northside.admin, params: { link } })).body.sms.number
}

it.each(['+51 912 345 678', '0051912345678', '+56 9 1234 5678'])(
  'a number that was typed as %s goes to no stranger in Brazil',
  async (typed) => {
    const student = await typing(typed)
    expect((await s.ask(student, typed)).error.fields).toEqual({ cellphone: studentTexts.smsCountry })
    expect(await s.messagesOf(student)).toEqual([])
  },
)

it.each(['56912345678', '13055550123', '(30) 91234-5678', '912345678'])(
  '%s is a number of no country, and none is guessed',
  async (typed) => {
    const student = await typing(typed)
    expect((await s.ask(student)).error.fields).toEqual({ cellphone: studentTexts.noSmsNumber })
    expect(await numberOf(student)).toBeUndefined()
  },
)

it('a number is shown with its country and confirmed once, and again after it has changed', async () => {
  const student = await typing('(51) 91234-5678')
  const shown = '+55 51 91234-5678, Brasil'
  expect(await numberOf(student)).toEqual({ e164: '+5551912345678', shown, is_confirmed: false })
  const refused = { cellphone: studentTexts.confirmNumber(shown) }
  expect((await s.ask(student)).error.fields).toEqual(refused)
  expect((await s.ask(student, '(51) 91234-5678')).error.fields).toEqual(refused)
  expect(await s.messagesOf(student)).toEqual([])
  expect((await s.ask(student, '+5551912345678')).status).toBe(200)
  expect(await numberOf(student)).toMatchObject({ is_confirmed: true })
  expect((await s.messagesOf(student))[0]!.params).toEqual({ cellphone: '5551912345678' })
  expect((await s.ask(student)).status).toBe(200)
  await w.call(profiles.update, { as: student, body: { schoolId: w.northside.id, cellphone: '51 98888-7777' } })
  expect(await numberOf(student)).toMatchObject({ e164: '+5551988887777', is_confirmed: false })
})

it.each(['011 91234-5678', '(0xx11) 91234-5678', '+55 (011) 91234-5678', '0055 11 91234-5678', '(11) 9123-45678'])(
  '%s is read as a mobile number of São Paulo',
  async (typed) => {
    const student = await typing(typed)
    expect(await numberOf(student)).toMatchObject({ e164: '+5511912345678' })
    expect((await s.ask(student, '+5511912345678')).status).toBe(200)
  },
)

it('a number that an earlier release has written since is read anew', async () => {
  const student = await typing('+51 912 345 678')
  await w.northside.tx((db) =>
    db.updateTable('memberships').set({ cellphone: '11912345678' }).where('user_id', '=', student.userId).execute(),
  )
  expect(await numberOf(student)).toMatchObject({ e164: '+5511912345678', is_confirmed: false })
})
