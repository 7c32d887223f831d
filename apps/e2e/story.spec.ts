import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { certificates } from '@escola/contract/certificates.contract'
import { courses } from '@escola/contract/courses.contract'
import { messages } from '@escola/contract/messages'
import { payments } from '@escola/contract/payments.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { expect, type Page } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { completeData } from './complete-data.ts'
import { linkFromMail, mailCount, mailsTo } from './mailbox.ts'
import { coverPhoto, smallPdf, studentsCsv } from './materials.ts'
import { expectNotice } from './notices.ts'
import { open, test, tokenIn } from './visitor.ts'
import { goTo } from './within.ts'

/** The whole job of the product once, on the real stack, as a person would do it: a school, a course, students, learning, a certificate. */
const run = Date.now().toString(36)
const owner = {
  school: `Escola da Teresa ${run}`,
  name: 'Teresa Cristina Prado',
  email: `teresa@dona-${run}.example`,
  password: 'farinha-de-trigo1',
}
const ana = { name: 'Ana Paula Conceição', email: `ana@aluna-${run}.example`, password: 'levedura-seca2' }
const outsider = { name: 'Otávio de Fora', email: `otavio@fora-${run}.example`, password: 'curioso-de-fora3' }
const classDomain = `turma-${run}.example`
/** More than are free. */
const importedCount = 197
const course = 'Pão de fermentação natural'

test.describe.configure({ mode: 'serial' })

let base = ''
let schoolId = ''
let teresa: Page
let student: Page
let courseLink = ''
let verifyUrl = ''

test.beforeAll(async ({ browser }) => {
  teresa = await open(browser, {})
  student = await open(browser, { viewport: { width: 390, height: 844 } })
})
test.afterAll(async () => {
  for (const page of [teresa, student]) await page.context().close()
})

const saved = (page: Page) => expect(page.getByText('Salvo', { exact: true }).first()).toBeVisible()

/** Watches whether the bar was ever on the page, because the import may be over before a test looks. */
async function watchImport(page: Page) {
  const bar = '[role=progressbar][aria-label="Andamento da importação"]'
  await page.evaluate((selector) => {
    const watched = { wasSeen: false }
    Object.assign(window, { watched })
    const look = () => {
      watched.wasSeen ||= document.querySelector(selector) !== null
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true })
  }, bar)
  return () =>
    page.evaluate(
      (selector) => ({
        wasSeen: (window as unknown as { watched: { wasSeen: boolean } }).watched.wasSeen,
        isThere: document.querySelector(selector) !== null,
      }),
      bar,
    )
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return readFile(await download.path())
}

