import { messages } from '@escola/contract/messages'
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { checkAxe, checkSchemes, checkWidth, contrast, type Scheme, turn } from './axe.ts'
import { coverPhoto } from './materials.ts'
import { goWithin, settled, test } from './visitor.ts'
import { goTo } from './within.ts'

/**
 * Every screen of the demonstration school, in both schemes and its sizes: axe finds nothing, nothing is wider than the window or too small for a
 * finger, no error is in the console. A page that shows visitors, owners and students the same is visited as one of them.
 */
const visitors = [
  '/',
  '/login',
  '/cadastro',
  '/recuperar-senha',
  '/v/AAAA-AAAA-AAAA',
  '/nao-existe',
  '/termos-e-condicoes',
  '/politica-de-privacidade',
  '/sobre',
  '/contato',
  '/conheca/fermentacao-natural-do-zero',
]
const owners = [
  '/',
  '/cursos',
  '/c/fermentacao-natural-do-zero',
  '/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural',
  '/curso/0/novo',
  '/turmas',
  '/turma/criar',
  '/vendas',
  '/vendas/contas',
  '/vendas/relatorio',
  '/alunos',
  '/aluno/4',
  '/aluno/4/ver-como',
  '/certificados',
  '/certificado/criar',
  '/certificado/1/emitidos',
  '/comunidade',
  '/minha-conta/seguranca',
  '/config/acessos',
  '/config/emails',
  '/offer/dominio',
  '/sobre',
  '/contato',
  '/suporte',
  '/rank',
  '/notificacoes',
  '/pontos',
  '/config',
  '/design',
  '/bank',
  '/bank/alunos/3',
  '/bank/pagamentos',
  '/planos',
  '/low-balance',
  '/add-saldo/basic',
  '/add-saldo/turbo',
  '/trocar-plano/middle',
  '/trocar-plano/super',
  '/usuarios',
  '/questoes',
  '/questoes/criar',
  '/questoes/1',
  '/questoes/importar',
  '/filiais-planos',
  '/filiais-planos/criar',
  '/franquias',
  '/api',
  '/minha-conta',
]
/** Pages above the schools, and of a school that is not theirs. */
const platformAdministrators = [
  '/escolas',
  '/escolas?search=nenhuma',
  '/escolas/emails',
  '/escolas/renovacoes',
  '/escolas/totais',
  '/escola/1/',
  '/escola/1/config/acessos',
]
const students = [
  '/',
  '/cursos',
  '/c/fermentacao-natural-do-zero',
  '/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural',
  '/c/brioches-e-paes-doces',
  '/c/venda-seus-paes',
  '/certificados',
  '/favoritos',
  '/minha-conta/dados',
  '/minha-conta/certificados',
  '/escolas',
  '/rank',
  '/notificacoes',
  '/pontos',
  '/minha-conta',
  '/perfil',
]

/** The editor shows this course, which is published. */
const course = '/c/fermentacao-natural-do-zero'

/** Finds a class that has courses. */
const taughtClass = (page: Page) => page.getByRole('main').getByRole('link', { name: /Formação 2026/ })

/** The sizes of windows; fingers touch the narrow ones. On the smallest everything has the least room: style sheets only take padding and gaps away below 390 px. */
const wide = { width: 1280, height: 800 } as const
const narrow = { width: 390, height: 844 } as const
const smallest = { width: 360, height: 844 } as const

/** Size of the window and scheme in which a page is seen. */
interface Look {
  viewport: typeof wide | typeof narrow | typeof smallest
  colorScheme: Scheme
}

async function show(page: Page, { viewport, colorScheme }: Look) {
  await emulateFingers(page, viewport !== wide)
  await page.setViewportSize(viewport)
  await turn(page, colorScheme)
}

const tools = new WeakMap<Page, CDPSession>()

/** An open page can be told by the browser's own tools alone that fingers touch it, and only until those are closed. */
async function emulateFingers(page: Page, enabled: boolean) {
  if (!tools.has(page)) tools.set(page, await page.context().newCDPSession(page))
  await tools.get(page)!.send('Emulation.setTouchEmulationEnabled', { enabled })
}

/**
 * Checks an open page as it stands by all rules; then in another look by those that depend on its size, and by its colours.
 * @param within selector of the part whose colours are looked at in the other look
 */
