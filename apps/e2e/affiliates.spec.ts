import { affiliates } from '@escola/contract/affiliates.contract'
import { editionMessages } from '@escola/contract/editions.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { completeData } from './complete-data.ts'
import { makeOwner, makeSchool } from './school.ts'
import { test } from './visitor.ts'

const wide = { viewport: { width: 1280, height: 800 } }
const narrow = { viewport: { width: 390, height: 844 } }

test('a school teaches the course of another one, and no longer once it is removed', async ({ open }) => {
  const [franchisor, affiliate] = await Promise.all([makeSchool(), makeSchool()])
  const studentToken = await affiliate.makeStudent('Ivo Sampaio')
  await callsOf(franchisor.ownerToken)(schools.update, {
    params: { schoolId: franchisor.schoolId },
    body: { has_affiliation: true },
  })

  const plans = await open(wide, franchisor.ownerToken)
  await plans.goto(`${franchisor.base}/filiais-planos`)
  await plans.getByRole('link', { name: 'Criar Plano' }).click()
  await plans.getByLabel('Nome do plano').fill('Rede do pão')
  await plans.getByRole('button', { name: 'Escolher cursos' }).click()
  const choice = plans.getByRole('dialog', { name: 'Cursos do plano' })
  await choice.getByRole('switch', { name: /^Todos os cursos/ }).click()
  await choice.getByRole('button', { name: 'Salvar' }).click()
  await expect(plans.getByRole('region', { name: 'Cursos' }).getByText('Todos os cursos')).toBeVisible()
  await expect(choice).toBeHidden()
  await plans.getByRole('button', { name: 'Afiliar escola' }).click()
  const invitation = plans.getByRole('dialog', { name: 'Afiliar escola' })
  await invitation.getByLabel('Link de sua filial').fill('nada')
  await invitation.getByRole('button', { name: 'Afiliar escola' }).click()
  await expect(invitation.getByText('Por favor, preencha uma escola válida')).toBeVisible()
  const { host } = new URL(process.env.E2E_URL!)
  await invitation.getByLabel('Link de sua filial').fill(`${host}${affiliate.base}`)
  await invitation.getByRole('button', { name: 'Afiliar escola' }).click()
  await expect(plans.getByText('Mostrando 1 escola(s) de 1 afiliada(s)')).toBeVisible()
  await expect(plans.getByText('aguardando')).toBeVisible()

  const there = await open(narrow, affiliate.ownerToken)
  await there.goto(affiliate.base)
  await completeData(there)
  await expect(async () => {
    await there.goto(affiliate.base)
    await expect(there.getByRole('dialog', { name: 'Convite de franquia' })).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
  await checkSchemes(there, 'an invitation to a franchise')
  await there.getByRole('button', { name: 'Aprovar' }).click()
  await expect(there.getByText('Convite aprovado! Os cursos chegam em instantes.')).toBeVisible()

  // Both schools have a course of that link, so the edition's has a number.
  await expect(async () => {
    await there.goto(`${affiliate.base}/cursos`)
    await expect(there.getByText(editionMessages.franchise, { exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
  const edition = `${affiliate.base}/c/${franchisor.degree.link}-2`
  await there.goto(edition)
  await expect(there).toHaveURL(/student=1/)
  await expect(there.getByText(/^Franquia de Escola /)).toBeVisible()
  await there.getByRole('button', { name: 'Configurar' }).click()
  const settings = there.getByRole('dialog', { name: 'Configurar curso da franquia' })
  await expect(settings.getByRole('switch', { name: /^Privado/ })).toBeChecked()
  await settings.getByRole('switch', { name: /^Privado/ }).click()
  await checkSchemes(there, 'the settings of an edition')
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(there.getByText(editionMessages.saved)).toBeVisible()

  const student = await open(narrow, studentToken)
  await student.goto(edition)
  await student.getByRole('link', { name: 'Iniciar curso' }).click()
  await expect(student.getByRole('heading', { level: 1, name: 'O que é fermentação' })).toBeVisible()
  await student.goto(edition + franchisor.withFile.slice(franchisor.course.length))
  const download = student.waitForEvent('download')
  await student.getByRole('button', { name: /Diário do levain/ }).click()
  expect((await download).suggestedFilename()).toBe('Diário do levain.pdf')

  await plans.reload()
  await expect(plans.getByText('aprovado')).toBeVisible()
  await checkSchemes(plans, 'a plan with an affiliate')
  await plans.getByRole('button', { name: /^Remover afiliado/ }).click()
  await plans.getByRole('dialog').getByRole('button', { name: 'Remover afiliado' }).click()
  await expect(plans.getByText('Mostrando')).toBeHidden()
  await expect(async () => {
    await student.goto(edition)
    await expect(student.getByRole('link', { name: /curso|parei/ })).toBeHidden({ timeout: 3000 })
    await student.goto(affiliate.base)
    await expect(student.getByRole('heading', { name: 'Olá, Ivo' })).toBeVisible({ timeout: 3000 })
    await expect(student.locator(`a[href="${affiliate.course}"]`).first()).toBeVisible({ timeout: 3000 })
    await expect(student.locator(`a[href="${edition}"]`)).toHaveCount(0)
  }).toPass({ timeout: 30_000 })
})

test('a school is moved to another plan and declines, and another one leaves', async ({ open }) => {
  const [franchisor, declining, leaving] = await Promise.all([makeSchool(), makeOwner(), makeOwner()])
  const { host } = new URL(process.env.E2E_URL!)
  const params = { schoolId: franchisor.schoolId }
  const owner = callsOf(franchisor.ownerToken)
  await owner(schools.update, { params, body: { has_affiliation: true } })
  const make = async (title: string) =>
    (await owner(affiliates.createPlan, { params, body: { title, all_degrees: true } })).plan.id
  const [first, second] = [await make('Rede do pão'), await make('Rede do bolo')]
  for (const { base } of [declining, leaving])
    await owner(affiliates.invite, { params: { ...params, planId: first }, body: { link: `${host}${base}` } })
  const plan = await open(wide, franchisor.ownerToken)

  await plan.goto(`${franchisor.base}/filiais-planos/${second}`)
  await plan.getByRole('button', { name: 'Afiliar escola' }).click()
  const invitation = plan.getByRole('dialog', { name: 'Afiliar escola' })
  await invitation.getByLabel('Link de sua filial').fill(`${host}${declining.base}`)
  await invitation.getByRole('button', { name: 'Afiliar escola' }).click()
  await plan.getByRole('button', { name: 'Mover para este plano' }).click()
  await expect(plan.getByText('Mostrando 1 escola(s) de 1 afiliada(s)')).toBeVisible()

  const there = await open(narrow, await tokenFor(declining.email, declining.password))
  await there.goto(declining.base)
  await completeData(there)
  await expect(async () => {
    await there.goto(`${declining.base}/franquias`)
    await expect(there.getByText('Plano “Rede do bolo”')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
  await there.getByRole('button', { name: 'Recusar' }).first().click()
  await expect(there.getByText('Convite recusado.')).toBeVisible()
  await expect(async () => {
    await plan.reload()
    await expect(plan.getByText('recusado')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })

  const token = await tokenFor(leaving.email, leaving.password)
  const answer = { column: 'approved', school_id: franchisor.schoolId } as const
  await expect(async () => {
    await callsOf(token)(affiliates.answer, { params: { schoolId: leaving.schoolId }, body: answer })
  }).toPass({ timeout: 30_000 })
  const leaver = await open(narrow, token)
  await leaver.goto(`${leaving.base}/franquias`)
  await checkSchemes(leaver, 'the franchises of a school')
  await leaver.getByRole('button', { name: /^Sair da franquia/ }).click()
  await leaver.getByRole('dialog').getByRole('button', { name: 'Sair da franquia' }).click()
  await expect(leaver.getByText(/^Você saiu da franquia de /)).toBeVisible()
  await expect(leaver.getByText('Nenhuma franquia por enquanto')).toBeVisible()
  await expect(async () => {
    await plan.goto(`${franchisor.base}/filiais-planos/${first}`)
    await expect(plan.getByText('recusado')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
})
