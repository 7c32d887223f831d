import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { School } from '../../core/scope.ts'
import { makeSignedFileUrl } from '../../files/signed-links.ts'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'
import { storeFile } from './files.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterEach(() => vi.useRealTimers())

const store = (filename = 'Apostila “1”.pdf', school: School = w.northside) =>
  storeFile(
    school,
    { purpose: 'lesson_file', body: Buffer.from('%PDF-'), sizeBytes: 5, filename, contentType: 'application/pdf' },
    w.tools,
  )
const linkOf = (fileId: string, school = w.northside) =>
  makeSignedFileUrl(w.tools, makeAttended(school, school.admin), { fileId, way: 'lesson', id: '1' })
const statusOf = async (url: string) => (await w.app.inject(url)).statusCode

it('sends the bytes behind a signed link, as a download that no browser runs', async () => {
  const { id } = await store()
  const answer = await w.app.inject(linkOf(id))
  expect([answer.statusCode, answer.body]).toEqual([200, '%PDF-'])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '5',
    'content-disposition': `attachment; filename="Apostila _1_.pdf"; filename*=UTF-8''Apostila%20%E2%80%9C1%E2%80%9D.pdf`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
})

const ownTag = 'the one that it was sent with'
const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
  const url = linkOf((await store()).id)
  const tag = String((await w.app.inject({ url, method: 'HEAD' })).headers.etag)
  const ifRange = headers['if-range'] === ownTag ? { 'if-range': tag } : {}
  const answer = await w.app.inject({ url, method, headers: { ...headers, ...ifRange } })
  const { 'content-range': range, 'content-length': length } = answer.headers
  return [answer.statusCode, range, length, answer.statusCode < 300 ? answer.body : answer.json().code]
}

it.each([
  [{ range: 'bytes=1-3' }, [206, 'bytes 1-3/5', '3', 'PDF']],
  [{ range: 'bytes=-1' }, [206, 'bytes 4-4/5', '1', '-']],
  [{ range: 'bytes=1-3', 'if-range': ownTag }, [206, 'bytes 1-3/5', '3', 'PDF']],
  // The tag was another file's, or cannot be compared: all of it is answered.
  [{ range: 'bytes=1-3', 'if-range': '"another"' }, [200, undefined, '5', '%PDF-']],
  [{ range: 'bytes=1-3', 'if-range': 'Sun, 22 Nov 2026 00:00:00 GMT' }, [200, undefined, '5', '%PDF-']],
  [{ range: 'bytes=0-0,2-2' }, [200, undefined, '5', '%PDF-']],
  [{ range: 'bytes=4-2' }, [200, undefined, '5', '%PDF-']],
  [{ range: 'bytes=5-' }, [416, 'bytes */5', expect.anything(), 'range_not_satisfiable']],
] as [Record<string, string>, unknown[]][])('answers %j with %j', async (headers, expected) => {
  expect(await ask(headers)).toEqual(expected)
})

it('answers a request for the headers alone with the size of all, and opens nothing', async () => {
  expect(await ask({ range: 'bytes=1-3' }, 'HEAD')).toEqual([200, undefined, '5', ''])
  const file = await store()
  await w.tools.files.delete(file.storage_key)
  expect((await w.app.inject({ url: linkOf(file.id), method: 'HEAD' })).statusCode).toBe(200)
})

it('answers 404 to a link that was changed', async () => {
  const [{ id }, other] = [await store(), await store()]
  const link = linkOf(id)
  expect(await statusOf(link.replace(`/file/${id}`, `/file/${other.id}`))).toBe(404)
  expect(await statusOf(link.replace(/expires=\d+/, (text) => `${text}0`))).toBe(404)
  const another = (_: string, first: string) => `signature=${first === '_' ? '-' : '_'}`
  expect(await statusOf(link.replace(/signature=(.)/, another))).toBe(404)
  expect(await statusOf(link.replace(`/school/${w.northside.id}/`, `/school/${w.riverside.id}/`))).toBe(404)
  expect(await statusOf(link.replace(/signature=.*/, 'signature='))).toBe(404)
})

it('answers 404 to a link that is older than ten minutes', async () => {
  const { id } = await store()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * minuteMs - 1000 })
  const old = linkOf(id)
  vi.useRealTimers()
  expect(await statusOf(old)).toBe(404)
})

it('does not reach a file of another school, not even with a good signature', async () => {
  const { id } = await store()
  expect(await statusOf(linkOf(id, w.riverside))).toBe(404)
})

it('answers 404 when the bytes are gone', async () => {
  const file = await store()
  await w.tools.files.delete(file.storage_key)
  expect(await statusOf(linkOf(file.id))).toBe(404)
})

it('opens nothing any more once the access of the user who asked for the link has ended', async () => {
  const { school, course, cohort, student } = await makeLearningSchool()
  const other = await school.make.student('Fica Aqui')
  await school.make.enrollment(cohort, other)
  const { id } = await store('aula.pdf', school)
  const [lesson] = course.lessons
  const entry = { id, title: 'Aula', filename: 'aula.pdf', type: 'application/pdf', size: 5 }
  await school.tx((db) =>
    db
      .updateTable('lessons')
      .set({ files: JSON.stringify([entry]) })
      .where('id', '=', lesson!.id)
      .execute(),
  )
  const linkFor = async (as: Person) =>
    (await w.call(learning.fileLink, { as, params: { contentId: lesson!.id, fileId: id } })).body.url
  const ofStudent = await linkFor(student)
  const ofOther = await linkFor(other)
  const ofAdmin = await linkFor(school.admin)
  for (const link of [ofStudent, ofOther, ofAdmin]) expect(await statusOf(link)).toBe(200)
  expect(await statusOf(ofStudent.replace(student.sessionId, other.sessionId))).toBe(404)

  await w.call(students.removeFromCohort, {
    as: school.admin,
    params: { userId: student.userId, classId: cohort.id },
  })
  await expect.poll(() => statusOf(ofStudent)).toBe(404)
  await w.call(sessions.signOut, { as: school.admin })
  await expect.poll(() => statusOf(ofAdmin)).toBe(404)
  expect(await statusOf(ofOther)).toBe(200)
})
