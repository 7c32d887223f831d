import { expect, it } from 'vitest'
import { type Preview, type PreviewResult, previewFile } from './preview.ts'
import { readPastedList } from './read-students-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
function previewOf(result: PreviewResult): Preview {
  if ('problem' in result) throw new Error(result.problem)
  return result.preview
}
const read = (text: string | Uint8Array, filename = 'alunos.csv') =>
  previewOf(previewFile(filename, typeof text === 'string' ? utf8(text) : text))
const people = ({ goodRows }: Preview) => goodRows.map(({ name, email }) => `${name} <${email}>`)
const refusedOf = ({ bad }: Preview) => bad.map(({ line, reason }) => [line, reason])

/** A name that is too short to be one is the address. */
const named = (email: string) => `${email} <${email}>`
const ana = 'Ana Lima <ana@exemplo.com>'
const bia = 'Bia Souza <bia@exemplo.com>'
const caio = 'Caio Dias <caio@exemplo.com>'

it('finds the heading below titles, and takes totals, notes and repeated headings for no students', () => {
  const preview = read(
    [
      'Relatório de vendas;;;',
      'Período: 01/01/2026 a 31/01/2026;;;',
      ';;;',
      'Produto;Nome do Comprador;Email do Comprador;Telefone',
      'Curso de Pães;Ana Lima;ana@exemplo.com;11987654321',
      'Subtotal;;;1',
      'Produto;Nome do Comprador;Email do Comprador;Telefone',
      'Curso de Bolos;Bia Souza;bia@exemplo.com;11987654322',
      ';;;R$ 300,00',
      'Emitido em 01/02/2026 por Sistema;;;',
    ].join('\n'),
  )
  expect(people(preview)).toEqual([ana, bia])
  expect(preview.bad).toEqual([])
  expect(preview.table?.leftOut).toEqual([1, 2, 6, 7, 9, 10])
})

it('still names a student without an e-mail, or with an attempt at one', () => {
  const rows = [
    'Nome;E-mail;Telefone',
    'Ana Lima;ana@exemplo.com;',
    'Sem Endereço;;',
    ';;11912345678',
    ';bia.exemplo.com;',
  ]
  expect(refusedOf(read([...rows, 'Caio Dias;caio@exemplo.com;'].join('\n')))).toEqual([
    [3, 'no_email'],
    [4, 'no_email'],
    [5, 'invalid_email'],
  ])
})

it.each([
  [
    'begins a cell and is never closed',
    'Nome,E-mail,Obs\n"Lima, Ana",ana@exemplo.com,ok\n"Souza, Bia",bia@exemplo.com,"15 polegadas\n"Dias, Caio",caio@exemplo.com,ok\n',
    ['Lima, Ana <ana@exemplo.com>', 'Souza, Bia <bia@exemplo.com>', 'Dias, Caio <caio@exemplo.com>'],
  ],
  [
    'seems to be closed by one of a later row',
    'Nome;E-mail;Obs\nAna Lima;ana@exemplo.com;"15 polegadas\nBia Souza;bia@exemplo.com;6"\nCaio Dias;caio@exemplo.com;\n',
    [ana, bia, caio],
  ],
  ['begins a name', 'nome,email\n"Ana Lima,ana@exemplo.com\nBia Souza,bia@exemplo.com\n', [ana, bia]],
  [
    'stands inside a cell',
    'nome,email,obs\nAna Lima,ana@exemplo.com,"tela 15" nova"\nBia Souza,bia@exemplo.com,\n',
    [ana, bia],
  ],
  [
    'holds a line break',
    'nome,email,obs\n"Ana\nLima",ana@exemplo.com,"uma\n""boa"" nota"\nBia Souza,bia@exemplo.com,\n',
    [ana, bia],
  ],
])('reads each row when a quote %s', (_, text, expected) => {
  const preview = read(text)
  expect(people(preview)).toEqual(expected)
  expect(preview.bad).toEqual([])
})

