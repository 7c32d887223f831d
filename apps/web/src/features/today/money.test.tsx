import { affiliates, type Franchisor } from '@escola/contract/affiliates.contract'
import { graceTexts } from '@escola/contract/billing-texts'
import { charges } from '@escola/contract/charges.contract'
import { banners } from '@escola/contract/home-texts'
import { profiles } from '@escola/contract/profiles.contract'
import { type Context, schools } from '@escola/contract/schools.contract'
import { today } from '@escola/contract/today.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { storeToken } from '../../api/token.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, school, student } from '../../testing/show-screen.tsx'

const franchisor: Franchisor = {
  id: '8',
  name: 'Rede do Pão',
  email: '',
  cellphone: '',
  logo_wide_url: '',
  logo_dark_wide_url: '',
  plan_title: 'Pães',
  plan_degrees: 2,
  utc_invited_on: '2026-11-20T12:00:00.000Z',
  utc_approved_on: null,
}

async function open(context: Partial<Context> = {}, pending: Franchisor[] = [], path = '/') {
  const server = quietHome(fakeServer())
  server.on(affiliates.franchisors, () => ({ pending, approved: [] }))
  const state = { ...contextOf('admin'), ...context }
  return { server, state, ...(await showApp(server, path, () => state)) }
}
afterEach(() => void vi.restoreAllMocks())
const owing = { balance: '-12.50', points: 0 }

it('shows balance, points and plan, each with its page, and a word of the assistant', async () => {
  await open({
    bank: { balance: '1234.56', points: 30 },
    resource: { ...contextOf('admin').resource, plan_id: 'super', plan_name: 'Super' },
  })
  const list = within(await screen.findByRole('list', { name: 'Saldo da escola' }))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Saldo R$ 1.234,56', '/mar/bank'],
    ['Pontos 30', '/mar/pontos'],
    ['Plano Super ', '/mar/planos'],
  ])
  expect(shownBanners()).toHaveLength(1)
})

it('says on the plan how many of its free students are used', async () => {
  const { server, client } = await open()
  server.on(charges.month, () => ({ month_students: { counted: 18, charged: 3, free: 15 } }))
  await client.invalidateQueries()
  const name = 'Plano On Demand 18 alunos neste mês: 15 grátis, 3 cobrados'
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/mar/planos')
})

it('warns of a month of the plan that is not paid until it is, and leads to the plans', async () => {
  const { server, client } = await open()
  expect(screen.queryByRole('alert')).toBeNull()
  server.on(today.get, () => ({ ...quietToday, utc_grace_ends_on: '2026-12-03T15:00:00.000Z' }))
  await client.invalidateQueries()
  const warning = within(await screen.findByRole('alert', { name: graceTexts.title }))
  expect(warning.getByText(/^Até 03\/12\/2026, 12:00 nada muda\./)).toBeTruthy()
  expect(warning.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/mar/planos')
})

const shownBanners = () => banners.filter((text) => screen.queryByText(text))

it('draws the word of the assistant at each visit, and keeps it meanwhile', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  const { router } = await open({})
  await waitFor(() => expect(shownBanners()).toEqual([banners[0]]))
  chance.mockReturnValue(0.99)
  await router.invalidate()
  expect(shownBanners()).toEqual([banners[0]])
  await router.navigate({ to: '/pontos' })
  await router.navigate({ to: '/' })
  await waitFor(() => expect(shownBanners()).toEqual([banners.at(-1)]))
})

it('leads to what helps an administrator', async () => {
  await open()
  const help = within(await screen.findByRole('navigation', { name: 'Ajuda' }))
  const links = help.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links.slice(0, 5)).toEqual([
    ['Vender por Hotmart, Eduzz e outras', '/mar/vendas/contas'],
    ['Saber por que uma compra não deu acesso', '/mar/vendas'],
    ['Matricular alunos de uma planilha', '/mar/turmas'],
    ['Mudar as cores e a logo', '/mar/design'],
    ['Usar o seu próprio domínio', '/mar/offer/dominio'],
  ])
})

it('leads an administrator whose school owes to the packs, from the home alone', async () => {
  const { at, router } = await open({ bank: owing })
  expect(at()).toBe('/low-balance')
  expect(await screen.findByText('-R$ 12,50', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/mar/planos')
  for (const pack of ['basic', 'turbo', 'max'])
    expect(document.querySelector(`a[href="/mar/add-saldo/${pack}"]`), pack).toBeTruthy()
  await router.navigate({ to: '/pontos' })
  expect(at()).toBe('/pontos')
})

it('leads to the packs also where the balance falls below zero while the home is open, before it asks for data', async () => {
  const { at, state, client } = await open({ school: { ...school, role: ['admin'], email: '' } })
  expect(await screen.findByRole('dialog', { name: 'Complete os dados da escola' })).toBeTruthy()
  state.bank = owing
  await client.invalidateQueries()
  await waitFor(() => expect(at()).toBe('/low-balance'))
  expect(await screen.findByText('-R$ 12,50', { selector: 'strong' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the home of a school that owes to an administrator of the platform', async () => {
  const visited = { ...school, role: ['admin' as const], platform_view: true }
  const { at } = await open({ bank: owing, school: visited }, [franchisor])
  expect(at()).toBe('/')
  expect(await screen.findByRole('list', { name: 'Saldo da escola' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each<[string, Partial<Context>]>([
  ['its e-mail', { school: { ...school, role: ['admin'], email: '' } }],
  ['its cellphone', { school: { ...school, role: ['admin'], cellphone: '' } }],
  ["the user's cellphone", { user: { ...student, cellphone: '' } }],
])('asks for the data of a school that lacks %s, and then about an invitation', async (_missing, context) => {
  const { server } = await open(context, [franchisor])
  server.on(schools.update, ({ body }) => ({ school: { ...school, ...body } }) as never)
  server.on(profiles.update, () => done)
  const form = within(await screen.findByRole('dialog', { name: 'Complete os dados da escola' }))
  expect(screen.queryByRole('dialog', { name: 'Convite de franquia' })).toBeNull()
  const fill = async (label: RegExp, text: string) => {
    const field = form.getByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  await fill(/^E-mail/, 'contato@mar.example')
  await fill(/^Telefone da escola/, '11912345678')
  await fill(/^Seu telefone/, '11912345678')
  await userEvent.click(form.getByRole('button', { name: 'Atulalizar dados' }))
  expect(await screen.findByRole('dialog', { name: 'Convite de franquia' })).toBeTruthy()
})

it('puts invitations off until the next sign-in', async () => {
  storeToken('the-first-session')
  const { router } = await open({}, [franchisor, { ...franchisor, id: '9' }])
  const dialog = within(await screen.findByRole('dialog', { name: 'Convite de franquia' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Depois' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await router.navigate({ to: '/low-balance' })
  await router.navigate({ to: '/' })
  await screen.findByRole('list', { name: 'Saldo da escola' })
  expect(screen.queryByRole('dialog')).toBeNull()
  storeToken('the-next-session')
  await router.navigate({ to: '/low-balance' })
  await router.navigate({ to: '/' })
  expect(await screen.findByRole('dialog', { name: 'Convite de franquia' })).toBeTruthy()
})
