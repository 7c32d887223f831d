import { callsOf } from '@escola/contract/call'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { schools } from '@escola/contract/schools.contract'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Demo, medianOf, startDemo, tokenKey } from './demo-browser.ts'
import type { Figure } from './figure.ts'

const runs = 5
const atMostTimes = 1.3
const letters = ' e mais vinte letras'
const steps = 30
const visits = 4
const desk = { viewport: { width: 1280, height: 900 } }

/**
 * Actions of an author in a course whose pages are open, with the number of repetitions, because one is too short to measure. Each first
 * looks for its place, which is work of the measurement and not of the page, and returns the measured part.
 */
const editorActions = {
  "a letter of the course's title": { times: letters.length, at: 'course', act: typeIn('Título do curso') },
  "a letter of a module's title": { times: letters.length, at: 'course', act: typeIn('Título do módulo') },
  'a step of a drag of a lesson': { times: steps, at: 'course', act: drag },
  "a letter of a lesson's title": { times: letters.length, at: 'lesson', act: typeIn('Título da aula') },
  'from one lesson to the next': { times: visits, at: 'lesson', act: goOn },
} as const
type EditorAction = keyof typeof editorActions

/** How long the page works for what its author does, with the saves that come of it, when the course is twenty times as long. */
export async function benchEditor(): Promise<Figure[]> {
  const demo = await startDemo('owner')
  const browser = await chromium.launch(demo.browser)
  try {
    const short = await makeCourse(demo, 1)
    const long = await makeCourse(demo, 20)
    const pairs: { base: Record<EditorAction, number>; value: Record<EditorAction, number> }[] = []
    for (let run = 0; run < runs; run++)
      pairs.push({ base: await author(browser, demo, short), value: await author(browser, demo, long) })
    return (Object.keys(editorActions) as EditorAction[]).map((action) => {
      const ratio = medianOf(pairs.map(({ base, value }) => value[action] / base[action]))
      const ms = (side: 'base' | 'value') => `${medianOf(pairs.map((pair) => pair[side][action])).toFixed(1)} ms`
      return {
        name: `${action}, 200 lessons: work of the page`,
        value: ms('value'),
        floor: `${ms('base')} (10 lessons)`,
        ratio,
        target: `at most ${atMostTimes}×`,
        ok: ratio <= atMostTimes,
      }
    })
  } finally {
    await browser.close()
    await demo.stop()
  }
}

interface Course {
  link: string
  firstLesson: string
}

/** Ten lessons in each module. */
export async function makeCourse({ origin, url, token }: Demo, modules: number): Promise<Course> {
  const call = callsOf((address, init) => fetch(new URL(address, origin), init), token)
  const { hostname, pathname } = new URL(url)
  const { school } = await call(schools.context, { query: { domain: hostname, pathname } })
  const schoolId = school!.id
  const names = Array.from({ length: modules }, (_, at) => `new-${at}`)
  const { degree } = await call(courses.save, {
    params: { schoolId, link: '0' },
    body: {
      title: `Curso de ${modules * 10} aulas`,
      modules: names.map((id, at) => ({ id, title: `Módulo ${at + 1}`, alwaysAvailable: false })),
      moduleOrder: names,
    },
  })
  const links: string[] = []
  for (const module of degree.modules)
    for (let at = 1; at <= 10; at++) {
      const { content } = await call(lessons.save, {
        params: { schoolId, courseLink: degree.link, lessonLink: '0' },
        body: { degree_id: degree.id, module_id: module.id, title: `${module.title}, aula ${at}` },
      })
      links.push(content.link)
    }
  // Its addresses stay, whatever its titles become.
  await call(courses.publish, { params: { schoolId, link: degree.link }, body: { id: degree.id } })
  return { link: degree.link, firstLesson: links[0]! }
}

async function author(
  browser: Browser,
  { url, origin, token }: Demo,
  course: Course,
): Promise<Record<EditorAction, number>> {
  const localStorage = [{ name: tokenKey, value: token }]
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext({ ...desk, storageState })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  // Thread ticks measure CPU time of the page's thread and leave out the time in which it waits for a CPU.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  const addresses = { course: `/c/${course.link}`, lesson: `/c/${course.link}/${course.firstLesson}` }
  const open = { course: openOutline, lesson: (page: Page) => page.getByLabel('Título da aula').waitFor() }
  const found: Partial<Record<EditorAction, number>> = {}
  let at: keyof typeof addresses | undefined
  for (const [name, { times, act, ...place }] of Object.entries(editorActions)) {
    if (place.at !== at) {
      at = place.at
      await page.goto(url + addresses[at])
      await open[at](page)
      await rest(page)
    }
    const runMeasured = await act(page)
    const before = await worked()
    await runMeasured()
    await rest(page)
    found[name as EditorAction] = ((await worked()) - before) / times
  }
  await context.close()
  return found as Record<EditorAction, number>
}

/** With one module open, as an author has it who works on that. */
export async function openOutline(page: Page) {
  const fold = page.getByRole('button', { name: /^Aulas de/ }).first()
  await fold.waitFor()
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

/** Waits until the change is saved and the page has rendered the response. */
const rest = (page: Page) => page.waitForTimeout(1500)

function typeIn(label: string) {
  return async (page: Page) => {
    await page.getByLabel(label).first().click()
    return () => page.keyboard.type(letters, { delay: 30 })
  }
}

async function drag(page: Page) {
  const handle = page.getByRole('button', { name: /^Mover a aula/ }).nth(1)
  await handle.scrollIntoViewIfNeeded()
  const { x, y } = (await handle.boundingBox())!
  await page.mouse.move(x + 8, y + 8)
  return async () => {
    await page.mouse.down()
    for (let step = 1; step <= steps; step++) await page.mouse.move(x + 8, y + 8 + step * 10)
    await page.mouse.up()
  }
}

async function goOn(page: Page) {
  const next = page.getByRole('link', { name: 'Próxima aula' })
  return async () => {
    for (let visit = 0; visit < visits; visit++) {
      await next.click()
      await page.waitForTimeout(500)
    }
  }
}
