import { certificates, type ShownFacts } from '@escola/contract/certificates.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Person } from '../../../testing/call.ts'
import { world } from '../../../testing/world.ts'
import { generateCode } from '../issuing/code.ts'

/** A certificate whose facts have a period and a syllabus. */
async function issued() {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Provadora')
  const { student } = school
  const first = await school.make.certificate(await school.make.course({ title: 'Massas' }), student)
  const facts = {
    ...(first.facts as object),
    legal_name: 'Provadora Ltda',
    started_on: '2026-10-01T12:00:00.000Z',
    signers: ['Rita', 'Rui'].map((name) => ({ name, role: '', signature_key: null })),
    courses: [
      {
        course_id: first.course_id,
        title: 'Massas',
        from_school: '',
        workload_minutes: 90,
        modules: [{ title: 'Trigo', lessons: [{ title: 'A farinha', seconds: 60 }] }],
      },
    ],
  }
  await school.tx((db) =>
    db
      .updateTable('certificates')
      .set({ facts: JSON.stringify(facts), sha256: 'a'.repeat(64) })
      .execute(),
  )
  const verify = async (code = first.code, as?: Person) =>
    (await call(certificates.verify, { params: { schoolId: school.id, code }, ...(as ? { as } : {}) })).body
  const choose = (as: Person, body: ShownFacts) =>
    call(certificates.chooseShown, { as, params: { id: first.id }, body })
  return { school, student, first, facts, verify, choose }
}

it('shows the period, the hours and what was studied only as the student chose', async () => {
  const { school, student, first, verify, choose } = await issued()
  const { call, riverside } = await world()
  const shown = {
    workload_hours_pretty: '1h30',
    utc_started_on: '2026-10-01T12:00:00.000Z',
    utc_completed_on: first.utc_completed_on.toISOString(),
  }
  const hidden = { workload_hours_pretty: '', utc_started_on: null, utc_completed_on: null }
  const modules = [{ title: 'Trigo', lessons: ['A farinha'] }]
  expect(await verify()).toMatchObject({ ...shown, modules: [], student_name: student.name, course_title: 'Massas' })

  for (const as of [school.admin, await school.make.student(), riverside.admin])
    expect((await choose(as, { shows_hours: false, shows_syllabus: true })).status).toBe(404)
  expect(await verify()).toMatchObject({ ...shown, modules: [] })

  const wanted = { shows_hours: false, shows_syllabus: true }
  expect((await choose(student, wanted)).body).toEqual(wanted)
  expect(await verify()).toMatchObject({ ...hidden, modules, student_name: student.name, course_title: 'Massas' })
  const { body } = await call(certificates.mine, { as: student })
  expect(body.certificates).toMatchObject([{ id: first.id, ...wanted }])
})

it('proves what the PDF says of the school, its place and whose course it is', async () => {
  const { school, facts, verify } = await issued()
  const [course] = facts.courses
  const of = (from_school: string) => ({ ...course, from_school })
  const print = async (change: object) => {
    const values = {
      facts: JSON.stringify({ ...facts, tax_id: '11222333000181', place: 'Recife', title: 'Formação', ...change }),
    }
    await school.tx((db) => db.updateTable('certificates').set(values).execute())
    return verify()
  }
  expect(await print({ courses: [of('Ateliê')] })).toMatchObject({
    title: 'Formação',
    origin: 'Curso de Ateliê',
    issuer_number: 'CNPJ 11.222.333/0001-81',
    place: 'Recife',
  })
  // The number of a person stays without its ends, as on paper.
  expect(await print({ tax_id: '52998224725' })).toMatchObject({ origin: '', issuer_number: 'CPF ***.982.247-**' })
  const sums = [
    [[of('Ateliê'), of('Ateliê')], 'Cursos de Ateliê'],
    [[of('Ateliê'), of('')], '1 curso de Ateliê'],
    [[of('Ateliê'), of('Forno'), of('Forno')], '1 curso de Ateliê e 2 cursos de Forno'],
  ] as const
  for (const [courses, origin] of sums) expect(await print({ courses })).toMatchObject({ origin })
})

