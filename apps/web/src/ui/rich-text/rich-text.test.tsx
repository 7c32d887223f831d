import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RichText } from './rich-text.tsx'

const show = (html: string) =>
  render(
    <MantineProvider env="test">
      <RichText html={html} />
    </MantineProvider>,
  ).container

it('shows words in plain tags with the page itself', () => {
  const html = '<h2>Pão &amp; sal</h2><ul><li>3 &gt; 2</li></ul><p>Fim<br>de <em>tudo</em></p>'
  expect(show(html).querySelector('h2')!.parentElement!.innerHTML).toBe(html.replace('<h2>', '<h2 aria-level="2">'))
})

it.each([
  ['by the page itself', ''],
  ['once it is sanitised', '<p><a href="https://exemplo.com">Receita</a></p>'],
])('gives headings levels that follow from each other, whatever their size, %s', async (_case, more) => {
  const shown = (html: string) => (
    <MantineProvider env="test">
      <RichText html={html + more} />
    </MantineProvider>
  )
  const { rerender, container } = render(shown('<h2>Antes</h2>'))
  rerender(shown('<h3>A</h3><h4>B</h4><h2>C</h2><h4>D</h4><h3>E</h3>'))
  const levels = () =>
    [...container.querySelectorAll('h2,h3,h4')].map((each) => `${each.tagName} ${each.getAttribute('aria-level')}`)
  await vi.waitFor(() => expect(levels()).toEqual(['H3 2', 'H4 3', 'H2 2', 'H4 3', 'H3 3']))
})

it.each([
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">a</p>',
  '<a href="javascript:alert(1)">a</a>',
  '<svg><script>alert(1)</script></svg>',
  '<script>alert(1)</script>',
  '<p/onclick=alert(1)>a',
  '<P onclick=alert(1)>a</P>',
  '<p\nonclick=alert(1)>a</p>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<preonclick onclick=alert(1)>a',
  '<p><<img src=x onerror=alert(1)>',
])('shows nothing else before it is sanitised: %s', async (html) => {
  const container = show(`<p>Antes</p>${html}<p>Depois</p>`)
  await vi.waitFor(() => expect(container.querySelector('[aria-hidden]')).toBeNull())
  expect(container.textContent).toContain('Depois')
  expect(container.innerHTML).not.toMatch(/<(?:img|svg|script|preonclick)|onclick=|onerror=|javascript:/)
})