async function checkLooks(page: Page, where: string, [first, second]: readonly [Look, Look], within = 'html') {
  for (const look of [first, second]) {
    const at = `${where}, ${look.viewport.width} px, ${look.colorScheme}`
    if (look === second) await show(page, look)
    await checkAxe(page, at, look === first ? {} : { rules: contrast, within })
    await checkWidth(page, at)
    if (look.viewport !== wide) await checkFingers(page, at)
  }
}

/** Checks that nothing is too small for a finger. */
async function checkFingers(page: Page, where: string) {
  const small = await page
    .locator('header button, main button, main header a:has(svg)')
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !button.closest('.mantine-RichTextEditor-toolbar'))
        // Inside a field there is no room for more than the least of WCAG 2.2 (2.5.8).
        .map((button) => ({ button, least: button.closest('.mantine-Input-section') ? 24 : 43.5 }))
        .map((each) => {
          // The heading of a narrow row is touched wherever the row is.
          const isRow = getComputedStyle(each.button, '::after').position === 'absolute'
          const touched = isRow ? each.button.closest('tr') : each.button
          return { ...each, box: (touched ?? each.button).getBoundingClientRect() }
        })
        .filter(({ box, least }) => box.width < least || box.height < least)
        .map(({ button, box }) => `${button.ariaLabel ?? button.textContent}: ${box.width}×${box.height}`),
    )
  expect.soft(small, where).toEqual([])
}

/**
 * A page is visited once: every second one wide, the others narrow, and each is then turned to the other size and scheme together, in which the next page is
 * opened. Axe costs most of the time, and sees each layout in half of the pages. What stands around the pages is looked at in both schemes with the first
 * one. That is loaded, and the program goes from it to the others: the tests of the screens open each at its own address.
 */
async function visit(page: Page, base: string, paths: readonly string[], desk: Look) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const [index, path] of paths.entries()) {
    const phone = { viewport: index % 4 < 2 ? smallest : narrow, colorScheme: otherThan(desk.colorScheme) }
    const looks: [Look, Look] = index % 2 === 0 ? [desk, phone] : [phone, desk]
    // The program of a school begins at its address.
    if (index === 0 || path.startsWith('/escola/')) {
      await page.goto(base + path)
      await show(page, looks[0])
    } else await goWithin(page, base + path)
    if (path === '/') await expect(page.getByRole('heading', { level: 1 })).toContainText(/Olá|Galeria de cursos/)
    if (path.startsWith('/bank/alunos/')) await expect(page.locator('main a[href*="/aluno/"]').first()).toBeVisible()
    if (path === '/aluno/4') await expect(page.getByRole('button', { name: 'Link de acesso' })).toBeVisible()
    await checkLooks(page, path, looks, index === 0 ? 'html' : 'main')
    expect.soft(await page.title(), path).not.toBe('')
  }
  expect(complaints).toEqual([])
}
const otherThan = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')

/** The desk is light for some visits and dark for others, so that either scheme is seen in both sizes. */
for (const [role, scheme, paths, part] of [
  ['owner', 'light', owners.slice(0, 16), ', first part'],
  ['owner', 'dark', owners.slice(16, 32), ', second part'],
  ['owner', 'light', owners.slice(32), ', third part'],
  ['student', 'dark', students, ''],
  ['visitor', 'light', visitors, ''],
  ['platform', 'light', platformAdministrators, ''],
] as const) {
  test(`the screens of the ${role}${part}, wide and narrow, light and dark`, async ({ open }) => {
    const desk = { viewport: wide, colorScheme: scheme }
    const page = await open(desk, role === 'visitor' ? undefined : await tokenOf(role))
    const { url } = accountOf(role === 'visitor' ? 'student' : role)
    await visit(page, url.replace(/\/$/, ''), paths, desk)
  })
}

