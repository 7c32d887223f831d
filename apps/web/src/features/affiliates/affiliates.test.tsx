import {
  type AffiliateSchool,
  affiliateMessages,
  affiliates,
  type Franchisor,
} from '@escola/contract/affiliates.contract'
import { categories } from '@escola/contract/categories.contract'
import { franchisesTitle, newPlanTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, school } from '../../testing/show-screen.tsx'

const plan = { id: '5', title: 'Padaria', degrees: ['1', '2'], all_degrees: false, totalSchools: 1 }
const degrees = [
  { id: '1', title: 'Pães', published: true, is_private: false, category: '', franchisor: '' },
  { id: '2', title: 'Bolos', published: false, is_private: false, category: '', franchisor: '' },
]
const waiting: AffiliateSchool = {
  id: '9',
  name: 'Filial Centro',
  logo_wide_url: '',
  logo_dark_wide_url: '',
  namespace: 'centro',
  domain: null,
  link: 'http://escola.test/centro',
  cellphone: '11999990000',
  email: 'oi@centro.example',
  utc_invited_on: '2026-11-25T12:00:00.000Z',
  utc_approved_on: null,
  utc_declined_on: null,
  counts: null,
}
const franchisor: Franchisor = {
  ...waiting,
  id: '8',
  name: 'Rede do Pão',
  plan_title: 'Padaria',
  plan_degrees: 2,
}

type TemplateSchools = ReturnType<typeof contextOf>['templateSchools']
interface Options {
  list?: AffiliateSchool[]
  templateSchools?: () => TemplateSchools
}

async function open(at: string, { list = [waiting], templateSchools = () => [] }: Options = {}) {
  const server = quietHome(fakeServer())
  server.on(categories.list, () => ({ categories: [], revision: '1' }))
  server.on(affiliates.plans, () => ({ schoolTemplatesPlans: [{ ...plan, degreeTitles: ['Bolos', 'Pães'] }] }))
  server.on(affiliates.plan, () => ({ plan: { ...plan, totalSchools: list.length }, degrees }))
  server.on(affiliates.list, () => ({ schools: { total: list.length, page: 1, rowsPerPage: 50, list } }))
  const app = await showApp(server, at, () => ({
    ...contextOf('admin'),
    school: { ...school, role: ['admin'], has_affiliation: true },
    templateSchools: templateSchools(),
  }))
  return { server, ...app }
}

it('lists the plans, and makes one with its first change', async () => {
  const { server, router } = await open('/filiais-planos')
  const made = { ...plan, id: '6', title: newPlanTitle, degrees: [], totalSchools: 0 }
  const saves = server.on(affiliates.savePlan, ({ body }) => ({ plan: { ...made, title: body.title ?? made.title } }))
  // The address of a new plan fits that of any plan, and the latest answer counts.
  const creations = server.on(affiliates.createPlan, () => ({ plan: made }))
  expect((await screen.findByRole('link', { name: /Padaria/ })).textContent).toMatch(/Bolos e Pães.*1 escola/)
  await userEvent.click(screen.getByRole('link', { name: 'Criar Plano' }))
  const title = await screen.findByLabelText('Nome do plano')
  expect(creations).toEqual([])
  server.on(affiliates.plan, () => ({ plan: { ...made, title: 'Rede' }, degrees }))
  fireEvent.change(title, { target: { value: 'Rede' } })
  await waitFor(() => expect(saves.map(({ body }) => body)).toEqual([{ title: 'Rede' }]))
  await waitFor(() => expect(router.history.location.pathname).toMatch(/\/filiais-planos\/6$/))
  expect(creations).toHaveLength(1)
})

