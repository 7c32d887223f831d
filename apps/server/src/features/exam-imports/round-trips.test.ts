import { type ExamKey, examQuestionKinds } from '@escola/contract/exam-content'
import { exportNotes } from '@escola/contract/exam-import-texts'
import { foldText } from '@escola/contract/exam-marks'
import { NewExamQuestion } from '@escola/contract/exam-questions.contract'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { sanitizeQuestionText } from '../../rich-text/sanitize-rich-text.ts'
import { keyOfPairs } from './judged-item.ts'
import { readGift } from './read-gift.ts'
import { readTable } from './read-table.ts'
import { samples } from './samples.testing.ts'
import { type WrittenQuestion, writeGift } from './write-gift.ts'
import { writeTable } from './write-table.ts'

const signs = '~=#{}:\\%[]->*()$,;|\'"+@& \n.123abçãÉ'
const words = fc
  .array(
    fc.constantFrom(...signs, '%50%', '####', '::', '//', '$CATEGORY:', '[html]', '->', '\\n', '\\(', '\\)', '$$'),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const formula = fc.constantFrom(
  'x^2',
  '\\frac{1}{2}',
  'a \\neq b',
  '\\{1\\}',
  'a=b',
  'x\\',
  '\\(a\\)',
  ' a ',
  '5\\%',
  '$$',
)
const inline = fc.oneof(
  words.map(escaped),
  words.map((text) => `<strong>${escaped(text)}</strong>`),
  formula.map((tex) => `<span data-formula="tex">${tex}</span>`),
  fc.constant('<br />'),
)
const html = fc
  .array(
    fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => `<p>${parts.join('').trim()}</p>`),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => sanitizeQuestionText(parts.join('')).trim())
