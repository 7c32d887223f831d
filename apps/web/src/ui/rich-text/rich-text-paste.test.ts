import { expect, it } from 'vitest'
import { tidyPaste } from './rich-text-paste.ts'

/** Strips the parts that a browser doesn't show. */
const tidied = (html: string) =>
  tidyPaste(html)
    .replace(/<!--.*?-->|<style>.*?<\/style>/gs, '')
    .replace(/<\/?span[^>]*>|<o:p><\/o:p>/g, '')
    .replace(/[\s\u00a0]+|&nbsp;/g, ' ')
    .replace(/> | (?=<)/g, (match) => match.trim())
    .trim()

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
  style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
  </span></span></span><![endif]>${text}<o:p></o:p></p>\n\n`

it('keeps the words of a table apart, one line for each row', () => {
  const table = `<table><colgroup><col></colgroup><thead><tr><th>Dia</th><th>Tema</th></tr></thead>
    <tbody><tr><td><p>A1</p><p>mais</p></td><td><b>B1</b></td></tr><tr><td></td><td> </td></tr></tbody></table>`
  expect(tidied(`<p>antes</p>${table}<p>depois</p>`)).toBe(
    '<p>antes</p><colgroup><col></colgroup><p>Dia | Tema</p><p>A1 mais |<b>B1</b></p><p>depois</p>',
  )
})

it('takes rows without their table, and tables in tables', () => {
  expect(tidied('<tr><td>A1</td><td>B1</td></tr>')).toBe('<p>A1 | B1</p>')
  const inner = '<table><tr><td>a</td><td>b</td></tr></table>'
  expect(tidied(`<table><tr><td>${inner}</td><td>c</td></tr></table>`)).toBe('<p>a | b | c</p>')
})

it('leaves alone what a table of one column only laid out', () => {
  expect(tidied('<table><tr><td><h2>Olá</h2><ul><li>um</li></ul></td></tr></table>')).toBe(
    '<div><h2>Olá</h2><ul><li>um</li></ul></div>',
  )
})

it('knows titles of every size', () => {
  expect(tidied('<h1>Um</h1><h3>Três</h3><h5>Cinco</h5><h6>Seis</h6>')).toBe(
    '<h2>Um</h2><h3>Três</h3><h4>Cinco</h4><h4>Seis</h4>',
  )
})

it("makes lists of Word's paragraphs, also lists in lists", () => {
  const items = [
    wordItem(1, '·', 'um'),
    wordItem(2, 'o', 'dentro'),
    wordItem(2, 'o', 'também'),
    wordItem(1, '·', '<b>dois</b>'),
  ]
  expect(tidied(`<p>antes</p>${items.join('')}<p class=MsoNormal>depois</p>${wordItem(1, '1.', 'primeiro')}`)).toBe(
    '<p>antes</p><ul><li>um<ul><li>dentro</li><li>também</li></ul></li><li><b>dois</b></li></ul>' +
      '<p class="MsoNormal">depois</p><ol><li>primeiro</li></ol>',
  )
})

it('begins another list where bullets become numbers', () => {
  expect(tidied(wordItem(1, '·', 'um') + wordItem(1, 'a)', 'dois') + wordItem(1, 'b)', 'três'))).toBe(
    '<ul><li>um</li></ul><ol><li>dois</li><li>três</li></ol>',
  )
})

it("knows Word's items by their bullet where nothing else says so", () => {
  const paragraph = (text: string) => `<p class="MsoListParagraph">${text}</p>`
  expect(tidied(paragraph('·&nbsp; <b>Item</b>') + paragraph('<span>2.</span>&nbsp;Outro'))).toBe(
    '<ul><li><b>Item</b></li></ul><ol><li>Outro</li></ol>',
  )
  expect(tidied(`${paragraph('Sem marca')}<p>1. Um parágrafo</p>`)).toBe(
    '<p class="MsoListParagraph">Sem marca</p><p>1. Um parágrafo</p>',
  )
})
