import { schools } from '@escola/contract/schools.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { expectNotice } from './notices.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { webmOf } from './webm.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }
/** The film has three parts. */
const film = webmOf({ seconds: 60, padding: 200_000 })

test('a video is sent over a line that breaks, and plays for a student from any second', async ({ open }) => {
  const { schoolId, ownerToken, lesson, makeStudent } = await makeSchool()
  await callsOf(ownerToken)(schools.update, { params: { schoolId }, body: { has_video_upload: true } })

  const author = await open(wide, ownerToken)
  await author.goto(lesson)
  await expect(author.getByText('(mp4 ou webm de até 1 GB)')).toBeVisible()
  await checkSchemes(author, 'an author with a link', ['light'])
  const sent: string[] = []
  await author.route('**/videos/*/parts/*', (route) => {
    const part = route.request().url().split('/').at(-1)!
    sent.push(part)
    return part === '2' && sent.length === 2 ? route.abort('connectionreset') : route.continue()
  })
  await author
    .getByLabel('Arquivo de vídeo')
    .setInputFiles({ name: 'Minha aula.webm', mimeType: 'video/webm', buffer: film })
  await expect(author.getByText('Vídeo enviado · 1:00')).toBeVisible()
  expect(sent).toEqual(['1', '2', '2', '3'])
  await expect(author.getByText('Salvo', { exact: true }).first()).toBeVisible()
  await author.setViewportSize(phone.viewport)
  await checkSchemes(author, 'an author with a video on a phone')
  await author.setViewportSize(wide.viewport)
  await author.getByRole('button', { name: 'Publicar alterações' }).click()
  await expectNotice(author, 'Alterações publicadas!')

  const student = await open(phone, await makeStudent('Ana Prado'))
  const answers: number[] = []
  student.on('response', (answer) => {
    if (/\/file\/\d+\?/.test(answer.url())) answers.push(answer.status())
  })
  // The first link has run out before it is used.
  let isOld = true
  await student.route(/\/file\/\d+\?/, (route) => {
    if (!isOld) return route.continue()
    isOld = false
    return route.fulfill({ status: 404, body: '' })
  })
  await student.goto(lesson)
  const video = student.getByLabel('Vídeo da aula O que é fermentação')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBe(60)
  expect(isOld).toBe(false)
  expect(answers).toContain(206)
  await checkSchemes(student, 'a student with a video on a phone', ['dark'])
  await video.click({ position: { x: 100, y: 60 } })
  await video.evaluate((element: HTMLVideoElement) => element.play())
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(time).toBeGreaterThan(0.5)
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 30
  })
  await expect.poll(time).toBeGreaterThan(30.5)
  expect(await video.evaluate((element: HTMLVideoElement) => element.error)).toBeNull()
  // The video goes on where it was left.
  await student.reload()
  await expect.poll(time).toBeGreaterThan(20)
})
