import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropStrayClicks } from './second-clicks.ts'

const clicked = vi.fn()
let stop: () => void
beforeEach(() => {
  clicked.mockReset()
  stop = dropStrayClicks()
})
afterEach(() => stop())

const button = (name: string) => screen.getByRole('button', { name })
function open(...names: string[]) {
  const buttons = names.map((name, index) => (
    <button key={index} type="button" onClick={() => clicked(name)}>
      {name}
    </button>
  ))
  render(
    <>
      <p>Palavras</p>
      {buttons}
    </>,
  )
}

it('drops a second click on what took the place of the button that was clicked', () => {
  open('Pagar por Pix', 'Cancelar a assinatura')
  fireEvent.click(button('Pagar por Pix'), { detail: 1 })
  fireEvent.click(button('Cancelar a assinatura'), { detail: 2 })
  fireEvent.click(button('Cancelar a assinatura'), { detail: 3 })
  expect(clicked.mock.calls).toEqual([['Pagar por Pix']])
  fireEvent.click(button('Cancelar a assinatura'), { detail: 1 })
  expect(clicked).toHaveBeenLastCalledWith('Cancelar a assinatura')
})

it('drops a second click on a button that lay under what the first one closed', () => {
  open('Apagar')
  fireEvent.click(screen.getByText('Palavras'), { detail: 1 })
  fireEvent.click(button('Apagar'), { detail: 2 })
  expect(clicked).not.toHaveBeenCalled()
})

it('keeps further clicks on the same button, on one of the same words, and those that count nothing', () => {
  open('Mais', 'Mais', 'Menos')
  const [more, again] = screen.getAllByRole('button', { name: 'Mais' })
  fireEvent.click(more!, { detail: 1 })
  fireEvent.click(more!, { detail: 2 })
  fireEvent.click(again!, { detail: 3 })
  fireEvent.click(button('Menos'), { detail: 0 })
  expect(clicked).toHaveBeenCalledTimes(4)
})
