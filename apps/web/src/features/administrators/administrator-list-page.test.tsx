import { type Administrator, administrators } from '@escola/contract/administrators.contract'
import { categories } from '@escola/contract/categories.contract'
import { adminTexts, messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { teamTexts } from '@escola/contract/team-texts'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, school, student } from '../../testing/show-screen.tsx'

const own: Administrator = {
  id: student.id,
  user_id: student.user_id,
  name: student.name,
  email: student.email,
  link: student.link,
  profile_img_url: '',
  role: ['admin'],
  team_roles: ['owner'],
  degrees: [],
  may_publish: true,
  has_factor: true,
  is_invited: false,
  utc_seen_on: '2026-01-31T12:00:00.000Z',
  utc_created_on: '2026-01-31T12:00:00.000Z',
}
const bia: Administrator = {
  ...own,
  id: '71',
  user_id: '71',
  name: 'Bia Lima',
  email: 'bia@mar.example',
  role: ['admin', 'student'],
  team_roles: ['course_teacher', 'moderator'],
  degrees: [{ id: '30', title: 'Pães de fermentação natural' }],
  may_publish: false,
  has_factor: false,
  is_invited: true,
  utc_seen_on: null,
}

async function open({ has_multiple_users = true, list = [own, bia], at = '/usuarios' } = {}) {
  const server = fakeServer()
  const asked = server.on(administrators.list, ({ query }) => ({
    users: { total: 120, page: Number(query?.page ?? 1), rowsPerPage: 50, list },
  }))
  const app = await showApp(server, at, () => ({
    ...contextOf('admin'),
    school: { ...school, role: ['admin'], has_multiple_users },
  }))
  return { server, asked, ...app }
}
const openForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Criar Administrador' }))
  return within(await screen.findByRole('dialog', { name: 'Criar Administrador' }))
}
const fill = async (name: string, email: string) => {
  const dialog = await openForm()
  if (name) await userEvent.type(dialog.getByLabelText(/^Nome/), name)
  await userEvent.type(dialog.getByLabelText(/^E-mail/), `${email}{Enter}`)
  return dialog
}

it('lists the administrators, and never offers them to remove themselves', async () => {
  await open()
  const rows = await screen.findAllByRole('row')
  expect(rows[1]?.textContent).toContain('você')
  expect(rows[2]?.textContent).toMatch(
    /Bia Lima.*bia@mar\.example.*Professor e Moderador.*Pães de fermentação natural.*Não publica.*Convite enviado.*Sem duas etapas.*Sim/,
  )
  expect(screen.getAllByRole('button', { name: /^Remover/ }).map((button) => button.ariaLabel)).toEqual([
    'Remover Bia Lima',
  ])
})

it('makes an administrator by name and e-mail, cleaned', async () => {
  const { server } = await open()
  const added = server.on(administrators.add, () => ({ user: { ...bia, team_roles: ['owner' as const] } }))
  await fill('Bia Lima', 'BIA@mar.example')
  expect(await screen.findByText(adminTexts.administratorMade('Bia Lima'))).toBeTruthy()
  expect(added.map(({ body }) => body)).toEqual([
    { name: 'Bia Lima', email: 'bia@mar.example', roles: ['owner'], degree_ids: [], may_publish: true },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says what a field lacks, and what the server has against it, and keeps what was typed', async () => {
  const { server } = await open()
  const added = server.on(administrators.add, () => refuse('administratorTwice'))
  const dialog = await fill('', 'bia@')
  expect(await dialog.findByText(messages.studentName)).toBeTruthy()
  expect(dialog.getByText(messages.emailSignUp)).toBeTruthy()
  expect(added).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText(/^Nome/), 'Bia Lima')
  await userEvent.type(dialog.getByLabelText(/^E-mail/), 'mar.example{Enter}')
  expect(await dialog.findByText(refusals.alreadyAdministrator)).toBeTruthy()
  expect((dialog.getByLabelText(/^Nome/) as HTMLInputElement).value).toBe('Bia Lima')
})

it('asks before it removes an administrator, and says that a student stays one', async () => {
  const { server } = await open()
  const removed = server.on(administrators.remove, () => done)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover Bia Lima' }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  expect(dialog.getByText(teamTexts.leaves({ name: 'Bia Lima', isStudent: true }))).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText(teamTexts.left('Bia Lima'))).toBeTruthy()
  expect(removed.map(({ body }) => body)).toEqual([{ user_id: '71' }])
})

const openMenu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ações de Bia Lima' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('changes a role with its courses, and keeps what was chosen when the server refuses it', async () => {
  const { server } = await open()
  const courses = [
    {
      id: '30',
      title: 'Pães de fermentação natural',
      published: true,
      is_private: false,
      category: '',
      franchisor: '',
    },
    { id: '31', title: 'Bolos', published: false, is_private: false, category: '', franchisor: '' },
  ]
  server.on(categories.choices, () => ({ degrees: courses }))
  const saved = server.on(administrators.saveRoles, () => refuse('roleCourseGone'))
  await openMenu('Mudar papel')
  const dialog = within(await screen.findByRole('dialog', { name: 'Papel de Bia Lima' }))
  const pick = async (name: RegExp | string) => userEvent.click(await dialog.findByRole('checkbox', { name }))
  await pick('Pães de fermentação natural')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(refusals.roleCourseMissing)).toBeTruthy()
  expect(saved).toHaveLength(0)
  await pick('Bolos')
  await pick(/^Financeiro/)
  await userEvent.click(dialog.getByRole('switch', { name: /^Pode publicar/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(refusals.roleCourseGone)).toBeTruthy()
  const place = { roles: ['course_teacher', 'moderator', 'treasurer'], degree_ids: ['31'], may_publish: true }
  expect(saved.map(({ body }) => body)).toEqual([{ user_id: '71', ...place }])
  server.on(administrators.saveRoles, () => done)
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(teamTexts.rolesSaved('Bia Lima'))).toBeTruthy()
})

it('hands the school over, and leaves the page of owners then', async () => {
  const { server, at } = await open()
  const handed = server.on(administrators.handOver, () => done)
  await openMenu('Passar a escola adiante')
  const dialog = within(await screen.findByRole('dialog', { name: 'Passar a escola adiante' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Deixar de ser proprietário/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Passar adiante' }))
  await waitFor(() => expect(at()).toBe('/'))
  expect(handed.map(({ body }) => body)).toEqual([{ user_id: '71', steps_down: true }])
})

it('says how a school comes to several administrators, where it has but one', async () => {
  await open({ has_multiple_users: false, list: [own] })
  expect(await screen.findByText(`${refusals.multipleUsersOff}.`)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Criar Administrador' })).toBeNull()
})

it('has its page in the address', async () => {
  const { asked, at } = await open({ at: '/usuarios?page=2' })
  await userEvent.click(await screen.findByRole('button', { name: 'Página 3' }))
  await waitFor(() => expect(at()).toBe('/usuarios?page=3'))
  await waitFor(() => expect(asked.map(({ query }) => Number(query?.page))).toEqual([2, 3]))
})
