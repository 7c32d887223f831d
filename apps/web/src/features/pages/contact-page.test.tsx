import type { School } from '@escola/contract/schools.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school } from '../../testing/show-screen.tsx'

const open = (change: Partial<School>) =>
  showApp(fakeServer(), '/contato', () => ({ ...nowhere, school: { ...school, role: [], ...change } }))

it('says how to reach a school', async () => {
  await open({})
  expect(await screen.findByRole('link', { name: 'contato@mar.example' })).toBeTruthy()
})

it('says that a school has told no contact', async () => {
  await open({ email: '', cellphone: '' })
  expect(await screen.findByText('A escola ainda não informou um contato.')).toBeTruthy()
})

it('leads those of a private school to the login, where they may see more', async () => {
  await open({ is_private: true, is_blocked: true, email: '', cellphone: '' })
  expect(await screen.findByRole('link', { name: 'Entre na sua conta' })).toHaveProperty('pathname', '/mar/login')
  expect(screen.queryByText('A escola ainda não informou um contato.')).toBeNull()
})
