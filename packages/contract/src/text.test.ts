import { describe, expect, it } from 'vitest'
import { translateMessage } from './errors.ts'
import { embedUrl, parseMedia } from './media.ts'
import { messages } from './messages.ts'
import { isNamespace } from './namespaces.ts'
import {
  cleanLink,
  compareTitles,
  formatWorkload,
  isWebAddress,
  parseWorkload,
  slugify,
  summarizeTitles,
} from './text.ts'

it.each([
  ['1h30', 90],
  ['1h', 60],
  ['2 horas', 120],
  ['1 hora e 15 minutos', 75],
  ['2h e meia', 150],
  ['meia', 30],
  ['meia hora', 30],
  ['90 minutos', 90],
  ['45 min', 45],
  ['1:20', 80],
  ['1,5h', 90],
  ['8', 480],
  ['', 0],
  ['muito', undefined],
])('a workload of %j is %j minutes', (text, minutes) => expect(parseWorkload(text)).toBe(minutes))
it.each([
  [90, '1h30'],
  [60, '1 hora'],
  [120, '2 horas'],
  [45, '45 minutos'],
  [1, '1 minuto'],
  [0, ''],
])('%i minutes are written %j, and read back the same', (minutes, text) => {
  expect(formatWorkload(minutes)).toBe(text)
  expect(parseWorkload(text)).toBe(minutes)
})

it.each([
  ['https://youtu.be/aqz-KE-bpKQ?t=3', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://www.youtube.com/watch?list=x&v=aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://vimeo.com/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/1084537/0123456789', 'https://player.vimeo.com/video/1084537?dnt=1&h=0123456789'],
  [
    'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
    'https://www.loom.com/embed/0123456789abcdef0123456789abcdef',
  ],
])('%s plays', (address, embed) => expect(embedUrl(parseMedia(address)!)).toBe(embed))
it('tells the player of YouTube, and no other, who listens', () => {
  const embed = (address: string) => embedUrl(parseMedia(address)!, 'https://escola.example')
  expect(embed('https://youtu.be/aqz-KE-bpKQ')).toBe(
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&playsinline=1&enablejsapi=1&origin=https%3A%2F%2Fescola.example',
  )
  expect(embed('https://vimeo.com/1084537')).toBe('https://player.vimeo.com/video/1084537?dnt=1')
})
it.each([
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)',
  'https://example.com/a.mp4',
  '<iframe src="https://youtu.be/aqz-KE-bpKQ">',
  'https://youtu.be/short',
  'ftp://vimeo.com/1084537',
  '',
])('%j is no video of ours', (address) => expect(parseMedia(address)).toBeUndefined())

it.each([
  ['Pão & Café: já!', 'pao-cafe-ja'],
  ['   ', 'sem-titulo'],
  ['日本', 'sem-titulo'],
])('%j makes the link %s', (title, link) => expect(slugify(title)).toBe(link))
it('a typed link keeps its address', () =>
  expect(cleanLink(' https://exemplo.com/já está ')).toBe('https://exemplo.com/ja-esta'))
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
