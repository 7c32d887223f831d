import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { dayMs } from '@escola/contract/durations'
import { startS3 } from '@escola/dev-services/s3'
import { expect, it } from 'vitest'
import type { FileStore } from '../../core/file-store.ts'
import { createFileStore } from '../../files/create-file-store.ts'
import { world } from '../../testing/world.ts'
import { storeFile } from './files.service.ts'
import { deleteBytesDueBy, hoursLater } from './forgotten-bytes.testing.ts'
import { forgetImage, recordImage } from './pictures.service.ts'
import { removeStrayBytes } from './stray-bytes.service.ts'

const week = 7 * dayMs
const text = { body: Buffer.from('olá'), sizeBytes: 3, filename: 'a.txt', contentType: 'text/plain' }

async function sweptSchool(files: FileStore) {
  const { makeSchool, tools: given } = await world()
  const [school, other] = [await makeSchool('Varrida'), await makeSchool('Vizinha')]
  const tools = { ...given, files }
  const strays = [1, 2, 3].map((number) => `${school.id}/lesson-file/${number}`)
  const foreign = `${other.id}/lesson-file/1`
  const image = { key: 'capa', purpose: 'course_cover' as const, filename: 'capa.png', sizeBytes: 3 }
  const width = `${school.id}/images/capa/480.webp`
  for (const key of [...strays, foreign, width]) await files.put(key, text.body, text.contentType)
  await school.tx((db) => recordImage(db, school.id, image, tools))
  const { storage_key: named } = await storeFile(school, { ...text, purpose: 'lesson_file' }, tools)
  const all = [...strays, foreign, width, named]
  const listKept = async () =>
    (await Promise.all(all.map((key) => files.read(key).then(buffer, () => undefined)))).flatMap((bytes, index) =>
      bytes ? [all[index]] : [],
    )
  const sweep = (days: number) => removeStrayBytes(school, { files, now: () => new Date(Date.now() + days * dayMs) })
  return { school, all, kept: [foreign, width, named], listKept, sweep }
}

async function sweepsStore(files: FileStore) {
  const { all, kept, listKept, sweep } = await sweptSchool(files)
  await sweep(6)
  expect(await listKept()).toEqual(all)
  await Promise.all([sweep(8), sweep(8)])
  expect(await listKept()).toEqual(kept)
  await sweep(8)
  expect(await listKept()).toEqual(kept)
}

async function leavesToItsJob(files: FileStore) {
  const { school, listKept, sweep, kept } = await sweptSchool(files)
  const { tools } = await world()
  const image = { key: 'capa', purpose: 'course_cover' as const }
  await school.tx((db) => forgetImage(db, school.id, image, { now: () => hoursLater(8 * 24) }))
  await sweep(8)
  expect(await listKept()).toEqual(kept)
  await deleteBytesDueBy(school, hoursLater(9 * 24 + 1), { ...tools, files })
  expect(await listKept()).toEqual(kept.filter((key) => !key.endsWith('480.webp')))
}

async function listsInPages(files: FileStore) {
  const pages: string[][] = []
  for await (const page of files.list('700', new Date(Date.now() + week), 2)) pages.push(page)
  expect(pages.map(({ length }) => length)).toEqual([2, 1])
  expect(pages.flat().toSorted()).toEqual(['700/a', '700/b', '700/c/d'])
}

it('removes from a folder what no row of a week names, and nothing of others', async () => {
  const filesDir = await mkdtemp(path.join(tmpdir(), 'escola-stray-'))
  const files = await createFileStore({ s3: undefined, filesDir })
  await sweepsStore(files)
  await leavesToItsJob(files)
  for (const key of ['700/a', '700/b', '700/c/d', '7001/a']) await files.put(key, text.body, text.contentType)
  await listsInPages(files)
  await rm(filesDir, { recursive: true })
})

it('removes from a bucket what no row of a week names, and uploads that are never finished', async () => {
  const s3 = await startS3({ bucket: 'escola' })
  const files = await createFileStore({ s3, filesDir: '' })
  await sweepsStore(files)
  await leavesToItsJob(files)
  for (const key of ['700/a', '700/b', '700/c/d', '7001/a']) await files.put(key, text.body, text.contentType)
  await listsInPages(files)

  const { school, sweep } = await sweptSchool(files)
  const client = new S3Client({ endpoint: s3.endpoint, region: s3.region, forcePathStyle: true, credentials: s3 })
  const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: 'escola', Key }))
  await begin(`${school.id}/lesson-file/large`)
  await begin('7001/large')
  const open = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: 'escola' }))).Uploads?.map(({ Key }) => Key)
  await sweep(6)
  expect(await open()).toHaveLength(2)
  await sweep(8)
  expect(await open()).toEqual(['7001/large'])
  client.destroy()
  await s3.stop()
})
