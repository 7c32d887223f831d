import { hostileMixes, hostileRichText, hugeRichText } from '@escola/contract/hostile-rich-text.testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sanitizeQuestionText, sanitizeRichText, textOfHtml } from './sanitize-rich-text.ts'

const pieces = fc.constantFrom(
  '<p>',
  '</p>',
  '<strong>',
  '</strong>',
  '<script>',
  '</script>',
  '<a href="',
  'javascript:alert(1)',
  'https://x.com/?a=1&b=2',
  '">',
  '</a>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=1>',
  '&lt;',
  '&amp;',
  '<',
  '>',
  '"',
  "'",
  '<!--',
  '-->',
  '<style>',
  '<br>',
  '<li>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '<math>',
  'texto',
  ' ',
  '\u0000',
  '&#106;avascript:',
  '<h1>',
  '<h2 onclick=1>',
)
const html = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

const allowed =
  /<(?:\/?(?:p|h[234]|strong|em|u|s|a|ul|ol|li|blockquote|code|pre)|br \/|hr \/|a href="(?:https?|mailto):[^"<>]*")>/gi
const expectHarmless = (hostile: string) => {
  const clean = sanitizeRichText(hostile)
  expect(clean.replace(allowed, '')).not.toContain('<')
  expect(sanitizeRichText(clean)).toBe(clean)
}

it.each([...hostileRichText, ...hugeRichText])(
  'leaves nothing but the allow-list, and that as it is, of %.80j',
  expectHarmless,
)

it('leaves nothing but the allow-list of any mix of them', () => {
  for (const mix of hostileMixes(3000)) expectHarmless(mix)
})

it('keeps sanitised text as it is', () => {
  fc.assert(
    fc.property(html, (text) => {
      const once = sanitizeRichText(text)
      expect(sanitizeRichText(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

it('never leaves a tag or attribute outside the allow-list', () => {
  fc.assert(fc.property(html, expectHarmless), { numRuns: 2000 })
})

it.each([
  ['<p>Olá <script>alert(1)</script>mundo</p>', '<p>Olá mundo</p>'],
  ['<p onclick="alert(1)" style="color:red" class="x">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="JaVa&#x09;Script:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="//evil.example">a</a>', '<a>a</a>'],
  ['<a href="/sair">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['<a href="https://exemplo.com.br" target="_blank" rel="x">a</a>', '<a href="https://exemplo.com.br">a</a>'],
  ['<img src="x" onerror="alert(1)"><iframe src="https://x"></iframe>', ''],
  ['<h1>Título</h1><h2>Parte</h2>', 'Título<h2>Parte</h2>'],
  ['<ul><li>um<li>dois</ul>', '<ul><li>um</li><li>dois</li></ul>'],
])('turns %j into %j', (given, expected) => {
  expect(sanitizeRichText(given)).toBe(expected)
})

it.each([
  ['<b>Vendas</b> &amp; marketing', 'Vendas & marketing'],
  ['1 < 2', '1 < 2'],
  ['um&#1; dois', 'um dois'],
  ['<br>&nbsp;', ''],
  ['<script>x</script>', ''],
])('reads %j as the text %j', (given, expected) => {
  expect(textOfHtml(given)).toBe(expected)
})

it('keeps what is raised and lowered, and links to telephones', () => {
  const text = '<p>10<sup>3</sup>, H<sub>2</sub>O, <a href="tel:+5511912345678">ligue</a></p>'
  expect(sanitizeRichText(text)).toBe(text)
})

const allowedInQuestions =
  /<(?:\/?(?:p|strong|em|u|sup|sub|ul|ol|li|code|pre)|br \/|\/?span|span data-formula="tex"|img data-picture="[0-9a-f-]{36}" alt="[^"<>]*"(?: width="\d+" height="\d+")? \/)>/g
const expectHarmlessQuestion = (hostile: string) => {
  const clean = sanitizeQuestionText(hostile)
  expect(clean.replace(allowedInQuestions, '')).not.toContain('<')
  expect(sanitizeQuestionText(clean)).toBe(clean)
}

it.each([...hostileRichText, ...hugeRichText])(
  'leaves of a question nothing but its own allow-list, and that as it is, of %.80j',
  expectHarmlessQuestion,
)

it('leaves of a question nothing but its own allow-list of any mix of them', () => {
  for (const mix of hostileMixes(1000)) expectHarmlessQuestion(mix)
  fc.assert(fc.property(html, expectHarmlessQuestion), { numRuns: 1000 })
})

const key = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
it.each([
  [
    '<p>H<sub>2</sub>O <code>x</code></p><h2>a</h2><a href="https://x.example">b</a>',
    '<p>H<sub>2</sub>O <code>x</code></p>ab',
  ],
  ['<span data-formula="x" onclick="y">x^2</span>', '<span data-formula="tex">x^2</span>'],
  [
    `<img data-picture="${key}" alt=" Um pão " width="9" height="x" src="//x">`,
    `<img data-picture="${key}" alt="Um pão" />`,
  ],
  ['<img src="https://x.example/p.png" alt="x"><img data-picture="../../x" alt="x">', ''],
])('turns the text of a question %j into %j', (given, expected) => {
  expect(sanitizeQuestionText(given)).toBe(expected)
})
