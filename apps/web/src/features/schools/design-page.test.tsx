import { messages } from '@escola/contract/messages'
import { paletteNames, paletteOf } from '@escola/contract/palettes'
import { type School, schools } from '@escola/contract/schools.contract'
import { pageTitles } from '@escola/contract/titles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

async function open(school: Partial<School> = {}) {
  const server = fakeServer()
  let now: School = { ...contextOf('admin').school!, ui_theme: 'jabuticaba', ...school }
  const saved = server.on(schools.update, ({ body }) => {
    now = { ...now, ...(body as Partial<School>) }
    return { school: now }
  })
  const removed = server.on(schools.removeLogo, ({ body }) => ({ school: { ...now, [body.field]: '' } }))
  await showApp(server, '/design', () => ({ ...contextOf('admin'), school: now }))
  await screen.findByRole('heading', { name: pageTitles.design })
  return { saved, removed }
}

it('shows a theme in light and in dark before it is saved', async () => {
  const { saved } = await open()
  expect(screen.getAllByRole('radio')).toHaveLength(paletteNames.length)
  const save = screen.getByRole('button', { name: 'Salvar tema' })
  expect(save).toHaveProperty('disabled', true)
  const filled = () =>
    screen
      .getAllByText('Concluir aula')
      .map((each) => each.closest<HTMLElement>('[style]')!.style.getPropertyValue('--preview-filled'))
  await userEvent.click(screen.getByLabelText('Caju'))
  expect(filled()).toEqual([paletteOf('caju')[7], paletteOf('caju')[6]])
  expect(saved).toHaveLength(0)
  await userEvent.click(save)
  expect(await screen.findByText(messages.settingsSaved)).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([{ ui_theme: 'caju' }])
  expect(save).toHaveProperty('disabled', true)
})

it('has a place for each logo, and removes one after a question', async () => {
  const { removed } = await open({ logo_wide_url: '/api/school/7/image/largo' })
  for (const label of ['Logo largo', 'Logo largo para o escuro', 'Logo quadrado', 'Logo quadrado para o escuro'])
    expect(screen.getByLabelText(`${label}: imagem jpeg ou png`)).toBeTruthy()
  const remove = screen.getByRole('button', { name: 'Remover: Logo largo' })
  await userEvent.click(remove)
  const question = await screen.findByRole('dialog', { name: messages.areYouSure })
  await userEvent.click(within(question).getByRole('button', { name: 'Remover' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remover: Logo largo' })).toBeNull())
  expect(removed.map(({ body }) => body)).toEqual([{ field: 'logo_wide_url' }])
})

it('shows a logo for dark in dark alone, and the name in light', async () => {
  await open({ logo_dark_wide_url: '/api/school/7/image/escuro' })
  const header = screen.getByRole('link', { name: 'Escola do Mar: início' })
  const look = (node: Element | null) => node?.closest('[class*="light"], [class*="dark"]')?.className
  const image = header.querySelector('img')
  const name = within(header).getByText('Escola do Mar')
  expect([image?.getAttribute('src'), header.querySelectorAll('img').length]).toEqual(['/api/school/7/image/escuro', 1])
  expect(look(image)).toMatch(/dark/)
  expect(look(name)).toMatch(/light/)
})
