import { categories } from '@escola/contract/categories.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { expect, type Locator, type Page } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { makeOwner } from './school.ts'
import { quiet, settled, test } from './visitor.ts'
import { goTo } from './within.ts'

// Things make room while another one is dragged, and the next drag waits for them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Makes a school with two categories of one course each; the first course has two modules of two lessons. */
async function makeBoard() {
  const { email, password, schoolId, base } = await makeOwner()
  const token = await tokenFor(email, password)
  const call = callsOf(token)
  const params = { schoolId }
  const made = await call(categories.update, {
    params,
    body: { categories: ['Pães', 'Bolos'].map((title) => ({ title, degrees: [] })) },
  })
  const [breads, cakes] = made.categories.map(({ id }) => id)
  const save = (title: string, categoryId: string | undefined) =>
    call(courses.save, {
      params: { ...params, link: '0' },
      body: {
        title,
        categoryId,
        modules: ['Massa', 'Forno'].map((name) => ({ id: `new-${name}`, title: name, alwaysAvailable: false })),
        moduleOrder: ['new-Massa', 'new-Forno'],
      },
    })
  const { degree } = await save('Broa', breads)
  await save('Fubá', cakes)
  for (const module of degree.modules)
    for (const number of [1, 2])
      await call(lessons.save, {
        params: { ...params, courseLink: degree.link, lessonLink: '0' },
        body: { degree_id: degree.id, module_id: module.id, title: `${module.title} ${number}` },
      })
  const board = async () =>
    (await call(categories.list, { params })).categories.map(({ title, degrees }) =>
      [title, ...degrees.map((each) => each.title)].join(' '),
    )
  const outline = async () =>
    (await call(courses.get, { params: { ...params, link: degree.link } })).degree.modules.map(({ title, content }) =>
      [title, ...content.map((each) => each.title)].join(' '),
    )
  const classes = async () => (await call(cohorts.list, { params })).gatewayList.map(({ title }) => title)
  return { token, base, board, outline, classes, course: degree }
}

