import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { writeCsvRows } from './csv.ts'

it.each([
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  "Ana,=1+cmd|'/C calc'!A0",
  'Ana;=1',
  'Ana\n=1',
  'Ana,"=1"',
  'Ana,@x',
])('makes no formula of %j, whatever separates the cells', (text) => {
  const file = writeCsvRows([['7', text, 'fim']])
  for (const delimiter of [';', ',', '\t'])
    for (const cell of (Papa.parse(file, { delimiter }).data as string[][]).flat())
      expect(cell).not.toMatch(/^"*[=+\-@]/)
})

it.each(['Silva, - e Souza', 'ana+turma@example.com', '-12,50', '1234,56', 'R$ 5,00 (-10%)'])(
  'leaves %j as it is',
  (text) => {
    expect((Papa.parse(writeCsvRows([[text]]), { delimiter: ';' }).data as string[][])[0]).toEqual([text])
  },
)
