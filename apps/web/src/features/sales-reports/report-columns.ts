import { withoutAccents } from '@escola/contract/text'
import type { Line } from '../../ui/spreadsheet/line.ts'
import { readBody, splitRemarks } from '../../ui/spreadsheet/list-body.ts'

/** Meanings of a report's columns, as an administrator maps them. */
export const meanings = {
  transaction: 'Código da transação',
  status: 'Situação',
  email: 'E-mail',
  name: 'Nome',
  areaCode: 'DDD',
  cellphone: 'Telefone',
  product_id: 'Código do produto',
  product_name: 'Produto',
  offer_id: 'Código da oferta ou do plano',
  subscription: 'Código da assinatura',
  paid_on: 'Data do pagamento',
  ends_on: 'Próxima cobrança ou fim do acesso',
  none: 'Ignorar',
} as const
export type Meaning = keyof typeof meanings
type Field = Exclude<Meaning, 'none'>
export type Columns = Partial<Record<Field, number>>

export interface ReportTable {
  heading: string[]
  lines: Line[]
  columns: Columns
  /** Lines of titles, totals and notes, which are no sales. */
  leftOut: number[]
}

/** Headings of the platforms' reports by what they mean, without spaces; of several the first is the surest. */
const headings: Record<Field, string> = {
  transaction:
    'codigodatransacao transacao idtransacao idatransacao iddatransacao codigotransacao transactionid transaction iddavenda codigodavenda fatura iddafatura codigodafatura numerodafatura invoiceid codigodopedido numerodopedido iddopedido pedido orderid iddopagamento paymentid',
  status:
    'statusdatransacao statusdavenda statusdafatura statusdopedido statusdopagamento status situacao situacaodavenda transactionstatus',
  email:
    'emaildocomprador emaildoacompradora emaildocliente clienteemail emailcliente emailcontato emaildoaluno buyeremail customeremail email',
  name: 'nomedocomprador compradora comprador nomedocliente clientenome nomecliente nomecontato buyername customername cliente nome',
  areaCode: 'ddd',
  cellphone:
    'telefonecompletodocliente telefonefinal telefonedocliente telefonedocomprador clientefones telefonecliente telefonecontato telefone celular whatsapp phone',
  product_id: 'codigodoproduto codigoproduto iddoproduto idproduto productid produtoid',
  product_name: 'nomedoproduto nomeproduto produto productname product',
  offer_id:
    'codigodopreco codigodaoferta codigooferta iddaoferta idoferta offerid offercode codigodoplano iddoplano planid',
  subscription:
    'codigodoassinante codigodeassinante codigodaassinatura iddaassinatura idassinatura subscribercode subscriptionid codigodocontrato iddocontrato',
  paid_on:
    'confirmacaodopagamento datadeconfirmacao dataconfirmacao datadopagamento datadepagamento datapagamento datadeaprovacao pagoem paidat datadatransacao datatransacao datadevenda datadavenda datavenda datadopedido datapedido datadecriacao criadoem data',
  ends_on:
    'proximacobranca datadaproximacobranca dataproximacobranca fimdaassinatura vencimentodaassinatura datadeexpiracao expiraem acessoate nextcharge',
}
const aliases = Object.entries(headings).map(([field, names]) => [field as Field, names.split(' ')] as const)

/** Mercado Pago writes its own name of a column behind the heading, in parentheses. */
const machineNames: Record<string, Field> = {
  operation_id: 'transaction',
  status: 'status',
  counterpart_email: 'email',
  payer_email: 'email',
  counterpart_name: 'name',
  payer_name: 'name',
  item_id: 'product_id',
  reason: 'product_name',
  date_approved: 'paid_on',
}

