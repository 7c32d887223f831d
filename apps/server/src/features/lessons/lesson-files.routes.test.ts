import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import sharp from 'sharp'
import request from 'supertest'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
const upload = (bytes: Buffer, filename: string) =>
  w.call(lessons.uploadFile, { as: w.northside.admin, fields: {}, file: { bytes, filename } })
const storedFiles = async () =>
  (await readdir(w.folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).length
const rows = () => w.northside.tx((db) => db.selectFrom('files').selectAll().orderBy('id').execute())

it('stores a pdf and gives it to the lesson that is saved with it', async () => {
  const course = await w.northside.make.course({ published: false })
  const [lesson] = course.lessons
  const { status, body } = await upload(pdf, 'Apostila de pães artesanais – módulo 1.PDF')
  expect(status).toBe(200)
  expect(body.file).toEqual({
    id: expect.any(String),
    title: 'Apostila de pães artesana',
    filename: 'Apostila de pães artesanais – módulo 1.PDF',
    type: 'application/pdf',
    size: pdf.length,
    location: `/api/school/${w.northside.id}/content/0/file/${body.file.id}`,
  })
  expect(body.file_location).toBe(body.file.location)
  const row = (await rows()).at(-1)!
  expect(row).toMatchObject({
    purpose: 'lesson_file',
    size_bytes: String(pdf.length),
    created_by: w.northside.admin.userId,
  })
  expect(row.storage_key).toMatch(new RegExp(`^${w.northside.id}/lesson-file/[0-9a-f-]{36}$`))
  expect(await buffer(await w.tools.files.read(row.storage_key))).toEqual(pdf)

  const saved = await w.call(lessons.save, {
    as: w.northside.admin,
    params: { courseLink: course.link, lessonLink: lesson!.link },
    body: { degree_id: course.id, version: 1, files: [{ id: body.file.id, title: '  Apostila  ' }] },
  })
  expect(saved.body.content.files).toEqual([
    {
      ...body.file,
      title: 'Apostila',
      location: `/api/school/${w.northside.id}/content/${lesson!.id}/file/${body.file.id}`,
    },
  ])
})

it.each([
  ['foto.png', png, 'image/png'],
  ['dados.csv', () => Buffer.from('nome;e-mail\nAna;ana@exemplo.com.br\n'), 'text/csv; charset=utf-8'],
  ['antigo.txt', () => Buffer.from('Maçãs e pães', 'latin1'), 'text/plain; charset=windows-1252'],
  ['planilha.xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel'],
  ['audio.wav', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt '), 'audio/wav'],
  ['leia.md', () => Buffer.from('# Título\n\nse a < b então `Map<K, V>`'), 'text/markdown; charset=utf-8'],
])('takes %s', async (filename, make, type) => {
  const { status, body } = await upload(await make(), filename)
  expect([status, body.file.type]).toEqual([200, type])
})

it.each([
  ['an HTML file', 'pagina.html', () => Buffer.from('<html></html>'), 'unknown_file_type'],
  ['an HTML file named .txt', 'pagina.txt', () => Buffer.from('  <script>alert(1)</script>')],
  ['HTML far behind in a text', 'longo.txt', () => Buffer.from(`${'a'.repeat(65_530)}<script src=x>`)],
  ['an HTML file named .pdf', 'pagina.pdf', () => Buffer.from('<!doctype html>')],
  ['an SVG', 'figura.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown_file_type'],
  ['a png renamed .pdf', 'foto.pdf', png],
  ['a pdf renamed .png', 'texto.png', () => pdf],
  ['a pdf renamed .txt', 'texto.txt', () => pdf],
  ['a program', 'jogo.exe', () => Buffer.from('MZ\x90\0'), 'unknown_file_type'],
  ['a program renamed .zip', 'jogo.zip', () => Buffer.from('MZ\x90\0')],
  // Were the search for markup to try every split of the spaces, this would outlast the test.
  ['spaces behind brackets', 'cheio.txt', () => Buffer.from(`${`<${' '.repeat(65_535)}`.repeat(60)}\0`)],
  ['an empty file', 'vazio.pdf', () => Buffer.alloc(0), 'empty_file'],
  ['an empty text', 'vazio.txt', () => Buffer.alloc(0), 'empty_file'],
  ['bytes that are no text', 'nota.txt', () => Buffer.from([0x80, 0x00, 0x41])],
  ['a file without an extension', 'constructor', () => pdf, 'unknown_file_type'],
] as [string, string, () => Buffer | Promise<Buffer>, string?][])(
  'refuses %s and stores nothing',
  async (_, filename, make, code = 'invalid_file') => {
    const [before, rowsBefore] = [await storedFiles(), (await rows()).length]
    const answer = await upload(await make(), filename)
    expect([answer.status, answer.error.code]).toEqual([400, code])
    expect([await storedFiles(), (await rows()).length]).toEqual([before, rowsBefore])
  },
)

it('refuses 31 MB by name, takes what is just under 30 MB, and stores nothing of the first', async () => {
  const before = await storedFiles()
  const tooLarge = await upload(Buffer.concat([pdf, Buffer.alloc(31 * 1024 * 1024)]), 'gigante.pdf')
  expect([tooLarge.status, tooLarge.error]).toMatchObject([
    413,
    { code: 'file_too_large', fields: { file: messages.fileTooLarge('gigante.pdf') } },
  ])
  const exactly = await upload(Buffer.concat([pdf, Buffer.alloc(30 * 1024 * 1024 - pdf.length)]), 'exato.pdf')
  expect(exactly.status).toBe(413)
  expect(await storedFiles()).toBe(before)
  const under = await upload(Buffer.concat([pdf, Buffer.alloc(30 * 1024 * 1024 - pdf.length - 1)]), 'quase.pdf')
  expect([under.status, under.body.file.size]).toEqual([200, 30 * 1024 * 1024 - 1])
})

it('answers a 31 MB upload over a real connection instead of cutting it off', async () => {
  const { status, body } = await request(w.app.server)
    .post(`/api/school/${w.northside.id}/content/file`)
    .auth(w.northside.admin.token, { type: 'bearer' })
    .attach('file', Buffer.alloc(31 * 1024 * 1024), 'gigante.pdf')
  expect([status, body]).toMatchObject([413, { code: 'file_too_large' }])
})

it('does not give a lesson a file of another school', async () => {
  const { body } = await upload(pdf, 'nosso.pdf')
  const foreignCourse = await w.riverside.make.course()
  const answer = await w.call(lessons.save, {
    as: w.riverside.admin,
    params: { courseLink: foreignCourse.link, lessonLink: foreignCourse.lessons[0]!.link },
    body: { degree_id: foreignCourse.id, version: 1, files: [{ id: body.file.id, title: 'roubado' }] },
  })
  expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, ['files']])
})
