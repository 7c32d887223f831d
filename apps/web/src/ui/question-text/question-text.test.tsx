import { hostileRichText } from '@escola/contract/hostile-rich-text.testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../testing/show-screen.tsx'
import { QuestionText } from './question-text.tsx'
import QuestionTextField from './question-text-field.tsx'
import { sanitizeQuestionText } from './sanitize-question-text.ts'

const key = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const picture = `<img data-picture="${key}" alt="Um pão" width="9" height="6">`

it('shows pictures with the address of this school, and draws formulas', async () => {
  const html = `<p>${picture} <span data-formula="tex">\\frac{1}{2}</span></p>`
  await showScreen({ at: '/', route: '/', show: () => <QuestionText html={html} />, as: 'admin' })
  const image = await screen.findByRole('img', { name: 'Um pão' })
  expect(image.getAttribute('src')).toMatch(new RegExp(`^/api/school/\\d+/image/${key}`))
  await waitFor(() => expect(document.querySelector('[data-formula] .katex')).toBeTruthy())
})

it('follows no address and takes no class out of a formula', async () => {
  const { drawTex } = await import('./katex.ts')
  for (const tex of [
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://x.example/p.png}',
    '\\htmlClass{x}{y}',
  ]) {
    const element = document.createElement('span')
    drawTex(element, tex)
    expect(element.querySelector('a, img, .x')).toBeNull()
  }
  const endless = document.createElement('span')
  expect(drawTex(endless, '\\def\\a{\\a\\a}\\a')).toBe(false)
  expect(endless.textContent).toBe('\\def\\a{\\a\\a}\\a')
})

it('leaves nothing of hostile texts but the allow-list', () => {
  const names = new Set(['P', 'BR', 'STRONG', 'EM', 'U', 'SUP', 'SUB', 'UL', 'OL', 'LI', 'CODE', 'PRE', 'IMG', 'SPAN'])
  for (const hostile of hostileRichText) {
    const template = document.createElement('template')
    template.innerHTML = sanitizeQuestionText(hostile)
    const elements = [...template.content.querySelectorAll('*')]
    expect(elements.filter(({ tagName }) => !names.has(tagName))).toEqual([])
    expect(
      elements.flatMap((element) => element.getAttributeNames()).filter((name) => /^on|src|href|style/.test(name)),
    ).toEqual([])
  }
})

async function openField(value: string) {
  const onChange = vi.fn<(html: string) => void>()
  const show = () => <QuestionTextField label="Enunciado" value={value} onChange={onChange} />
  await showScreen({ at: '/', route: '/', show, as: 'admin' })
  const field = await screen.findByRole('textbox', { name: 'Enunciado' })
  const { editor } = field as unknown as { editor: Editor }
  return { editor, written: () => onChange.mock.lastCall?.[0] }
}

it('writes pictures and formulas as they are stored', async () => {
  const { editor, written } = await openField(`<p>${picture}<span data-formula="tex">x^2</span></p>`)
  act(() => void editor.commands.insertContentAt(1, 'Veja '))
  expect(written()).toBe(`<p>Veja ${picture}<span data-formula="tex">x^2</span></p>`)
})

it('writes a formula in a dialog, and changes the one that is selected', async () => {
  const { editor, written } = await openField('')
  await userEvent.click(screen.getByRole('button', { name: 'Fórmula' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fórmula' }))
  await userEvent.type(dialog.getByLabelText('Fórmula em TeX'), 'a+b')
  await userEvent.click(dialog.getByRole('button', { name: 'Inserir fórmula' }))
  await waitFor(() => expect(written()).toBe('<p><span data-formula="tex">a+b</span></p>'))
  act(() => void editor.commands.setNodeSelection(1))
  await userEvent.click(screen.getByRole('button', { name: 'Fórmula' }))
  const again = within(await screen.findByRole('dialog', { name: 'Fórmula' }))
  await userEvent.type(again.getByLabelText('Fórmula em TeX'), '+c')
  await userEvent.click(again.getByRole('button', { name: 'Inserir fórmula' }))
  await waitFor(() => expect(written()).toBe('<p><span data-formula="tex">a+b+c</span></p>'))
})

it('asks for words of a picture, and changes those of the one that is selected', async () => {
  const { editor, written } = await openField(`<p>${picture}</p>`)
  act(() => void editor.commands.setNodeSelection(1))
  await userEvent.click(screen.getByRole('button', { name: 'Imagem' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Imagem' }))
  const words = dialog.getByLabelText(/^Descrição da imagem/)
  await userEvent.clear(words)
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar descrição' }))
  expect(await dialog.findByText('Descreva a imagem')).toBeTruthy()
  await userEvent.type(words, 'Um bolo')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar descrição' }))
  await waitFor(() => expect(written()).toContain('alt="Um bolo"'))
})