test('2. an owner makes an account with a school, confirms it by e-mail and signs in', async () => {
  const page = teresa
  await page.goto('/cadastro')
  await page.getByLabel('Nome da escola').fill(owner.school)
  await page.getByLabel('Seu nome').fill(owner.name)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Senha', { exact: true }).fill(owner.password)
  await page.getByLabel(/repita|repetir|confirme/i).fill('outra-coisa1')
  await page.getByRole('button', { name: 'Criar minha escola' }).click()
  await expect(page.getByText('As senhas devem ser iguais!')).toBeVisible()
  await page.getByLabel(/repita|repetir|confirme/i).fill(owner.password)
  await page.getByRole('switch').check({ force: true })
  // Two clicks make one school.
  await page.getByRole('button', { name: 'Criar minha escola' }).dblclick()
  await expect(page.getByText('Falta só confirmar')).toBeVisible()
  const link = await linkFromMail(owner.email, '/activate/')
  expect(await mailsTo(owner.email)).toHaveLength(1)
  await page.goto(link)
  await expect(page.getByText('Pronto, Teresa!')).toBeVisible()
  // The page goes on after five seconds, to the login of the school, where the password alone is missing.
  await page.waitForURL((url) => url.pathname.endsWith('/login'))
  base = new URL(page.url()).pathname.replace(/\/login$/, '')
  await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await completeData(page)
  await expect(page.getByText('Olá, Teresa').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
  const call = callsOf(await tokenIn(page))
  const { school } = await call(schools.context, { query: { pathname: base } })
  schoolId = school!.id
  const body = { has_rank: true, has_notifications: true }
  await call(schools.update, { params: { schoolId }, body })
})

test('3. they write a course as a draft, and publish it', async () => {
  const page = teresa
  await page.getByRole('link', { name: 'Meus cursos' }).first().click()
  await page.getByRole('button', { name: 'Criar Categoria' }).first().click()
  const category = page.getByLabel('Título da categoria').first()
  await category.fill('Pães')
  await category.blur()
  await page
    .getByRole('button', { name: /Criar Curso/ })
    .first()
    .click()
  await page.waitForURL(/\/curso\/\d+\/novo$|\/c\//)
  await page.getByLabel('Título do curso').fill(course)
  await page.waitForURL(/\/c\/pao-de-fermentacao-natural/)
  await page.getByLabel('Título da descrição').fill('Do levain ao forno')
  await page.getByRole('textbox', { name: 'Descrição', exact: true }).fill('Um curso sem pressa.')
  await page.getByLabel('Carga horária').fill('1h30')
  await page.getByLabel('Carga horária').blur()
  await saved(page)

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: await coverPhoto() })
  await page.getByRole('button', { name: 'Usar esta capa' }).click()
  await expect(page.locator('img[src*="/image/"]').first()).toBeVisible()

  await page
    .getByRole('button', { name: /Criar o primeiro módulo|Adicionar módulo/ })
    .first()
    .click()
  await page.getByLabel('Título do módulo').first().fill('Primeiros passos')
  await saved(page)

  const newLesson = async (title: string) => {
    await page.getByRole('button', { name: 'Nova aula' }).first().click()
    await page.getByLabel('Título da aula').fill(title)
    await saved(page)
  }
  const back = async () => {
    await page.getByRole('link', { name: 'Curso', exact: true }).click()
    await expect(page.getByLabel('Título do curso')).toHaveValue(course)
  }
  await newLesson('Conhecendo o levain')
  // A refused address stays in its field and is not sent, so no text says that it is saved.
  await page.getByLabel('Link do vídeo').fill('https://exemplo.com/video.mp4')
  await expect(page.getByText(messages.invalidVideo)).toBeVisible()
  await page.getByLabel('Link do vídeo').fill('https://youtu.be/aqz-KE-bpKQ')
  await expect(page.locator('iframe[src*="youtube-nocookie.com/embed/aqz-KE-bpKQ"]')).toBeVisible()
  await saved(page)
  await back()
  await newLesson('A sova')
  await page.getByLabel('Link do vídeo').fill('https://vimeo.com/1084537')
  await saved(page)
  await page.getByRole('textbox', { name: 'Descrição', exact: true }).fill('Mãos à massa, com carinho.')
  await saved(page)
  await back()
  await newLesson('O forno')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Lista de ingredientes.pdf', mimeType: 'application/pdf', buffer: smallPdf() })
  await expect(page.getByText('Lista de ingredientes').first()).toBeVisible()
  await expect(page.locator('input[value="Lista de ingredientes"]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Adicionar link' }).click()
  await page.getByLabel('Título do link 1').fill('Tabela de temperaturas')
  await page.getByLabel('Endereço do link 1').fill('https://www.embrapa.br/')
  await saved(page)
  await back()
  courseLink = `${base}/c/pao-de-fermentacao-natural`

  // The school's front page does not list a draft.
  const visitor = await page.context().browser()!.newPage()
  await visitor.goto(`${base}/`)
  await expect(visitor.getByText(owner.school).first()).toBeVisible()
  await expect(visitor.getByText(course)).toHaveCount(0)

  await page.getByRole('button', { name: 'Publicar curso' }).click()
  const published = page.getByRole('dialog', { name: 'Curso publicado!' })
  await expect(published.getByLabel('Link para compartilhar')).toHaveValue(new RegExp(`${courseLink}$`))
  await expect(published.getByRole('button', { name: 'Criar uma turma' })).toBeVisible()
  await published.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(published).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText(course).first()).toBeVisible()

  // A later edit is a draft until it is published.
  await page.getByLabel('Título da descrição').fill('Do levain ao forno, em sete dias')
  await saved(page)
  await expect(page.getByRole('button', { name: 'Publicar alterações' })).toBeEnabled()
  await visitor.close()
})

