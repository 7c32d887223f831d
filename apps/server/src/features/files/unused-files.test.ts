import { readdir } from 'node:fs/promises'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { lessons } from '@escola/contract/lessons.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { fileOwners } from '../../file-owners.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { deleteBytesDueBy, hoursLater } from './forgotten-bytes.testing.ts'
import { removeUnusedFiles } from './unused-files.service.ts'

async function author() {
  const w = await world()
  const school = await w.makeSchool('Arquivos')
  const as = school.admin
  const course = await school.make.course()
  const lesson = course.lessons[0]!
  const listed = async () =>
    (await school.tx((db) => db.selectFrom('files').select('filename').orderBy('id').execute())).map(
      ({ filename }) => filename,
    )
  return {
    school,
    course,
    listed,
    upload: async (filename: string) =>
      (await w.call(lessons.uploadFile, { as, fields: {}, file: { bytes: Buffer.from('olá'), filename } })).body.file
        .id,
    cover: async (filename: string) => {
      const bytes = await sharp({ create: { width: 580, height: 180, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      await w.call(courses.uploadCover, { as, fields: { id: course.id }, file: { bytes, filename } })
    },
    attach: async (version: number, ids: string[]) =>
      (
        await w.call(lessons.save, {
          as,
          params: { courseLink: course.link, lessonLink: lesson.link },
          body: { degree_id: course.id, version, files: ids.map((id) => ({ id, title: 'Arquivo' })) },
        })
      ).status,
    publish: () => w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } }),
    clearDraft: () => w.call(courses.clearDraft, { as, params: { link: course.link }, body: { id: course.id } }),
    /** The daily run, a week and a day apart. */
    days: async (count: 1 | 8) => {
      const sweep = () => removeUnusedFiles(school, fileOwners, w.tools)
      await sweep()
      if (count === 1) return
      await school.tx((db) =>
        db
          .updateTable('files')
          .set({ utc_unused_on: new Date(Date.now() - 8 * dayMs) })
          .where('utc_unused_on', 'is not', null)
          .execute(),
      )
      await sweep()
    },
    /** Bytes whose time comes so many hours from now are deleted. */
    hours: (count: number) => deleteBytesDueBy(school, hoursLater(count), w.tools),
    stored: async () =>
      (await readdir(w.folder, { recursive: true, withFileTypes: true })).filter(
        (each) => each.isFile() && each.parentPath.includes(`/${school.id}/`),
      ).length,
  }
}

it('removes an upload that no lesson took after a week, and its bytes a day after that', async () => {
  const { upload, days, hours, listed, stored } = await author()
  await upload('esquecido.txt')
  await days(1)
  expect([await listed(), await stored()]).toEqual([['esquecido.txt'], 1])
  await days(8)
  expect([await listed(), await stored()]).toEqual([[], 1])
  await hours(23.9)
  expect(await stored()).toBe(1)
  await hours(24.1)
  expect(await stored()).toBe(0)
})

it('keeps what a draft or a published lesson names, and what is named again', async () => {
  const { upload, attach, publish, days, listed } = await author()
  const [first, second] = [await upload('primeiro.txt'), await upload('segundo.txt')]
  expect(await attach(1, [first])).toBe(200)
  await publish()
  expect(await attach(2, [second])).toBe(200)
  await days(8)
  expect(await listed()).toEqual(['primeiro.txt', 'segundo.txt'])
  await publish()
  await days(1)
  expect(await attach(3, [first, second])).toBe(200)
  await days(8)
  expect(await listed()).toEqual(['primeiro.txt', 'segundo.txt'])
})

it('leaves to a lesson what it takes while the removal is under way', async () => {
  const w = await world()
  const { school, course, upload, attach, listed } = await author()
  const id = await upload('por um triz.txt')
  await school.tx((db) =>
    db
      .updateTable('files')
      .set({ utc_unused_on: new Date(Date.now() - 8 * dayMs) })
      .execute(),
  )
  const held = await openTransaction(w.databaseUrl, 'select from lessons where school_id = $1 and id = $2 for update', [
    school.id,
    course.lessons[0]!.id,
  ])
  const saved = attach(1, [id])
  await untilWaiting(w.databaseUrl)
  const removed = removeUnusedFiles(school, fileOwners, w.tools)
  await Promise.race([removed, untilWaiting(w.databaseUrl, 2)])
  await held.commit()
  expect([await saved, await removed, await listed()]).toEqual([200, undefined, ['por um triz.txt']])
})

it('removes a cover that was replaced, with all its sizes, and never one that a draft or the public sees', async () => {
  const { cover, publish, clearDraft, days, hours, listed, stored } = await author()
  await cover('um.png')
  await publish()
  await cover('dois.png')
  await days(8)
  expect(await listed()).toEqual(['um.png', 'dois.png'])
  await clearDraft()
  await days(8)
  await hours(25)
  expect([await listed(), await stored()]).toEqual([['um.png'], 1])
})

it('removes the spreadsheet of an import once its class is gone', async () => {
  const w = await world()
  const { school, days, hours, listed, stored } = await author()
  const cohort = await school.make.cohort()
  const rows = [{ name: 'Ana Souza', email: 'ana.planilha@example.com', cellphone: '', line: 2 }]
  await w.call(imports.start, {
    as: school.admin,
    query: { filename: 'alunos.csv', school_gateway_id: cohort.id },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  await days(8)
  expect(await listed()).toHaveLength(1)
  await w.call(cohorts.remove, { as: school.admin, params: { id: cohort.id } })
  await days(8)
  await hours(25)
  expect([await listed(), await stored()]).toEqual([[], 0])
})

it('removes the PDF of a certificate that is no more, and keeps replaced ones', async () => {
  const w = await world()
  const { school, course, days, listed } = await author()
  await school.make.certificate(course, school.student)
  const erased = await school.make.certificate(course, await school.make.student())
  await school.tx((db) => db.updateTable('certificates').set({ utc_replaced_on: w.tools.now() }).execute())
  await days(8)
  expect(await listed()).toHaveLength(2)
  await school.tx((db) => db.deleteFrom('certificates').where('id', '=', erased.id).execute())
  await days(8)
  expect(await listed()).toHaveLength(1)
})

it('refuses an upload once the school’s quota is used up, and stores nothing of it', async () => {
  const w = await world()
  const { school, upload, stored } = await author()
  await upload('cabe.txt')
  await school.tx((db) =>
    db
      .updateTable('school_storage')
      .set({ uploaded_bytes: String(50 * 1024 ** 3) })
      .execute(),
  )
  const answer = await w.call(lessons.uploadFile, {
    as: school.admin,
    fields: {},
    file: { bytes: Buffer.from('x'), filename: 'demais.txt' },
  })
  expect([answer.status, answer.error.code, await stored()]).toEqual([413, 'storage_full', 1])
})
