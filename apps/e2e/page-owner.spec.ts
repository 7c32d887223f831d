import { cohorts } from '@escola/contract/cohorts.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { acceptInvitation, makeSchool } from './school.ts'
import { quiet, test, tokenIn } from './visitor.ts'

/** Makes a school with two students, whose password is their school's owner's. */
async function makeClassroom() {
  const school = await makeSchool()
  const owner = callsOf(school.ownerToken)
  const params = { schoolId: school.schoolId }
  const makeStudent = async (name: string) => {
    const student = { name, email: `${name.split(' ')[0]!.toLowerCase()}@sala-${school.schoolId}.example` }
    await owner(cohorts.addStudent, { params: { ...params, id: school.cohortId }, body: student })
    const token = await acceptInvitation(student)
    const query = { domain: new URL(process.env.E2E_URL!).hostname, pathname: school.base }
    const { user } = await callsOf(token)(schools.context, { query })
    const makeLink = async () => {
      const made = await owner(students.updateToken, { params: { ...params, userId: user!.id } })
      return `${school.base}/login/${made.student.token}`
    }
    return { ...student, token, makeLink }
  }
  return { ...school, ana: await makeStudent('Ana Prado'), bruno: await makeStudent('Bruno Lima') }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: /^Sua conta/ })).toHaveCount(0)
}

async function typePassword(page: Page, password: string) {
  await page.getByRole('switch', { name: 'Alterar senha' }).press('Space')
  await page.getByLabel('Nova senha').fill(password)
}

test('two users of one browser: the tab of the first changes nothing of the second, and leaves with its user', async ({
  open,
}) => {
  const { base, owner, ana, bruno } = await makeClassroom()
  const first = await open({}, ana.token)
  // This tab gets no events of the other one, as if both happened in the same moment.
  await first.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation()))
  await first.goto(`${base}/minha-conta`)
  const hearing = await first.context().newPage()
  await hearing.goto(`${base}/minha-conta`)
  await expect(hearing.getByLabel('Nome')).toHaveValue(ana.name)

  const second = await first.context().newPage()
  await second.goto(base)
  await signOut(second)
  await expect(hearing.getByText('Você saiu em outra aba. Entre novamente')).toBeVisible()
  await second.goto(`${base}/login`)
  await second.getByLabel('E-mail').fill(bruno.email)
  await second.getByLabel('Senha', { exact: true }).fill(owner.password)
  await second.getByRole('button', { name: 'Entrar' }).click()
  await expect(heading(second, 'Olá, Bruno')).toBeVisible()
  const brunos = await tokenIn(second)

  await first.getByLabel('Celular').fill('11912345678')
  await typePassword(first, 'senha-da-ana-1')
  await first.getByRole('button', { name: 'Salvar' }).click()
  await expect(heading(first, 'Entrar')).toBeVisible()
  // The second user is still who they were: here, and with their own password.
  expect(await tokenIn(second)).toBe(brunos)
  await second.goto(`${base}/minha-conta`)
  await expect(second.getByLabel('Nome')).toHaveValue(bruno.name)
  await expect(second.getByLabel('Celular')).toHaveValue('')
  await callsOf()(sessions.signIn, { body: { email: bruno.email, password: owner.password } })
})

test('an access link beside the tab of an administrator empties it, and takes over the tab of its own user', async ({
  open,
}) => {
  const { base, lesson, ownerToken, ana } = await makeClassroom()
  const admin = await open({}, ownerToken)
  await admin.goto(`${base}/minha-conta`)
  await admin.getByLabel('Celular').fill('11912345678')
  const link = await admin.context().newPage()
  await link.goto(await ana.makeLink())
  await expect(heading(link, 'Olá, Ana')).toBeVisible()
  await expect(heading(admin, 'Você entrou como Ana Prado em outra aba')).toBeVisible()
  await expect(admin.getByText('Dora')).toHaveCount(0)
  await expect(admin).toHaveTitle('Escola')
  await admin.getByRole('button', { name: 'Continuar como Ana' }).click()
  await expect(admin.getByLabel('Nome')).toHaveValue(ana.name)

  // Her own sign-in in the other tab is a new session of the same user.
  await admin.goto(lesson)
  await expect(admin.getByRole('button', { name: 'Marcar como concluída' })).toBeEnabled()
  await quiet(admin)
  await link.evaluate((token) => localStorage.setItem('escola.token', token), ana.token)
  await admin.waitForFunction((token) => Reflect.get(globalThis, 'escolaToken') === token, ana.token)
  const marked = admin.waitForRequest((request) => request.url().endsWith('/student/content/metadata'))
  await admin.getByRole('button', { name: 'Marcar como concluída' }).click()
  expect((await marked).headers().authorization).toBe(`Bearer ${ana.token}`)
  await admin.reload()
  await expect(admin.getByRole('button', { name: 'Concluída', exact: true })).toBeVisible()
})
