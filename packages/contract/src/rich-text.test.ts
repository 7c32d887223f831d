import { expect, it } from 'vitest'
import { RichText } from './courses.contract.ts'
import { limits } from './limits.ts'
import { isEmptyRichText } from './rich-text.ts'

it.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp;</p><p> <br></p>', true],
  ['<p>a</p>', false],
  ['1 < 2 > 0', false],
])('%j says nothing: %j', (html, isEmpty) => expect(isEmptyRichText(html)).toBe(isEmpty))

it('reads a text once, whatever it is full of', () => {
  // A pattern that read each of them to the end would outlast the test.
  for (const mark of ['<', '<p ', '</', '<!--', '&', '&nbsp'])
    expect(isEmptyRichText(mark.repeat(1_000_000))).toBe(false)
})

it.each(['<', '<p>', '<p><b>', '</p>'])('is refused when it is made of %j', (part) => {
  const made = (tags: number) => `${part.repeat(tags / (part.split('<').length - 1))}texto`
  expect(RichText.safeParse(made(limits.richTextTags)).success).toBe(true)
  const { error } = RichText.safeParse(made(limits.richTextTags + 2))
  expect(error?.issues.map(({ message }) => message)).toEqual(['Este texto tem formatação demais'])
})
