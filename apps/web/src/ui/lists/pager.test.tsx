import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Pager } from './pager.tsx'

const pages = () =>
  screen
    .getAllByRole('button', { name: /^Página \d/ })
    .map((button) => button.textContent)
    .join(' ')

it.each([
  ['three pages either side', true, '1 7 8 9 10 11 12 13 20'],
  ['the page itself on a phone', false, '1 10 20'],
])('offers %s', (_, isWithin, expected) => {
  const known = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...known(query), matches: isWithin }))
  render(
    <MantineProvider env="test">
      <Pager page={10} total={1000} rowsPerPage={50} onPage={() => {}} label="Páginas de alunos" />
    </MantineProvider>,
  )
  expect(pages()).toBe(expected)
  expect(screen.getByText('451–500 de 1.000')).toBeTruthy()
})
