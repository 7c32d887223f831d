import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'

/** Every screen of the demonstration school, in both schemes and on both sizes: nothing for axe to find, nothing wider than the window, no error in the console. */
interface Account {
  role: string
  email: string
  password: string
  url: string
}
const accounts = JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') as Account[]
const accountOf = (role: string) => accounts.find((account) => account.role.startsWith(role))!

const visitors = ['/login', '/cadastro', '/recuperar-senha', '/v/AAAA-AAAA-AAAA', '/nao-existe']
const owners = [
  '/',
  '/cursos',
  '/c/fermentacao-natural-do-zero',
  '/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural',
  '/turmas',
  '/alunos',
]
const students = [
  '/',
  '/cursos',
  '/c/fermentacao-natural-do-zero',
  '/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural',
  '/c/massas-folhadas',
  '/certificados',
]

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const { width, height, colorScheme } of looks) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.setTimeout(180_000)
    const open = async (browser: Browser) => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: 'pt-BR' })
      // Players are somebody else's pages and are not reached from a test.
      await context.route(/youtube-nocookie|vimeo|loom/, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="pt-BR"><title>Vídeo</title>' }),
      )
      return context.newPage()
    }
    test('a visitor', async ({ browser }) => {
      const page = await open(browser)
      await visit(page, accountOf('student').url, visitors)
    })
    for (const [role, paths] of [
      ['owner', owners],
      ['student', students],
    ] as const) {
      test(`the ${role}`, async ({ browser }) => {
        const page = await open(browser)
        const { url, email, password } = accountOf(role)
        await page.goto(`${url}/login`)
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel('Senha', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Entrar' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
        await visit(page, url, paths)
      })
    }
  })
}

async function visit(page: Page, base: string, paths: readonly string[]) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of paths) {
    await page.goto(base + path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    // What fades in has too little contrast half way.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((each) => each.finished.catch(() => {})),
      ),
    )
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`),
        path,
      )
      .toEqual([])
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(excess, `${path} is wider than the window`).toBeLessThanOrEqual(0)
    expect.soft(await page.title(), path).not.toBe('')
  }
  expect(complaints).toEqual([])
}
