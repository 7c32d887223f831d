import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCurrentInView } from './use-current-in-view.ts'

const listHeight = 500
const rowHeight = 40

// jsdom lays nothing out: rows stand below each other in a list that shows some of them.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isRow = this.tagName === 'A'
    const list = this.closest('nav')!
    const top = isRow ? [...list.children].indexOf(this) * rowHeight - list.scrollTop : 0
    return new DOMRect(0, 100 + top, 300, isRow ? rowHeight : listHeight)
  })
})
afterEach(() => vi.restoreAllMocks())

function Lessons({ current }: { current: number }) {
  const list = useCurrentInView<HTMLElement>(current)
  return (
    <nav ref={list}>
      {Array.from({ length: 100 }, (_, at) => (
        <a key={at} href={`/${at}`} aria-current={at === current ? 'page' : undefined}>
          Aula
        </a>
      ))}
    </nav>
  )
}
const list = () => screen.getByRole('navigation')

it('shows what is open, in the middle of the list, and moves nothing but the list', () => {
  const { rerender } = render(<Lessons current={60} />)
  expect(list().scrollTop).toBe(60 * rowHeight - (listHeight - rowHeight) / 2)
  expect(document.documentElement.scrollTop).toBe(0)
  rerender(<Lessons current={90} />)
  expect(list().scrollTop).toBe(90 * rowHeight - (listHeight - rowHeight) / 2)
})

it('leaves a list alone that shows it already', () => {
  const { rerender } = render(<Lessons current={60} />)
  const before = list().scrollTop
  rerender(<Lessons current={62} />)
  expect(list().scrollTop).toBe(before)
})