it.each([
  ['angle brackets', 'contato\nAna Lima <ana@exemplo.com>\n"Souza, Bia" <bia@exemplo.com>;\n'],
  ['a list with numbers', '1. ana@exemplo.com\n2) bia@exemplo.com\n'],
  ['numbers before cells', 'nome;email\nAna Lima;1. ana@exemplo.com\nBia Souza;• mailto:bia@exemplo.com.\n'],
  ['signs that are not seen', 'nome;email\nAna Lima;\u200bana@exemplo.com,\nBia Souza;<bia@exemplo.com>\n'],
])('reads addresses with %s', (_, text) => {
  const preview = read(text)
  expect(preview.goodRows.map(({ email }) => email)).toEqual(['ana@exemplo.com', 'bia@exemplo.com'])
  expect(preview.bad).toEqual([])
})

it('reads a pasted list with numbers, with the field of a mail, and with a bracket at its start', () => {
  const paste = (text: string) => people(previewOf(readPastedList(text)))
  expect(paste('1. ana@exemplo.com\n2. bia@exemplo.com')).toEqual(['ana@exemplo.com', 'bia@exemplo.com'].map(named))
  expect(paste('"Lima, Ana" <ana@exemplo.com>, Bia Souza <bia@exemplo.com>')).toEqual([
    'Lima, Ana <ana@exemplo.com>',
    bia,
  ])
  expect(paste('1. Ana Lima; ana@exemplo.com\n2. Bia Souza; bia@exemplo.com')).toEqual([ana, bia])
  expect(paste('[alunos]\nana.lima@exemplo.com')).toEqual(['Ana Lima <ana.lima@exemplo.com>'])
})

it('asks about a blank inside an address, and never joins its parts', () => {
  const preview = read('email\nmaria silva@exemplo.com\nana @exemplo.com\nbia.souza@exemplo.com')
  expect(refusedOf(preview)).toEqual([
    [2, 'blank_in_email'],
    [3, 'blank_in_email'],
  ])
})

it('takes errors of formulas and null for empty cells', () => {
  const rows = [
    '#N/D;ana.lima@exemplo.com;#REF!',
    'null;bia.souza@exemplo.com;null',
    'undefined undefined;caio.dias@exemplo.com;',
  ]
  const preview = read(['nome;email;celular', ...rows, '0;davi.melo@exemplo.com;#DIV/0!'].join('\n'))
  expect(preview.goodRows.map(({ name, cellphone }) => [name, cellphone])).toEqual([
    ['Ana Lima', ''],
    ['Bia Souza', ''],
    ['Caio Dias', ''],
    ['Davi Melo', ''],
  ])
})

it('takes the first e-mail that a row has, and none of other people', () => {
  const heading = 'Nome;E-mail 1;E-mail 2;E-mail do responsável'
  const rows = [
    'Ana Lima;ana@exemplo.com;outra@exemplo.com;mae@exemplo.com',
    'Bia Souza;;bia@exemplo.com;',
    'Caio Dias;;;pai@exemplo.com',
  ]
  const preview = read([heading, ...rows].join('\n'))
  expect(people(preview)).toEqual([ana, bia])
  expect(refusedOf(preview)).toEqual([[4, 'no_email']])
})

it.each(['consultor', 'atendente', 'indicador', 'suporte', 'vendedor', 'responsável', 'gerente da conta'])(
  'never enrols the %s in place of a student without an e-mail',
  (who) => {
    const rows = ['Ana Lima;;alguem@exemplo.com', 'Bia Souza;bia@exemplo.com;alguem@exemplo.com']
    const preview = read([`Nome;E-mail;E-mail do ${who}`, ...rows].join('\n'))
    expect(people(preview)).toEqual([bia])
    expect(refusedOf(preview)).toEqual([[2, 'no_email']])
  },
)

it.each(['E-mail 2', 'E-mail alternativo', 'E-mail pessoal', 'E-mail secundário'])(
  'takes %s for a student without an e-mail, but none that several have',
  (heading) => {
    const rows = ['Ana Lima;;ana@exemplo.com', 'Bia Souza;;bia@exemplo.com', 'Caio Dias;caio@exemplo.com;']
    expect(people(read([`Nome;E-mail;${heading}`, ...rows].join('\n')))).toEqual([ana, bia, caio])
    const shared = ['Ana Lima;;loja@exemplo.com', 'Bia Souza;bia@exemplo.com;loja@exemplo.com']
    expect(people(read([`Nome;E-mail;${heading}`, ...shared].join('\n')))).toEqual([bia])
  },
)

