import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { makeCourse, openOutline } from './bench-editor.ts'
import { type Demo, lesson, medianOf, startDemo, tokenKey } from './demo-browser.ts'
import type { Figure } from './figure.ts'

const runs = 3
const atMostMs = 200
const slowdown = 4
const letters = ' e mais'
const desk = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Interaction {
  name: string
  at: string
  as?: BrowserContextOptions
  /** Waits until the page is loaded and the elements of the action are visible. */
  ready: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

/** Measures the longest time from an input event to the next paint, in an owner's course of 200 lessons and for a student. */
export async function benchInteractions(): Promise<Figure[]> {
  return [
    ...(await measure('owner', async (demo) => ownersInteractions(await makeCourse(demo, 20)))),
    ...(await measure('student', async () => studentsInteractions)),
  ]
}

async function measure(
  role: 'owner' | 'student',
  interactionsOf: (demo: Demo) => Promise<Interaction[]>,
): Promise<Figure[]> {
  const demo = await startDemo(role)
  const browser = await chromium.launch(demo.browser)
  try {
    const figures: Figure[] = []
    for (const interaction of await interactionsOf(demo)) {
      const longest: number[] = []
      for (let run = 0; run < runs; run++) longest.push(await longestOf(browser, demo, interaction))
      const ms = medianOf(longest)
      figures.push({
        name: `${interaction.name}: from the event to the next paint, 4× slower CPU`,
        value: `${ms} ms`,
        floor: '',
        target: `at most ${atMostMs} ms`,
        ok: ms <= atMostMs,
      })
    }
    return figures
  } finally {
    await browser.close()
    await demo.stop()
  }
}

async function longestOf(browser: Browser, { url, origin, token }: Demo, interaction: Interaction): Promise<number> {
  const localStorage = [{ name: tokenKey, value: token }]
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext({ ...(interaction.as ?? desk), storageState })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  // Players are pages of other companies.
  await cdp.send('Network.enable')
  await cdp.send('Network.setBlockedURLs', { urls: ['*youtube*', '*vimeo*', '*loom*', '*genially*'] })
  await page.addInitScript({ content: watch })
  await page.goto(url + interaction.at)
  await interaction.ready(page)
  await rest(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    ;(globalThis as Watched).escolaLongest = 0
  })
  await interaction.act(page)
  await rest(page)
  const longest = await page.evaluate(() => (globalThis as Watched).escolaLongest)
  await context.close()
  return longest!
}

interface Watched {
  escolaLongest?: number
}

/** Runs in the page: the longest a press, a key or a letting go waited for its paint. */
const watch = `
  globalThis.escolaLongest = 0
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (/^(pointer|mouse)(down|up)$|^(key|touch)|^click$|^input$/.test(name))
        globalThis.escolaLongest = Math.max(globalThis.escolaLongest, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

const rest = (page: Page) => page.waitForTimeout(1500)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const buttonShown = (name: string | RegExp) => (page: Page) => button(page, name).waitFor()

const writeIn = (label: string) => ({
  ready: (page: Page) => page.getByLabel(label).first().click(),
  act: (page: Page) => page.keyboard.type(letters, { delay: 120 }),
})

async function drop(page: Page) {
  const handle = page.getByRole('button', { name: /^Mover a aula/ }).nth(1)
  await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y } = (await handle.boundingBox())!
  await page.mouse.move(x + 8, y + 8)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + 8, y + 8 + step * 14)
  await page.waitForTimeout(500)
  await page.mouse.up()
}

/** Changes a published course, so that there is something to publish. */
async function change(page: Page) {
  await page.getByLabel('Título do curso').click()
  await page.keyboard.type('!')
}

/** Goes on from a lesson that is complete. */
async function mayGoOn(page: Page) {
  await button(page, complete).waitFor()
  const link = page.getByRole('link', { name: 'Próxima aula' })
  if (!(await link.isVisible())) await button(page, complete).click()
  await link.waitFor()
}

const ownersInteractions = ({ link, firstLesson }: { link: string; firstLesson: string }): Interaction[] => {
  const course = `/c/${link}`
  const classLink = `${course}/${firstLesson}`
  return [
    { name: "a letter of a lesson's title", at: classLink, ...writeIn('Título da aula') },
    { name: "a letter of a lesson's text", at: classLink, ...writeIn('Descrição') },
    { name: 'a lesson is dropped among 200', at: course, ready: openOutline, act: drop },
    {
      name: "a module of ten lessons is unfolded, 'Aulas de'",
      at: course,
      ready: buttonShown(/^Aulas de/),
      act: press(/^Aulas de/),
    },
    { name: "'Adicionar módulo'", at: course, ready: buttonShown('Adicionar módulo'), act: press('Adicionar módulo') },
    { name: "'Nova aula'", at: course, ready: openOutline, act: press('Nova aula') },
    { name: "'Publicar alterações'", at: course, ready: change, act: press('Publicar alterações') },
  ]
}

const complete = /^(Marcar como concluída|Concluída)$/
const studentsInteractions: Interaction[] = [
  { name: "'Marcar como concluída'", at: lesson, ready: buttonShown(complete), act: press(complete) },
  {
    name: "'Próxima aula'",
    at: lesson,
    ready: mayGoOn,
    act: (page) => page.getByRole('link', { name: 'Próxima aula' }).click(),
  },
  {
    name: "'Abrir menu' at 390 px",
    at: '',
    as: phone,
    ready: buttonShown('Abrir menu'),
    act: (page) => button(page, 'Abrir menu').tap(),
  },
]
