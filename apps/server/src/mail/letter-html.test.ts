import { describe, expect, it } from 'vitest'
import { type Letter, letterText } from './letter.ts'
import { letterHtml } from './letter-html.ts'

const letter: Letter = {
  subject: 'Seu acesso está liberado',
  heading: 'Olá, Ana!',
  paragraphs: ['Boas aulas.'],
  facts: [],
  courses: [],
  moreCourses: 0,
  button: { label: 'Entrar', url: 'https://escola.example/mar' },
  note: 'Você recebeu porque estuda aqui.',
}
const head = { schoolName: 'Mar', schoolUrl: 'https://escola.example/mar', theme: 'berry', logo: '', logoDark: '' }
const html = (parts: Partial<Letter>) => letterHtml({ ...letter, ...parts }, head)
const cover = (key: string) => `https://escola.example/files/${key}?w=1`

/** Each card, and what stands in its rows, in the order in which they are read. */
const cards = (text: string) =>
  [...text.matchAll(/<table [^>]*class="box"[^>]*overflow:hidden">(.*?)<\/table>/g)].map(([, card]) =>
    [...card!.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      [...row!.matchAll(/<img src="([^"]*)" alt="" width="(\d+)"|<td class="strong"[^>]*>([^<]*)/g)].map(
        ([, src, width, title]) => title ?? `${src} ${width}`,
      ),
    ),
  )

describe('the courses', () => {
  it('show the cover of the only one above its title, as wide as the letter', () => {
    const course = { title: 'Pão & <vinho>', cover: cover('a') }
    expect(cards(html({ courses: [course] }))).toEqual([[[`${cover('a')} 504`], ['Pão &amp; &lt;vinho&gt;']]])
  })

  it('show small covers beside the titles of several', () => {
    const [bread, cake] = [
      { title: 'Pão', cover: cover('a') },
      { title: 'Bolo', cover: cover('b') },
    ]
    expect(cards(html({ courses: [bread, cake] }))).toEqual([
      [[`${cover('a')} 116`, 'Pão']],
      [[`${cover('b')} 116`, 'Bolo']],
    ])
    // One that is named stands for others, too.
    expect(cards(html({ courses: [bread], moreCourses: 3 }))).toEqual([[[`${cover('a')} 116`, 'Pão']]])
  })

  it('are cards without a picture where there is no cover', () => {
    const bread = { title: 'Pão', cover: '' }
    expect(html({ courses: [bread] })).not.toContain('<img')
    expect(cards(html({ courses: [bread] })).flat(2)).toEqual(['Pão'])
    expect(cards(html({ courses: [bread, { ...bread, title: 'Bolo' }] }))).toEqual([[['Pão']], [['Bolo']]])
  })

  it('say what is new in them, and lead there', () => {
    const news = { text: 'Módulo <2>', url: 'https://escola.example/mar/c/pao/aula' }
    const cake = { title: 'Bolo', cover: '', news: { ...news, url: `${news.url}-2` } }
    const courses = [{ title: 'Pão', cover: '', news }, cake]
    expect(html({ courses })).toContain(`href="${news.url}"`)
    expect(html({ courses })).toContain('Módulo &lt;2&gt;')
    const text = letterText({ ...letter, courses, moreCourses: 2, button: { label: 'Entrar', url: news.url } }, head)
    // The button leads to the first one.
    expect(text).toContain(`Pão: Módulo <2>\n\nBolo: Módulo <2>\n${news.url}-2\n\ne mais 2\n\nEntrar:\n${news.url}`)
  })

  it('are not there where none was given', () => {
    expect(cards(html({}))).toEqual([])
    expect(html({})).not.toContain('class="box"')
  })

  it('say how many more there are', () => {
    const courses = [{ title: 'Pão', cover: '' }]
    expect(html({ courses, moreCourses: 12 })).toContain('>e mais 12</p>')
    expect(html({ courses })).not.toContain('e mais')
    expect(letterText({ ...letter, courses, moreCourses: 12 }, head)).toContain('Cursos: Pão, e mais 12\n')
  })
})

describe('the facts', () => {
  const facts = [
    { label: 'Turma', value: 'Março <b>&</b>' },
    { label: 'Início', value: '02/03/2026' },
  ]

  it('stand in one box, labels above values, before the courses', () => {
    const text = html({ facts, courses: [{ title: 'Pão', cover: cover('a') }] })
    const box = /<table [^>]*class="box"[^>]*>(.*?)<\/table>/.exec(text)!
    const texts = [...box[1]!.matchAll(/<p [^>]*>([^<]*)<\/p>/g)].map(([, each]) => each)
    expect(texts).toEqual(['Turma', 'Março &lt;b&gt;&amp;&lt;/b&gt;', 'Início', '02/03/2026'])
    expect(box.index).toBeLessThan(text.indexOf(cover('a')))
  })

  it('are lines of the text', () => {
    expect(letterText({ ...letter, facts }, head)).toContain('\n\nTurma: Março <b>&</b>\nInício: 02/03/2026\n\n')
  })
})

describe('news', () => {
  const url = 'https://escola.example/mar/c/pao/aula'
  const news = [{ label: 'Perguntas novas', lines: [{ text: 'Ana em “Pão”', url, said: 'Por que <3?' }], more: 2 }]

  it('stands a line each, which leads to its page and says what was asked', () => {
    const text = html({ news })
    expect(text).toMatch(new RegExp(`href="${url}"[^>]*>Ana em “Pão”</a><p [^>]*>“Por que &lt;3\\?”</p>`))
    expect(text).toContain('>e mais 2</p>')
  })

  it('is lines of the text', () => {
    const lines = `Perguntas novas:\n- Ana em “Pão”\n  Por que <3?\n  ${url}\ne mais 2\n\nEntrar:`
    expect(letterText({ ...letter, news }, head)).toContain(lines)
  })
})
