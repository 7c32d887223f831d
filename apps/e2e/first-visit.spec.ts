import { expect, type Locator } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { addressesOf } from './built-files.ts'
import { settled, test } from './visitor.ts'

const course = '/c/fermentacao-natural-do-zero'

/**
 * Pages that students open first: the call that each is made of, the module that is its own, and its highest number of requests. The course asks for
 * its practice, too: a call and a file.
 */
const firstPages = [
  ['the lesson', `${course}/o-que-e-fermentacao-natural`, /\/degree\/student\//, 'c._link._classLink', 25],
  ['the course', course, /\/degree\/student\//, 'c._link.index', 30],
  ['the home', '', /\/student\/courses$/, 'student', 28],
] as const

/** Measures where a page's title, and its picture or video, begin. */
const placesOf = async (part: Locator) => {
  const title = await part.locator('.title, main h1').first().boundingBox()
  const picture = await part.locator('main').locator('.cover, .frame, img, iframe').first().boundingBox()
  return [title!.x, title!.y, picture!.y, picture!.height]
}

for (const [name, place, call, module, ceiling] of firstPages) {
  test(`${name} asks for what it is made of before the program is there, and for nothing twice`, async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 } }, await tokenOf('student'))
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') return
      requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    })
    let letIn = () => {}
    const isLetIn = new Promise<void>((resolve) => {
      letIn = resolve
    })
    await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
      await isLetIn
      await route.continue()
    })
    const early = [/\/api\/context\?/, call, addressesOf(module), /figtree-latin-[\w-]+\.woff2$/]
    const seen = early.map((address) => page.waitForRequest(address))
    await page.goto(accountOf('student').url + place, { waitUntil: 'commit' })
    await Promise.all(seen)
    // Text must stand in its final place without waiting for the program.
    const painted = page.locator('.boot .title')
    await expect(painted).toBeVisible()
    // Positions count only in the final fonts.
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    const before = await placesOf(page.locator('.boot'))
    letIn()
    await settled(page)
    const after = await placesOf(page.locator('#root'))
    for (const [at, place] of before.entries())
      expect(Math.abs(place - after[at]!), `${before} was painted, ${after} is the place`).toBeLessThan(5)
    expect(requests.filter((each, index) => requests.indexOf(each) !== index)).toEqual([])
    // The ceiling counts what every page fetches once it is idle, and the questions below a short lesson.
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(ceiling)
  })
}

for (const [name, path, role] of [
  ['the sign-in', '/login', undefined],
  ['the home', '', 'student'],
  ['the course', course, 'student'],
  ['the lesson', `${course}/o-que-e-fermentacao-natural`, 'student'],
] as const) {
  test(`${name} is painted before its styles and its program, and brings the styles that it shows`, async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 390, height: 844 } }, role && (await tokenOf(role)))
    let letIn = () => {}
    const isLetIn = new Promise<void>((resolve) => {
      letIn = resolve
    })
    const files: string[] = []
    await page.route(/\/assets\/[\w.-]+\.(?:css|js)$/, async (route) => {
      files.push(route.request().url())
      await isLetIn
      await route.continue()
    })
    await page.goto(accountOf('student').url + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1)
    if (!role) await expect(page.locator('.boot')).toContainText('Que bom ver você em Ateliê do Pão')
    letIn()
    await expect(page.locator('.boot')).toBeHidden()
    const styles = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.css')),
    )
    const bytes = styles.reduce((sum, each) => sum + (each as PerformanceResourceTiming).encodedBodySize, 0)
    expect(bytes).toBeLessThan(17_000)
    await settled(page)
    // Form checks come with the first touch of a form.
    expect(files.filter((url) => addressesOf('schemas').test(url))).toEqual([])
    // Late styles build on earlier ones, and styles that the program writes override all of them.
    const order = await page.evaluate(() =>
      [...document.querySelectorAll('.boot, link[rel=stylesheet], #root')].map((each) =>
        each instanceof HTMLLinkElement
          ? new URL(each.href).pathname.replace(/^.*\/|-.*$/g, '')
          : each.id || each.className,
      ),
    )
    expect(order.slice(0, 2)).toEqual(['boot', 'index'])
    expect(order.indexOf('overlays')).toBeGreaterThan(1)
    expect(order.at(-1)).toBe('root')
  })
}

test('the server checks the sign-in form when the page could not load its validators', async ({ open }) => {
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.route(addressesOf('schemas'), (route) => route.abort())
  await page.goto(`${accountOf('student').url}/login`)
  await page.getByLabel('E-mail').fill('ana@')
  const answer = page.waitForResponse((response) => response.status() === 400)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await answer
  await expect(page.getByText('Preencha o seu e-mail corretamente')).toBeVisible()
})
