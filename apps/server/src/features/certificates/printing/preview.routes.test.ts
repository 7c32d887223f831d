import { newTemplateTitle } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { refusals } from '@escola/contract/refusals'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readPdf } from '../../../pdf/read-pdf.testing.ts'
import { world } from '../../../testing/world.ts'

it('draws what a model would print, saved or not, and keeps nothing', async () => {
  const { call, makeSchool, riverside } = await world()
  const school = await makeSchool('Prévias')
  const bread = await school.make.course({ title: 'Pães', modules: [2] })
  await school.make.course({ title: 'Bolos', modules: [1] })
  const preview = (body: object, id = '0', as = school.admin) =>
    call(certificateTemplates.preview, { as, params: { id }, body: { title: '', signatures: [], ...body } as never })
  const read = async (body: object) => {
    const answer = await preview(body)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    return readPdf(answer.bytes)
  }
  const stroke =
    '<svg width="90" height="30"><path d="M10 20 L80 10" stroke="#222" stroke-width="3" fill="none"/></svg>'
  const picture = await sharp(Buffer.from(stroke)).png().toBuffer()
  const signature = { name: 'Ana Prado', role: 'Direção', signature_img: picture.toString('base64') }
  const { text, pages } = await read({ title: 'Diploma', degrees: [bread.id], signatures: [signature] })
  for (const part of ['Diploma', 'concluiu o curso Pães', 'Ana Prado', 'Direção', 'Prévias', '2 aulas estudadas'])
    expect(text).toContain(part)
  expect(pages).toBe(2)
  const plain = await read({ has_syllabus: false, layout: 'modern', signatures: [{ name: 'An' }] })
  expect([plain.pages, plain.text.includes(newTemplateTitle), plain.text.includes('Bolos')]).toEqual([1, true, true])

  expect((await read({ kind: 'sum' })).text).toContain('concluiu os cursos Bolos e Pães')
  await school.tx((db) =>
    db
      .insertInto('franchisors')
      .values({ franchisor_id: riverside.id, name: 'Rede do Rio', invitation: 1, utc_invited_on: new Date() })
      .execute(),
  )
  const edition = await school.make.course({ title: 'Tortas', franchisor_id: riverside.id })
  expect((await read({ degrees: [edition.id] })).text).toContain('Curso de Rede do Rio')

  const refused = await preview({ title: '証明' })
  expect([refused.status, refused.error.code, refused.error.fields]).toEqual([
    409,
    'certificate_unprintable',
    { title: refusals.unprintableText('証明') },
  ])
  const broken = [
    { signatures: [{ name: 'Ana', signature_img: '%%' }] },
    { signatures: [{ name: 'Ana', signature_img: Buffer.from('texto').toString('base64') }] },
    { layout: 'baroque' },
  ]
  for (const body of broken) expect((await preview(body)).status, JSON.stringify(body)).toBe(400)
  expect((await preview({}, '999999')).status).toBe(404)
  expect((await preview({}, '0', school.student)).status).toBe(403)
  const { id } = (await call(certificateTemplates.create, { as: school.admin, body: {} })).body.certificate
  expect((await preview({}, id)).status).toBe(200)
  expect((await preview({}, id, riverside.admin)).status).toBe(404)
  const kept = await school.tx((db) => db.selectFrom('files').select('id').execute())
  expect(kept).toEqual([])
})
