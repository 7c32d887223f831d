import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, type Page } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { smallPdf } from './materials.ts'
import { makeSchool } from './school.ts'
import { quiet, settled, test } from './visitor.ts'

/** Text that an author types into a lesson is never lost: not to a second tab, a broken line, a missing server or an ended session. */
let school: Awaited<ReturnType<typeof makeSchool>>
test.beforeAll(async () => {
  school = await makeSchool()
})

const desk = { viewport: { width: 1280, height: 900 } }
const text = (page: Page) => page.getByRole('textbox', { name: 'Descrição', exact: true })
const title = (page: Page) => page.getByLabel('Título da aula')
const saved = (page: Page) => expect(page.getByText('Salvo', { exact: true })).toBeVisible()
const isStale = (page: Page) => expect(page.getByText(messages.staleSave)).toBeVisible()

/** Makes a lesson for one test and opens it as its author. */
async function makeLesson(name: string) {
  const { schoolId, degree, ownerToken } = school
  const call = callsOf(ownerToken)
  const params = { schoolId, courseLink: degree.link }
  const { degree: course } = await call(lessons.get, {
    params: { ...params, lessonLink: school.lesson.split('/').at(-1)! },
  })
  const body = { degree_id: degree.id, module_id: course.modules[0]!.id, title: name }
  const { content } = await call(lessons.save, { params: { ...params, lessonLink: '0' }, body })
  return {
    address: (link = content.link) => `${school.base}/c/${degree.link}/${link}`,
    async readLesson(token = ownerToken) {
      const { degree: newest } = await callsOf(token)(lessons.get, {
        params: { ...params, lessonLink: school.lesson.split('/').at(-1)! },
      })
      const { link } = newest.modules[0]!.content.find(({ id }) => id === content.id)!
      return (await callsOf(token)(lessons.get, { params: { ...params, lessonLink: link } })).content
    },
  }
}

test('two tabs on one lesson lose nothing: both texts can be had', async ({ open }) => {
  const lesson = await makeLesson('Duas abas')
  const first = await open(desk, school.ownerToken)
  await first.goto(lesson.address())
  const second = await first.context().newPage()
  await second.goto(lesson.address())
  await expect(text(second)).toBeVisible()

  await text(first).fill('Da primeira aba')
  await saved(first)
  await text(second).fill('Da segunda aba')
  await isStale(second)
  await second.getByRole('button', { name: 'Ver a versão nova' }).click()
  const versions = second.getByRole('dialog')
  await expect(versions.getByText('Da primeira aba')).toBeVisible()
  await expect(versions.getByText('Da segunda aba')).toBeVisible()
  await versions.getByRole('button', { name: 'Manter o que escrevi' }).click()
  await saved(second)
  expect((await lesson.readLesson()).description).toBe('<p>Da segunda aba</p>')

  // The first tab is the older one now, and takes the other's text.
  await text(first).fill('De novo da primeira')
  await isStale(first)
  await first.getByRole('button', { name: 'Ver a versão nova' }).click()
  await expect(first.getByRole('dialog').getByText('De novo da primeira')).toBeVisible()
  await first.getByRole('dialog').getByRole('button', { name: 'Usar a versão nova' }).click()
  await expect(text(first)).toHaveText('Da segunda aba')
  await text(first).fill('Com a segunda à vista')
  await saved(first)
  expect((await lesson.readLesson()).description).toBe('<p>Com a segunda à vista</p>')
})

test('two tabs without a connection, both closed: the text of neither is lost', async ({ open }) => {
  const lesson = await makeLesson('Duas abas sem conexão')
  const first = await open(desk, school.ownerToken)
  const context = first.context()
  await first.goto(lesson.address())
  const second = await context.newPage()
  await second.goto(lesson.address())
  await expect(text(second)).toBeVisible()
  await quiet(second)
  await context.setOffline(true)
  for (const [page, words] of [
    [first, 'Da primeira aba'],
    [second, 'Da segunda aba'],
  ] as const) {
    await text(page).fill(words)
    await expect(page.getByText(messages.offline)).toBeVisible()
  }
  const visit = await context.newPage()
  await first.close()
  await second.close()
  await context.setOffline(false)
  await visit.goto(lesson.address())
  await isStale(visit)
  await visit.getByRole('button', { name: 'Ver a versão nova' }).click()
  await expect(visit.getByRole('dialog').getByText('Da primeira aba')).toBeVisible()
  await expect(visit.getByRole('dialog').getByText('Da segunda aba')).toBeVisible()
})

