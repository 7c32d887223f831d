import { certificateCpfs, certificateIssuers, issuerTexts } from '@escola/contract/certificate-issuers.contract'
import { merges } from '@escola/contract/merges.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { findCpf } from './cpf.queries.ts'
import { openCpf } from './cpf.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
const nothing = { asks_cpf: false, cpf: '', utc_given_on: null }

it('keeps what certificates print of a school, and refuses a number that no company or person can have', async () => {
  const { call, northside } = w
  const as = northside.admin
  const issuer = { legal_name: ' Pão   Ltda ', tax_id: '12.abc.345/01DE-35', place: 'São Paulo', asks_cpf: true }
  const saved = { legal_name: 'Pão Ltda', tax_id: '12ABC34501DE35', place: 'São Paulo', asks_cpf: true }
  expect((await call(certificateIssuers.save, { as, body: issuer })).body).toEqual({ issuer: saved })
  const refused = await call(certificateIssuers.save, { as, body: { ...issuer, tax_id: '11.222.333/0001-80' } })
  expect(refused).toMatchObject({ status: 400, body: { fields: { tax_id: issuerTexts.taxId } } })
  expect((await call(certificateIssuers.get, { as })).body).toEqual({ issuer: saved })
})

it('keeps the CPF that a student gives a school that asks for it, sealed, until they take it back', async () => {
  const { call, tools } = w
  const { make, tx, id: schoolId, admin } = await w.makeSchool('CPF')
  const as = await make.student()
  const save = (body: object) => call(certificateCpfs.save, { as, body: body as { cpf: string; consent: true } })
  const given = { cpf: '529.982.247-25', consent: true }
  expect((await call(certificateCpfs.get, { as })).body).toEqual(nothing)
  expect(await save(given)).toMatchObject({ status: 409, body: { code: 'cpf_not_asked' } })
  const asking = { legal_name: '', tax_id: '', place: '', asks_cpf: true }
  await call(certificateIssuers.save, { as: admin, body: asking })
  expect(await save({ ...given, consent: false })).toMatchObject({ status: 400 })
  const wrong = await save({ ...given, cpf: '529.982.247-26' })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { cpf: issuerTexts.cpf } } })

  expect((await save(given)).body).toMatchObject({ asks_cpf: true, cpf: '***.982.247-**' })
  const read = () =>
    tx((db) =>
      db
        .selectFrom('memberships')
        .where('user_id', '=', as.userId)
        .select(['sealed_cpf', 'utc_cpf_given_on'])
        .executeTakeFirstOrThrow(),
    )
  const { sealed_cpf } = await read()
  expect(sealed_cpf).not.toContain('52998224725')
  expect(openCpf(sealed_cpf!, { schoolId, userId: as.userId }, tools)).toBe('52998224725')
  expect(() => openCpf(sealed_cpf!, { schoolId, userId: '1' }, tools)).toThrow()

  expect((await call(certificateCpfs.remove, { as })).body).toEqual({ ...nothing, asks_cpf: true })
  expect(await read()).toEqual({ sealed_cpf: null, utc_cpf_given_on: null })
})

it('goes with a student who is merged into one who gave none, and back when that is undone', async () => {
  const { call, tools } = w
  const { make, tx, id: schoolId, admin } = await w.makeSchool('CPF de dois')
  const asking = { legal_name: '', tax_id: '', place: '', asks_cpf: true }
  await call(certificateIssuers.save, { as: admin, body: asking })
  const [first, second] = [await make.student(), await make.student()]
  const save = (as: typeof first, cpf: string) => call(certificateCpfs.save, { as, body: { cpf, consent: true } })
  await save(second, '529.982.247-25')
  const linkOf = async ({ userId }: { userId: string }) =>
    (
      await tx((db) =>
        db.selectFrom('memberships').select('link').where('user_id', '=', userId).executeTakeFirstOrThrow(),
      )
    ).link
  const link = await linkOf(first)
  const merge = async () =>
    (await call(merges.start, { as: admin, params: { link }, body: { email: second.email } })).body.merge
  const undo = (id: string) => call(merges.undo, { as: admin, params: { link, id } })
  const find = async () => {
    const { sealed_cpf } = await tx((db) => findCpf(db, first.userId))
    return sealed_cpf && openCpf(sealed_cpf, { schoolId, userId: first.userId }, tools)
  }
  const { id } = await merge()
  expect(await find()).toBe('52998224725')
  await undo(id)
  expect(await find()).toBeNull()
  await save(first, '111.444.777-35')
  await undo((await merge()).id)
  expect(await find()).toBe('11144477735')
})
