import { changeLabel } from '@escola/contract/change-labels'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { accessRequest } from '@escola/contract/permission-texts'
import { schools } from '@escola/contract/schools.contract'
import { teamLogTexts } from '@escola/contract/team-log.contract'
import { teamTexts } from '@escola/contract/team-texts'
import { threads } from '@escola/contract/threads.contract'
import { correctionsTitle, examQuestionsTitle, pageTitles } from '@escola/contract/titles'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkAxe, checkWidth } from './axe.ts'
import { makeQuestion } from './exams.ts'
import { enter, tabTo } from './keyboard.ts'
import { linkFromMail, textFromMail } from './mailbox.ts'
import { expectNotice } from './notices.ts'
import { makeSchool, saveContacts } from './school.ts'
import { settled, test } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const teacher = { name: 'Beatriz Lima', password: 'levedura-seca2' }
const [own, foreign] = ['Pão de cada dia', 'Bolos da casa']
const questions = { own: 'O levain cresce?', foreign: 'O bolo cresce?' }

/** Makes a school with two courses, each with a question of the bank, and a question of a student in the first. */
async function makeTeamSchool() {
  const school = await makeSchool()
  const { schoolId, ownerToken, degree, lesson, owner } = school
  await saveContacts({ schoolId, email: owner.email }, ownerToken)
  const call = callsOf(ownerToken)
  const params = { schoolId }
  await call(schools.update, { params, body: { has_multiple_users: true } })
  const { degree: other } = await call(courses.save, {
    params: { ...params, link: '0' },
    body: {
      title: foreign,
      modules: [{ id: 'new-0', title: 'A massa', alwaysAvailable: true }],
      moduleOrder: ['new-0'],
    },
  })
  await call(lessons.save, {
    params: { ...params, courseLink: other.link, lessonLink: '0' },
    body: { degree_id: other.id, module_id: other.modules[0]!.id, title: 'Bolo de fubá', description: '', files: [] },
  })
  await call(courses.publish, { params: { ...params, link: other.link }, body: { id: other.id } })
  await makeQuestion(school, questions.own, { degree_id: degree.id })
  await makeQuestion(school, questions.foreign, { degree_id: other.id })
  const student = await school.makeStudent('Ana Souza')
  await callsOf(student)(threads.ask, {
    params: { ...params, contentLink: lesson.split('/').at(-1)! },
    query: { degreeLink: degree.link },
    body: { message: '<p>Posso usar centeio?</p>' },
  })
  return { ...school, email: owner.email.replace('dona', 'bia'), otherCourse: `${school.base}/c/${other.link}` }
}

/** Names the teacher with the keyboard alone: an owner unless something less is chosen. */
async function nameTeacher(page: Page, email: string) {
  await enter(page, page.getByRole('button', { name: 'Criar Administrador' }))
  const dialog = page.getByRole('dialog', { name: 'Criar Administrador' })
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await page.keyboard.type(teacher.name)
  await tabTo(page, dialog.getByLabel('E-mail'))
  await page.keyboard.type(email)
  for (const role of [/^Proprietário:/, /^Professor:/]) {
    await tabTo(page, dialog.getByRole('checkbox', { name: role }))
    await page.keyboard.press('Space')
  }
  await tabTo(page, dialog.getByRole('checkbox', { name: own }))
  await page.keyboard.press('Space')
  await checkAxe(page, 'the dialog that names a member of the team')
  await enter(page, dialog.getByRole('button', { name: 'Criar', exact: true }))
  await expectNotice(page, teamTexts.joined(teacher.name))
  await expect(dialog).toHaveCount(0)
}

