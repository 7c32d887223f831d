import { digits } from '@escola/contract/people'
import { withCountry } from '@escola/contract/phone-cells'
import { withoutAccents } from '@escola/contract/text'
import { readWrittenEmail, withoutBullet } from '../../ui/spreadsheet/written-email.ts'

/** Columns of a student's fields. A name may be spread over columns, and a telephone's area code and country may have ones of their own. */
export interface Columns {
  name: number[]
  email?: number | undefined
  /** Columns that count for a row whose first e-mail is empty, in their order. */
  otherEmails: number[]
  cellphone?: number | undefined
  areaCode?: number | undefined
  country?: number | undefined
}

type Meaning =
  | 'fullName'
  | 'name'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'email'
  | 'cellphone'
  | 'areaCode'
  | 'country'
interface Heading {
  meaning: Meaning
  /** The lower, the surer. */
  rank: number
}

/** Headings that mean one thing for certain, without their spaces. */
const exact = new Map<string, Meaning>(
  Object.entries({
    email: ['email', 'mail', 'enderecodeemail', 'emailaddress', 'emaildoaluno', 'correioeletronico'],
    name: ['nome', 'name', 'nomedoaluno'],
    fullName: ['nomecompleto', 'fullname'],
    firstName: ['firstname', 'fname', 'givenname', 'primeironome', 'prenome'],
    middleName: ['middlename', 'additionalname', 'nomedomeio', 'segundonome'],
    lastName: ['lastname', 'lname', 'familyname', 'surname', 'sobrenome', 'ultimonome'],
    cellphone: ['telefone', 'celular', 'cellphone', 'phone', 'whatsapp', 'fone', 'tel', 'mobile', 'telefonecelular'],
    areaCode: ['ddd', 'areacode', 'phonelocalcode', 'codigodearea'],
    country: ['pais', 'country', 'ddi', 'countrycode', 'codigodopais', 'paisdocomprador'],
  }).flatMap(([meaning, all]) => all.map((heading) => [heading, meaning as Meaning] as const)),
)

/**
 * Words that decide in a longer heading, like "Cliente
 * Fones" or "E-mail 1 - Value"; the first that fits counts.
 */
const hints: [Meaning, RegExp][] = [
  ['email', /\b(e?mails?)\b/],
  ['cellphone', /\b(telefones?|celular(es)?|cel|tel|fones?|phones?|cellphone|mobile|whats(app)?|wpp)\b/],
  ['fullName', /\b(nome completo|full name)\b|\bnome\b.*\bsobrenome\b|\bfirst\b.*\blast\b/],
  ['firstName', /\b(first|given) name\b|\bprimeiro nome\b/],
  ['middleName', /\b(middle|additional) name\b/],
  ['lastName', /\b(last|family) name\b|\bsurname\b|\bsobrenome\b|\bultimo nome\b/],
  ['name', /\b(nome|name)\b/],
]
const student =
  /\b(alun[oa]s?|estudante|participante|compradora?|cliente|assinante|students?|buyer|customer|subscriber)\b/
const studentAlone = new RegExp(`^${student.source}( a)?$`)
/** Headings of other people and things that have a name, an e-mail or a telephone in such files. */
const other = new RegExp(
  `\\b(${[
    'consultora?|atendente|indicadora?|suporte|support|instrutora?|coordenadora?|corretora?|representante|closer|sdr',
    'produtos?|products?|cursos?|courses?|turmas?|class|ofertas?|offer|planos?|plan|precos?|price|cupom|coupon|eventos?|event|ingressos?|ticket',
    '(co)?produtora?|(co)?producer|afiliad[oa]|affiliate|vendedora?|seller|gerente|professora?|responsavel|mae|pai',
    'fantasia|empresa|company|organization|organizacao|escola|school|loja|store|banco|bank|cartao|card',
    'campanha|campaign|lista|list|arquivo|file|prefix|prefixo|suffix|sufixo|phonetic|fonetico|yomi|codigo|code',
  ].join('|')})\\b`,
)
/** Headings of other values that are written like a name. */
const place = /\b(cidade|city|estado|state|pais|country|bairro|rua|street|endereco|address|status|origem|source)\b/