/** Words that decide in a longer heading, where no known one is there. */
const hints: [Field, RegExp][] = [
  ['transaction', /\b(codigo|id|numero|n)\b.*\b(transacao|venda|fatura|pedido|pagamento|operacao)\b/],
  ['status', /\b(status|situacao)\b/],
  ['email', /\bemail\b/],
  ['cellphone', /\b(telefones?|celular|fones?|whatsapp|phone)\b/],
  ['product_id', /\b(codigo|id)\b.*\b(produto|product|curso)\b/],
  ['offer_id', /\b(codigo|id)\b.*\b(oferta|plano|offer|plan)\b/],
  ['subscription', /\b(codigo|id)\b.*\b(assinatura|assinante|contrato)\b/],
  ['ends_on', /\bproxima\b.*\bcobranca\b|\b(fim|validade|expiracao|vencimento)\b.*\b(assinatura|acesso)\b/],
  ['paid_on', /\bdata\b.*\b(pagamento|aprovacao|confirmacao|venda|compra|transacao|pedido|criacao)\b/],
  ['name', /\bnome\b.*\b(compradora?|cliente|alun[oa])\b/],
  ['product_name', /\b(produto|curso)\b/],
]
/** Headings of other people and of other moments. */
const other =
  /\b(afiliad[oa]|produtora?|coprodutora?|vendedora?|gerente|detalhe|motivo|reembolso|estorno|liberacao|cancelamento|bump|oferta de)\b/

const textOf = (heading: string) =>
  withoutAccents(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\be mail\b/g, 'email')

const wordOf = (heading: string) => textOf(heading).replaceAll(' ', '')
const machineNameOf = (heading: string) => machineNames[/\((\w+)\)\s*$/.exec(heading)?.[1] ?? '']
const hintedField = (heading: string) => {
  const text = textOf(heading)
  return other.test(text) ? undefined : hints.find(([, words]) => words.test(text))?.[0]
}
const knownWords = new Set(aliases.flatMap(([, names]) => names))

export const isKnownHeading = (cell: string) =>
  knownWords.has(wordOf(cell)) || machineNameOf(cell) !== undefined || hintedField(cell) !== undefined

/** Finds the column of each field: by the platform's own name of it, by a known heading, then by a telling one. */
export function columnsOf(heading: string[]): Columns {
  const columns: Columns = {}
  const taken = new Set<number>()
  const take = (field: Field, at: number) => {
    if (at < 0 || taken.has(at) || columns[field] !== undefined) return
    columns[field] = at
    taken.add(at)
  }
  for (const [at, cell] of heading.entries()) {
    const field = machineNameOf(cell)
    if (field) take(field, at)
  }
  const words = heading.map(wordOf)
  for (const [field, names] of aliases) for (const name of names) take(field, words.indexOf(name))
  for (const [at, cell] of heading.entries()) {
    const field = taken.has(at) ? undefined : hintedField(cell)
    if (field) take(field, at)
  }
  return columns
}

/** Reads a report's rows below its headings, without totals and notes. The first row names the columns where no heading is known. */
export function tableOf(all: Line[]): ReportTable {
  const body = readBody(all, isKnownHeading)
  const heading = body.heading ?? body.lines[0]?.cells ?? []
  const lines = body.heading ? body.lines : body.lines.slice(1)
  const columns = columnsOf(heading)
  const listed = (at: number | undefined) => (at === undefined ? [] : [at])
  const people = { name: listed(columns.name), email: listed(columns.email), cellphone: columns.cellphone }
  const sale = [columns.transaction, columns.status, columns.product_id, columns.product_name].flatMap(listed)
  const split = splitRemarks(lines, { ...people, sale })
  return { heading, lines: split.lines, columns, leftOut: [...body.leftOut, ...split.leftOut].sort((a, b) => a - b) }
}

export const meaningOf = (columns: Columns, at: number): Meaning =>
  (Object.keys(columns) as Field[]).find((field) => columns[field] === at) ?? 'none'

/** Gives a column another meaning; the column that had it is ignored. */
export function withMeaning(columns: Columns, at: number, meaning: Meaning): Columns {
  const next = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== at)) as Columns
  if (meaning !== 'none') next[meaning] = at
  return next
}
