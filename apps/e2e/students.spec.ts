import { readFile } from 'node:fs/promises'
import { cohorts } from '@escola/contract/cohorts.contract'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import { endOfDay, formatLastDay } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { loadUntil, test } from './visitor.ts'
import { goTo } from './within.ts'

const phone = { viewport: { width: 390, height: 844 } }

async function choose(page: Page, { filter, value }: { filter: string; value: string }) {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: value }).click()
}

async function expectListed(page: Page, names: string[]) {
  await expect(page.getByRole('table', { name: 'Alunos da escola' }).getByRole('link')).toHaveText(names)
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('students are found by filters and exported, and one enters with the password that the school gives', async ({
  open,
}) => {
  const { base, course, schoolId, cohortId, ownerToken, makeStudent } = await makeSchool()
  const owner = callsOf(ownerToken)
  const params = { schoolId }
  const own = await open(phone, await makeStudent('Ana Moreira'))
  await own.goto(course)
  await expect(own.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()
  const invite = async (name: string) => {
    const body = { name, email: `+${name.split(' ')[0]}@${schoolId}.alunos.example`, cellphone: '11912345678' }
    return (await owner(cohorts.addStudent, { params: { ...params, id: cohortId }, body })).student
  }
  const [bruno, carla, davi] = [await invite('Bruno Sá'), await invite('Carla Lima'), await invite('Davi Reis')]
  const until = dayAfter(dayOf(new Date()), 5)
  await owner(students.setTerm, { params: { ...params, userId: carla.user_id, classId: cohortId }, body: { until } })
  await owner(students.removeFromCohort, { params: { ...params, userId: davi.user_id, classId: cohortId } })

  const page = await open({ viewport: { width: 1280, height: 800 } }, ownerToken)
  await page.goto(`${base}/alunos`)
  await expectListed(page, ['Davi Reis', 'Carla Lima', 'Bruno Sá', 'Ana Moreira'])
  await choose(page, { filter: 'Entrada', value: 'Nunca entrou' })
  await expectListed(page, ['Davi Reis', 'Carla Lima', 'Bruno Sá'])
  await choose(page, { filter: 'Acesso', value: 'Sem acesso' })
  await expectListed(page, ['Davi Reis'])
  await choose(page, { filter: 'Acesso', value: 'Termina em 30 dias' })
  await expectListed(page, ['Carla Lima'])
  await choose(page, { filter: 'Acesso', value: 'Com acesso' })
  await choose(page, { filter: 'Turma', value: 'Turma de estreia' })
  await expectListed(page, ['Carla Lima', 'Bruno Sá'])
  await expect(page.getByText('Mostrando 2 aluno(s) de 4 matriculado(s). Encontrados: 2.')).toBeVisible()
  await checkSchemes(page, 'students whom filters find')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV' }).click()
  const file = await saved
  // Days of the present are told by their form, because midnight may come meanwhile.
  expect(file.suggestedFilename()).toMatch(/^alunos-\d{4}-\d\d-\d\d\.csv$/)
  // A spreadsheet would take an address that begins with a plus for a formula.
  const lineOf = ({ name, email }: { name: string; email: string }, end = 'para sempre') =>
    `${name};'${email};(11) 91234-5678;Turma de estreia;Manual;hoje;${end};nunca;0%`
  const csv = (await readFile(await file.path(), 'utf8')).replaceAll(/;Manual;\d\d\/\d\d\/\d{4};/g, ';Manual;hoje;')
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFNome;E-mail;Telefone;Turmas;Origem;Membro desde;Acesso até;Último acesso;Progresso',
    lineOf(bruno),
    lineOf(carla, formatLastDay(endOfDay(until))),
    '',
  ])

  await goTo(page, `${base}/alunos?search=ana%20mor`)
  await page.getByRole('link', { name: 'Ana Moreira' }).click()
  const { students: found } = await owner(students.list, { params, query: { search: 'ana mor' } })
  const { email } = found.list[0]!
  const [first, second] = ['senha-da-escola1', 'senha-da-escola2'] as const
  const setPassword = async (password: string) => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Alterar senha' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alterar senha' })
    await dialog.getByLabel('Nova senha').fill(password)
    if (password === first) await checkSchemes(page, 'a new password of a student')
    await dialog.getByRole('button', { name: 'Alterar senha' }).click()
    await expect(page.getByText(studentTexts.passwordChanged)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  await setPassword(first)
  const student = await open(phone)
  await student.goto(`${base}/login`)
  await signIn(student, { email, password: second })
  await expect(student.getByRole('alert')).toBeVisible()
  await signIn(student, { email, password: first })
  await expect(student.getByRole('heading', { level: 1 })).toContainText('Olá, Ana')

  await setPassword(second)
  await loadUntil(student, course, async () => student.url().includes('/login'))
  await signIn(student, { email, password: second })
  await expect(student.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()
  await own.reload()
  await expect(own.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()
})
