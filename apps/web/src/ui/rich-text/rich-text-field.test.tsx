import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { expect, it, vi } from 'vitest'
import RichTextField from './rich-text-field.tsx'

async function open(value = '', placeholder?: string) {
  const onChange = vi.fn<(html: string) => void>()
  render(
    <MantineProvider env="test">
      <RichTextField label="Descrição" value={value} placeholder={placeholder} onChange={onChange} />
    </MantineProvider>,
  )
  const field = await screen.findByRole('textbox', { name: 'Descrição' })
  const { editor } = field as unknown as { editor: Editor }
  return { field, editor, written: () => onChange.mock.lastCall?.[0] }
}
it('says what belongs into an empty text, and never writes it', async () => {
  const { field, editor, written } = await open('', 'Escreva aqui')
  expect(field.getAttribute('aria-placeholder')).toBe('Escreva aqui')
  expect(field.querySelector('p')!.dataset.placeholder).toBe('Escreva aqui')
  act(() => void editor.commands.insertContent('Oi'))
  expect(written()).toBe('<p>Oi</p>')
  act(() => void editor.commands.clearContent(true))
  expect(written()).toBe('')
})

it('keeps what is raised and lowered, and telephones that are links, as they are pasted', async () => {
  const { field, written } = await open()
  const raised = '<p>10<sup>3</sup> m, H<sub>2</sub>O, <a href="tel:+5511912345678">ligue</a></p>'
  paste(field, raised)
  expect(written()).toBe(raised)
})

it('takes no more than the allow-list of what it is given', async () => {
  const { editor, written } = await open(
    '<p onclick="alert(1)">Oi<img src=x onerror="alert(1)"></p><script>alert(1)</script>',
  )
  act(() => void editor.commands.insertContentAt(3, '!'))
  expect(written()).toBe('<p>Oi!</p>')
})

const openPopover = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  return screen.findByLabelText('Endereço do link')
}
const paste = (field: HTMLElement, html: string, text = '') => {
  const getData = (type: string) => (type === 'text/html' ? html : text)
  fireEvent.paste(field, { clipboardData: { getData, types: ['text/html'], files: [] } })
}

it('makes a whole address of what is typed for a link', async () => {
  const { editor, written } = await open('<p>Veja</p>')
  act(() => void editor.commands.selectAll())
  await userEvent.type(await openPopover(), 'www.exemplo.com{Enter}')
  expect(written()).toBe('<p><a href="https://www.exemplo.com">Veja</a></p>')
})

it('says so and stays open when what is typed is no address', async () => {
  const { editor, written } = await open('<p>Veja</p>')
  act(() => void editor.commands.selectAll())
  const input = await openPopover()
  await userEvent.type(input, 'ftp://exemplo.com')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(input).toHaveProperty('ariaInvalid', 'true')
  screen.getByText(/^Preencha um endereço completo/)
  await userEvent.clear(input)
  await userEvent.type(input, 'ana@exemplo.com')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(written()).toBe('<p><a href="mailto:ana@exemplo.com">Veja</a></p>')
})

it('writes the address itself where nothing is selected', async () => {
  const { editor, written } = await open('<p>Veja:</p>')
  act(() => void editor.commands.setTextSelection(6))
  await userEvent.type(await openPopover(), 'exemplo.com{Enter}')
  act(() => void editor.commands.insertContent(' agora'))
  expect(written()).toBe('<p>Veja:<a href="https://exemplo.com">exemplo.com</a> agora</p>')
})

it('takes a link away when its address is emptied', async () => {
  const { editor, written } = await open('<p><a href="https://a.com">Veja</a></p>')
  act(() => void editor.commands.setTextSelection(3))
  const input = await openPopover()
  expect(input).toHaveProperty('value', 'https://a.com')
  await userEvent.clear(input)
  await userEvent.type(input, '{Enter}')
  expect(written()).toBe('<p>Veja</p>')
})

it('gives the cursor back to the text when the link is given up', async () => {
  const { field } = await open('<p>Veja</p>')
  await userEvent.type(await openPopover(), 'www{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(screen.queryByLabelText('Endereço do link')).toBeNull())
})

it('makes pasted addresses whole, and plain text of links that lead nowhere', async () => {
  const { field, written } = await open()
  paste(field, '<p><a href="www.exemplo.com">um</a> <a href="ftp://a.b">dois</a> <a href="/c/x">três</a></p>')
  expect(written()).toBe('<p><a href="https://www.exemplo.com">um</a> dois três</p>')
})

it("makes lists of Word's paragraphs", async () => {
  const { field, written } = await open()
  const item = (level: number, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·
    <span>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
  paste(
    field,
    `<html><head><style>p { margin: 0 }</style></head><body>${item(1, 'um')}\n${item(2, 'dois')}</body></html>`,
  )
  expect(written()).toBe('<ul><li><p>um</p><ul><li><p>dois</p></li></ul></li></ul>')
})

it('keeps the words of a pasted table apart', async () => {
  const { field, written } = await open()
  paste(field, '<h1>Aulas</h1><table><tr><td>A1</td><td>B1</td></tr><tr><td>A2</td><td>B2</td></tr></table>')
  expect(written()).toBe('<h2>Aulas</h2><p>A1 | B1</p><p>A2 | B2</p>')
})

it('is one stop of the Tab key before the text; the arrows go from control to control', async () => {
  const { field } = await open('<p>Veja</p>')
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const user = userEvent.setup()
  const stops = () =>
    within(screen.getByRole('toolbar'))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toHaveLength(1)
  await user.tab()
  expect(document.activeElement?.closest('[role=toolbar]')?.getAttribute('aria-label')).toBe('Formatação: Descrição')
  expect(focused()).toBe('Negrito')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  const third = focused()
  await user.keyboard('{ArrowLeft}{Home}{ArrowLeft}')
  expect(focused()).not.toBe('Negrito')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(focused()).toBe(third)
  expect(stops()).toEqual([document.activeElement])
  await user.tab()
  expect(document.activeElement).toBe(field)
  await user.tab({ shift: true })
  expect(focused()).toBe(third)
})