/** Opens a dialog of the member's menu with the keyboard, looks at it and goes back. */
async function lookAt(page: Page, item: string, title: string) {
  const opener = page.getByRole('button', { name: `Ações de ${teacher.name}` })
  await enter(page, opener)
  const wanted = page.getByRole('menuitem', { name: item })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  while (!(await wanted.evaluate((each) => each === document.activeElement))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await checkAxe(page, title)
  await checkWidth(page, title)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('an owner names a teacher of one course, who works in it alone, and reads what they did', async ({ open }) => {
  const school = await makeTeamSchool()
  const { base, email, ownerToken, otherCourse, course } = school
  const page = await open({ viewport: desk }, ownerToken)
  await page.goto(`${base}/usuarios`)
  await settled(page)
  await nameTeacher(page, email)
  await checkAxe(page, pageTitles.administrators)
  await page.setViewportSize(phone)
  await settled(page)
  await checkAxe(page, `${pageTitles.administrators} on a phone`)
  await checkWidth(page, pageTitles.administrators)
  await lookAt(page, 'Mudar papel', `Papel de ${teacher.name}`)
  await lookAt(page, 'Passar a escola adiante', 'Passar a escola adiante')

  const invited = await textFromMail(email, 'Você agora faz parte da equipe')
  expect(invited).toContain('Professor')
  expect(invited).toContain(own)
  const bia = await open({ viewport: desk })
  await bia.goto(await linkFromMail(email, '/welcome/'))
  await expect(bia.getByLabel('Nome')).toHaveValue(teacher.name)
  await bia.getByLabel('Senha', { exact: true }).fill(teacher.password)
  await bia.getByRole('switch').check({ force: true })
  await bia.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expect(bia.getByRole('heading', { level: 1, name: 'Olá, Beatriz' })).toBeVisible()
  const menu = bia.getByRole('navigation', { name: 'Menu principal' })
  const shown = ['Home', pageTitles.courses, examQuestionsTitle, correctionsTitle, 'Comunidade']
  for (const name of shown) await expect(menu.getByRole('link', { name })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveCount(shown.length)

  await menu.getByRole('link', { name: pageTitles.courses }).click()
  await expect(bia.getByText(own).first()).toBeVisible()
  await expect(bia.getByText(foreign)).toHaveCount(0)
  await menu.getByRole('link', { name: examQuestionsTitle }).click()
  await expect(bia.getByText(questions.own).first()).toBeVisible()
  await expect(bia.getByText(questions.foreign)).toHaveCount(0)
  await menu.getByRole('link', { name: correctionsTitle }).click()
  await expect(bia.getByRole('heading', { level: 1, name: correctionsTitle })).toBeVisible()

  const asks = accessRequest.title('Dora Prado')
  await goTo(bia, `${base}/alunos`)
  await expect(bia.getByRole('heading', { level: 1, name: asks })).toBeVisible()
  await checkAxe(bia, asks)
  await bia.setViewportSize(phone)
  await settled(bia)
  await checkAxe(bia, `${asks} on a phone`)
  await checkWidth(bia, asks)
  await goTo(bia, otherCourse)
  await settled(bia)
  await expect(bia.getByLabel('Título do curso')).toHaveCount(0)
  await expect(bia.getByText(foreign)).toHaveCount(0)
  await goTo(bia, course)
  await expect(bia.getByLabel('Título do curso')).toHaveValue(own)

  await goTo(bia, `${base}/comunidade`)
  await bia.getByRole('button', { name: 'Ana Souza' }).click()
  const asked = bia.getByRole('article', { name: 'Pergunta de Ana Souza' })
  await asked.getByRole('button', { name: 'Responder a Ana Souza' }).click()
  await asked.getByRole('textbox', { name: 'Sua resposta' }).fill('Pode, meio a meio.')
  await asked.getByRole('button', { name: 'Enviar' }).click()
  await expectNotice(bia, /^Resposta enviada/)

  await goTo(page, `${base}/config/acessos/equipe`)
  await expect(page.getByRole('heading', { level: 1, name: teamLogTexts.title })).toBeVisible()
  const lineOf = (name: string, change: string) =>
    page.getByRole('listitem').filter({ hasText: `${name} · ${changeLabel(change)}` })
  await expect(lineOf('Dora Prado', 'administrators.add')).toContainText(`Cursos: vazio → ${own}`)
  await expect(lineOf('Dora Prado', 'administrators.add')).toContainText('Papéis: vazio → Professor')
  await expect(lineOf('Dora Prado', 'administrators.add')).toContainText(`Pessoa da equipe: ${teacher.name}`)
  await expect(lineOf(teacher.name, 'threads.reply')).toBeVisible()
  await settled(page)
  await checkAxe(page, `${teamLogTexts.title} on a phone`)
  await checkWidth(page, teamLogTexts.title)
  await page.setViewportSize(desk)
  await settled(page)
  await checkAxe(page, teamLogTexts.title)
})
