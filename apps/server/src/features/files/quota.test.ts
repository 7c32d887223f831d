import { readdir } from 'node:fs/promises'
import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { lessons } from '@escola/contract/lessons.contract'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { fileOwners } from '../../file-owners.ts'
import { type World, world } from '../../testing/world.ts'
import { recordMadeFile } from './files.service.ts'
import { removeUnusedFiles } from './unused-files.service.ts'

/** Ten kilobytes: enough for two of the uploads below. */
const share = 10 * 1024
const upload = Buffer.alloc(4 * 1024, 'a')
let w: World
beforeAll(async () => {
  w = await world({ SCHOOL_STORAGE_GB: String(share / 1024 ** 3) })
})

async function smallSchool() {
  const school = await w.makeSchool('Cheia')
  return {
    school,
    uploadFile: () =>
      w.call(lessons.uploadFile, { as: school.admin, fields: {}, file: { bytes: upload, filename: 'nota.txt' } }),
    startImport: (bytes: Buffer, cohortId: string) =>
      w.call(imports.start, {
        as: school.admin,
        query: { filename: 'alunos.csv', school_gateway_id: cohortId },
        file: { bytes, filename: 'alunos.json' },
      }),
    counted: () =>
      school.tx(async (db) =>
        Number((await db.selectFrom('school_storage').selectAll().executeTakeFirst())?.uploaded_bytes),
      ),
    sizes: () =>
      school.tx(async (db) =>
        (await db.selectFrom('files').select('size_bytes').execute()).map(({ size_bytes }) => Number(size_bytes)),
      ),
    stored: async () =>
      (await readdir(w.folder, { recursive: true, withFileTypes: true })).filter(
        (each) => each.isFile() && each.parentPath.startsWith(`${w.folder}/${school.id}/`),
      ).length,
  }
}

it('takes of ten uploads at the same moment only those that fit, and keeps nothing of the others', async () => {
  const { uploadFile, sizes, stored } = await smallSchool()
  const answers = await Promise.all(Array.from({ length: 10 }, uploadFile))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual(Array(8).fill([413, 'storage_full']))
  expect([await sizes(), await stored()]).toEqual([[upload.length, upload.length], 2])
})

it('counts an import as well, its spaces included', async () => {
  const { school, startImport, uploadFile, sizes, stored } = await smallSchool()
  const cohort = await school.make.cohort()
  const rows = JSON.stringify([{ name: 'Ana Souza', email: 'ana@example.com', cellphone: '', line: 2 }])
  const answer = await startImport(Buffer.from(rows + ' '.repeat(share)), cohort.id)
  expect([answer.status, answer.error.code]).toEqual([413, 'storage_full'])
  expect([await sizes(), await stored(), await school.pendingJobs()]).toEqual([[], 0, []])
  expect((await startImport(Buffer.from(rows + ' '.repeat(share - upload.length)), cohort.id)).status).toBe(202)
  expect((await uploadFile()).status).toBe(413)
})

it('counts covers as well, and keeps nothing of those that are too many', async () => {
  const { school, uploadFile, sizes, stored } = await smallSchool()
  const course = await school.make.course()
  const bytes = await sharp({ create: { width: 480, height: 149, channels: 3, background: '#7a1fa2' } })
    .png()
    .toBuffer()
  const upload = () =>
    w.call(courses.uploadCover, {
      as: school.admin,
      fields: { id: course.id, field: 'img_wide_url' },
      file: { bytes, filename: 'capa.png' },
    })
  await uploadFile()
  await uploadFile()
  const answers = await Promise.all(Array.from({ length: 40 }, upload))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ status, error }) => `${status} ${error.code}`))).toEqual(new Set(['413 storage_full']))
  const kept = await sizes()
  expect(kept.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(share)
  expect(await stored()).toBe(2 + (kept.length - 2))
})

it('counts what authors upload and nothing that the product makes', async () => {
  const { school, uploadFile, counted } = await smallSchool()
  const pdf = { key: `${school.id}/certificates/1.pdf`, filename: '1.pdf', contentType: 'application/pdf' }
  await school.tx((db) => recordMadeFile(db, { ...pdf, purpose: 'certificate', sizeBytes: share * 2 }))
  expect((await uploadFile()).status).toBe(200)
  expect(await counted()).toBe(upload.length)
})

it('gives back what a removed upload took', async () => {
  const { school, uploadFile, counted } = await smallSchool()
  await uploadFile()
  await uploadFile()
  expect([(await uploadFile()).status, await counted()]).toEqual([413, upload.length * 2])
  await removeUnusedFiles(school, fileOwners, w.tools)
  const inEightDays = { ...w.tools, now: () => new Date(Date.now() + 8 * dayMs) }
  await removeUnusedFiles(school, fileOwners, inEightDays)
  expect([await counted(), (await uploadFile()).status]).toEqual([0, 200])
})

it('mends a counter that is wrong at night, and says so once', async () => {
  const { school, uploadFile, counted } = await smallSchool()
  await uploadFile()
  for (const wrong of ['0', '7777777']) {
    await school.tx((db) => db.updateTable('school_storage').set({ uploaded_bytes: wrong }).execute())
    const night = () => removeUnusedFiles(school, fileOwners, w.tools)
    await expect(night()).rejects.toThrow(
      `the quota of school ${school.id} was wrong and is mended: ${wrong} bytes were counted, but its uploads have 4096`,
    )
    expect(await counted()).toBe(upload.length)
    await night()
  }
})
