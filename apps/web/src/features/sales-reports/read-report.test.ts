import { describe, expect, it } from 'vitest'
import { readReport } from './read-report.ts'
import { meaningOf, withMeaning } from './report-columns.ts'
import { readMoment } from './report-moments.ts'
import { listStatusWords, readRows } from './report-rows.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

async function tableOf(content: string | Uint8Array) {
  const read = await readReport('vendas.csv', typeof content === 'string' ? utf8(content) : content)
  if ('problem' in read) throw new Error(read.problem)
  return read.table
}
async function rowsOf(content: string | Uint8Array) {
  const table = await tableOf(content)
  return readRows(table, listStatusWords(table, new Map())).rows
}

const ana = { transaction: 'HP1', status: 'paid', email: 'ana@exemplo.com', name: 'Ana Conceição' }

describe('a report of a platform', () => {
  it.each([
    [
      'Hotmart',
      'Código da transação;Status da transação;Data da transação;Confirmação do pagamento;Produtor(a);Código do produto;Produto;Código do preço;Nome deste preço;Comprador(a);Email do(a) Comprador(a);País;Telefone;Documento;Tipo do order bump;Transação do order bump\nHP1;Aprovado;01/11/2026 10:00:00;02/11/2026 09:30:00;Escola;77;Curso;oferta1;Preço;Ana Conceição;ana@exemplo.com;Brasil;11912345678;;;',
      {
        ...ana,
        product_id: '77',
        product_name: 'Curso',
        offer_id: 'oferta1',
        cellphone: '11912345678',
        paid_on: '2026-11-02T12:30:00.000Z',
      },
    ],
    [
      'Hotmart, as it was before',
      'Nome do Produto,Nome do Produtor,Transação,Data de Venda,Data de Confirmação,Status,Nome,Documento,Email,DDD,Telefone,Código Produto,Código Oferta\nCurso,Escola,HP1,01/11/2026,01/11/2026,Completo,Ana Conceição,,ana@exemplo.com,11,912345678,77,oferta1',
      {
        ...ana,
        product_id: '77',
        product_name: 'Curso',
        offer_id: 'oferta1',
        cellphone: '11912345678',
        paid_on: '2026-11-01',
      },
    ],
    [
      'Eduzz',
      'Fatura;Status;Data de Criação;Data de Pagamento;ID do Produto;Produto;Nome da Oferta;Cliente / Nome;Cliente / E-mail;Cliente / Fones;Cliente / Documento\nHP1;Paga;2026-11-01 10:00:00;2026-11-02 09:30:00;77;Curso;Oferta;Ana Conceição;ana@exemplo.com;(11) 91234-5678;',
      {
        ...ana,
        product_id: '77',
        product_name: 'Curso',
        cellphone: '(11) 91234-5678',
        paid_on: '2026-11-02T12:30:00.000Z',
      },
    ],
    [
      'Kiwify',
      'ID da venda,Status,Data de Criação,Produto,Oferta,Cliente,Cliente Email,Celular,CPF,Valor líquido\nHP1,paid,01/11/2026 10:00,Curso,Oferta,Ana Conceição,ana@exemplo.com,+5511912345678,,97',
      {
        ...ana,
        product_id: '',
        product_name: 'Curso',
        cellphone: '+5511912345678',
        paid_on: '2026-11-01T13:00:00.000Z',
      },
    ],
    [
      'Hubla',
      'ID da fatura,Status da fatura,Data de criação,Data de pagamento,ID do produto,Nome do produto,Nome do cliente,Email do cliente,Telefone do cliente,Documento do cliente\nHP1,Paga,2026-11-01T13:00:00Z,2026-11-02T12:30:00Z,77,Curso,Ana Conceição,ana@exemplo.com,11912345678,',
      {
        ...ana,
        product_id: '77',
        product_name: 'Curso',
        cellphone: '11912345678',
        paid_on: '2026-11-02T12:30:00.000Z',
      },
    ],
    [
      'Ticto',
      'Código da Transação;Status;Data do Pedido;Nome do Produto;Código da Oferta;Nome da Oferta;Nome do Cliente;E-mail do Cliente;Telefone Completo do Cliente\nHP1;Autorizado;01/11/2026;Curso;oferta1;Oferta;Ana Conceição;ana@exemplo.com;5511912345678',
      { ...ana, product_name: 'Curso', offer_id: 'oferta1', cellphone: '5511912345678', paid_on: '2026-11-01' },
    ],
    [
      'Mercado Pago',
      'Data da compra (date_created);Data de creditação (date_approved);Código de referência (external_reference);Número da transação do Mercado Pago (operation_id);Status da operação (status);Detalhe do status da operação (status_detail);Descrição da operação (reason);Contraparte: Nome (counterpart_name);Contraparte: E-mail (counterpart_email)\n01/11/2026 10:00:00;02/11/2026 09:30:00;abc;HP1;approved;accredited;Curso;Ana Conceição;ana@exemplo.com',
      { ...ana, product_name: 'Curso', paid_on: '2026-11-02T12:30:00.000Z' },
    ],
    [
      'Kirvano, and any other',
      'Relatório de vendas\nPeríodo: novembro\n"Código da venda","Situação da venda","Nome do comprador","E-mail do comprador","Produto","Data da aprovação","Próxima cobrança","Código do assinante"\n"HP1","Aprovada","Ana Conceição","ana@exemplo.com","Curso, em ""duas"" partes","01/11/2026","01/12/2026","SUB1"',
      {
        ...ana,
        product_name: 'Curso, em "duas" partes',
        paid_on: '2026-11-01',
        ends_on: '2026-12-01',
        subscription: 'SUB1',
      },
    ],
  ])('is understood: %s', async (_, content, row) => {
    for (const bytes of [utf8(content), utf8(`\uFEFF${content}`), latin1(content)])
      expect(await rowsOf(bytes)).toMatchObject([row])
  })

  it('says which words of its states are not known, and each may be given a meaning', async () => {
    const states = [
      'Aprovado',
      'REEMBOLSADO',
      'Chargeback',
      'cancelada',
      'Aguardando pagamento',
      'Em órbita',
      'Em órbita',
      '',
    ]
    const lines = states.map((state, at) => `T${at};${state};p${at}@exemplo.com`)
    const table = await tableOf(['Transação;Status;Email', ...lines, ';Aprovado;x@exemplo.com'].join('\n'))
    const words = listStatusWords(table, new Map())
    expect(words.filter(({ isUnknown }) => isUnknown)).toEqual([
      { word: 'Em órbita', count: 2, status: 'ignored', isUnknown: true },
    ])
    const { rows, ignored, nameless } = readRows(table, words)
    expect(rows.map(({ status }) => status)).toEqual(['paid', 'refunded', 'chargeback', 'canceled'])
    expect([ignored, nameless]).toEqual([4, 1])
    const chosen = readRows(table, listStatusWords(table, new Map([['Em órbita', 'paid']])))
    expect([chosen.rows.length, chosen.ignored]).toEqual([6, 2])
  })

  it('keeps each sale, however its product is called, and names the rows that are none', async () => {
    const table = await tableOf(
      [
        'Relatório de vendas;;;',
        'Produto;Transação;Status;Email',
        'Curso;HP1;Aprovado;ana@exemplo.com',
        'Notas de Matemática;HP2;Aprovado;',
        'Lista VIP;HP3;Aprovado;',
        'Total geral;;;',
      ].join('\n'),
    )
    expect(readRows(table, listStatusWords(table, new Map())).rows.map((row) => row.transaction)).toEqual([
      'HP1',
      'HP2',
      'HP3',
    ])
    expect(table.leftOut).toEqual([1, 6])
  })

  it('has columns that can be mapped by hand', async () => {
    const table = await tableOf('coisa;outra;mais\nHP1;Paga;ana@exemplo.com')
    expect(table.columns).toEqual({})
    const columns = withMeaning(withMeaning(withMeaning({}, 0, 'transaction'), 1, 'status'), 2, 'email')
    expect([0, 1, 2].map((at) => meaningOf(columns, at))).toEqual(['transaction', 'status', 'email'])
    expect(withMeaning(columns, 2, 'transaction')).toEqual({ transaction: 2, status: 1 })
    const mapped = { ...table, columns }
    expect(readRows(mapped, listStatusWords(mapped, new Map())).rows).toMatchObject([
      { transaction: 'HP1', status: 'paid' },
    ])
  })
})

it.each([
  ['01/11/2026', '2026-11-01'],
  ['2026-11-01', '2026-11-01'],
  ['1/11/26', '2026-11-01'],
  ['11/25/2026', '2026-11-25'],
  ['01/11/2026 10:00', '2026-11-01T13:00:00.000Z'],
  ['01/11/2026 às 10:00:30', '2026-11-01T13:00:30.000Z'],
  ['2026-11-01T10:00:00-0500', '2026-11-01T15:00:00.000Z'],
  ['2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z'],
  ['31/02/2026', ''],
  ['ontem', ''],
  ['', ''],
])('reads the moment %j', (text, moment) => expect(readMoment(text)).toBe(moment))
