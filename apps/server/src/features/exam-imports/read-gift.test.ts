import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks, importReasons } from '@escola/contract/exam-import-texts'
import { expect, it } from 'vitest'
import { decodeText } from './decoded-chunks.ts'
import { splitGift } from './gift-blocks.ts'
import { readGift, splitAnswers } from './read-gift.ts'
import { samples, verdictsOf } from './samples.testing.ts'

const questionOf = (text: string) => {
  const [item] = [...readGift(text)]
  if (item?.verdict !== 'question') throw new Error(JSON.stringify(item))
  return item.question
}

it("reads all of GIFT's syntax with a verdict on each question", () => {
  expect(verdictsOf(readGift(samples.gift))).toMatchInlineSnapshot(`
    [
      "1 Q1 one: 1 / Os comentários de cada resposta ficam de fora",
      "2 Q2 truth: true",
      "3 O sal acelera a fermentação. truth: false / Os comentários de cada resposta ficam de fora",
      "4 Verdade com explicação truth: true",
      "5 Quem inventou a ciabatta? text: Arnaldo Cavallari, Cavallari / A pontuação parcial vira certa/errada",
      "6 Duas palavras text: pão de = sinal, fim: de linha",
      "7 Peso number: 20 ± 2",
      "8 Quanto vale pi, com duas casas? number: 3.1415 ± 0.0005",
      "9 Uma fração number: 0.5 ± 0",
      "10 Vários números number: 1549 ± 0 / Os comentários de cada resposta ficam de fora / A pontuação parcial vira certa/errada / Os outros números e faixas ficam de fora",
      "11 Marque as que são fermento. several: 1, 2",
      "12 O pão francês _____ no Brasil. one: 2",
      "13 Qual é a cor da crosta? one: 1",
      "14 Leia tudo e responda: quanto é 2 + 2? one: 1",
      "15 Quanto é 1 < 2 & 3 > 2? one: 1",
      "16 Fórmula one: 1",
      "17 Associe cada pão com o seu país. pairs: 1-1, 2-2, 3-3 of 3",
      "18 Conte como você faz pão. open: ",
      "19 Leia o texto que segue com calma. refused: tipo: “descrição (texto sem pergunta)” não existe aqui",
      "20 Falta fechar refused: resposta certa: Falta fechar a chave } das respostas",
      "21 Sem certa refused: resposta certa: Falta dizer qual é a resposta certa",
      "22 Duas certas refused: resposta certa: Mais de uma alternativa vale 100% numa questão de uma só resposta",
      "23 Linha:quebrada one: 1",
      "24 Ordene os passos. order: 1, 2, 3",
      "25 De onde vem? pairs: 1-1, 2-1, 3-2 of 3",
    ]
  `)
})

it('keeps formats, formulas, gaps and explanations', () => {
  expect(questionOf('O pão {=cresce ~morre} no forno.').statement).toBe('<p>O pão _____ no forno.</p>')
  expect(questionOf('O pão {=cresce ~morre}.').statement).toBe('<p>O pão _____.</p>')
  expect(questionOf('[html]<p><b>Pão</b></p>{T}').statement).toBe('<p><strong>Pão</strong></p>')
  expect(questionOf('[markdown]Um **pão**{T}').statement).toBe('<p>Um <strong>pão</strong></p>')
  expect(questionOf('[plain]1 < 2{T}').statement).toBe('<p>1 &lt; 2</p>')
  expect(questionOf('Um\\ndois{T}').statement).toBe('<p>Um<br />dois</p>')
  expect(questionOf('Vale \\(\\\\frac\\{1\\}\\{2\\}\\)?{T}').statement).toBe(
    '<p>Vale <span data-formula="tex">\\frac{1}{2}</span>?</p>',
  )
  expect(questionOf('Um{=a#sim ~b####porque \\#1}').explanation).toBe('<p>porque #1</p>')
  expect(questionOf('Um{=a#sim ~b}').explanation).toBe('<p>sim</p>')
})

it('takes tags from comments and categories until the next one', () => {
  const text = '$CATEGORY: top/Pães\n\n// [tag:um]\nUm{T}\n\nDois{F}\n\n$CATEGORY: $course$/top\n\nTrês{T}'
  const items = [...readGift(text)]
  expect(items.map((item) => item.verdict === 'question' && item.question.tags)).toEqual([['um', 'pães'], ['pães'], []])
})

it('stops at its limits and at an empty text, and says so', () => {
  expect([...readGift('Um{T}\n\n'.repeat(examImportLimits.items + 1))].at(-1)).toEqual({
    verdict: 'broken',
    line: 2 * examImportLimits.items + 1,
    reason: importBreaks.many,
  })
  expect([...readGift('// só um comentário\n')]).toMatchObject([{ verdict: 'broken', reason: importBreaks.empty }])
  expect([...readGift(' '.repeat(examImportLimits.bytes + 1))]).toMatchObject([{ reason: importBreaks.large }])
})

it.each([
  ['UTF-8', Buffer.from('Pão{T}')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFPão{T}')],
  ['UTF-16', Buffer.from('\uFEFFPão{T}', 'utf16le')],
  ['Latin-1', Buffer.from('Pão{T}', 'latin1')],
])('reads a text in %s', (_, bytes) => {
  expect(questionOf(decodeText(bytes)).statement).toBe('<p>Pão</p>')
})

it('reads no more of a hostile file than a question may have, and goes on behind it', () => {
  const most = examImportLimits.giftQuestionMax
  const reason = importReasons.tooLong(most)
  for (const endless of [`a{${'~'.repeat(most)}}`, `a{>3\n${'x\n'.repeat(most / 2)}}`, '<b>'.repeat(most / 2)]) {
    const [block] = splitGift(endless)
    expect([block!.isEndless, block!.text.length <= 2 * most]).toEqual([true, true])
    const items = [...readGift(`${endless}\r\r// [tag:fim]\r\nFim{T}`)]
    expect(items[0]).toMatchObject({ verdict: 'refused', problems: [{ field: 'enunciado', reason }] })
    expect(items[1]).toMatchObject({ verdict: 'question', line: expect.any(Number), question: { tags: ['fim'] } })
  }
  expect(splitAnswers('~'.repeat(most))).toHaveLength(201)
})
