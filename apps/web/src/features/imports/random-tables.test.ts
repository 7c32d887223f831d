import { expect, it } from 'vitest'
import { previewFile } from './preview.ts'

/** Number of tables; PROPERTY_RUNS=5000 tries many. */
const runs = Number(process.env.PROPERTY_RUNS ?? 300)

/** Numbers from 0 to 1 that follow from a seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const names = [
  'Ana Lima',
  'João da Conceição',
  'Bia Souza Reis',
  'Zoë Ávila',
  'Caio Dias',
  'Maria das Dores',
  'Lucas Pão',
]
const titles = [
  'Relatório de vendas',
  'Período: 01/01/2026 a 31/01/2026',
  'Escola Pão & Cia',
  'ALUNOS 2026',
  'Filtro aplicado: todos',
  'Dúvidas: suporte@escola.com.br',
]
const remarks = [
  'Total: 3 alunos',
  'Total geral',
  'Gerado em 01/02/2026 às 10:00',
  'Página 1 de 1',
  'Obs.: lista de março',
  'Fonte: sistema',
]
const notes = ['', 'ok', 'pagou no pix', 'volta em março', 'tela de 15 polegadas']
const headings = {
  name: ['Nome', 'NOME COMPLETO', 'Nome do aluno', 'Aluno', 'Name', 'Nome do Comprador'],
  email: ['E-mail', 'email', 'E-MAIL DO ALUNO', 'Endereço de e-mail', 'Email do Comprador'],
  phone: ['Telefone', 'Celular', 'WhatsApp', 'phone'],
  note: ['Observação', 'Cidade', 'Código', 'Situação'],
}

/** Makes the people that a person sees in a table, and the text in which it comes. */
function makeTable(seed: number) {
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const count = 1 + Math.floor(random() * 8)
  const people = Array.from({ length: count }, (_, at) => ({
    name: pick(names),
    email: `pessoa${at}.${seed}@exemplo.com`,
  }))
  const separator = pick([',', ';', '\t', '|'])
  const end = pick(['\n', '\r\n', '\r'])
  const columns = (['name', 'email', 'phone', 'note'] as const).toSorted(() => random() - 0.5)
  const isBroken = chance(0.25)
  const write = (cell: string) =>
    cell.includes(separator) || cell.includes('\n') || chance(0.1) ? `"${cell.replaceAll('"', '""')}"` : cell
  const decorate = (email: string, at: number) =>
    pick([
      email,
      email,
      email.toUpperCase(),
      ` ${email} `,
      `<${email}>`,
      `mailto:${email}`,
      `${at + 1}. ${email}`,
      `${email};`,
    ])
  const row = (cells: Record<(typeof columns)[number], string>) => columns.map((each) => cells[each]).join(separator)
  const alone = (text: string) => [write(text), ...Array<string>(3).fill('')].join(separator)
  const lines = [
    ...Array.from({ length: Math.floor(random() * 4) }, () => (chance(0.3) ? '' : alone(pick(titles)))),
    row({
      name: pick(headings.name),
      email: pick(headings.email),
      phone: pick(headings.phone),
      note: pick(headings.note),
    }),
    ...people.flatMap(({ name, email }, at) => [
      row({
        name: write(name),
        email: write(decorate(email, at)),
        phone: chance(0.5) ? '(11) 91234-5678' : '',
        // A broken quote stands where people write: in a note.
        note: isBroken && chance(0.5) ? pick(['"15 polegadas', 'tela 15"', '"tela 15" nova', '"']) : write(pick(notes)),
      }),
      ...(chance(0.1) ? [Array<string>(4).fill('').join(separator)] : []),
    ]),
    ...Array.from({ length: Math.floor(random() * 3) }, () => alone(pick(remarks))),
  ]
  return { people, text: lines.join(end) + (chance(0.5) ? end : '') }
}

it(`reads ${runs} random tables as a person sees them`, () => {
  for (let seed = 1; seed <= runs; seed++) {
    const { people, text } = makeTable(seed)
    const result = previewFile('alunos.csv', new TextEncoder().encode(text))
    if ('problem' in result) throw new Error(`table ${seed}: ${result.problem}\n${text}`)
    const { goodRows, bad } = result.preview
    expect({ seed, text, people: goodRows.map(({ name, email }) => ({ name, email })), bad }).toEqual({
      seed,
      text,
      people,
      bad: [],
    })
  }
})
