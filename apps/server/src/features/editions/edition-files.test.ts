import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { files } from '@escola/contract/files.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { schools } from '@escola/contract/schools.contract'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { fileOwners } from '../../file-owners.ts'
import { stopClock } from '../../testing/clock.ts'
import { affiliate, makePlan, runEditionJobs, spread } from '../../testing/franchise.ts'
import { world } from '../../testing/world.ts'
import { deleteBytesDueBy, hoursLater } from '../files/forgotten-bytes.testing.ts'
import { removeStrayBytes } from '../files/stray-bytes.service.ts'
import { removeUnusedFiles } from '../files/unused-files.service.ts'

const weekMs = 8 * dayMs

it("serves a franchisor's files behind the affiliate's access for as long as an edition names them", async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  await school.make.enrollment(await school.make.cohort({ all: true }), school.student)
  const course = await franchisor.make.course({ modules: [1] })
  const [lesson] = course.lessons
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  const as = franchisor.admin
  const upload = async (text: string) =>
    (await w.call(lessons.uploadFile, { as, fields: {}, file: { bytes: Buffer.from(text), filename: 'a.txt' } })).body
      .file.id
  const save = async (version: number, ids: string[]) => {
    const body = { degree_id: course.id, version, files: ids.map((id) => ({ id, title: 'Arquivo' })) }
    const params = { courseLink: course.link, lessonLink: lesson!.link }
    expect((await w.call(lessons.save, { as, params, body })).status).toBe(200)
    const publish = { as, params: { link: course.link }, body: { id: course.id } }
    expect((await w.call(courses.publish, publish)).status).toBe(200)
  }
  const bytes = await sharp({ create: { width: 580, height: 180, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await w.call(courses.uploadCover, { as, fields: { id: course.id }, file: { bytes, filename: 'capa.png' } })
  const [kept, dropped] = [await upload('fica'), await upload('sai')]
  await save(1, [kept, dropped])
  expect(await runEditionJobs(w, franchisor)).toEqual([])

  const take = async (person: typeof as, fileId: string) => {
    const params = { contentId: lesson!.id, fileId }
    const { status, body } = await w.call(learning.fileLink, { as: person, params })
    if (status !== 200) return status
    const answer = await w.app.inject({ url: body.url })
    return answer.statusCode === 200 ? answer.body : answer.statusCode
  }
  const key = async () =>
    (await school.tx((db) => db.selectFrom('courses').select('cover_key').executeTakeFirstOrThrow())).cover_key!
  const cover = async (schoolId: string) =>
    (await w.call(files.image, { params: { schoolId, key: await key() } })).status
  expect(await take(school.student, kept)).toBe('fica')
  expect(await take(school.admin, dropped)).toBe('sai')
  expect(await take(await school.make.student(), kept)).toBe(403)
  expect(await take(w.northside.admin, kept)).toBe(404)
  expect(await cover(school.id)).toBe(200)
  expect(await cover(w.northside.id)).toBe(404)
  const context = await w.call(schools.context, {
    as: school.admin,
    query: { domain: 'localhost', pathname: `/escola/${school.id}` },
  })
  expect(context.body.templateSchools).toMatchObject([
    {
      id: franchisor.id,
      name: 'Escola Mãe',
      categories: [
        { withoutCat: true, degrees: [{ id: course.id, img_wide_url: expect.stringContaining(school.id) }] },
      ],
    },
  ])
  expect(context.body.courses).toEqual({ total: 1, published: 1, hasLesson: true })

  /** Sweeps of more than a week in both schools. */
  const sweep = async () => {
    for (const each of [franchisor, school]) {
      await removeUnusedFiles(each, fileOwners, w.tools)
      await each.tx((db) =>
        db
          .updateTable('files')
          .set({ utc_unused_on: new Date(Date.now() - weekMs) })
          .where('utc_unused_on', 'is not', null)
          .execute(),
      )
      await removeUnusedFiles(each, fileOwners, w.tools)
      await deleteBytesDueBy(each, hoursLater(24.1), w.tools)
      await removeStrayBytes(each, { ...w.tools, now: () => new Date(Date.now() + weekMs) })
    }
  }
  await save(2, [kept])
  // The affiliate is not copied yet: it shows the file that its franchisor has dropped.
  await sweep()
  expect(await take(school.student, dropped)).toBe('sai')
  expect(await runEditionJobs(w, franchisor)).toEqual([])
  expect(await take(school.student, dropped)).toBe(404)
  await sweep()
  const left = await franchisor.tx((db) =>
    db.selectFrom('files').select('id').where('purpose', '=', 'lesson_file').execute(),
  )
  expect(left).toEqual([{ id: kept }])
  expect(await take(school.student, kept)).toBe('fica')
  expect(await cover(school.id)).toBe(200)
  expect(await school.tx((db) => db.selectFrom('files').select('id').execute())).toEqual([])
  expect(await school.tx((db) => db.selectFrom('school_storage').selectAll().execute())).toMatchObject([
    { uploaded_bytes: '0' },
  ])

  await franchisor.tx((db) => db.updateTable('affiliates').set({ utc_declined_on: new Date() }).execute())
  await spread(w, franchisor)
  expect(await take(school.student, kept)).toBe(404)
  expect(await take(school.admin, kept)).toBe(404)
  // The owner of the picture was looked up a moment ago, and is looked up again after ten seconds.
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  stopClock()
  later(71)
  expect(await cover(school.id)).toBe(404)
  // The progress comes back with the course, and so do its files.
  await sweep()
  await franchisor.tx((db) => db.updateTable('affiliates').set({ utc_declined_on: null }).execute())
  await spread(w, franchisor)
  expect(await take(school.student, kept)).toBe('fica')
  later(11)
  expect(await cover(school.id)).toBe(200)
})