const word = words.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
const tag = word.map((text) => text.replace(/[<>`\n]/g, '').toLowerCase())
const decimal = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, part]) => String(whole + part / 1000))

const options = fc
  .uniqueArray(html, { minLength: 2, maxLength: 10 })
  .map((texts) => texts.map((text, at) => ({ id: String(at + 1), html: text })))
const keys: Record<ExamKey['kind'], fc.Arbitrary<ExamKey>> = {
  one: fc.tuple(options, fc.nat()).map(([all, at]) => ({ kind: 'one', options: all, right: all[at % all.length]!.id })),
  several: fc.tuple(options, fc.integer({ min: 1, max: 1023 })).map(([all, mask]) => {
    const right = all.filter((_, at) => (mask >> at) % 2 === 1).map(({ id }) => id)
    return { kind: 'several', options: all, right: right.length > 0 ? right : ['1'] }
  }),
  truth: fc.boolean().map((right) => ({ kind: 'truth', right })),
  number: fc
    .tuple(decimal, decimal, fc.constantFrom('', 'kg', '°C', 'm/s', '%', 'g]'))
    .map(([right, tolerance, unit]) => ({ kind: 'number', right, tolerance: tolerance.replace('-', ''), unit })),
  text: fc
    .uniqueArray(word, { minLength: 1, maxLength: 5, selector: foldText })
    .map((right) => ({ kind: 'text', right })),
  order: options.map((all) => ({ kind: 'order', options: all, right: all.map(({ id }) => id) })),
  pairs: fc.tuple(options, options, fc.array(fc.nat(), { minLength: 10, maxLength: 10 })).map(([lefts, all, picks]) => {
    const taken = lefts.map((_, at) => all[picks[at]! % all.length]!.html)
    return keyOfPairs(
      lefts.map(({ html }) => html),
      [...taken, ...all.map(({ html }) => html)],
    )
  }),
  open: fc.oneof(fc.constant(''), html).map((guide) => ({ kind: 'open', guide })),
}

const question = (kind: ExamKey['kind']): fc.Arbitrary<WrittenQuestion> =>
  fc
    .record({
      statement: html,
      explanation: fc.oneof(fc.constant(''), html),
      is_shuffled: 'one several'.includes(kind) ? fc.boolean() : fc.constant(true),
      key: keys[kind],
      difficulty: fc.constantFrom('easy' as const, 'medium' as const, 'hard' as const),
      tags: fc.uniqueArray(tag, { maxLength: 3 }),
    })
    .map((each) => NewExamQuestion.safeParse({ ...each, degree_id: null }).data)
    .filter((each) => each !== undefined)

const gift = (questions: WrittenQuestion[]) => [...readGift(writeGift(questions).text)]
const table = (questions: WrittenQuestion[]) => {
  const { data } = Papa.parse<string[]>(writeTable(questions).text.slice(1), { delimiter: ';' })
  return [...readTable(data.map((cells, at) => ({ line: at + 1, cells })))]
}

/** GIFT has no place for it, and the export says so before. */
const withoutGuide = (each: WrittenQuestion): WrittenQuestion =>
  each.key.kind === 'open' ? { ...each, key: { ...each.key, guide: '' } } : each

const cases = examQuestionKinds.flatMap((kind) => [
  { kind, format: 'GIFT', there: gift },
  { kind, format: 'the model file', there: table },
])
it.each(cases)('brings back a question of kind $kind that was written as $format', ({ kind, there }) => {
  fc.assert(
    fc.property(fc.array(question(kind), { minLength: 1, maxLength: 3 }), (questions) => {
      const items = there(questions)
      const kept = there === gift ? questions.map(withoutGuide) : questions
      expect(items.map((item) => (item.verdict === 'question' ? item.question : item))).toEqual(kept)
      expect(items.flatMap((item) => (item.verdict === 'question' ? item.notes : []))).toEqual([])
    }),
    { numRuns: 150 },
  )
})

it('writes an option that looks like a weight or a format as the letters that it is', () => {
  const options = ['%50%x', '[html]x'].map((text, at) => ({ id: String(at + 1), html: text }))
  const key: ExamKey = { kind: 'one', options, right: '1' }
  const written = {
    statement: '<p>Qual?</p>',
    explanation: '',
    is_shuffled: true,
    key,
    difficulty: 'easy',
    tags: [],
  } as const
  const [item] = gift([{ ...written, tags: [] }])
  expect(item).toMatchObject({
    question: { key: { options: options.map(({ html: text }) => ({ html: `<p>${text}</p>` })) } },
  })
})

it('writes what GIFT read from its own documentation, and reads it again', () => {
  const read = (text: string) =>
    [...readGift(text)].flatMap((item) => (item.verdict === 'question' ? item.question : []))
  const questions = read(samples.gift)
  expect(questions.length).toBeGreaterThan(15)
  expect(read(writeGift(questions).text)).toEqual(questions)
})

it('names the pictures that a text can not hold, and writes their words', () => {
  const picture = '<img data-picture="00000000-0000-4000-8000-000000070000" alt="Um pão" />'
  const [plain, shown] = ['<p>Um</p>', `<p>Veja ${picture}</p>`].map(
    (statement): WrittenQuestion => ({
      statement,
      explanation: '',
      is_shuffled: true,
      key: { kind: 'truth', right: true },
      difficulty: 'easy',
      tags: [],
    }),
  )
  for (const write of [writeGift, writeTable]) {
    const { text, notes } = write([plain!, shown!])
    expect(notes).toEqual([exportNotes.pictures([2])])
    expect(text).toContain('Um pão')
    expect(text).not.toContain('img')
  }
})

it('writes no cell that a spreadsheet would run', () => {
  const statement = '<p>=1+1</p><p>@SUM(A1)</p>'
  const { text } = writeTable([
    {
      statement,
      explanation: '',
      is_shuffled: true,
      key: { kind: 'text', right: ['=1', '+2'] },
      difficulty: 'easy',
      tags: [],
    },
  ])
  for (const cell of Papa.parse<string[]>(text, { delimiter: ';' }).data.flat()) expect(cell).not.toMatch(/^[=+@]/)
})
