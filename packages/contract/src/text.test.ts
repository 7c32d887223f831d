import { describe, expect, it } from 'vitest'
import { translateMessage } from './errors.ts'
import { messages } from './messages.ts'
import { isNamespace } from './namespaces.ts'
import { cleanLink, compareTitles, isWebAddress, slugify, summarizeTitles, withScheme } from './text.ts'

it.each([
  ['Pão & Café: já!', 'pao-cafe-ja'],
  ['   ', 'sem-titulo'],
  ['日本', 'sem-titulo'],
])('%j makes the link %s', (title, link) => expect(slugify(title)).toBe(link))
it.each([
  [' exemplo.com/já está ', 'exemplo.com/ja-esta'],
  [' HTTPS://Exemplo.com/já está?a=b c#Fim ', 'https://exemplo.com/j%C3%A1%20est%C3%A1?a=b%20c#Fim'],
  ['https://exemplo.com/a%20b', 'https://exemplo.com/a%20b'],
  ['https://ação.com.br/Curso', 'https://xn--ao-siap.com.br/Curso'],
  ['https://exemplo com/já está', 'https://exemplo-com/ja-esta'],
  ['https://Exemplo.com\\Curso\\Um?de=a\\b', 'https://exemplo.com/Curso/Um?de=a\\b'],
  ['https:\\\\Exemplo.com\\Curso', 'https://exemplo.com/Curso'],
  ['https:// Exemplo.com/Curso', 'https://exemplo.com/Curso'],
  ['https://Ana:S3nha@Exemplo.com/Curso', 'https://Ana:S3nha@exemplo.com/Curso'],
])('the link %j becomes %j, and stays so', (typed, link) => {
  expect([cleanLink(typed), cleanLink(link)]).toEqual([link, link])
})
it.each([
  ['exemplo.com/a', 'https://exemplo.com/a'],
  ['exemplo.com:8080/a', 'https://exemplo.com:8080/a'],
  ['https://exemplo.com', 'https://exemplo.com'],
  ['mailto:ana@exemplo.com', 'mailto:ana@exemplo.com'],
  ['tel:0800123', 'tel:0800123'],
  ['', ''],
])('%j is %j with its scheme', (typed, address) => expect(withScheme(typed)).toBe(address))
it.each([
  ['https://exemplo.com', true],
  ['', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['http://exemplo.com/\0', false],
  ['http://exemplo.com/\ud800', false],
])('%j is a web address: %j', (address, is) => expect(isWebAddress(address)).toBe(is))

it.each([
  [[], '(nenhum curso)'],
  [['A'], 'A'],
  [['A', 'B'], 'A e B'],
  [['A', 'B', 'C'], 'A, B e C'],
  [['A', 'B', 'C', 'D'], '4 cursos'],
])('%j is summed up as %s', (titles, text) => expect(summarizeTitles(titles)).toBe(text))

describe('a namespace', () => {
  it.each(['api', 'login', 'c', 'turmas', 'Ab', 'a', '-ab', 'ab-', 'a b', 'x'.repeat(41)])('is not %s', (name) =>
    expect(isNamespace(name)).toBe(false),
  )
  it('is a short plain word', () => expect(isNamespace('atelie-do-pao')).toBe(true))
})

it.each([
  ["Can't find school", 'Escola não encontrada'],
  ['Your card was declined.', 'O seu cartão não foi aprovado, nenhum valor foi cobrado.'],
  ['Something else.', 'Something else'],
  [undefined, messages.unexpected],
])('the server says %j, people read %j', (message, text) => expect(translateMessage(message)).toBe(text))
it('orders titles as people count, whatever their accents', () =>
  expect(['aula 10', 'Ética', 'Aula 2', 'Estética', 'Aula 1'].toSorted(compareTitles)).toEqual([
    'Aula 1',
    'Aula 2',
    'aula 10',
    'Estética',
    'Ética',
  ]))
