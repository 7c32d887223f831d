import { importBreaks } from '@escola/contract/exam-import-texts'
import { expect, it } from 'vitest'
import { columnTitles } from './question-columns.ts'
import { readTable } from './read-table.ts'
import { verdictsOf } from './samples.testing.ts'

const read = (heading: string[], ...rows: string[][]) =>
  readTable([heading, ...rows].map((cells, at) => ({ line: at + 1, cells })))
const short = ['Tipo', 'Enunciado', 'A', 'B', 'C', 'Certas', 'Tolerância', 'Unidade', 'Dificuldade', 'Etiquetas']

it('reads the columns of a list by their headings, and guesses a kind that is not said', () => {
  const items = read(
    short,
    ['', 'Uma?', 'x', 'y', '', 'b'],
    ['', 'Várias?', 'x', 'y', 'z', 'A e C'],
    ['Múltipla escolha', 'Uma?', 'x', '', 'z', 'C'],
    ['', 'Certo?', '', '', '', 'V'],
    ['V ou F', 'Certo?', '', '', '', 'errado'],
    ['', 'Quanto?', '', '', '', '1.234,5', '0,5', 'kg'],
    ['', 'Como?', '', '', '', 'levain | massa madre', '', '', 'Difícil', 'a; b'],
    [],
    ['Dissertativa', 'Conte'],
    ['Ordenar', 'Em que ordem?', 'x', 'y', 'z'],
    ['Ordenar', 'Em que ordem?', 'x', 'y'],
    ['Associar', 'Com quê?', 'x', 'y', 'z', '1 | 2 | 1 | 3'],
    ['Associar', 'Com quê?', 'x', 'y', '', '1 | 2'],
    ['Associar', 'Com quê?', 'x', 'y', 'z', '1 | 2'],
    ['Uma certa', '', 'x', 'y', '', 'a'],
    ['Uma certa', 'Qual?', 'x', 'y', '', 'D'],
    ['Uma certa', 'Qual?', 'x', 'y', '', 'A, B'],
    ['Número', 'Qual?', '', '', '', 'doze'],
    ['Número', 'Qual?', '', '', '', '12', '-1'],
    ['Uma certa', 'Qual?', 'x', '', '', 'A'],
    ['Resposta curta', 'Qual?', '', '', '', '', '', '', 'altíssima'],
  )
  expect(verdictsOf(items)).toMatchInlineSnapshot(`
    [
      "1 Uma? one: 2",
      "2 Várias? several: 1, 3",
      "3 Uma? one: 2",
      "4 Certo? truth: true",
      "5 Certo? truth: false",
      "6 Quanto? number: 1234.5 ± 0.5 kg",
      "7 Como? text: levain, massa madre",
      "8 Conte open: ",
      "9 Em que ordem? order: 1, 2, 3",
      "10 Em que ordem? refused: alternativas: Escreva ao menos 3 itens",
      "11 Com quê? pairs: 1-1, 2-2, 3-1 of 3",
      "12 Com quê? refused: alternativas: Com dois pares, escreva ao menos mais uma resposta, que não combina com nenhum",
      "13 Com quê? refused: resposta certa: Cada item precisa da sua resposta, na mesma ordem e separadas por |",
      "14  refused: enunciado: Escreva o enunciado",
      "15 Qual? refused: resposta certa: Não há a alternativa “D”",
      "16 Qual? refused: resposta certa: Mais de uma alternativa vale 100% numa questão de uma só resposta",
      "17 Qual? refused: resposta certa: “doze” não é um número com até 9 algarismos inteiros e 6 decimais, como 12,5",
      "18 Qual? refused: tolerância: A tolerância não pode ser negativa",
      "19 Qual? refused: alternativas: São precisas ao menos 2 alternativas",
      "20 Qual? refused: dificuldade: Não entendemos “altíssima”; resposta certa: Falta dizer qual é a resposta certa",
    ]
  `)
})

it('asks for the headings, and for a question below them', () => {
  expect(verdictsOf(read(['a', 'b'], ['c', 'd']))).toEqual([`line 1 broken: ${importBreaks.heading}`])
  expect(verdictsOf(read(columnTitles))).toEqual([`line 1 broken: ${importBreaks.empty}`])
})
