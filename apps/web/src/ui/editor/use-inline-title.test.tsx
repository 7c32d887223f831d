import { newLessonTitle } from '@escola/contract/titles'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useInlineTitle } from './use-inline-title.ts'

const done = vi.fn()

function Field({ first, isNew }: { first: string; isNew: boolean }) {
  const [title, setTitle] = useState(first)
  const field = useInlineTitle({ title, fallback: newLessonTitle, isNew, onChange: setTitle, onDone: done })
  return (
    <input aria-label="Título" {...field} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
  )
}

function open(first: string, isNew = false) {
  done.mockClear()
  const { rerender } = render(<Field first={first} isNew={isNew} />)
  return { field: screen.getByLabelText<HTMLInputElement>('Título'), rerender, user: userEvent.setup() }
}

it('focuses and selects the title of what was just made, so that typing replaces it', async () => {
  const { field, rerender, user } = open(newLessonTitle)
  expect(document.activeElement).not.toBe(field)
  rerender(<Field first="Nova aula" isNew />)
  expect(document.activeElement).toBe(field)
  await user.keyboard('Bolos')
  expect(field.value).toBe('Bolos')
})

it.each(['{Enter}', '{Tab}'])('gives an empty title its default after %s, and not before', async (key) => {
  const { field, user } = open('Bolos', true)
  await user.clear(field)
  await user.type(field, '  ')
  expect(field.value).toBe('  ')
  await user.keyboard(key)
  expect(field.value).toBe(newLessonTitle)
  expect(done.mock.calls).toEqual([[newLessonTitle]])
})

it('leaves a title that says something as it is', async () => {
  const { field, user } = open('Bolos', true)
  await user.type(field, ' e pães{Enter}', { initialSelectionStart: 5 })
  expect(field.value).toBe('Bolos e pães')
  expect(done.mock.calls).toEqual([['Bolos e pães']])
})