const textOf = (heading: string) =>
  withoutAccents(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
    // Databases write "nomedocomprador".
    .replace(/\b(nome|email|telefone|celular|whatsapp|phone(?=number))(d[aeo])?(?=[a-z]{3})/g, '$1 $2 ')

/** Finds the meaning of a heading, in Portuguese or English, however it is written: "E-mail", "Nome do Comprador", "TELEFONE". */
function headingOf(heading: string): Heading | undefined {
  const text = textOf(heading)
  const certain = exact.get(text.replaceAll(' ', ''))
  if (certain) return { meaning: certain, rank: 0 }
  if (studentAlone.test(text)) return { meaning: 'name', rank: 1 }
  if (other.test(text)) return undefined
  const [meaning] = hints.find(([, words]) => words.test(text)) ?? []
  return meaning && { meaning, rank: student.test(text) ? 1 : 2 }
}

export const isKnownHeading = (cell: string) => headingOf(cell) !== undefined

/** Headings of a second e-mail of the same person. */
const furtherEmail =
  /\bemails?\b.*\b(\d+|alternativo|pessoal|particular|secundario|adicional|alternate|personal|secondary|other)\b|\b(outro|segundo|other|second|secondary)\b.*\bemails?\b/

/** An address that stands in the rows of several people is of none of them. */
function isShared(rows: string[][], email: number | undefined, other: number) {
  const owners = new Map<string, string>()
  return rows.some((row, at) => {
    const address = (row[other] ?? '').trim().toLowerCase()
    if (!looksLikeEmail(address)) return false
    const owner = (email === undefined ? '' : (row[email] ?? '').trim().toLowerCase()) || String(at)
    const known = owners.get(address)
    owners.set(address, owner)
    return known !== undefined && known !== owner
  })
}

const looksLikeEmail = (cell: string) => cell.includes('@')
const looksLikePhone = (cell: string) => digits(cell).length >= 8 && !/\p{L}/u.test(cell)
const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !looksLikeEmail(cell)
// Surer signs, for columns whose heading says something else: documents and dates have as many digits as telephones.
const isWrittenAsPhone = (cell: string) => looksLikePhone(cell) && /^\s*(\+|\(\d{2}\))/.test(cell)
const isWrittenAsName = (cell: string) => /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*)+$/u.test(cell.trim())

/**
 * Finds the columns by their headings alone. Among several with the same meaning, the one counts whose cells fit it, then the surer, then the fuller.
 */
export function columnsOfNames(heading: string[], rows: string[][]): Columns {
  const headings = heading.map(headingOf)
  const findBest = (meaning: Meaning, fits: (cell: string) => boolean) => {
    const candidates = headings.flatMap((each, at) =>
      each?.meaning === meaning ? [{ at, rank: each.rank, count: count(rows, at, fits) }] : [],
    )
    candidates.sort(
      (a, b) => Number(b.count > 0) - Number(a.count > 0) || a.rank - b.rank || b.count - a.count || a.at - b.at,
    )
    return candidates[0]?.at
  }
  const name = findBest('name', looksLikeName)
  const first = findBest('firstName', looksLikeName)
  const last = findBest('lastName', looksLikeName)
  // The first e-mail that a person has counts, so a fuller column is no better one.
  const emails = headings
    .flatMap((each, at) =>
      each?.meaning === 'email' ? [{ at, rank: each.rank, isUsed: count(rows, at, looksLikeEmail) > 0 }] : [],
    )
    .sort((a, b) => Number(b.isUsed) - Number(a.isUsed) || a.rank - b.rank || a.at - b.at)
  const parts = last === undefined ? [name ?? first] : [first ?? name, findBest('middleName', looksLikeName), last]
  const [email, ...others] = emails
  const isOwn = ({ at, rank }: { at: number; rank: number }) =>
    furtherEmail.test(textOf(heading[at]!)) || (rank < 2 && rank === email?.rank)
  return {
    name: [findBest('fullName', looksLikeName) ?? parts].flat().filter((at) => at !== undefined),
    email: email?.at,
    otherEmails: others.flatMap((each) =>
      each.isUsed && isOwn(each) && !isShared(rows, email?.at, each.at) ? [each.at] : [],
    ),
    cellphone: findBest('cellphone', looksLikePhone),
    areaCode: findBest('areaCode', (cell) => digits(cell).length > 0),
    country: findBest('country', (cell) => cell !== ''),
  }
}

