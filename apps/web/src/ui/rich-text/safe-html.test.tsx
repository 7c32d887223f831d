import { hostileMixes, hostileRichText } from '@escola/contract/hostile-rich-text.testing'
import { richText } from '@escola/contract/rich-text'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/react'
import { expect, it, vi } from 'vitest'
import { RichText } from './rich-text.tsx'
import RichTextField from './rich-text-field.tsx'
import { sanitize } from './safe-html.tsx'

const link = /^(?:https?|mailto|tel):/i
const allowed: readonly string[] = richText.tags

/** Lists the elements and attributes that our texts never have. */
function foreignParts(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes].filter(({ name, value }) => {
      // The attribute names no element that is defined, and a browser doesn't let it be removed.
      if (name === 'is' && value === '') return false
      if (element.localName !== 'a') return true
      if (name === 'href') return !link.test(value)
      return !(name === 'target' && value === '_blank') && !(name === 'rel' && value === richText.linkRel)
    })
    const isForeign = !allowed.includes(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
    return [...(isForeign ? [element.localName] : []), ...attributes.map(({ name, value }) => `${name}=${value}`)]
  })
}
const parsed = (html: string) => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

it('leaves nothing of hostile texts, and that as it is', () => {
  for (const hostile of [...hostileRichText, ...hostileMixes(1000)]) {
    const clean = sanitize(hostile)
    expect(foreignParts(parsed(clean)), hostile).toEqual([])
    expect(sanitize(clean), hostile).toBe(clean)
  }
})

it('shows nothing of hostile texts', async () => {
  const { container } = render(
    <MantineProvider env="test">
      {hostileRichText.map((hostile) => (
        <article key={hostile}>
          <RichText html={hostile} />
        </article>
      ))}
    </MantineProvider>,
  )
  await waitFor(() => expect(container.querySelector('[aria-hidden]')).toBeNull())
  const texts = [...container.querySelectorAll('article')]
  expect(texts).toHaveLength(hostileRichText.length)
  for (const [at, text] of texts.entries()) {
    for (const frame of text.querySelectorAll(':scope > div')) frame.removeAttribute('class')
    expect(
      // The level of a heading is our own attribute.
      foreignParts(text).filter((name) => name !== 'div' && !/^aria-level=[2-4]$/.test(name)),
      hostileRichText[at],
    ).toEqual([])
  }
})

it('edits nothing of hostile texts, and reports nothing of them', async () => {
  const onChange = vi.fn<(html: string) => void>()
  render(
    <MantineProvider env="test">
      <RichTextField label="Descrição" value="" onChange={onChange} />
    </MantineProvider>,
  )
  const field = await screen.findByRole('textbox', { name: 'Descrição' })
  const { editor } = field as unknown as { editor: Editor }
  for (const hostile of hostileRichText) {
    act(() => void editor.commands.setContent(hostile))
    expect(foreignParts(parsed(editor.getHTML())), hostile).toEqual([])
    const shown = field.cloneNode(true) as HTMLElement
    // The editor's own marks of where a cursor may stand.
    for (const own of shown.querySelectorAll('[class^=ProseMirror-]')) own.remove()
    const foreign = foreignParts(shown).filter((name) => !/^(?:contenteditable|draggable)=/.test(name))
    expect(foreign, hostile).toEqual([])
  }
})
