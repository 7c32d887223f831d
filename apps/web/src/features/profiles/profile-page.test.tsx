import { type Profile, profiles } from '@escola/contract/profiles.contract'
import { refusals } from '@escola/contract/refusals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { student } from '../../testing/show-screen.tsx'

const degree = (id: string, title: string, has_complete: boolean) => ({
  id,
  degree_id: id,
  title,
  degree_link: `curso-${id}`,
  img_wide_url: '',
  has_complete,
  school_id: '7',
})
const profile: Profile = {
  user: {
    user_id: '70',
    name: 'Ana Souza',
    link: 'ana-souza',
    profile_img_url: '',
    profile_description: '<p>Oi, <strong>gente</strong></p><img src=x onerror="alert(1)"><a href="javascript:x">a</a>',
    utc_created_on: '2026-01-31T12:00:00.000Z',
  },
  awards: { degrees: [degree('1', 'Pães', true)] },
  progress: { degrees: [degree('2', 'Bolos', false)] },
  school_gateways: ['Turma da noite'],
  certificates: [{ degree_id: '1', pdf: '/v/ABCD' }],
}
const other: Profile = { ...profile, user: { ...profile.user, user_id: '71', link: 'bia' } }

it('shows what a person completed and began, in clean words, and nothing to edit to others', async () => {
  const server = fakeServer()
  server.on(profiles.get, () => other)
  await showPage(server, '/p/bia', 'visitor')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Souza' })).toBeTruthy()
  expect(screen.getByText('Aluno desde 31/01/2026')).toBeTruthy()
  expect(screen.getByText('Turma da noite')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Conquistas' }).textContent).toContain('Pães')
  expect(screen.getByRole('region', { name: 'Em progresso' }).textContent).toContain('Bolos')
  expect(await screen.findByText('gente')).toBeTruthy()
  expect(document.querySelector('img[onerror], a[href^="javascript"]')).toBeNull()
  expect(screen.queryByRole('button', { name: /descrição/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Certificado de Pães' }).getAttribute('href')).toBe('/mar/v/ABCD')
})

it('gives its owner the file of the certificate', async () => {
  const server = fakeServer()
  const pdf = '/api/school/7/file/9?way=certificate'
  server.on(profiles.get, () => ({ ...profile, certificates: [{ degree_id: '1', pdf }] }))
  await showPage(server, '/p/ana-souza', 'student')
  const link = await screen.findByRole('link', { name: 'Certificado de Pães, em PDF' })
  expect(link.getAttribute('href')).toBe(pdf)
})

it('lets its owner write the description, and loses nothing when it can’t be kept', async () => {
  const server = fakeServer()
  server.on(profiles.get, () => profile)
  await showPage(server, '/p/ana-souza', 'student')
  await userEvent.click(await screen.findByRole('button', { name: 'Editar descrição' }))
  expect((await screen.findByRole('textbox', { name: 'Descrição' })).textContent).toContain('gente')
  server.on(profiles.saveDescription, () => refuse('descriptionLong'))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(refusals.descriptionLong)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Descrição' }).textContent).toContain('gente')
  const saved = server.on(profiles.saveDescription, () => ({ user: { profile_description: '<p>Só o principal</p>' } }))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Só o principal')).toBeTruthy()
  expect(saved[0]?.params).toEqual({ schoolId: '7' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Editar descrição'))
})

it('speaks to an administrator of no lessons to finish', async () => {
  const server = fakeServer()
  const none = { ...profile, awards: { degrees: [] }, progress: { degrees: [] }, school_gateways: [], certificates: [] }
  server.on(profiles.get, () => none)
  await showPage(server, '/p/ana-souza', 'admin')
  expect(await screen.findByRole('heading', { name: 'É assim que os alunos veem você' })).toBeTruthy()
  expect(screen.getByText('Na escola desde 31/01/2026')).toBeTruthy()
  expect(screen.queryByText(/Conclua|Aluno desde/)).toBeNull()
})

it('is at p/ whatever the user’s own link is', async () => {
  const server = fakeServer()
  server.on(profiles.get, () => profile)
  const { at } = await showPage(server, '/perfil', 'student')
  expect(at()).toBe(`/p/${student.link}`)
})

it('is the user’s own after a sign-in', async () => {
  const { at } = await showPage(fakeServer(), '/perfil', 'visitor')
  expect(at()).toBe('/login?redirect=%2Fperfil')
})

it('says so where the link names no user', async () => {
  const server = fakeServer()
  server.on(profiles.get, () => refuse('profileUnknown'))
  await showPage(server, '/p/ninguem', 'student')
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
})
