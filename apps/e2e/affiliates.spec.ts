import { affiliateStateOf, affiliates } from '@escola/contract/affiliates.contract'
import { editionMessages } from '@escola/contract/editions.contract'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { expectNotice } from './notices.ts'
import { makeOwner, makeSchool, saveContacts } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const wide = { viewport: { width: 1280, height: 800 } }
const narrow = { viewport: { width: 390, height: 844 } }

/** Waits until the worker has told a school of its invitation to a plan. */
const waitForInvitation = ({ schoolId }: { schoolId: string }, token: string, plan: string) => {
  const titles = async () => {
    const { pending } = await callsOf(token)(affiliates.franchisors, { params: { schoolId } })
    return pending.map(({ plan_title: title }) => title)
  }
  return expect.poll(titles).toEqual([plan])
}

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

  await saveContacts({ ...affiliate, email: affiliate.owner.email }, affiliate.ownerToken)
  await waitForInvitation(affiliate, affiliate.ownerToken, 'Rede do pão')
  const there = await open(narrow, affiliate.ownerToken)
  await there.goto(affiliate.base)
  await expect(there.getByRole('dialog', { name: 'Convite de franquia' })).toBeVisible()
  await checkSchemes(there, 'an invitation to a franchise')
  await there.getByRole('button', { name: 'Aprovar' }).click()
  await expectNotice(there, 'Convite aprovado! Os cursos chegam em instantes.')

  // Both schools have a course of that link, so the edition's has a number.
  const link = `${franchisor.degree.link}-2`
  const edition = `${affiliate.base}/c/${link}`
  const shown = async () => {
    const query = { pathname: affiliate.base }
    const { templateSchools } = await callsOf(affiliate.ownerToken)(schools.context, { query })
    return templateSchools.flatMap((each) => each.categories.flatMap(({ degrees }) => degrees.map((one) => one.link)))
  }
  await expect.poll(shown).toEqual([link])
  await there.goto(`${affiliate.base}/cursos`)
  await expect(there.getByText(editionMessages.franchise, { exact: true })).toBeVisible()
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
  await goTo(student, edition + franchisor.withFile.slice(franchisor.course.length))
  const download = student.waitForEvent('download')
  await student.getByRole('button', { name: /Diário do levain/ }).click()
  expect((await download).suggestedFilename()).toBe('Diário do levain.pdf')

  await plans.reload()
  await expect(plans.getByText('aprovado')).toBeVisible()
  await checkSchemes(plans, 'a plan with an affiliate')
  await plans.getByRole('button', { name: /^Remover afiliado/ }).click()
  await plans.getByRole('dialog').getByRole('button', { name: 'Remover afiliado' }).click()
  await expect(plans.getByText('Mostrando')).toBeHidden()
  const home = async () => {
    const { categories: seen } = await callsOf(studentToken)(learning.home, {
      params: { schoolId: affiliate.schoolId },
    })
    return seen.flatMap(({ degrees }) => degrees.map(({ link }) => link))
  }
  await expect.poll(home).not.toContain(link)
  await student.goto(affiliate.base)
  await expect(student.getByRole('heading', { name: 'Olá, Ivo' })).toBeVisible()
  await expect(student.locator(`a[href="${affiliate.course}"]`).first()).toBeVisible()
  await expect(student.locator(`a[href="${edition}"]`)).toHaveCount(0)
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

  const decliningToken = await tokenFor(declining.email, declining.password)
  await saveContacts(declining, decliningToken)
  await waitForInvitation(declining, decliningToken, 'Rede do bolo')
  const there = await open(narrow, decliningToken)
  await there.goto(`${declining.base}/franquias`)
  await expect(there.getByText('Plano “Rede do bolo”')).toBeVisible()
  await there.getByRole('button', { name: 'Recusar' }).first().click()
  await expectNotice(there, 'Convite recusado.')
  const waitForRefusal = async (planId: string) => {
    const list = async () => (await owner(affiliates.list, { params: { ...params, planId }, query: {} })).schools.list
    await expect.poll(async () => (await list()).map(affiliateStateOf)).toContain('recusado')
  }
  await waitForRefusal(second)
  await plan.reload()
  await expect(plan.getByText('recusado')).toBeVisible()

  const token = await tokenFor(leaving.email, leaving.password)
  await waitForInvitation(leaving, token, 'Rede do pão')
  const answer = { column: 'approved', school_id: franchisor.schoolId } as const
  await callsOf(token)(affiliates.answer, { params: { schoolId: leaving.schoolId }, body: answer })
  const leaver = await open(narrow, token)
  await leaver.goto(`${leaving.base}/franquias`)
  await checkSchemes(leaver, 'the franchises of a school')
  await leaver.getByRole('button', { name: /^Sair da franquia/ }).click()
  await leaver.getByRole('dialog').getByRole('button', { name: 'Sair da franquia' }).click()
  await expect(leaver.getByText(/^Você saiu da franquia de /)).toBeVisible()
  await expect(leaver.getByText('Nenhuma franquia por enquanto')).toBeVisible()
  await waitForRefusal(first)
})