test("the owner's menus and the crop of a cover", async ({ open }) => {
  const page = await open({ viewport: wide, colorScheme: 'light' }, await tokenOf('owner'))
  const { url } = accountOf('owner')
  await page.goto(`${url}/cursos`)
  // Menus and dialogs are the same in both sizes, and their places are not. One that is open lies over a page whose colours are seen without it.
  const checkBoth = async (where: string, isOpen?: () => Promise<void>, over?: string) => {
    await checkSchemes(page, where, ['light'], over)
    await page.setViewportSize(narrow)
    await turn(page, 'dark')
    await isOpen?.()
    await checkAxe(page, `${where}, dark`, { rules: contrast, ...(over && { within: over }) })
    await checkWidth(page, `${where}, ${narrow.width} px`)
    await page.setViewportSize(wide)
  }
  for (const [path, name] of [
    ['/cursos', /^Ações da categoria/],
    [course, 'Mais ações do curso'],
    [course, /^Ações de /],
    ['/turmas', 'Mais ações'],
  ] as const) {
    if (page.url() !== url + path) await goTo(page, url + path)
    if (path === '/turmas') await taughtClass(page).click()
    await page.getByRole('button', { name }).first().click()
    const isOpen = () => expect(page.getByRole('menuitem').first()).toBeFocused()
    await isOpen()
    await checkBoth(`the menu ${name}`, isOpen, '[role=menu]')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  const signOut = page.getByRole('button', { name: 'Sair' })
  await expect(signOut).toBeVisible()
  await checkBoth('the menu of the account', () => expect(signOut).toBeVisible())

  await goTo(page, `${url}/turmas`)
  await taughtClass(page).click()
  await checkBoth('the students of a class')
  await page.getByRole('link', { name: 'Cursos e calendário' }).click()
  await page
    .getByRole('button', { name: /^Calendário de/ })
    .first()
    .click()
  const opening = page.getByLabel(/^Data de abertura/).first()
  await expect(opening).toBeVisible()
  await checkBoth('the calendar of a class', () => expect(opening).toBeVisible())

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Importações', exact: true }).click()
  await checkBoth('the imports of a class')
  await page.getByRole('link', { name: 'Vendas', exact: true }).click()
  await page.getByRole('button', { name: 'Adicionar integração' }).click()
  const webhook = page.getByLabel('Endereço do webhook')
  await expect(webhook).toBeVisible()
  await checkBoth('an integration of a class', () => expect(webhook).toBeVisible(), '[role=dialog]')

  await goTo(page, `${url}/alunos`)
  await page.getByRole('link', { name: 'Ana Beatriz Souza' }).click()
  await page
    .getByRole('button', { name: /^Liberar módulos/ })
    .first()
    .click()
  const module = page.getByRole('dialog').getByRole('listitem').first()
  await expect(module).toBeVisible()
  await checkBoth('the modules of a student', () => expect(module).toBeVisible(), '[role=dialog]')

  await goTo(page, `${url}/config`)
  await page.getByRole('button', { name: 'Cadastrar domínio' }).click()
  const domain = page.getByLabel('Endereço do domínio')
  await expect(domain).toBeFocused()
  await checkBoth('the own domain', () => expect(domain).toBeVisible(), '[role=dialog]')

  await goTo(page, url + course)
  const file = { name: 'capa.png', mimeType: 'image/png', buffer: await coverPhoto() }
  await page.getByLabel('Capa do curso: imagem jpeg ou png').setInputFiles(file)
  const area = page.getByLabel(/^Área da capa/)
  await expect(area).toBeVisible()
  await checkBoth('the crop of a cover', () => expect(area).toBeVisible(), '[role=dialog]')
})

test('the page of a certificate, which its student shows to others', async ({ open }) => {
  const page = await open({ viewport: wide, colorScheme: 'light' }, await tokenOf('student'))
  await page.goto(`${accountOf('student').url}/certificados`)
  await page.getByRole('link', { name: 'Página de verificação' }).first().click()
  await expect(page.getByText('Certificado válido')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Adicionar ao LinkedIn' })).toBeVisible()
  const [light, dark] = ['light', 'dark'] as const
  const looks = [
    { viewport: wide, colorScheme: light },
    { viewport: smallest, colorScheme: dark },
  ] as const
  await checkLooks(page, 'the page of a certificate', looks)
})

const phoneOf = (width: number) => ({ viewport: { width, height: 800 }, hasTouch: true, isMobile: true })

test('an owner opens a student from anywhere on the card of a phone', async ({ open }) => {
  const page = await open(phoneOf(360), await tokenOf('owner'))
  await page.goto(`${accountOf('owner').url}/alunos`)
  // A link lies over the cell, so the tap is forced.
  await page.getByRole('cell').filter({ hasText: '@' }).first().tap({ force: true })
  await expect(page).toHaveURL(/\/aluno\//)
})

for (const [width, state] of [
  [390, 'a draft'],
  [360, 'a published course'],
] as const) {
  test(`an owner on a phone of ${width} px writes ${state} without the page moving`, async ({ open }) => {
    const page = await open(phoneOf(width), await tokenOf('owner'))
    let answers: 'nothing' | 'saved' = 'saved'
    let degree: Record<string, unknown> = {}
    await page.route(/\/degree\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      if (state === 'a draft') Object.assign(answer.degree, { utc_published_on: null, isDraft: true })
      degree = answer.degree
      await route.fulfill({ response, json: answer })
    })
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/\/degree\/[^/]+\/save$/, async (route) => {
      if (answers === 'nothing') return route.abort('internetdisconnected')
      await held
      degree = { ...degree, ...route.request().postDataJSON(), version: Number(degree.version) + 1 }
      await route.fulfill({ json: { degree, school: { categories: [], revision: '1' } } })
    })
    await page.goto(accountOf('owner').url + course)
    await settled(page)
    const placeOfTitle = () =>
      page.getByLabel('Título do curso').evaluate((title) => title.getBoundingClientRect().top + window.scrollY)
    const place = await placeOfTitle()
    const field = page.getByLabel('Título da descrição')
    await field.fill('A')
    await expect(page.getByText('Salvando…')).toBeInViewport()
    expect(await placeOfTitle(), 'while it saves').toBe(place)
    go()
    await expect(page.getByText('Salvo', { exact: true })).toBeInViewport()
    expect(await placeOfTitle(), 'once it is saved').toBe(place)
    answers = 'nothing'
    await field.fill('AB')
    await expect(page.getByText(messages.offline)).toBeInViewport()
    expect(await placeOfTitle(), 'without a connection').toBe(place)
  })
}

test('no word of a table is broken in two', async ({ open }) => {
  const page = await open({ viewport: { width: 1440, height: 1024 } }, await tokenOf('owner'))
  await page.route(/\/students\?/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const student of answer.students.list) Object.assign(student, { origin: 'importer' })
    await route.fulfill({ response, json: answer })
  })
  await page.goto(`${accountOf('owner').url}/alunos`)
  await settled(page)
  await expect(page.getByRole('cell', { name: 'Importação' }).first()).toBeVisible()
  const broken = await page.getByRole('cell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const words: string[] = []
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          // A text that is cut has two boxes on its one line.
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (!word.includes('@') && lines.size > 1) words.push(word)
        }
      }
      return words
    }),
  )
  expect(broken).toEqual([])
})

