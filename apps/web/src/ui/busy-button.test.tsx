import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { BusyButton, BusyIcon } from './busy-button.tsx'
import { removeRow } from './focus-beside.ts'

const show = (screen: React.ReactNode) => render(<MantineProvider env="test">{screen}</MantineProvider>)

it.each([['BusyButton', BusyButton] as const, ['BusyIcon', BusyIcon] as const])(
  '%s keeps the focus while it is at work, and does nothing more',
  async (_, Busy) => {
    const save = vi.fn()
    function Form() {
      const [busy, setBusy] = useState(false)
      return (
        <form onSubmit={(event) => event.preventDefault()}>
          <Busy
            type="submit"
            aria-label="Salvar"
            busy={busy}
            onClick={() => {
              save()
              setBusy(true)
            }}
          />
        </form>
      )
    }
    show(<Form />)
    const button = screen.getByRole('button', { name: 'Salvar' })
    await userEvent.click(button)
    expect(button.ariaBusy).toBe('true')
    await userEvent.click(button)
    await userEvent.keyboard('{Enter}')
    expect(save).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(button)
  },
)

it('hands the focus on from a row that goes, and to the page from the last one', async () => {
  function Rows() {
    const [names, setNames] = useState(['Ana', 'Bia'])
    return (
      <main tabIndex={-1}>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                data-remove
                onClick={({ currentTarget }) =>
                  removeRow(currentTarget, async () => setNames(names.filter((each) => each !== name)))
                }
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </main>
    )
  }
  show(<Rows />)
  await userEvent.click(screen.getByText('Bia'))
  expect(document.activeElement?.textContent).toBe('Ana')
  await userEvent.click(screen.getByText('Ana'))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
