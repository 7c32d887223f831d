import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepClicks } from './keep-clicks.ts'

const sent = vi.fn()
let stop: () => void
beforeEach(() => {
  sent.mockReset()
  stop = keepClicks()
})
afterEach(() => stop())

function open() {
  render(
    <>
      <form
        aria-label="Dados"
        onSubmit={(event) => {
          event.preventDefault()
          sent()
        }}
      >
        <button type="submit">Salvar</button>
      </form>
      <button type="button" onClick={() => sent()}>
        Fora
      </button>
    </>,
  )
  return { save: screen.getByRole('button', { name: 'Salvar' }), form: screen.getByRole('form') }
}

it('gives a button the click that it has moved away from, once', () => {
  const { save, form } = open()
  fireEvent.mouseDown(save, { clientX: 50, clientY: 50 })
  fireEvent.mouseUp(form, { clientX: 51, clientY: 52 })
  expect(sent).toHaveBeenCalledTimes(1)
  fireEvent.mouseUp(form, { clientX: 51, clientY: 52 })
  expect(sent).toHaveBeenCalledTimes(1)
})

it('adds nothing to a click that the browser gives itself', () => {
  const { save } = open()
  fireEvent.mouseDown(save, { clientX: 50, clientY: 50 })
  fireEvent.mouseUp(save, { clientX: 50, clientY: 50 })
  expect(sent).not.toHaveBeenCalled()
})

it('leaves a press that was drawn away, another button of the mouse, and what is in no form', () => {
  const { save, form } = open()
  fireEvent.mouseDown(save, { clientX: 50, clientY: 50 })
  fireEvent.mouseUp(form, { clientX: 50, clientY: 70 })
  fireEvent.mouseDown(save, { clientX: 50, clientY: 50, button: 2 })
  fireEvent.mouseUp(form, { clientX: 50, clientY: 50, button: 2 })
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Fora' }), { clientX: 50, clientY: 50 })
  fireEvent.mouseUp(form, { clientX: 50, clientY: 50 })
  expect(sent).not.toHaveBeenCalled()
})
