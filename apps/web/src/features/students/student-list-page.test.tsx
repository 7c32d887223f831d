import { messages } from '@escola/contract/messages'
import { newestFirst } from '@escola/contract/sorts'
import { type Student, students } from '@escola/contract/students.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { StudentListPage } from './student-list-page.tsx'

const ana: Student = {
  user_id: '9',
  link: 'abc',
  name: 'Ana Souza',
  email: 'ana@exemplo.com',
  cellphone: '',
  origin: 'importer',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  school_gateways: ['Manhã', 'Noite'],
}
const pageOf = (list: Student[], enrolledTotal: number) => ({
  students: { total: list.length, enrolledTotal, page: 1, rowsPerPage: 50, list },
})

function Stage() {
  const [at, setAt] = useState({ page: 1, search: '', sort: newestFirst })
  return (
    <StudentListPage
      {...at}
      onPage={(page) => setAt({ ...at, page })}
      onSort={(sort) => setAt({ ...at, page: 1, sort })}
      onSearch={(search) => setAt({ ...at, page: 1, search })}
    />
  )
}
const open = () => showScreen({ at: '/alunos', route: '/alunos', as: 'admin', show: () => <Stage /> })

it('lists students with their classes and how many there are', async () => {
  fakeServer().on(students.list, () => pageOf([ana], 1))
  await open()
  expect(await screen.findByText('Mostrando 1 aluno(s) de 1 matriculado(s)')).toBeTruthy()
  const row = within(screen.getAllByRole('row')[1]!)
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '1',
    'Ana Souza',
    'ana@exemplo.com',
    'Manhã, Noite',
    'Importação',
    '01/03/2026',
  ])
  expect(row.getByRole('link', { name: 'Ana Souza' }).getAttribute('href')).toBe('/aluno/abc')
})

it('searches once after a pause in typing', async () => {
  const calls = fakeServer().on(students.list, ({ query }) => pageOf(query?.search ? [] : [ana], 1))
  await open()
  // Three keys without a pause, however busy the machine is.
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByLabelText('Buscar aluno por nome ou e-mail'), 'zzz')
  expect(await screen.findByText(messages.noStudentsFound)).toBeTruthy()
  expect(calls.map(({ query }) => query?.search)).toEqual(['', 'zzz'])
})

it('sorts by a heading, and turns it round', async () => {
  const calls = fakeServer().on(students.list, () => pageOf([ana], 1))
  await open()
  const headings = async () =>
    (await screen.findAllByRole('columnheader')).map((heading) => [heading.textContent, heading.ariaSort])
  expect(await headings()).toContainEqual(['Membro desde', 'descending'])
  await userEvent.click(screen.getByRole('button', { name: 'Nome' }))
  expect(await headings()).toContainEqual(['Nome', 'ascending'])
  await userEvent.click(screen.getByRole('button', { name: 'Nome' }))
  expect(await headings()).toContainEqual(['Nome', 'descending'])
  await userEvent.click(screen.getByRole('button', { name: 'Membro desde' }))
  await waitFor(() => expect(calls.map(({ query }) => query?.sort)).toEqual(['-since', 'name', '-name', 'since']))
})

it('offers the next step to a school without students', async () => {
  fakeServer().on(students.list, () => pageOf([], 0))
  await open()
  expect(await screen.findByText(messages.noStudents)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para as turmas' })).toBeTruthy()
  expect(screen.queryByLabelText('Buscar aluno por nome ou e-mail')).toBeNull()
})

it('says what failed and tries again', async () => {
  const server = fakeServer()
  server.on(students.list, () => refuse('unavailable'))
  await open()
  expect(await screen.findByText('Estamos voltando. Tente novamente em instantes')).toBeTruthy()
  server.on(students.list, () => pageOf([ana], 1))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(screen.getByText('Ana Souza')).toBeTruthy())
})