test('what has the focus goes under the bar of the editor with its outline', async ({ open }) => {
  const page = await open({ viewport: { width: 900, height: 700 } }, await tokenOf('owner'))
  await page.goto(accountOf('owner').url + course)
  await settled(page)
  const title = page.getByLabel('Título do curso')
  await title.focus()
  const covers = await title.evaluate((field) => {
    const bar = document.querySelector('main header')!
    const middle = bar.getBoundingClientRect().top + bar.clientHeight / 2
    const { left, right } = field.getBoundingClientRect()
    const outline = 4
    return [left - outline, right + outline].map((x) =>
      bar.parentElement!.contains(document.elementFromPoint(x, middle)),
    )
  })
  expect(covers).toEqual([true, true])
})

test('the footer begins where the content does on a wide screen', async ({ open }) => {
  const page = await open({ viewport: { width: 1920, height: 1080 } }, await tokenOf('owner'))
  await page.goto(accountOf('owner').url)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
  await settled(page)
  const startOf = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Math.round(range.getBoundingClientRect().left)
    })
  const start = await startOf(page.getByRole('heading', { level: 1 }))
  expect(await startOf(page.getByRole('contentinfo'))).toBe(start)
})

test('a long title without a cover is cut whole on its tile, and not drawn twice in the editor', async ({ open }) => {
  const title = 'Fermentação natural do zero, do fermento ao forno, passo a passo e sem segredo nenhum para quem começa'
  const page = await open({ viewport: { width: 1280, height: 800 } }, await tokenOf('owner'))
  const clearTitles = (row: object) => Object.assign(row, { title, img_wide_url: '' })
  await page.route(/\/categories$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const category of answer.categories) category.degrees.map(clearTitles)
    await route.fulfill({ response, json: answer })
  })
  await page.route(/\/degree\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    clearTitles(answer.degree)
    await route.fulfill({ response, json: answer })
  })
  const { url } = accountOf('owner')
  await page.goto(`${url}/cursos`)
  await settled(page)
  const lines = await page
    .getByRole('link', { name: title })
    .locator('p')
    .first()
    .evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const end = text.getBoundingClientRect().bottom
      return [...range.getClientRects()].filter(({ top }) => top < end).length
    })
  expect(lines).toBe(2)
  await page.goto(url + course)
  await expect(page.getByText('Adicionar capa')).toBeVisible()
  await expect(
    page
      .getByRole('button', { name: /Adicionar capa/ })
      .getByText(title)
      .filter({ visible: true }),
  ).toHaveCount(0)
})