it('shows each school with its state and its counts, and removes one after a question', async () => {
  const utc = '2026-11-25T12:00:00.000Z'
  const counts = { students: 12, finished: null, certificates: 7, utc_counted_on: utc }
  const approved = { ...waiting, id: '10', name: 'Filial Norte', utc_approved_on: utc, counts }
  const { server } = await open('/filiais-planos/5', { list: [waiting, approved] })
  const removals = server.on(affiliates.remove, () => done)
  expect((await screen.findByRole('article', { name: 'Filial Centro' })).textContent).toMatch(
    /aguardando.*oi@centro\.example.*escola\.test\/centro/,
  )
  const north = screen.getByRole('article', { name: 'Filial Norte' }).textContent
  expect(north).toContain('aprovado')
  expect(north).toContain(`Com acesso12Conclusões${affiliateMessages.fewerThanCounted}Certificados7`)
  expect(screen.getByText('Mostrando 2 escola(s) de 2 afiliada(s)')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Apagar plano' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remover afiliado: Filial Centro' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover afiliado' }))
  await waitFor(() => expect(removals.map(({ body }) => body)).toEqual([{ school_id: '9' }]))
})

it('invites a school by its link, and says which is none', async () => {
  const { server } = await open('/filiais-planos/5', { list: [] })
  const invitations = server.on(affiliates.invite, () => ({ school: waiting }))
  expect(await screen.findByRole('button', { name: 'Apagar plano' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Afiliar escola' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Afiliar escola' }))
  const link = dialog.getByLabelText('Link de sua filial')
  await userEvent.type(link, 'centro{Enter}')
  expect(await dialog.findByText(affiliateMessages.link)).toBeTruthy()
  const copied = `https://escola-de-panificacao-artesanal.example.com.br/`
  await userEvent.clear(link)
  await userEvent.click(link)
  await userEvent.paste(copied)
  expect(link).toHaveProperty('value', copied)
  await userEvent.keyboard('{Enter}')
  expect(await dialog.findByText(affiliateMessages.link)).toBeTruthy()
  await userEvent.clear(link)
  await userEvent.type(link, 'centro.example.com{Enter}')
  expect(await screen.findByText('Filial Centro recebeu o convite.')).toBeTruthy()
  expect(invitations.map(({ body }) => body)).toEqual([{ link: 'centro.example.com' }])
})

it('the courses of an approved franchise are on the board as soon as they have come', async () => {
  const arrived: TemplateSchools = []
  const asked = { count: 0 }
  const templateSchools = () => {
    asked.count++
    return [...arrived]
  }
  const { server, router } = await open('/cursos', { templateSchools })
  server.on(affiliates.franchisors, () => ({ pending: [franchisor], approved: [] }))
  server.on(affiliates.answer, () => ({ pending: [], approved: [franchisor] }))
  await router.navigate({ to: '/franquias' })
  const before = asked.count
  await userEvent.click(await screen.findByRole('button', { name: 'Aprovar' }))
  await router.navigate({ to: '/cursos' })
  // The answer itself and the first look after it find nothing yet.
  await waitFor(() => expect(asked.count).toBeGreaterThanOrEqual(before + 2))
  expect(screen.queryByRole('region', { name: 'Rede do Pão' })).toBeNull()
  arrived.push({ id: '8', name: 'Rede do Pão', categories: [] })
  expect(await screen.findByRole('region', { name: 'Rede do Pão' })).toBeTruthy()
})

it('an invitation stands over the home until it is answered', async () => {
  const { server, router } = await open('/cursos')
  server.on(affiliates.franchisors, () => ({ pending: [franchisor], approved: [] }))
  const answers = server.on(affiliates.answer, () => ({
    pending: [],
    approved: [{ ...franchisor, utc_approved_on: '2026-11-25T12:00:00.000Z' }],
  }))
  await router.navigate({ to: '/' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Convite de franquia' }))
  expect(dialog.getByText(/que tem 2 cursos/).textContent).toContain('Rede do Pão')
  await userEvent.click(dialog.getByRole('button', { name: 'Aprovar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(answers.map(({ body }) => body)).toEqual([{ column: 'approved', school_id: '8' }])
  await router.navigate({ to: '/franquias' })
  expect(await screen.findByRole('heading', { level: 1, name: franchisesTitle })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Rede do Pão' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sair da franquia: Rede do Pão' })).toBeTruthy()
})
