import { importBreaks } from '@escola/contract/exam-import-texts'
import { expect, it } from 'vitest'
import { understandFile } from './understand-file.ts'

const understand = (text: string, name = 'arquivo.txt') => understandFile(name, new TextEncoder().encode(text))

it.each([
  ['<?xml version="1.0"?><quiz></quiz>', 'moodle'],
  ['// comentário\n::Sal::O sal entra por último?{T}', 'gift'],
  ['Qual?{\n\t=Esta\n\t~Aquela\n}', 'gift'],
  ['1. Qual?\na) Esta\nb) Aquela\nResposta: A', 'text'],
  ['Escolha entre {a} e {b}.\na) um\nb) dois*', 'text'],
])('finds out what %j is', async (text, format) => {
  expect(await understand(text)).toEqual({ format })
})

it('reads a table below a title, by any separator, with the lines of its rows', async () => {
  const text = 'Prova de março;;\nEnunciado;Alternativa A;Certa(s)\n"Qual;\nmesmo?";Esta;A'
  expect(await understand(text, 'prova.csv')).toEqual({
    rows: [
      { line: 1, cells: ['Prova de março', '', ''] },
      { line: 2, cells: ['Enunciado', 'Alternativa A', 'Certa(s)'] },
      { line: 3, cells: ['Qual;\nmesmo?', 'Esta', 'A'] },
    ],
  })
})

it.each([
  ['', importBreaks.empty],
  ['\x89PNG\0\0', importBreaks.noText],
  ['%PDF-1.7', importBreaks.noText],
])('says why %j is no file of questions', async (text, problem) => {
  expect(await understandFile('x', Buffer.from(text, 'latin1'))).toEqual({ problem })
})