it('finds a code as Word, a telephone or a PDF reader writes it', async () => {
  const { first, verify } = await issued()
  const letters = first.code.replaceAll('-', '')
  const [a, b, c] = first.code.split('-')
  for (const dash of ['–', '—', '‑', '−', ' – ', '\u00ad', '\u200b', '_', '.'])
    expect([dash, (await verify([a, b, c].join(dash))).code]).toEqual([dash, first.code])
  const fullWidth = [...letters].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('')
  expect((await verify(fullWidth)).code).toBe(first.code)
})

it('lists each issue, says which is the latest, and knows its student', async () => {
  const { school, student, first, facts, verify } = await issued()
  const code = generateCode()
  const { record_id, user_id, course_id, utc_completed_on } = first
  const issue = { record_id, user_id, course_id, utc_completed_on, facts: JSON.stringify(facts) }
  await school.tx(async (db) => {
    await db
      .updateTable('certificates')
      .set({ utc_replaced_on: new Date(), utc_issued_on: new Date('2026-11-01') })
      .execute()
    await db
      .insertInto('certificates')
      .values([
        { ...issue, number: 2, code, status: 'ready', sha256: 'b'.repeat(64), utc_issued_on: new Date('2026-11-02') },
        // An issue that is being drawn has no file yet.
        { ...issue, number: 3, code: generateCode(), status: 'queued', utc_replaced_on: new Date() },
      ])
      .execute()
    await db.updateTable('certificate_records').set({ register_number: 7, register_book: 2026 }).execute()
  })
  const issues = [
    { number: 2, is_current: true, sha256: 'b'.repeat(64), utc_issued_on: '2026-11-02T00:00:00.000Z' },
    { number: 1, is_current: false, sha256: 'a'.repeat(64), utc_issued_on: '2026-11-01T00:00:00.000Z' },
  ]
  const register = { register_number: 7, register_book: 2026 }
  expect(await verify()).toMatchObject({ state: 'replaced', issues, ...register, is_mine: false })
  expect(await verify(code, school.admin)).toMatchObject({ state: 'valid', issues, ...register, is_mine: false })
  expect(await verify(code, student)).toMatchObject({
    is_mine: true,
    legal_name: 'Provadora Ltda',
    signature_name: 'Rita, Rui',
  })
})

it('says that a certificate was revoked and why, while its school is blocked, too', async () => {
  const { school, verify } = await issued()
  const revoked = { utc_revoked_on: new Date('2026-11-20'), revoked_why: 'Emitido por engano' }
  await school.tx(async (db) => {
    await db.updateTable('certificate_records').set(revoked).execute()
    await db.updateTable('schools').set({ is_blocked: true }).execute()
  })
  expect(await verify()).toMatchObject({
    state: 'revoked',
    utc_revoked_on: '2026-11-20T00:00:00.000Z',
    revoked_why: 'Emitido por engano',
  })
})

it('draws a picture of its size for other sites, whatever the names are, and none of a revoked or erased one', async () => {
  const { app } = await world()
  const { school, first, facts } = await issued()
  const ask = (code = first.code) => app.inject({ url: `/api/school/${school.id}/certificate/${code}/picture` })
  const rename = (student_name: string, course: string) =>
    school.tx((db) =>
      db
        .updateTable('certificates')
        .set({
          code: generateCode(),
          facts: JSON.stringify({ ...facts, student_name, courses: [{ ...facts.courses[0], title: course }] }),
        })
        .returning('code')
        .executeTakeFirstOrThrow(),
    )
  for (const [name, course] of [
    ['Ana', 'Massas'],
    ['<svg onload="x">&amp;', `${'longo '.repeat(60)}🎂`],
    ['Nome'.repeat(60), 'M'],
  ] as const) {
    const { statusCode, headers, rawPayload } = await ask((await rename(name, course)).code)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 627 })
    expect(rawPayload.length).toBeLessThan(150_000)
  }
  const { code } = await rename('田中', 'Massas')
  expect((await ask(code)).statusCode).toBe(404)
  const good = (await rename('Ana', 'Massas')).code
  await school.tx((db) => db.updateTable('certificate_records').set({ utc_revoked_on: new Date() }).execute())
  expect((await ask(good)).statusCode).toBe(404)
  await school.tx(async (db) => {
    await db.updateTable('certificate_records').set({ utc_revoked_on: null }).execute()
    await db.updateTable('certificates').set({ user_id: null }).execute()
  })
  expect((await ask(good)).statusCode).toBe(404)
})