test('3b. a stale save from a second tab loses nothing', async () => {
  const page = teresa
  const other = await page.context().newPage()
  await other.goto(courseLink)
  await expect(other.getByLabel('Título da descrição')).toHaveValue('Do levain ao forno, em sete dias')
  await page.getByLabel('Título da descrição').fill('Escrito na primeira aba')
  await saved(page)
  await other.getByLabel('Título da descrição').fill('Escrito na segunda aba')
  await expect(other.getByText(/Este conteúdo foi alterado em outra aba/).first()).toBeVisible()
  await expect(other.getByLabel('Título da descrição')).toHaveValue('Escrito na segunda aba')
  await other
    .getByRole('button', { name: /Manter o que escrevi/ })
    .first()
    .click()
  await expect(other.getByText(/Este conteúdo foi alterado em outra aba/)).toHaveCount(0)
  await saved(other)
  await other.getByRole('button', { name: 'Publicar alterações' }).click()
  await expectNotice(other, 'Alterações publicadas!')
  await other.close()
})

test('4. they make a class, add a student, and import many', async () => {
  const page = teresa
  // That many students take a plan.
  const call = callsOf(await tokenIn(page))
  const { payment } = await call(payments.pay, {
    params: { schoolId },
    body: { paymentId: randomUUID(), item: 'super', paymentMethod: 'pm_card_visa' },
  })
  expect(payment.status).toBe('succeeded')
  await goTo(page, `${base}/turmas`)
  await page.getByRole('link', { name: 'Criar Turma' }).click()
  await page.getByLabel('Nome da turma').fill('Turma de estreia')
  await saved(page)
  await page
    .getByRole('button', { name: /escolher cursos|alterar cursos|editar cursos|cursos/i })
    .first()
    .click()
  await page.getByLabel(course).check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('link', { name: 'Alunos', exact: true }).click()
  await page.getByRole('button', { name: 'Adicionar aluno' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('ana paula conceição')
  await page.getByRole('dialog').getByLabel('E-mail').fill(ana.email)
  await page.getByRole('dialog').getByLabel('Telefone').fill('11912345678')
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar', exact: true }).dblclick()
  await expect(page.getByText(ana.email)).toHaveCount(1)

  const importFile = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: 'Importar alunos' }).click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }
  await importFile('vazio.csv', Buffer.from('nome;telefone\nAna;11\n'))
  await expect(page.getByText('Nenhum e-mail encontrado no arquivo vazio.csv')).toBeVisible()
  await page.keyboard.press('Escape')

  // Spreadsheets in Brazil export Latin-1 and semicolons.
  const csv = Buffer.from(studentsCsv(classDomain, importedCount), 'latin1')
  await importFile('alunos.csv', csv)
  await expect(page.getByRole('dialog').getByText('Aluna Número 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('linhas serão recusadas')).toBeVisible()
  const bar = await watchImport(page)
  await page.getByRole('button', { name: `Importar ${importedCount} alunos` }).click()
  await expect(page.getByText('Importação iniciada, aguarde...')).toBeVisible()
  await expect(page.getByText(`${importedCount} novos · 0 já matriculados · 3 recusados`)).toBeVisible()
  expect(await bar()).toEqual({ wasSeen: true, isThere: false })
  for (const text of ['E-mail inválido', 'E-mail repetido no arquivo', 'Sem e-mail'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(async () => expect(await mailCount(classDomain)).toBe(importedCount)).toPass()

  // A second import of one file changes nothing.
  await importFile('alunos.csv', csv)
  await page.getByRole('button', { name: `Importar ${importedCount} alunos` }).click()
  await expect(page.getByText(`0 novos · ${importedCount} já matriculados · 3 recusados`)).toBeVisible()
  // A mail that is requested at this point comes after all that the second import could have sent.
  const first = `aluna1@${classDomain}`
  await call(students.resendLink, { params: { schoolId }, body: { email: first, type: 'email' } })
  await expect(async () => expect(await mailsTo(first)).toHaveLength(2)).toPass()
  expect(await mailCount(classDomain)).toBe(importedCount + 1)
  expect(await mailsTo(ana.email)).toHaveLength(1)
})

test('5. the student comes in by the link of the e-mail, studies on a phone and finishes', async () => {
  const page = student
  await page.goto(await linkFromMail(ana.email, '/welcome/'))
  await expect(page.getByLabel('Nome')).toHaveValue(ana.name)
  await page.getByLabel('Senha', { exact: true }).fill(ana.password)
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expect(page.getByText('Pronto!')).toBeVisible()
  await page.waitForURL((url) => url.pathname === `${base}/` || url.pathname === base)
  await page.getByText(course).first().click()
  await page.getByRole('link', { name: 'Iniciar curso' }).click()
  await expect(page.locator('iframe[src*="youtube-nocookie.com/embed/aqz-KE-bpKQ"]')).toBeVisible()
  const done = page.getByRole('button', { name: 'Marcar como concluída' })
  await expect(page.getByRole('button', { name: 'Próxima aula' })).toBeDisabled()
  await done.click()
  await expect(page.getByRole('button', { name: 'Concluída' })).toBeVisible()
  await page.getByRole('link', { name: 'Próxima aula' }).click()
  await expect(page.locator('iframe[src*="player.vimeo.com/video/1084537"]')).toBeVisible()
  await expect(page.getByText('Mãos à massa, com carinho.')).toBeVisible()
  await done.click()
  await page.getByRole('link', { name: 'Próxima aula' }).click()
  await expect(page.getByRole('link', { name: /Tabela de temperaturas/ })).toHaveAttribute(
    'href',
    'https://www.embrapa.br/',
  )
  const pdf = await downloaded(page, () => page.getByRole('button', { name: /Lista de ingredientes/ }).click())
  expect(pdf).toEqual(smallPdf())
  await done.dblclick()
  await expect(page.getByText('Curso finalizado').first()).toBeVisible()
  await page.goto(courseLink)
  await expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', /^100/)
  await expect(page.getByText('Curso finalizado').first()).toBeVisible()
})

test('6. the certificate is drawn, downloaded, and proven to a visitor', async () => {
  const page = student
  await page.goto(`${base}/certificados`)
  const button = page.getByRole('button', { name: /Baixar certificado/ })
  await expect(button).toBeVisible()
  const pdf = await downloaded(page, () => button.click())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const href = await page.getByRole('link', { name: 'Página de verificação' }).first().getAttribute('href')
  verifyUrl = href!
  const outsider = await open(page.context().browser()!, {})
  await outsider.goto(verifyUrl)
  await expect(outsider.getByText('Certificado válido')).toBeVisible()
  await expect(outsider.getByText(ana.name)).toBeVisible()
  await expect(outsider.getByText(course)).toBeVisible()
  await expect(outsider.getByText('1h30')).toBeVisible()

  // The file itself is compared with the issued one.
  const check = (name: string, buffer: Buffer) =>
    outsider.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await check('certificado.pdf', pdf)
  await expect(outsider.getByText('certificado.pdf é exatamente o arquivo que a escola emitiu.')).toBeVisible()
  await check('alterado.pdf', Buffer.concat([pdf, Buffer.from('\n')]))
  await expect(outsider.getByText('alterado.pdf não é um arquivo que a escola emitiu')).toBeVisible()

  await goTo(teresa, `${base}/alunos?search=${encodeURIComponent('ana paula')}`)
  await teresa.getByRole('link', { name: ana.name }).first().click()
  await teresa.getByRole('button', { name: /Regerar certificado/ }).click()
  await teresa.getByRole('dialog').getByRole('button', { name: 'Regerar certificado' }).click()
  await expectNotice(teresa, `O certificado do aluno: ${ana.name} foi regerado!`)
  // The earlier certificate stays good until the new one is drawn.
  const proof = { params: { schoolId, code: verifyUrl.split('/').at(-1)! } }
  await expect.poll(async () => (await callsOf()(certificates.verify, proof)).state).toBe('replaced')
  await outsider.reload()
  await expect(outsider.getByText('Certificado substituído')).toBeVisible()
  await outsider.context().close()
})

test('6b. what the student did is told: in points, in the ranking and among the notifications', async () => {
  const page = student
  await page.goto(base)
  await page.getByRole('link', { name: '130 pontos' }).click()
  await expect(page.getByRole('heading', { name: 'Meus pontos' })).toBeVisible()
  const earned = page.getByRole('list', { name: 'De onde vieram' })
  await expect(earned.getByRole('listitem')).toHaveCount(4)
  await expect(earned.getByRole('listitem').first()).toContainText(`Curso concluído${course}`)
  await page.getByRole('link', { name: 'Ver o ranking' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '130 pontos' })).toContainText(`${ana.name} (você)`)

  await goTo(page, `${base}/notificacoes`)
  const notifications = page.getByRole('list', { name: 'Notificações' })
  await expect(notifications.getByRole('listitem').filter({ hasText: 'Nova:' })).not.toHaveCount(0)
  await expect(notifications).toContainText('Você entrou na turma “Turma de estreia”.')
  await notifications
    .getByRole('link', { name: `O seu certificado de “${course}” está pronto.` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Meus certificados' })).toBeVisible()
  // Notifications that were seen are no longer unread.
  await page.goto(`${base}/notificacoes`)
  await expect(notifications.getByRole('listitem').first()).toBeVisible()
  await expect(notifications.getByText('Nova:')).toHaveCount(0)
})

test('5b. a user who signs up enters what is public, and nothing that is private', async ({ open }) => {
  const page = await open({})
  await page.goto(`${base}/cadastro`)
  await page.getByLabel(/nome/i).first().fill(outsider.name)
  await page.getByLabel('E-mail').fill(outsider.email)
  await page.getByLabel('Senha', { exact: true }).fill(outsider.password)
  await page.getByLabel(/repita|repetir|confirme/i).fill(outsider.password)
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: /criar/i }).first().click()
  await page.goto(await linkFromMail(outsider.email, '/activate/'))
  await page.waitForURL((url) => !url.pathname.includes('/activate/'))
  const inside = await open({}, await tokenFor(outsider.email, outsider.password))
  await inside.goto(base)
  await expect(inside.getByText('Olá, Otávio').first()).toBeVisible()
  // The public class has let them into the courses that every student may open.
  await goTo(inside, courseLink)
  await expect(inside.getByRole('link', { name: messages.courseStart })).toBeVisible()
  const api = callsOf(await tokenFor(owner.email, owner.password))
  const params = { schoolId, link: courseLink.split('/').at(-1)! }
  const { degree } = await api(courses.get, { params })
  await api(courses.save, { params, body: { id: degree.id, version: degree.version, is_private: true } })
  await api(courses.publish, { params, body: { id: degree.id } })
  await inside.reload()
  await expect(inside.getByText(messages.noAccess).first()).toBeVisible()
  // People can't join a private school by themselves.
  await api(schools.update, { params, body: { is_private: true } })
  const visitor = await open({})
  await visitor.goto(`${base}/cadastro`)
  await expect(visitor).toHaveURL(/\/login/)
  await expect(visitor.getByRole('link', { name: 'Criar conta' })).toHaveCount(0)
  await api(schools.update, { params, body: { is_private: false } })
})

test('1. the product carries its own contract', async ({ request }) => {
  const docs = await (await request.get('/api/docs/json')).json()
  expect(docs.openapi).toBe('3.1.0')
  expect(Object.keys(docs.paths)).toContain('/api/school/{schoolId}/gateway/{id}/add-student')
  expect((await request.get('/api/docs')).ok()).toBe(true)
  expect(await (await request.get('/metrics')).text()).toContain('http_request_seconds')
})
