import { randomInt } from 'node:crypto'
import { bulkSummary } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { ledger } from '@escola/contract/ledger.contract'
import { messages } from '@escola/contract/messages'
import { moveMessages } from '@escola/contract/moves.contract'
import { schools } from '@escola/contract/schools.contract'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import { endOfDay, formatLastDay, joinRefusals } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { expect, type Page } from '@playwright/test'
import { waitForAccess } from './access.ts'
import { tokenOf } from './accounts.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { linkFromMail } from './mailbox.ts'
import { expectNotice } from './notices.ts'
import { acceptInvitation, makeSchool } from './school.ts'
import { test, tokenIn } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 } }
const [open, waiting] = ['Turma de estreia', 'Turma de espera']
/** More than a page of the list, so that the filter alone selects them all. */
const importedCount = 51

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses what the class's page or the list does with the students who are selected. */
async function changeSelected(page: Page, { action, to, confirm }: { action: string; to: string; confirm: string }) {
  await page.getByRole('region', { name: 'Alunos selecionados' }).getByRole('button', { name: action }).click()
  const choice = page.getByRole('dialog', { name: action })
  await choice.getByLabel('Turma').selectOption(to)
  await choice.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
}

const add = (page: Page) => page.getByRole('button', { name: 'Adicionar aluno' }).click()
async function addByHand(page: Page, people: { name: string; email: string }[]) {
  const dialog = page.getByRole('dialog', { name: 'Adicionar aluno' })
  for (const [index, { name, email }] of people.entries()) {
    await dialog.getByLabel('Nome').fill(name)
    await dialog.getByLabel('E-mail').fill(email)
    const isLast = index === people.length - 1
    await dialog.getByRole('button', { name: isLast ? 'Adicionar' : 'Adicionar outro', exact: true }).click()
    // A student beyond the free ones is asked about, as soon as the import has brought so many.
    await expect(async () => {
      const question = page.getByRole('dialog', { name: chargeMessages.question.title })
      if (await question.isVisible())
        await question.getByRole('button', { name: chargeMessages.question.confirmLabel }).click()
      const refused = dialog.locator('input[aria-invalid=true]')
      if (isLast) expect((await dialog.count()) === 0 || (await refused.count()) > 0).toBe(true)
      else await expect(dialog.getByLabel('Nome')).toHaveValue('', { timeout: 1000 })
    }).toPass()
  }
  return dialog
}

/** Writes the summary of a change for whose students there was always something to do. */
const summaryOf = (change: { action: 'add' | 'move' | 'remove'; title: string; changed: number }) =>
  bulkSummary({
    ...change,
    id: '1',
    total: change.changed,
    done: change.changed,
    unchanged: 0,
    is_cohort_gone: false,
    refused: { cohort_full: 0, enrollment_closed: 0, administrators: 0, mail_limit: 0 },
    utc_ended_on: null,
  })

