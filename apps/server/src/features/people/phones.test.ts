import { accounts } from '@escola/contract/accounts.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { phoneTexts } from '@escola/contract/phones'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { processImport } from '../imports/import-processing.service.ts'
import { readBuyer } from '../sales/reported/reported-purchases.service.ts'
import { sellersOf } from '../sales/sales.testing.ts'
import { countPhonesWithoutCountry } from './phones.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const peru = '+51 987 654 321'
const kept = { cellphone: '+51987654321', phone_e164: '+51987654321', phone_read_from: '+51987654321' }
const columns = ['cellphone', 'phone_e164', 'phone_read_from'] as const
const phoneOfUser = (id: string) =>
  w.database.withPlatform((db) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow())
const phoneOfEmail = (school: World['northside'], email: string) =>
  school.tx((db) => db.selectFrom('memberships').select(columns).where('email', '=', email).executeTakeFirstOrThrow())
const emailOf = (label: string) => `${label}.${Math.random().toString(36).slice(2)}@exemplo.com`

it('each way to write a telephone keeps its country', async () => {
  const school = await w.makeSchool('Telefones')
  const as = school.admin
  const cohort = await school.make.cohort()
  const own = await school.make.student('Rosa Quispe')
  await w.call(profiles.update, { as: own, body: { schoolId: school.id, cellphone: peru } })
  expect([await phoneOfUser(own.userId), await phoneOfEmail(school, own.email)]).toEqual([kept, kept])

  const added = emailOf('added')
  await w.call(cohorts.addStudent, {
    as,
    params: { id: cohort.id },
    body: { name: 'Rosa Quispe', email: added, cellphone: peru },
  })
  expect(await phoneOfEmail(school, added)).toEqual(kept)

  const known = await school.make.student('Rosa Quispe')
  await w.call(cohorts.addStudent, {
    as,
    params: { id: cohort.id },
    body: { name: 'Rosa Quispe', email: known.email, cellphone: peru },
  })
  expect(await phoneOfEmail(school, known.email)).toEqual(kept)
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', known.userId).executeTakeFirstOrThrow(),
  )
  const body = { cellphone: '(0xx11) 91234-5678' }
  expect((await w.call(students.correct, { as, params: { link }, body })).status).toBe(200)
  expect(await phoneOfEmail(school, known.email)).toMatchObject({ phone_e164: '+5511912345678' })

  const elsewhere = await w.makeSchool('Outra')
  await w.call(accounts.joinSchool, { as: own, params: { schoolId: elsewhere.id }, body: { disclosure: true } })
  expect(await phoneOfEmail(elsewhere, own.email)).toEqual(kept)

  expect((await w.call(schools.update, { as, body: { cellphone: peru } })).status).toBe(200)
  expect(await school.tx((db) => db.selectFrom('schools').select(columns).executeTakeFirstOrThrow())).toEqual(kept)
})

it('the settings refuse a telephone without a country, which the data that the admin home asks for may have', async () => {
  const { admin: as } = await w.makeSchool('Sem País')
  const cellphone = '56912345678'
  const changed = await w.call(schools.update, { as, body: { cellphone } })
  expect([changed.status, changed.error.fields]).toEqual([400, { cellphone: phoneTexts.noCountry }])
  const asked = await w.call(schools.update, { as, body: { cellphone, completes: true } })
  expect(asked.body.school).toMatchObject({ cellphone, phone_e164: null })
})

it('a number that its country does not have is none for screens and files, though it is kept', async () => {
  const school = await w.makeSchool('Compridos')
  const as = school.admin
  const cellphone = '+3519123'.padEnd(16, '7')
  const { userId } = await school.make.student('Rita Longa')
  await school.tx((db) => db.updateTable('memberships').set({ cellphone }).where('user_id', '=', userId).execute())
  const { body } = await w.call(students.get, { as, params: { link: userId } })
  expect(body.student).toMatchObject({ cellphone, phone_e164: null })
  const saved = await w.call(schools.update, { as, body: { cellphone } })
  expect(saved.body.school).toMatchObject({ cellphone, phone_e164: null })
})

it.each(['56912345678', '(30) 91234-5678', '91234-5678'])(
  'an administrator who writes %s is told to write the country or the area',
  async (cellphone) => {
    const school = w.northside
    const { id } = await school.make.cohort()
    const body = { name: 'Rosa Quispe', email: emailOf('nowhere'), cellphone }
    const added = await w.call(cohorts.addStudent, { as: school.admin, params: { id }, body })
    expect([added.status, added.error.fields]).toEqual([400, { cellphone: phoneTexts.noCountry }])
    const own = await school.make.student()
    const saved = await w.call(profiles.update, { as: own, body: { schoolId: school.id, cellphone } })
    expect(saved.status).toBe(200)
  },
)

it('a buyer abroad keeps the country that the platform says', async () => {
  const s = await sellersOf(w).makeSeller()
  const buyer = {
    ...{ name: 'Rosa Quispe', email: s.email, checkout_phone: '987654321', checkout_phone_code: '51' },
    address: { country: 'Peru', country_iso: 'PE' },
  }
  await s.hotmart('PURCHASE_APPROVED', { buyer })
  await s.work()
  expect(await phoneOfEmail(s, s.email)).toEqual(kept)
})

it('an import keeps the student whose telephone is no number', async () => {
  const school = await w.makeSchool('Planilhas')
  const cohort = await school.make.cohort()
  const [maria, joao, rosa] = [emailOf('maria'), emailOf('joao'), emailOf('rosa')]
  const rows = [
    { line: 2, name: 'Maria Souza', email: maria, cellphone: '5,51199E+12' },
    { line: 3, name: 'João Lima', email: joao, cellphone: '11987654321.0' },
    { line: 4, name: 'Rosa Quispe', email: rosa, cellphone: peru },
  ]
  const asked = await w.call(imports.start, {
    as: school.admin,
    query: { filename: 'alunos.csv', school_gateway_id: cohort.id },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  await processImport(school, asked.body.import.id, w.tools, neverStops)
  expect(await phoneOfEmail(school, maria)).toMatchObject({ cellphone: '', phone_e164: null })
  expect(await phoneOfEmail(school, joao)).toMatchObject({ phone_e164: '+5511987654321' })
  expect(await phoneOfEmail(school, rosa)).toEqual(kept)
})

it('a row of a sales report has no telephone where its digits are not whole', () => {
  const phoneOfCell = (cellphone: string) =>
    readBuyer({ name: 'Rosa Quispe', email: 'rosa@exemplo.com', cellphone }).cellphone
  expect(['5,51199E+12', '11987654321.0', peru, '(11) 9****-4321'].map(phoneOfCell)).toEqual([
    '',
    '5511987654321',
    '+51987654321',
    '',
  ])
})

it('students without a country are counted, as old rows and new ones say', async () => {
  const school = await w.makeSchool('Contagem')
  const give = async (values: object) => {
    const { userId } = await school.make.student()
    await school.tx((db) => db.updateTable('memberships').set(values).where('user_id', '=', userId).execute())
  }
  for (const cellphone of ['', '11912345678', '011912345678', '5511912345678', '+51987654321', '1132123456'])
    await give({ cellphone })
  const before = await school.tx(countPhonesWithoutCountry)
  for (const cellphone of ['56912345678', '912345678', '351912345678']) await give({ cellphone })
  await give({ cellphone: '+51987', phone_read_from: '+51987', phone_e164: null })
  await give({ ...kept })
  expect([before, await school.tx(countPhonesWithoutCountry)]).toEqual([0, 4])
})
