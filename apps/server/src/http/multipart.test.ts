import { fillPath } from '@escola/contract/call'
import { courses } from '@escola/contract/courses.contract'
import { imports } from '@escola/contract/imports.contract'
import { lessons } from '@escola/contract/lessons.contract'
import request from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type World, world } from '../testing/world.ts'
import { buildHttp } from './build-http.ts'
import { cleanFilename, readMultipart } from './multipart.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const head = (name: string, filename?: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`
const field = (name: string, value: string) => `${head(name)}${value}\r\n`
const open = 'multipart/form-data; boundary=b'

async function send(path: string, payload: string, contentType = open) {
  const answer = await w.app.inject({
    method: 'POST',
    url: `/api${fillPath(path, { schoolId: w.northside.id })}`,
    headers: { authorization: `Bearer ${w.northside.admin.token}`, 'content-type': contentType },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe.each([
  ['a cover', courses.uploadCover.path, '1'],
  ['a lesson’s file', lessons.uploadFile.path, '1'],
  ['an import', `${imports.start.path}?filename=a.csv&school_gateway_id=1`, '1'],
])('a form with %s', (_, path, id) => {
  const file = `${field('id', id)}${head('file', 'a.txt')}`
  it.each([
    ['has no boundary', `${file}x\r\n--b--\r\n`, 'multipart/form-data'],
    ['has an empty boundary', `${file}x\r\n--b--\r\n`, 'multipart/form-data; boundary='],
    ['has half a boundary', `${file}x\r\n--b--\r\n`, 'multipart/form-data; boundary="'],
    ['is empty', '', open],
    ['is something else', 'x'.repeat(100), open],
    ['ends within a part’s head', file.slice(0, -10), open],
    ['ends before its file', field('id', id), open],
    ['ends within its file', `${file}${'x'.repeat(100_000)}`, open],
  ])('asks for the file when it %s', async (_case, payload, contentType) => {
    const { status, body } = await send(path, payload, contentType)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['file']])
  })
})

it('asks for a field that came twice to come once', async () => {
  const twice = `${field('id', '1')}${field('id', '2')}${head('file', 'a.png')}x\r\n--b--\r\n`
  expect(await send(courses.uploadCover.path, twice)).toMatchObject({
    status: 400,
    body: { fields: { id: 'Envie este campo uma vez só' } },
  })
})

it.each([
  ['a'.repeat(196), '.txt'],
  ['a'.repeat(198), '.txt'],
  ['ç'.repeat(300), '.txt'],
  ['😀'.repeat(300), '.txt'],
])('keeps the extension of a long name: %s%s', async (stem, extension) => {
  const { status, body } = await send(
    lessons.uploadFile.path,
    `${head('file', `${stem}${extension}`)}texto\r\n--b--\r\n`,
  )
  expect(status).toBe(200)
  expect(body.file.filename).toBe(`${[...stem].slice(0, 196).join('')}.txt`)
})

it('does not take a browser that gives up for a fault', async () => {
  const logged: string[] = []
  const http = await buildHttp(w.config, { level: 'error', stream: { write: (line) => void logged.push(line) } })
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  http.post('/', async (request) => {
    const { file } = await readMultipart(request, { fields: z.object({}), maxBytes: 1_000_000 })
    begun.resolve()
    await file!.bytes().finally(ended.resolve)
  })
  await http.ready()
  const browser = request(http.server).post('/').set({ 'content-type': open, 'content-length': '900000' })
  browser.write(`${head('file', 'a.txt')}half of it`)
  await begun.promise
  browser.abort()
  await ended.promise
  await http.close()
  expect(logged).toEqual([])
})

it('writes accents of a file name in one way, also those that a Mac sends', () => {
  expect(cleanFilename('C:\\Licoes\\Lic\u0327a\u0303o 1.pdf')).toBe('Lição 1.pdf')
})
