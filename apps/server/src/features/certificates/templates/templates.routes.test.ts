import { templateMessages } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { refusals } from '@escola/contract/refusals'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { issueFinished } from '../issuing/finished.service.ts'
import { cleanSignature } from './signature-picture.ts'

/** A school, a template of it that was never saved, and calls on it. */
async function fresh() {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Modelos')
  const as = school.admin
  const { id } = (await call(certificateTemplates.create, { as, body: {} })).body.certificate
  return {
    school,
    as,
    id,
    save: (fields: object, file?: { bytes: Buffer; filename: string }) =>
      call(certificateTemplates.save, { as, fields: { id, ...fields } as never, ...(file && { file }) }),
    list: async () => (await call(certificateTemplates.list, { as })).body.certificateList,
  }
}

/** Strokes of dark grey on paper that is not quite white. */
const photographed = () =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: '#e8e4da' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="600" height="300"><path d="M150 200 L450 90" stroke="#333" stroke-width="14"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer()

it('makes, saves, titles and deletes a model', async () => {
  const { school, as, id, save, list } = await fresh()
  const { call } = await world()
  const [bread, cake] = [await school.make.course(), await school.make.course()]
  expect((await list())[0]).toMatchObject({ id, title: 'Certificado de conclusão', utc_saved_on: null, signatures: [] })
  const form = { degrees: JSON.stringify([cake.id, bread.id, cake.id]), is_automatic: 'false', min_days: '7' }
  const saved = await save(
    { ...form, signature_name: ' Ana  Prado ' },
    { bytes: await photographed(), filename: 'ana.jpg' },
  )
  expect(saved.body).toMatchObject({
    issuing: 0,
    certificate: {
      degrees: [bread.id, cake.id],
      all_degrees: false,
      is_automatic: false,
      min_days: 7,
      signatures: [{ name: 'Ana Prado', role: '' }],
    },
  })
  const [signer] = saved.body.certificate.signatures
  expect(signer!.signature_img).toMatch(/^\/api\/school\/\d+\/image\/[\w-]+$/)
  // A second person signs, and the first one keeps the signature.
  const upload = await call(certificateTemplates.uploadSignature, {
    as,
    params: { id },
    fields: {},
    file: { bytes: await photographed(), filename: 'rui.jpg' },
  })
  const signatures = [
    { name: 'Ana Prado', signature_key: signer!.signature_key },
    { name: 'Rui Costa', role: 'Coordenação', signature_key: upload.body.signature_key },
  ]
  const both = await save({ all_degrees: 'true', signatures: JSON.stringify(signatures) })
  expect(both.body.certificate).toMatchObject({ degrees: [], all_degrees: true, signatures })
  expect((await save({ all_degrees: 'true' })).body.certificate).toMatchObject({ signatures })
  const titled = await call(certificateTemplates.saveTitle, { as, params: { id }, body: { title: '  ' } })
  expect(titled.body.certificate.title).toBe('Certificado de conclusão')
  const remove = () => call(certificateTemplates.remove, { as, params: { id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(await list()).toHaveLength(1)
})

it('says which field is wrong, and saves nothing then', async () => {
  const { school, as, id, save, list } = await fresh()
  const { riverside } = await world()
  const all = { all_degrees: 'true' }
  const foreign = await riverside.make.course()
  const cases: [object, string, string][] = [
    [all, 'signature_name', templateMessages.signer],
    [{ ...all, signature_name: 'Ana' }, 'signature_name', templateMessages.signer],
    [{ signature_name: 'Ana Prado' }, 'degrees', templateMessages.courses],
    [{ signature_name: 'Ana Prado', degrees: JSON.stringify([foreign.id]) }, 'degrees', 'Curso não encontrado'],
    [{ ...all, signature_name: 'Ana Prado', degrees: '[' }, 'degrees', 'JSON inválido'],
    [{ ...all, signature_name: 'Ana Prado', min_days: '4000' }, 'min_days', templateMessages.minDays],
    [{ ...all, signature_name: '田中 花子' }, 'signature_name', refusals.unprintableText('田中 花子')],
    [{ ...all, signatures: '[]' }, 'signatures', templateMessages.signers],
    [
      { ...all, signatures: JSON.stringify([{ name: 'Ana Prado', signature_key: crypto.randomUUID() }]) },
      'signatures',
      templateMessages.signature,
    ],
  ]
  for (const [fields, field, message] of cases) {
    const { status, error } = await save(fields)
    expect([status < 500, error.fields], JSON.stringify(fields)).toEqual([true, { [field]: message }])
  }
  const { call } = await world()
  const title = '証明'
  const titled = await call(certificateTemplates.saveTitle, { as, params: { id }, body: { title } })
  const created = await call(certificateTemplates.create, { as, body: { title } })
  for (const { error } of [titled, created]) expect(error.fields).toEqual({ title: refusals.unprintableText(title) })
  const text = await save({ ...all, signature_name: 'Ana Prado' }, { bytes: Buffer.from('texto'), filename: 'a.png' })
  expect(text.error.code).toBe('invalid_image')
  // A title that was kept before it had to be printable is refused with the first save.
  await school.tx((db) => db.updateTable('certificate_templates').set({ title }).where('id', '=', id).execute())
  const old = await save({ ...all, signature_name: 'Ana Prado' })
  expect(old.error.fields).toEqual({ title: refusals.unprintableText(title) })
  expect((await list())[0]).toMatchObject({ utc_saved_on: null, signatures: [] })
  expect(await school.pendingJobs()).toEqual([])
})

it('keeps what a save leaves out, which the fields of the specification do', async () => {
  const { school, save } = await fresh()
  const courses = [await school.make.course(), await school.make.course()]
  const plain = {
    degrees: JSON.stringify(courses.map(({ id }) => id)),
    is_automatic: 'false',
    signature_name: 'Ana Prado',
  }
  const own = { kind: 'sum', layout: 'solemn', has_syllabus: 'false', min_days: '7', sum_hours: '40' }
  const kept = { kind: 'sum', layout: 'solemn', has_syllabus: false, min_days: 7 }
  expect((await save({ ...plain, ...own })).body.certificate).toMatchObject({ ...kept, sum_hours: 40 })
  expect((await save(plain)).body.certificate).toMatchObject({ ...kept, sum_hours: 40 })
  const [first] = courses
  const one = await save({ ...plain, degrees: JSON.stringify([first!.id]) })
  expect(one.error.fields).toEqual({ degrees: templateMessages.sumCourses })
  expect((await save({ ...plain, sum_hours: '' })).body.certificate).toMatchObject({ ...kept, sum_hours: null })
  expect((await save({ ...plain, sum_hours: '0' })).error.fields).toEqual({ sum_hours: templateMessages.sumHours })
})

it('issues for those who finished before, once, when an automatic model is switched on', async () => {
  const { school, as, id, save, list } = await fresh()
  const { call, tools } = await world()
  const [bread, cake] = [await school.make.course(), await school.make.course()]
  const people = [await school.make.student(), await school.make.student(), await school.make.student()]
  const completed = new Date('2026-03-01T12:00:00Z')
  await school.tx((db) =>
    db
      .insertInto('course_progress')
      .values([
        ...people.map(({ userId }) => ({ user_id: userId, course_id: bread.id, utc_completed_on: completed })),
        { user_id: people[0]!.userId, course_id: cake.id, utc_completed_on: completed },
      ])
      .execute(),
  )
  await school.make.certificate(bread, people[2]!)
  const count = async (body: object) =>
    (await call(certificateTemplates.countFinished, { as, params: { id }, body })).body.students
  // The school's first model is for all courses and older; this one is more specific where it names a course.
  expect(await count({ degrees: [bread.id] })).toBe(2)
  expect(await count({ degrees: [bread.id], is_automatic: false })).toBe(0)
  expect(await count({ all_degrees: true })).toBe(3)
  const unsaved = await call(certificateTemplates.countFinished, {
    as,
    params: { id: '0' },
    body: { degrees: [bread.id, cake.id] },
  })
  expect(unsaved.body.students).toBe(3)
  const form = { degrees: JSON.stringify([bread.id]), signature_name: 'Ana Prado' }
  expect((await save({ ...form, is_automatic: 'false' })).body.issuing).toBe(0)
  expect((await save(form)).body.issuing).toBe(2)
  const run = () => issueFinished(school, { templateId: id }, tools, neverStops)
  await run()
  await run()
  const issued = await school.tx((db) =>
    db
      .selectFrom('certificates')
      .select(['user_id', 'course_id', 'utc_completed_on'])
      .where('template_id', '=', id)
      .orderBy('user_id')
      .execute(),
  )
  expect(issued).toEqual(
    people.slice(0, 2).map(({ userId }) => ({ user_id: userId, course_id: bread.id, utc_completed_on: completed })),
  )
  expect((await list())[0]!.issued).toBe(2)
  expect((await save(form)).body.issuing).toBe(0)
})

it('keeps what another administrator has saved meanwhile, unless it is replaced knowingly', async () => {
  const { save, list } = await fresh()
  const form = { all_degrees: 'true', signature_name: 'Ana Prado' }
  expect((await save({ ...form, saved_on: '' })).status).toBe(200)
  const { utc_saved_on } = (await list())[0]!
  const stale = await save({ ...form, title: 'Outro título', signature_name: 'Rui Marinho', saved_on: '' })
  expect([stale.status, stale.error.code]).toEqual([409, 'stale_version'])
  expect(stale.error.current).toMatchObject({ certificate: { utc_saved_on, signatures: [{ name: 'Ana Prado' }] } })
  expect((await list())[0]!.title).not.toBe('Outro título')
  const newer = { ...form, title: 'Outro título', signature_name: 'Rui Marinho', saved_on: utc_saved_on }
  expect((await save(newer)).status).toBe(200)
  expect((await list())[0]!.title).toBe('Outro título')
  expect((await save({ ...form, signature_name: 'Bia Reis' })).status).toBe(200)
  expect((await list())[0]!.signatures).toMatchObject([{ name: 'Bia Reis' }])
})

it('cleans a photographed signature to ink on nothing, and keeps a drawn one', async () => {
  const opaqueShare = async (bytes: Buffer) => {
    const { data, info } = await sharp(await cleanSignature(bytes))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([960, 320, 4])
    const inked = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3]!).filter((alpha) => alpha > 128)
    return inked.length / (data.length / 4)
  }
  const drawn = sharp(
    Buffer.from(
      '<svg width="600" height="300"><path d="M150 200 L450 90" stroke="#1B3A8F" stroke-width="14" fill="none"/></svg>',
    ),
  )
  const shares = [await opaqueShare(await photographed()), await opaqueShare(await drawn.png().toBuffer())]
  for (const share of shares) {
    expect(share).toBeGreaterThan(0.01)
    expect(share).toBeLessThan(0.2)
  }
})

it.each([
  ['white', { channels: 3, background: '#fff' }],
  ['transparent', { channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } }],
  ['black', { channels: 3, background: '#000' }],
] as const)('takes no %s picture for a signature', async (_, look) => {
  const { as, id } = await fresh()
  const { call } = await world()
  const bytes = await sharp({ create: { width: 90, height: 30, ...look } })
    .png()
    .toBuffer()
  const params = { id }
  const answer = await call(certificateTemplates.uploadSignature, {
    as,
    params,
    fields: {},
    file: { bytes, filename: 'a.png' },
  })
  expect([answer.status, answer.error.fields]).toEqual([400, { file: templateMessages.noSignature }])
})
