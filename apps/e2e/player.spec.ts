import { learning } from '@escola/contract/learning.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { playerOf, standInForPlayers } from './players.ts'
import { makeSchool } from './school.ts'
import { quiet, test } from './visitor.ts'

// Videos begin by themselves only for people who allow motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const goesOn = (page: Page) => page.getByText(/^Continuando de/)
/** Opens the lesson and waits until its player is steered. */
async function watch(page: Page, lesson: string) {
  await page.goto(lesson)
  await expect(page.getByLabel('Velocidade')).toBeVisible()
  await quiet(page)
  return playerOf(page)
}

async function keptPosition(schoolId: string, lesson: string, token: string) {
  const [classLink, degreeLink] = lesson.split('/').reverse() as [string, string]
  const answer = await callsOf(token)(learning.lesson, { params: { schoolId, degreeLink }, body: { classLink } })
  return answer.content?.position
}

test('a video goes on where it was left, on any device, at the speed that was chosen, and leads to the next', async ({
  open,
}) => {
  const school = await makeSchool()
  const token = await school.makeStudent('Ana Paula Prado')
  const laptop = await open({ viewport: wide }, token)
  await standInForPlayers(laptop.context())
  const player = await watch(laptop, school.lesson)
  await expect(goesOn(laptop)).toHaveCount(0)
  await laptop.getByLabel('Velocidade').selectOption('1,5×')
  await player.play()
  await player.pass(42)
  // Reports of a closing page can't be seen in the browser, so the school is asked for the position.
  await laptop.goto(school.base)
  await expect.poll(() => keptPosition(school.schoolId, school.lesson, token)).toBe(42)

  const mobile = await open({ viewport: phone }, token)
  await standInForPlayers(mobile.context())
  const onPhone = await watch(mobile, school.lesson)
  await expect(goesOn(mobile)).toHaveText('Continuando de 0:39')
  await expect.poll(onPhone.state).toEqual({ second: 39, rate: 1, isPlaying: false })
  await checkSchemes(mobile, "the player's panel")
  // Keys reach the speed and the switch after the button that starts over.
  await mobile.getByRole('button', { name: 'Recomeçar' }).focus()
  await mobile.keyboard.press('Tab')
  await expect(mobile.getByLabel('Velocidade')).toBeFocused()
  await mobile.keyboard.press('Tab')
  await expect(mobile.getByLabel('Próxima aula automática')).toBeFocused()
  await mobile.keyboard.press('Space')
  await mobile.getByRole('button', { name: 'Recomeçar' }).press('Enter')
  await expect.poll(onPhone.state).toMatchObject({ second: 0, isPlaying: true })

  // The speed belongs to this device, and the next lesson follows because its switch is on.
  await onPhone.pass(600)
  await mobile.waitForURL(school.withFile)
  // The earlier lesson's frame may go while its state is read.
  await expect(async () => expect(await onPhone.state()).toMatchObject({ second: 0, isPlaying: true })).toPass()
  await watch(mobile, school.lesson)
  await expect(mobile.getByRole('button', { name: 'Concluída', exact: true })).toBeVisible()
  await expect(mobile.getByLabel('Próxima aula automática')).toBeChecked()
  await watch(laptop, school.lesson)
  await expect.poll(player.state).toMatchObject({ second: 0, rate: 1.5 })
})

test('the Vimeo player works without being given our address; Loom, which reports no position, gets no resume notice', async ({
  open,
}) => {
  const loom = 'https://www.loom.com/share/0123456789abcdef0123456789abcdef'
  const school = await makeSchool(['https://vimeo.com/1084537', loom])
  const [vimeo, silent] = school.more as [string, string]
  const page = await open({ viewport: wide }, await school.makeStudent('Ana Paula Prado'))
  await standInForPlayers(page.context())
  const player = await watch(page, vimeo)
  await player.play()
  await player.pass(57)
  await player.pause()
  await watch(page, vimeo)
  await expect(goesOn(page)).toHaveText('Continuando de 0:54')
  await expect.poll(player.state).toEqual({ second: 54, rate: 1, isPlaying: false })
  expect(await player.methods()).not.toContain('appendVideoMetadata')

  await page.goto(silent)
  await expect(page.getByTitle('Vídeo da aula Vídeo 2')).toBeVisible()
  await quiet(page)
  await expect(page.getByLabel('Velocidade')).toHaveCount(0)
  await expect(page.getByLabel('Próxima aula automática')).toHaveCount(0)
})
