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
  expect(show(html).querySelector('h2')!.parentElement!.innerHTML).toBe(html)
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