const middleOf = async (place: Locator) => {
  const { x, y, width, height } = (await place.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Mover ${name}`, exact: true })

const announcement = (page: Page) => page.locator('[id^=DndLiveRegion]')

/** Drags and lets go once the page shows the right place; lifting an item moves the others, so the target is looked up again. */
async function dragByPointer(page: Page, name: string, to: Locator, shown: () => Promise<void>) {
  // The handle must stand still first, because an earlier drop may still be moving.
  await handle(page, name).hover()
  const from = await middleOf(handle(page, name))
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 })
  await expect(announcement(page)).toHaveText(/ foi pego\.| está sobre /)
  await expect(async () => {
    const target = await middleOf(to)
    await page.mouse.move(target.x, target.y, { steps: 12 })
    await page.mouse.move(target.x + 2, target.y + 2)
    await shown()
  }).toPass()
  await page.mouse.up()
}

async function dragByTouch(page: Page, name: string, to: Locator) {
  const touch = await page.context().newCDPSession(page)
  const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const from = await middleOf(handle(page, name))
  await at('touchStart', from)
  await expect(announcement(page)).toHaveText(/ está sobre /)
  const before = (await announcement(page).textContent()) ?? ''
  const target = await middleOf(to)
  for (let step = 1; step <= 10; step++)
    await at('touchMove', {
      x: from.x + ((target.x - from.x) * step) / 10,
      y: from.y + ((target.y - from.y) * step) / 10,
    })
  await at('touchMove', { x: target.x + 1, y: target.y + 1 })
  await expect(announcement(page)).not.toHaveText(before)
  await at('touchEnd')
}

/** Waits until the page has nothing to do and has stopped scrolling. */
async function atRest(page: Page) {
  const place = () => page.evaluate(() => scrollY)
  await expect(async () => {
    const before = await place()
    await settled(page)
    expect(await place()).toBe(before)
  }).toPass({ intervals: [50] })
}

/**
 * Drags with keys. A key may only scroll, and is then pressed again; but first the page comes to rest, because a busy page announces a place late and a
 * second key would move the item by two.
 */
async function dragByKeyboard(page: Page, name: string, key: 'ArrowUp' | 'ArrowDown') {
  await handle(page, name).focus()
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/ está sobre /)
  await atRest(page)
  const before = await announcement(page).textContent()
  await expect(async () => {
    await page.keyboard.press(key)
    await atRest(page)
    expect(await announcement(page).textContent()).not.toBe(before)
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/ foi solto em /)
}

test('an owner sorts the school and a course by pointer and keyboard, and lessons by touch', async ({ open }) => {
  const { token, base, board, outline, course } = await makeBoard()
  const page = await open({ viewport: { width: 1280, height: 900 } }, token)
  await page.goto(`${base}/cursos`)
  const section = (title: string) => page.getByRole('article', { name: title })

  const soon = { timeout: 1000 }
  await dragByPointer(page, 'Broa', section('Bolos').getByRole('link', { name: 'Fubá' }), () =>
    expect(section('Bolos').getByRole('link', { name: 'Broa' })).toBeVisible(soon),
  )
  await expect.poll(board).toEqual(['Pães', 'Bolos Broa Fubá', 'Cursos sem categoria'])
  await dragByKeyboard(page, 'a categoria Bolos', 'ArrowUp')
  await expect.poll(board).toEqual(['Bolos Broa Fubá', 'Pães', 'Cursos sem categoria'])
  await dragByPointer(page, 'a categoria Bolos', page.getByRole('button', { name: /^Solte aqui/ }), () =>
    expect(announcement(page)).toHaveText(/ está sobre Apagar categoria\./, soon),
  )
  await expect(page.getByRole('dialog').getByText(messages.areYouSure)).toBeVisible()
  await page.getByRole('button', { name: 'Apagar', exact: true }).click()
  await expect.poll(board).toEqual(['Pães', 'Cursos sem categoria Broa Fubá'])

  await page.goto(`${base}/c/${course.link}`)
  await dragByPointer(page, 'a aula Massa 1', page.getByRole('link', { name: 'Forno 2' }), () =>
    expect(section('Forno').getByRole('link', { name: 'Massa 1' })).toBeVisible(soon),
  )
  // The outline's own tests check the exact place, because everything makes room while an item is held.
  const module = async (at: number) => (await outline())[at]
  await expect.poll(() => module(1)).toMatch(/^Forno Forno 1 .*Massa 1/)
  await dragByKeyboard(page, 'Forno', 'ArrowUp')
  await expect.poll(() => module(0)).toMatch(/^Forno Forno 1 .*Massa 1/)
  await dragByKeyboard(page, 'a aula Forno 1', 'ArrowDown')
  await expect.poll(() => module(0)).toMatch(/^Forno (Forno 2|Massa 1) Forno 1/)

  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, token)
  await phone.goto(`${base}/c/${course.link}`)
  await quiet(phone)
  await handle(phone, 'a aula Massa 1').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await dragByTouch(phone, 'a aula Massa 1', phone.getByRole('link', { name: 'Massa 2' }))
  await expect.poll(() => module(1)).toMatch(/^Massa .*Massa 1/)
})

test('an owner who opens a new course, lesson or class and writes nothing leaves nothing', async ({ open }) => {
  const { token, base, board, outline, classes, course } = await makeBoard()
  const before = [await board(), await outline(), await classes()]
  const page = await open({ viewport: { width: 1280, height: 900 } }, token)
  const moduleId = course.modules[0]!.id
  for (const [path, field] of [
    ['/curso/0/novo', 'Título do curso'],
    [`/c/${course.link}/${moduleId}/nova-aula`, 'Título da aula'],
    ['/turma/criar', 'Nome da turma'],
  ] as const) {
    await (page.url() === 'about:blank' ? page.goto(base + path) : goTo(page, base + path))
    await expect(page.getByLabel(field)).toBeFocused()
    await page.reload()
    await expect(page.getByLabel(field)).toBeFocused()
    expect(new URL(page.url()).pathname).toBe(base + path)
    await page.keyboard.press('Tab')
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname !== base + path)
    await quiet(page)
  }
  expect([await board(), await outline(), await classes()]).toEqual(before)

  await page.goto(`${base}/cursos`)
  await page
    .getByRole('button', { name: /^Criar Curso/ })
    .first()
    .click()
  await expect(page.getByText(messages.creatingCourse)).toBeVisible()
  await page.getByLabel('Título do curso').fill('Sonhos')
  await page.waitForURL(`${base}/c/sonhos`)
  await expect(page.getByText(messages.creatingCourse)).toHaveCount(0)
  expect(await board()).toContain('Pães Broa Sonhos')
  await page.goBack()
  await page.waitForURL(`${base}/cursos`)
})
