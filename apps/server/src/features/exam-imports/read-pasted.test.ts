import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import { expect, it } from 'vitest'
import { readPasted } from './read-pasted.ts'
import { samples, verdictsOf } from './samples.testing.ts'

it('reads questions as teachers write them', () => {
  expect(verdictsOf(readPasted(samples.pasted))).toMatchInlineSnapshot(`
    [
      "1 Qual microrganismo faz a massa crescer? one: 2",
      "2 Quanto sal vai em 1 kg de farinha? one: 2",
      "3 O que vai no pão francês? several: 1, 3",
      "4 O sal acelera a fermentação. (V ou F) truth: false",
      "5 Em que temperatura assa o pão? number: 200 ± 10 °C",
      "6 Como se chama o fermento natural francês? text: levain, massa madre",
      "7 Escolha: one: 3",
      "8 Sobre o levain, é correto afirmar: one: 1",
      "9 O glúten é uma proteína. truth: true",
      "10 Quais destes são pães? several: 1, 2",
      "11 Ninguém diz a resposta desta. refused: resposta certa: Falta dizer qual é a resposta certa",
    ]
  `)
})

it.each([
  ['a star before', 'Um?\na) x\n*b) y'],
  ['a star behind', 'Um?\na) x\nb) y *'],
  ['a word behind', 'Um?\na) x\nb) y (correta)'],
  ['a mark before', 'Um?\na) x\n✅ b) y'],
  ['a ticked box', 'Um?\n( ) x\n(X) y'],
  ['a letter', 'Um?\na) x\nb) y\nGabarito: B'],
  ['a letter with its text', 'Um?\na) x\nb) y\nResposta correta: b) y'],
  ['the text of the option', 'Um?\nA - x\nB - y\nResp: y'],
  ['bold of a messenger', '*1) Um?*\na) x\nb) y\n*Gabarito:* letra b'],
  ['a list at the end', '1. Um?\n(a) x\n(b) y\n\nGabarito\n1 - B'],
  ['a list in one line', '1. Um?\na) x\nb) y\n\n2. Dois?\na) z\nb) w\n\nGabarito: 1-b, 2-a'],
  ['options in one line', 'Um? a) x b) y\nR: b'],
])('finds the right option by %s', (_, text) => {
  const [item] = [...readPasted(text)]
  expect(item).toMatchObject({
    verdict: 'question',
    question: {
      statement: '<p>Um?</p>',
      key: { kind: 'one', right: '2', options: [{ html: '<p>x</p>' }, { html: '<p>y</p>' }] },
    },
  })
})

it('splits questions without numbers at blank lines', () => {
  const items = [...readPasted('Um?\na) x\nb) y*\n\nDois?\na) z*\nb) w\n\nTrês\nresposta: 12,5 kg')]
  expect(verdictsOf(items)).toEqual(['1 Um? one: 2', '2 Dois? one: 1', '3 Três number: 12.5 ± 0 kg'])
})

it('leaves a numbered list within a statement there', () => {
  const [item, ...others] = [...readPasted('1) Leia:\n1. um\n3. três\na) x\nb) y\nGabarito: a')]
  expect(others).toEqual([])
  expect(item).toMatchObject({ question: { statement: '<p>Leia:<br />1. um<br />3. três</p>' } })
})

it('refuses a text that would hold the worker for long', () => {
  const text = 'a'.repeat(examImportLimits.pastedMax + 1)
  expect([...readPasted(text)]).toEqual([{ verdict: 'broken', line: 1, reason: importBreaks.pastedLong }])
})
