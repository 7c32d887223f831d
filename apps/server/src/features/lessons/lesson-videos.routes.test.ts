import { readdir } from 'node:fs/promises'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { refusals } from '@escola/contract/refusals'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { fileOwners } from '../../file-owners.ts'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { deleteBytesDueBy, hoursLater } from '../files/forgotten-bytes.testing.ts'
import { removeUnusedFiles } from '../files/unused-files.service.ts'
import { senderOf, videoBytes } from '../videos/videos.testing.ts'

async function videoLesson() {
  const w = await world()
  const school = await w.makeSchool('Aulas em vídeo')
  await school.make.videosAllowed()
  const course = await school.make.course({ modules: [1, 1] })
  // The lesson is in the second module, which dripping holds back.
  const [, lesson] = course.lessons
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, school.student)
  const as = school.admin
  const sender = senderOf(w, as)
  let version = 1
  return {
    w,
    school,
    course,
    cohort,
    lesson: lesson!,
    /** @returns the address that a lesson is saved with */
    upload: async (filename: string) => (await sender.send(videoBytes(1000), { filename })).body.upload.main_media_url!,
    save: async (main_media_url: string) => {
      const answer = await w.call(lessons.save, {
        as,
        params: { courseLink: course.link, lessonLink: lesson!.link },
        body: { degree_id: course.id, version, main_media_url, main_media_duration: 61 },
      })
      version = answer.body.content?.version ?? version
      return answer
    },
    publish: () => w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } }),
    clearDraft: async () => {
      await w.call(courses.clearDraft, { as, params: { link: course.link }, body: { id: course.id } })
      version++
    },
    linkFor: (person: Person, address: string) =>
      w.call(learning.fileLink, { as: person, params: { contentId: lesson!.id, fileId: address.split(':')[1]! } }),
    seenBy: async (person: Person) =>
      (
        await w.call(learning.lesson, {
          as: person,
          params: { degreeLink: course.link },
          body: { classLink: lesson!.link },
        })
      ).body.content,
    /** The nightly run, more than a week later each time. */
    weeks: async (count: number) => {
      for (let week = 1; week <= count; week++) {
        await removeUnusedFiles(school, fileOwners, { now: () => hoursLater(week * 8 * 24) })
        await deleteBytesDueBy(school, hoursLater(week * 8 * 24 + 25), w.tools)
      }
    },
    stored: async () =>
      (await readdir(`${w.folder}/${school.id}`, { recursive: true, withFileTypes: true })).filter((each) =>
        each.isFile(),
      ).length,
  }
}

it('keeps an uploaded video as the lesson’s, and gives it to the students of the lesson once it is published', async () => {
  const { w, school, upload, save, publish, linkFor, seenBy } = await videoLesson()
  const address = await upload('aula.mp4')
  const saved = await save(address)
  expect([saved.status, saved.body.content]).toMatchObject([200, { main_media_url: address, main_media_duration: 61 }])
  expect((await linkFor(school.student, address)).status).toBe(404)
  expect((await linkFor(school.admin, address)).status).toBe(200)
  await publish()
  expect(await seenBy(school.student)).toMatchObject({ main_media_url: address, main_media_duration: 61 })
  const { url } = (await linkFor(school.student, address)).body
  const answer = await w.app.inject(url)
  expect([answer.statusCode, answer.rawPayload.equals(videoBytes(1000))]).toEqual([200, true])
  expect(answer.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-disposition': `inline; filename="aula.mp4"; filename*=UTF-8''aula.mp4`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  // Turned off, nothing more is sent; what is there goes on.
  await school.make.videosAllowed(false)
  expect((await w.app.inject(url)).statusCode).toBe(200)
  expect((await save(address)).status).toBe(200)
})

it('takes an address of this school’s own videos alone', async () => {
  const { w, school, upload, save } = await videoLesson()
  const elsewhere = await videoLesson()
  const foreignVideo = await elsewhere.upload('deles.mp4')
  const document = await school.make.file()
  for (const address of [foreignVideo, `upload:${document.id}`, 'upload:999999999']) {
    const { status, error } = await save(address)
    expect([status, error.fields], address).toEqual([400, { main_media_url: refusals.videoGone }])
  }
  for (const address of ['upload:', 'upload:0', 'upload:01', 'upload:-1', 'upload:1e3', 'upload:1 or 1=1', 'UPLOAD:1'])
    expect((await save(address)).error?.code, address).toBe('invalid_video')
  const own = await upload('nosso.mp4')
  const attached = await w.call(lessons.save, {
    as: school.admin,
    params: { courseLink: 'x', lessonLink: '0' },
    body: {
      degree_id: (await school.make.course()).id,
      module_id: '1',
      files: [{ id: own.split(':')[1]!, title: 'x' }],
    },
  })
  expect(attached.status).toBe(400)
})

it('refuses a video to users who may not open its lesson, and ends with their access', async () => {
  const { w, school, course, cohort, upload, save, publish, linkFor } = await videoLesson()
  const address = await upload('aula.mp4')
  await save(address)
  await publish()
  const outsider = await school.make.student('De Fora')
  expect((await linkFor(outsider, address)).status).toBe(403)
  const { url } = (await linkFor(school.student, address)).body
  const statusOf = async () => (await w.app.inject({ url, headers: { range: 'bytes=5-' } })).statusCode
  expect(await statusOf()).toBe(206)

  const drip = (no_dripping: boolean) =>
    school.tx((db) => db.updateTable('courses').set({ no_dripping }).where('id', '=', course.id).execute())
  await drip(false)
  expect((await linkFor(school.student, address)).error.code).toBe('degree_lesson_locked')
  await expect.poll(statusOf).toBe(404)
  await drip(true)
  await expect.poll(statusOf).toBe(206)
  await w.call(students.removeFromCohort, {
    as: school.admin,
    params: { userId: school.student.userId, classId: cohort.id },
  })
  await expect.poll(statusOf).toBe(404)
  expect((await linkFor(school.student, address)).status).toBe(403)
})

it('removes a video once neither the draft nor what students see names it', async () => {
  const { upload, save, publish, clearDraft, weeks, stored, seenBy, school } = await videoLesson()
  const [first, second] = [await upload('um.mp4'), await upload('dois.mp4')]
  await save(first)
  await publish()
  await save(second)
  await weeks(2)
  expect(await stored()).toBe(2)
  // Discarded: the second goes, and what is published stays.
  await clearDraft()
  await weeks(2)
  expect([await stored(), (await seenBy(school.student))?.main_media_url]).toEqual([1, first])
  // A video that is taken out in the draft stays with students until the draft is published.
  await save('')
  await weeks(2)
  expect(await stored()).toBe(1)
  await publish()
  await weeks(2)
  expect(await stored()).toBe(0)
})
