import { accessTitle, pageTitles, salesAccountsTitle, salesTitle } from '@escola/contract/titles'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, teamOf, type Viewer } from '../../testing/show-screen.tsx'

const open = (as: Viewer, support = { email: '', url: '' }, has_support = true) => {
  const context = contextOf(as)
  return showApp(fakeServer(), '/suporte', () => ({ ...context, support, school: { ...context.school!, has_support } }))
}

it('leads students to their school', async () => {
  await open('student')
  expect((await screen.findByRole('link', { name: 'contato@mar.example' })).getAttribute('href')).toContain('mailto:')
  expect(screen.getByRole('heading', { name: 'Fale com Escola do Mar' })).toBeTruthy()
})

it('leads administrators to the platform', async () => {
  await open('admin', { email: 'ajuda@escola.example', url: 'https://ajuda.escola.example' })
  const mail = await screen.findByRole('link', { name: 'ajuda@escola.example' })
  expect(decodeURIComponent(mail.getAttribute('href')!)).toBe(
    'mailto:ajuda@escola.example?subject=Escola Escola do Mar (nº 7)',
  )
  expect(screen.getByRole('link', { name: 'ajuda.escola.example' })).toBeTruthy()
  expect(screen.queryByText('contato@mar.example')).toBeNull()
})

it('gives a member of the team no answer whose pages they may not open', async () => {
  const context = contextOf('admin')
  await showApp(fakeServer(), '/suporte', () => ({
    ...context,
    team: teamOf(['moderator']),
    school: { ...context.school!, has_support: true },
  }))
  expect(await screen.findByText('Os alunos procuram ajuda')).toBeTruthy()
  expect(screen.queryByText('Um aluno pagou e não consegue entrar')).toBeNull()
  expect(screen.queryByText('Publiquei uma aula e os alunos não veem')).toBeNull()
})

it('leads administrators from a buyer who is outside to the sales, the accounts and the answer on the page of a student', async () => {
  await open('admin')
  const question = await screen.findByText('Um aluno pagou e não consegue entrar')
  const answer = within(question.closest('details')!)
  const ways = answer
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(ways.map(([name, href]) => [name, href!.replace(/^\/mar/, '')])).toEqual([
    [salesTitle, '/vendas'],
    [salesAccountsTitle, '/vendas/contas'],
    [pageTitles.students, '/alunos'],
  ])
  expect(answer.getByText(new RegExp(accessTitle.replace('?', '\\?')))).toBeTruthy()
})

it('says that the platform has told no way', async () => {
  await open('admin')
  expect(await screen.findByText('Quem cuida desta plataforma ainda não informou um contato.')).toBeTruthy()
})

it('is not there where the school has none', async () => {
  expect((await open('student', undefined, false)).at()).toBe('/')
})
