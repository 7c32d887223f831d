import { messages } from '@escola/contract/messages'
import { Button, MantineProvider, Menu } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmHost, confirm } from './confirm.ts'

function open(danger = false) {
  const answers: boolean[] = []
  const ask = () =>
    void confirm({ title: messages.areYouSure, text: 'Não tem volta.', danger }).then((yes) => answers.push(yes))
  render(
    <MantineProvider env="test">
      <Button onClick={ask}>Apagar</Button>
      <Menu>
        <Menu.Target>
          <Button>Mais ações</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={ask}>Apagar tudo</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmHost />
    </MantineProvider>,
  )
  return answers
}
const focused = () => document.activeElement?.textContent

it('asks by keyboard and gives the focus back to what asked, each time', async () => {
  const answers = open()
  const user = userEvent.setup()
  await user.tab()
  for (const [key, answer] of [
    ['{Enter}', true],
    ['{Escape}', false],
  ] as const) {
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('Confirmar'))
    await user.keyboard(key)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(focused()).toBe('Apagar')
    await vi.waitFor(() => expect(answers.at(-1)).toBe(answer))
  }
})

it('begins with the way back where something would be lost', async () => {
  const answers = open(true)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Cancelar'))
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(answers).toEqual([false]))
})

it('begins with the careful answer where there are two, and looks as if it were the only one', async () => {
  const answers: boolean[] = []
  const choose = vi.fn()
  const question = { title: messages.areYouSure, text: 'Todos o abrem.', confirmLabel: 'Vender aberto' }
  const ask = () =>
    void confirm({ ...question, careful: { label: 'Tornar privado', choose } }).then((yes) => answers.push(yes))
  render(
    <MantineProvider env="test">
      <Button onClick={ask}>Vender</Button>
      <ConfirmHost />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Tornar privado'))
  const looks = ['Tornar privado', 'Vender aberto'].map((name) => screen.getByRole('button', { name }).dataset.variant)
  expect(looks).toEqual(['filled', 'subtle'])
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(answers).toEqual([true]))
  expect(choose).toHaveBeenCalledTimes(1)
})

it('gives the focus back to the button of the menu that asked', async () => {
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Mais ações' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Apagar tudo' }))
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }))
  expect(focused()).toBe('Mais ações')
})

it('stays open, and is not answered, by the second click of the one that opened it', async () => {
  const answers = open()
  const opener = screen.getByRole('button', { name: 'Apagar' })
  fireEvent.click(opener, { detail: 1 })
  const confirming = await screen.findByRole('button', { name: 'Confirmar' })
  const overlay = document.querySelector('.mantine-Modal-overlay')!
  for (const below of [overlay, confirming]) fireEvent.click(below, { detail: 2 })
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(answers).toEqual([])
  fireEvent.click(confirming, { detail: 1 })
  await vi.waitFor(() => expect(answers).toEqual([true]))
})
