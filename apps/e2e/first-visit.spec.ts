import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { settled, test } from './visitor.ts'

const course = '/c/fermentacao-natural-do-zero'

/** Pages that students open first: the call that each is made of, the file that is its own, and how often it may ask. */
const firstPages = [
  ['the lesson', `${course}/o-que-e-fermentacao-natural`, /\/degree\/student\//, /_classLink-[\w-]+\.js$/, 25],
  ['the course', course, /\/degree\/student\//, /c\._link\.index-[\w-]+\.js$/, 30],
  ['the home', '', /\/student\/courses$/, /home-page-[\w-]+\.js$/, 30],
] as const

for (const [name, path, call, file, ceiling] of firstPages) {
  test(`${name} asks for what it is made of before the program is there, and for nothing twice`, async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 } }, await tokenOf('student'))
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') return
      asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    })
    let letIn = () => {}
    const isLetIn = new Promise<void>((resolve) => {
      letIn = resolve
    })
    await page.route(/\/assets\/base-[\w-]+\.js$/, async (route) => {
      await isLetIn
      await route.continue()
    })
    const early = [/\/api\/context\?/, call, file, /figtree-latin-[\w-]+\.woff2$/]
    const seen = early.map((address) => page.waitForRequest(address))
    await page.goto(accountOf('student').url + path, { waitUntil: 'commit' })
    await Promise.all(seen)
    letIn()
    await settled(page)
    expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([])
    // With what every page fetches once it has nothing else to do.
    expect(asked.length).toBeLessThanOrEqual(ceiling)
  })
}

test('the sign-in leaves to the server what it could not fetch the check of', async ({ open }) => {
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.route(/\/assets\/schemas-/, (route) => route.abort())
  await page.goto(`${accountOf('student').url}/login`)
  await page.getByLabel('E-mail').fill('ana@')
  const answer = page.waitForResponse((response) => response.status() === 400)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await answer
  await expect(page.getByText('Preencha o seu e-mail corretamente')).toBeVisible()
})
