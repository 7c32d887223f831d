import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SaveStatus } from '../../autosave/save-status.tsx'
import * as reports from '../report.ts'
import { tolerateMovedNodes } from './moved-nodes.ts'

let stop = () => {}
beforeEach(() => {
  stop = tolerateMovedNodes()
})
afterEach(() => stop())

/** Wraps each text as browsers that translate do: the texts are new ones, or the very nodes in another place. */
function translate(root: Node, isMoved: boolean) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(isMoved ? text : `(${text.data})`)
  }
}

const Line = ({ icon, name, end }: { icon: boolean; name: string; end: boolean }) => (
  <p>
    {icon && <i />}
    {name}
    {end && ' em uma turma'}
  </p>
)

it.each([true, false])('goes on where texts were moved or exchanged (%s)', (isMoved) => {
  const told = vi.spyOn(reports, 'report')
  const { container, rerender } = render(<Line icon={false} name="Ana" end />)
  translate(container, isMoved)
  rerender(<Line icon name="Ana" end />)
  rerender(<Line icon name="Ana" end={false} />)
  expect(container.querySelector('i')).toBeTruthy()
  if (isMoved) expect(container.textContent).toBe('Ana')
  expect(told).toHaveBeenCalledOnce()
})

it('changes nothing about a page that no other program changes', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((name) => document.createElement(name))
  const parent = document.createElement('div')
  expect(parent.insertBefore(two!, null)).toBe(two)
  expect(parent.insertBefore(one!, two!)).toBe(one)
  parent.append(three!)
  expect(parent.removeChild(two!)).toBe(two)
  expect(parent.innerHTML).toBe('<a></a><c></c>')
})

it('ends with a text that is being cleaned, whose form has a field named parentNode', () => {
  const { content } = Object.assign(document.createElement('template'), {
    innerHTML: '<form><input name="parentNode"></form>',
  })
  const form = content.firstElementChild!
  // A browser reads the form's own field here.
  Object.defineProperty(form, 'parentNode', { value: form.firstElementChild })
  expect(content.removeChild(form)).toBe(form)
  expect(content.childNodes).toHaveLength(0)
})

it('says how a save goes in a translated page, too', () => {
  const shown = (state: 'idle' | 'saving' | 'saved') => (
    <MantineProvider>
      <SaveStatus state={state} />
    </MantineProvider>
  )
  const { container, rerender } = render(shown('idle'))
  for (const [state, text] of [
    ['saving', 'Salvando…'],
    ['saved', 'Salvo'],
  ] as const) {
    translate(container, false)
    rerender(shown(state))
    expect(screen.getByRole('status').textContent).toBe(text)
  }
})