/** Finds the columns by their headings, and those that are missing by their contents. */
export function columnsOfHeading(heading: string[], rows: string[][]): Columns {
  const columns = columnsOfNames(heading, rows)
  if (columns.email === undefined || count(rows, columns.email, looksLikeEmail) === 0) {
    const outsiders = heading.flatMap((cell, at) => (other.test(textOf(cell)) ? [at] : []))
    columns.email = findColumn(rows, looksLikeEmail, outsiders) ?? findColumn(rows, looksLikeEmail, []) ?? columns.email
  }
  const taken = heading.flatMap((cell, at) => (other.test(textOf(cell)) || place.test(textOf(cell)) ? [at] : []))
  columns.name = columns.name.filter((at) => at !== columns.email)
  if (columns.name.length === 0) {
    const name = findColumn(rows, isWrittenAsName, taken)
    if (name !== undefined && isCommon(rows, name, isWrittenAsName)) columns.name = [name]
  }
  columns.cellphone ??= findColumn(rows, isWrittenAsPhone, taken)
  return columns
}

/** Finds the columns by their contents alone: the column of e-mails, then the first of names, and one of telephones. */
export function columnsOfContents(rows: string[][]): Columns {
  const email = findColumn(rows, looksLikeEmail, [])
  const cellphone = findColumn(rows, looksLikePhone, [email])
  const name = findColumn(rows, looksLikeName, [email, cellphone])
  const otherEmails = listColumns(rows, looksLikeEmail, [email]).filter((at) => !isShared(rows, email, at))
  return { email, otherEmails, cellphone, name: name === undefined ? [] : [name] }
}

/** Reads a row by its columns. */
export function studentOf(cells: string[], { name, email, otherEmails, cellphone, areaCode, country }: Columns) {
  // Google writes several values of one kind into one cell.
  const readCell = (column: number | undefined) =>
    column === undefined ? '' : (cells[column]?.split(' ::: ')[0] ?? '')
  const phone = readCell(cellphone)
  const isLocal = digits(phone).length > 0 && digits(phone).length <= 9
  const emails = [email, ...otherEmails].map(readCell)
  const written = emails.find(looksLikeEmail) ?? emails.find((cell) => cell.trim() !== '') ?? ''
  const found = readWrittenEmail(written)
  const named = withoutBullet(name.map(readCell).join(' '))
  return {
    // A cell of numbers alone is a formula that found no name.
    name: /\p{L}/u.test(named) ? named : found.name,
    email: found.email,
    cellphone: withCountry(isLocal ? `${readCell(areaCode)}${phone}` : phone, readCell(country)),
  }
}

const count = (rows: string[][], readCell: number, fits: (cell: string) => boolean) =>
  rows.reduce((sum, row) => sum + Number(fits(row[readCell] ?? '')), 0)

/** Says whether most cells fit and few repeat: names of users do so, names of things don't. */
function isCommon(rows: string[][], at: number, fits: (cell: string) => boolean) {
  const fitting = rows.map((row) => row[at] ?? '').filter(fits)
  return fitting.length * 2 >= rows.length && new Set(fitting).size * 2 > fitting.length
}

function listColumns(rows: string[][], fits: (cell: string) => boolean, taken: (number | undefined)[]) {
  const counts = new Map<number, number>()
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (!taken.includes(at) && fits(cell)) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  return [...counts].sort(([a, inA], [b, inB]) => inB - inA || a - b).map(([at]) => at)
}

const findColumn = (...search: Parameters<typeof listColumns>) => listColumns(...search)[0]
