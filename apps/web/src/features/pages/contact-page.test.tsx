import type { Context, School } from '@escola/contract/schools.contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, nowhere, school, type Viewer } from '../../testing/show-screen.tsx'

const open = (change: Partial<School>, as: Viewer = 'visitor', more: Partial<Context> = {}) =>
  showApp(fakeServer(), '/contato', () => {
    const role = as === 'visitor' ? [] : [as]
    return { ...nowhere, user: contextOf(as).user, school: { ...school, role, ...change }, ...more }
  })
const logos = () => [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'))

it('says how to reach a school', async () => {
  await open({})
  expect(await screen.findByRole('link', { name: 'contato@mar.example' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '(11) 91234-5678' }).getAttribute('href')).toMatch(/^https:\/\/wa\.me\/55119/)
  expect(screen.getByRole('heading', { name: 'Escola do Mar' })).toBeTruthy()
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

it('has the sidebar for a user who is signed in, and not in a blocked school', async () => {
  await open({}, 'admin')
  expect(await screen.findByText('É assim que os seus alunos e visitantes encontram a escola.')).toBeTruthy()
  expect(screen.getByRole('complementary')).toBeTruthy()
})

it('of a blocked school is all that is left, without the sidebar', async () => {
  await open({ is_blocked: true }, 'student')
  expect(await screen.findByText(/Esta escola está bloqueada/)).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
})

// The logos are listed in the order light, dark; the style sheet shows one of them.
it.each<[string, Partial<School>, string[]]>([
  ['both', { logo_wide_url: '/light', logo_dark_wide_url: '/dark' }, ['/light', '/dark']],
  ['a light one', { logo_wide_url: '/light' }, ['/light', '/light']],
  ['a square one', { logo_square_url: '/square' }, ['/square', '/square']],
  ['a dark one alone', { logo_dark_square_url: '/dark' }, ['/dark']],
  ['none', {}, []],
])('shows the logo of a school that has %s', async (_what, change, shown) => {
  await open(change)
  await screen.findByRole('heading', { name: 'Escola do Mar' })
  expect(logos()).toEqual(shown)
})

it.each<[string, Partial<School>, string[]]>([
  ['has no other', { logo_wide_url: '/light' }, ['/light', '/light']],
  ['has one for dark', { logo_wide_url: '/light', logo_dark_wide_url: '/dark' }, []],
])(
  'lays the logo of a school that %s on white paper by night, in the header as on the page',
  async (_what, change, laid) => {
    await open(change)
    await screen.findByRole('heading', { name: 'Escola do Mar' })
    expect([...document.querySelectorAll('img[data-by-day]')].map((image) => image.getAttribute('src'))).toEqual(laid)
  },
)

it('tells the administrator of a blocked school why, and how to reach the platform', async () => {
  const support = { email: 'ajuda@plataforma.example', url: '' }
  await open({ is_blocked: true, blocked_reason: 'Vídeos sem licença' }, 'admin', { support })
  const notice = within(await screen.findByRole('region', { name: 'A sua escola está bloqueada' }))
  expect(notice.getByText(/Vídeos sem licença/)).toBeTruthy()
  expect(notice.getByRole('link', { name: 'ajuda@plataforma.example' })).toBeTruthy()
  expect(screen.queryByText(/Fale com quem cuida dela/)).toBeNull()
  for (const name of ['Editar contato', 'Termos e Condições']) expect(screen.queryByRole('link', { name })).toBeNull()
})

it('says no reason of a block to students', async () => {
  await open({ is_blocked: true }, 'student')
  expect(await screen.findByText(/Esta escola está bloqueada/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'A sua escola está bloqueada' })).toBeNull()
})