it('takes what is an address before what is none', () => {
  const preview = read('Nome;E-mail;E-mail 2\nAna Lima;não tem;ana@exemplo.com\nBia Souza;bia@exemplo.com;')
  expect(people(preview)).toEqual([ana, bia])
})

it('finds the heading below a title with an address', () => {
  const titles = 'Escola Pão;contato@escola.com;\nDúvidas: suporte@escola.com;;'
  const preview = read(`${titles}\nTelefone;Nome;E-mail\n11987654321;Ana Lima;ana@exemplo.com`)
  expect(people(preview)).toEqual([ana])
  expect(preview.table?.leftOut).toEqual([1, 2])
})

it('takes no row of a list for its heading, nor a heading between two lists for the first one', () => {
  const rows = 'Ana Lima;ana@exemplo.com\nBia Souza;bia@exemplo.com\nNome;E-mail\nCaio Dias;caio@exemplo.com'
  expect(people(read(rows))).toEqual([ana, bia, caio])
})

const page =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td { color: red }</style></head><body><table border="1"><tr><th colspan=2>Relat&oacute;rio</th></tr><tr><th>Nome</th><th>E-mail</th></tr><!-- <tr> --><tr><td>Jo&atilde;o<br>Lima</td><td><a href="mailto:joao@exemplo.com">joao@exemplo.com</a></td></tr><tr><td>Bia&nbsp;Souza<td>bia@exemplo.com</table></body></html>'
it('reads the table of a page that is called a spreadsheet', () => {
  const preview = read(page, 'vendas.xls')
  expect(people(preview)).toEqual(['João Lima <joao@exemplo.com>', bia])
  expect(preview.bad).toEqual([])
})

it.each([
  ['an old spreadsheet', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /Excel antigo \(\.xls\).*salve como XLSX/],
  ['a printed page', utf8('%PDF-1.7'), /é um PDF.*cole a lista/],
])('says what helps with %s', (_, bytes, sentence) => {
  expect(previewFile('alunos', bytes)).toEqual({ problem: expect.stringMatching(sentence) })
})

it.each([
  ['little', (letter: number) => [letter & 255, letter >> 8]],
  ['big', (letter: number) => [letter >> 8, letter & 255]],
])('reads UTF-16 without a mark (%s end first)', (_, bytesOf) => {
  const text = 'nome;email\r\nJoão Lima;joao@exemplo.com\r\n'
  const bytes = Uint8Array.from([...text].flatMap((letter) => bytesOf(letter.charCodeAt(0))))
  expect(people(read(bytes))).toEqual(['João Lima <joao@exemplo.com>'])
})

it('reads a text that was encoded twice, and leaves others as they are', () => {
  const text = 'nome;email\nJoão Conceição;joao@exemplo.com\n'
  const twice = Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join('')
  expect(people(read(twice))).toEqual(['João Conceição <joao@exemplo.com>'])
  expect(people(read('nome;email\nSÃO ÂNGELO Ãé;joao@exemplo.com'))).toEqual(['São Ângelo Ãé <joao@exemplo.com>'])
})

it.each([
  ['lines', '{"name":"Ana Lima","email":"ana@exemplo.com"}\n{"name":"Bia Souza","email":"bia@exemplo.com"}'],
  [
    'objects in objects',
    '[{"product":{"name":"Curso"},"user":{"name":"Ana Lima","email":"ana@exemplo.com"}},{"user":{"name":"Bia Souza","email":{"address":"bia@exemplo.com"}}}]',
  ],
  ['a table', '{"rows":[["Nome","E-mail"],["Ana Lima","ana@exemplo.com"],["Bia Souza","bia@exemplo.com"]]}'],
  ['addresses with names', '["Ana Lima <ana@exemplo.com>","Bia Souza <bia@exemplo.com>"]'],
])('reads JSON of %s', (_, text) => {
  expect(people(read(text, 'alunos.json'))).toEqual([ana, bia])
})

it('reads one student alone in JSON', () => {
  expect(people(read('{"name":"Ana Lima","email":"ana@exemplo.com","cellphone":null}', 'ana.json'))).toEqual([ana])
})