test('what is written without a connection is sent when there is one, and outlives its tab', async ({ open }) => {
  const lesson = await makeLesson('No ônibus')
  const page = await open(desk, school.ownerToken)
  const context = page.context()
  await page.goto(lesson.address())
  await expect(text(page)).toBeVisible()
  await quiet(page)
  await context.setOffline(true)
  await text(page).fill('Escrito sem conexão')
  await title(page).fill('No ônibus, sem sinal')
  await page.getByRole('button', { name: 'Adicionar link' }).click()
  await page.getByLabel('Título do link 1').fill('Horários')
  await page.getByLabel('Endereço do link 1').fill('onibus.example/linha já')
  await expect(page.getByText(messages.offline)).toBeVisible()
  await context.setOffline(false)
  await saved(page)
  expect(await lesson.readLesson()).toMatchObject({
    title: 'No ônibus, sem sinal',
    description: '<p>Escrito sem conexão</p>',
    external_links: [{ title: 'Horários', link: 'https://onibus.example/linha-ja' }],
  })

  await context.setOffline(true)
  await text(page).fill('E mais, e a aba fechou')
  await page.getByLabel('Título do link 1').fill('Horários novos')
  await expect(page.getByText(messages.offline)).toBeVisible()
  const next = await context.newPage()
  await page.close()
  await expect(next.goto(lesson.address('no-onibus-sem-sinal'))).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(false)
  // The line is back, but no server answers on it.
  const away = /\/content\/[^/]+\/save$/
  await next.route(away, (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }))
  await next.goto(lesson.address('no-onibus-sem-sinal'))
  await expect(text(next)).toHaveText('E mais, e a aba fechou')
  await expect(next.getByLabel('Título do link 1')).toHaveValue('Horários novos')
  await expect(next.getByText(messages.offline)).toBeVisible()
  await next.reload()
  await expect(text(next)).toHaveText('E mais, e a aba fechou')
  await next.unroute(away)
  await saved(next)
  expect(await lesson.readLesson()).toMatchObject({
    description: '<p>E mais, e a aba fechou</p>',
    external_links: [{ title: 'Horários novos' }],
  })
})

test('leaving at once saves, and a session that ends meanwhile gives everything back', async ({ open }) => {
  const { email, password } = school.owner
  const lesson = await makeLesson('Entre uma coisa e outra')
  const token = await tokenFor(email, password)
  const page = await open(desk, token)
  await page.goto(lesson.address())
  await text(page).fill('Dito e saído')
  await page.getByRole('link', { name: 'Curso', exact: true }).click()
  await expect(page.getByLabel('Título do curso')).toBeVisible()
  await expect(async () => expect((await lesson.readLesson()).description).toBe('<p>Dito e saído</p>')).toPass()

  await page.goto(lesson.address())
  await expect(text(page)).toHaveText('Dito e saído')
  // The session ends in another tab, or elsewhere.
  await callsOf(token)(sessions.signOut)
  await text(page).fill('Escrito depois do fim')
  await page.waitForURL(/\/login/)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(text(page)).toHaveText('Escrito depois do fim')
  await saved(page)
  expect((await lesson.readLesson()).description).toBe('<p>Escrito depois do fim</p>')
})

test('files arrive together, one that failed is tried again, and pointer and keyboard sort them', async ({ open }) => {
  const lesson = await makeLesson('Materiais')
  const page = await open(desk, school.ownerToken)
  let failures = 1
  await page.route(/\/content\/file$/, (route) =>
    route.request().postData()?.includes('"b.pdf"') && failures-- > 0 ? route.abort() : route.continue(),
  )
  await page.goto(lesson.address())
  await page
    .locator('input[type=file]')
    .setInputFiles(
      ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ name, mimeType: 'application/pdf', buffer: smallPdf() })),
    )
  const titles = () =>
    page
      .getByLabel(/^Nome do arquivo/)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await expect(page.getByRole('alert')).toContainText('Sem conexão')
  await expect.poll(titles).toEqual(['a', 'c'])
  await page.getByRole('button', { name: 'Tentar de novo o envio de b.pdf' }).click()
  await expect.poll(titles).toEqual(['a', 'b', 'c'])
  await saved(page)

  const handle = page.getByRole('button', { name: 'Mover o arquivo a', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('a está sobre a.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('a está sobre b.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(titles).toEqual(['b', 'a', 'c'])
  await expect(handle).toBeFocused()

  // Positions are read once everything stands still.
  await settled(page)
  const grip = (await page.getByRole('button', { name: 'Mover o arquivo c', exact: true }).boundingBox())!
  const goal = (await page.getByRole('button', { name: 'Mover o arquivo b', exact: true }).boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 8 })
  await expect(page.getByText('c está sobre b.')).toBeAttached()
  await page.mouse.up()
  await expect.poll(titles).toEqual(['c', 'b', 'a'])
  await saved(page)
  await expect(async () =>
    expect((await lesson.readLesson()).files.map(({ title }) => title)).toEqual(['c', 'b', 'a']),
  ).toPass()
})