test('students are added to a class, moved, counted and taken out, and see their course come and go', async ({
  open: enter,
}) => {
  const school = await makeSchool()
  const { base, course, schoolId, ownerToken, cohortId } = school
  const domain = `${schoolId}.turmas.example`
  const owner = callsOf(ownerToken)
  const params = { schoolId }
  await owner(schools.update, { params, body: { is_private: true } })
  const { gateway } = await owner(cohorts.create, { params, body: { title: waiting } })
  const davi = { name: 'Davi Aluno 1', email: `davi1@${domain}` }
  const rows = Array.from({ length: importedCount }, (_, index) => ({
    line: index + 2,
    name: `Davi Aluno ${index + 1}`,
    email: `davi${index + 1}@${domain}`,
  }))
  // More students than are free.
  await callsOf(await tokenOf('platform'))(ledger.adjust, { params, body: { cents: 10_000, reason: 'Muitos alunos' } })
  await owner(imports.start, {
    params,
    query: { total: rows.length, filename: 'espera.csv', school_gateway_id: gateway.id },
    fields: {},
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'espera.json' },
  })

  const page = await enter(desk, ownerToken)
  await page.goto(`${base}/turma/${gateway.id}`)
  const bia = { name: 'Bia Prado', email: `bia@${domain}` }
  const caio = { name: 'Caio Lima', email: `caio@${domain}` }
  await add(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Convidar mesmo assim' }).click()
  await expect(await addByHand(page, [bia, caio])).toHaveCount(0)
  await expect(row(page, caio.email)).toContainText('nunca entrou')
  const biasToken = await acceptInvitation(bia)
  const student = await enter(phone, biasToken)
  await student.goto(course)
  await expect(student.getByText(messages.noAccess)).toBeVisible()

  const dayBefore = dayOf(new Date())
  await page.getByRole('checkbox', { name: `Selecionar ${bia.name}` }).check()
  await changeSelected(page, { action: 'Mover para outra turma', to: open, confirm: 'Mover' })
  const ended = (result: Parameters<typeof summaryOf>[0]) => expect(page.getByText(summaryOf(result))).toBeVisible()
  await ended({ action: 'move', title: open, changed: 1 })
  await expect(row(page, bia.email)).toHaveCount(0)
  await waitForAccess(school, biasToken, true)
  await student.reload()
  await expect(student.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()

  const davisToken = await acceptInvitation(davi)
  await waitForAccess(school, davisToken, false)
  const all = page.getByRole('checkbox', { name: `Todos os ${importedCount} encontrados` })
  // The list does not look again by itself, and the import may still be under way.
  const query = { origin: 'importer' } as const
  await expect.poll(async () => (await owner(students.list, { params, query })).students.total).toBe(importedCount)
  await goTo(page, `${base}/alunos?origin=importer`)
  await all.check()
  await checkSchemes(page, 'all students that a filter finds')
  await changeSelected(page, { action: 'Adicionar a uma turma', to: open, confirm: 'Adicionar' })
  await ended({ action: 'add', title: open, changed: importedCount })
  await waitForAccess(school, davisToken, true)
  await all.check()
  await changeSelected(page, { action: 'Tirar de uma turma', to: open, confirm: 'Tirar da turma' })
  await ended({ action: 'remove', title: open, changed: importedCount })
  await waitForAccess(school, davisToken, false)

  const untilOf = (day: string, days: number) => `até ${formatLastDay(endOfDay(dayAfter(day, days)))}`
  // Midnight may have come while Bia was moved.
  const aMonth = new RegExp([dayBefore, dayAfter(dayBefore, 1)].map((day) => untilOf(day, 30)).join('|'))
  await goTo(page, `${base}/turma/${cohortId}?tab=cursos`)
  await page.getByRole('button', { name: 'Mudar prazo e vagas' }).click()
  const settings = page.getByRole('dialog', { name: 'Prazo e vagas' })
  await settings.getByLabel('Prazo de acesso').selectOption('Por dias a partir da matrícula')
  await settings.getByLabel('Quantos dias').fill('30')
  await settings.getByLabel('O prazo vale para').selectOption('Todos os alunos')
  await settings.getByLabel('Vagas').fill('1')
  await expect(settings.getByText('Nenhum aluno perde o acesso agora.')).toBeVisible()
  await checkSchemes(page, 'the term and the seats of a class')
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Acesso por 30 dias a partir da matrícula · 1 de 1 vaga')).toBeVisible()
  await page.getByRole('link', { name: 'Alunos', exact: true }).click()
  await add(page)
  const full = await addByHand(page, [caio])
  await expect(full.getByText(joinRefusals.cohort_full)).toBeVisible()
  await checkSchemes(page, 'a class that is full')
  await full.getByRole('button', { name: 'Cancelar' }).click()
  await expect(row(page, bia.email)).toContainText(aMonth)
  await expect(row(page, caio.email)).toHaveCount(0)

  await page.getByRole('link', { name: bia.name }).click()
  const classes = page.getByRole('region', { name: 'Turmas' })
  await expect(classes.getByText(aMonth)).toBeVisible()
  await classes.getByRole('button', { name: `Mudar prazo em ${open}` }).click()
  const exceptionDay = dayAfter(dayOf(new Date()), 5)
  const exception = page.getByRole('dialog', { name: `Prazo em ${open}` })
  await exception.getByLabel('Último dia de acesso').fill(exceptionDay)
  await exception.getByRole('button', { name: 'Salvar' }).click()
  await expect(classes.getByText(untilOf(exceptionDay, 0))).toBeVisible()
  await classes.getByRole('button', { name: `Remover aluno de turma ${open}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover aluno de turma' }).click()
  await expect(classes.getByText('Este aluno não está em nenhuma turma.')).toBeVisible()
  await waitForAccess(school, biasToken, false)
})

test('a class is moved to another one, a student enters by a text message, and the class is deleted', async ({
  open: enter,
}) => {
  const school = await makeSchool()
  const { base, course, schoolId, ownerToken, cohortId } = school
  const target = 'Turma nova'
  const owner = callsOf(ownerToken)
  const params = { schoolId }
  await owner(schools.update, { params, body: { is_private: true } })
  const { id } = (await owner(cohorts.create, { params, body: { title: target } })).gateway
  const sold = { gateway: 'hotmart', code: `hottok-${schoolId}`, ids: '1', keeps_paid_period: true } as const
  await owner(cohorts.update, { params: { ...params, id }, body: { all_degrees: true, integrations: [sold] } })
  const cellphone = `119${String(randomInt(1e8)).padStart(8, '0')}`
  for (const name of ['Bia Prado', 'Caio Lima', 'Davi Reis'])
    await owner(cohorts.addStudent, {
      params: { ...params, id: cohortId },
      body: { name, email: `${name.slice(0, 3)}@${schoolId}.turmas.example`, cellphone },
    })
  await callsOf(await tokenOf('platform'))(ledger.adjust, { params, body: { cents: 10_000, reason: 'Mensagens' } })

  const page = await enter(desk, ownerToken)
  await page.goto(`${base}/turma/${cohortId}`)
  await page.getByRole('button', { name: 'Mover alunos' }).click()
  const choice = page.getByRole('dialog', { name: 'Mover alunos' })
  const which = choice.getByLabel('Quais alunos')
  await expect(which.getByRole('option')).toHaveText([
    'Selecione',
    'Todos os alunos (3)',
    'Matriculados há mais de 1 ano (0)',
    'Matriculados há mais de 6 meses (0)',
    'Matriculados há mais de 1 mês (0)',
  ])
  await choice.getByRole('button', { name: 'Mover alunos' }).click()
  await expect(choice.getByText(moveMessages.frequency)).toBeVisible()
  await which.selectOption('Todos os alunos (3)')
  await choice.getByLabel('Para a turma').selectOption(target)
  await checkSchemes(page, 'students of a class that are moved')
  await choice.getByRole('button', { name: 'Mover alunos' }).click()
  const question = page.getByRole('dialog', { name: moveMessages.confirm })
  await expect(question.getByText(`3 alunos passam para “${target}”.`)).toBeVisible()
  await question.getByRole('button', { name: 'Mover alunos' }).click()
  await expect(page.getByText(moveMessages.done)).toBeVisible()
  await expect(row(page, 'Bia Prado')).toHaveCount(0)

  await page.goto(`${base}/turma/${id}`)
  await page.getByRole('link', { name: 'Bia Prado' }).click()
  await expect(page.getByText(`Foi para a turma “${target}”`)).toBeVisible()
  await page.getByRole('button', { name: 'Link de acesso' }).click()
  await page.getByRole('menuitem', { name: 'Enviar por SMS' }).click()
  const message = page.getByRole('dialog', { name: 'Enviar por SMS' })
  const number = `+55 ${cellphone.slice(0, 2)} ${cellphone.slice(2, 7)}-${cellphone.slice(7)}, Brasil`
  await message.getByRole('checkbox', { name: studentTexts.numberIsRight(number) }).check()
  await message.getByRole('button', { name: 'Enviar SMS' }).click()
  await expect(page.getByText(studentTexts.smsQueued(number))).toBeVisible()
  const student = await enter(phone)
  await student.goto(await linkFromMail(`55${cellphone}@sms.localhost`, '/'))
  await expect(student.getByRole('heading', { level: 1 })).toContainText('Olá, Bia')
  await goTo(student, course)
  await expect(student.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()

  await goTo(page, `${base}/turma/${id}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Apagar turma' }).click()
  const removal = page.getByRole('dialog', { name: messages.areYouSure })
  await expect(removal).toContainText(
    `A turma “${target}” será apagada. 3 alunos continuam na escola, mas perdem o acesso ao curso da turma. 1 integração de venda some com ela`,
  )
  await removal.getByRole('button', { name: 'Apagar turma' }).click()
  await expectNotice(page, 'Turma apagada!')
  await expect(page.getByRole('link', { name: new RegExp(open) })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(target) })).toHaveCount(0)
  await waitForAccess(school, (await tokenIn(student))!, false)
})
