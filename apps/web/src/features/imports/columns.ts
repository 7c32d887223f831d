import { cleanEmail, digits, isEmail } from '@escola/contract/people'

export type Field = 'name' | 'email' | 'cellphone'
export type Columns = Partial<Record<Field, number>>

const names: Record<Field, string[]> = {
  email: ['email', 'mail', 'enderecodeemail', 'emailaddress', 'emaildoaluno', 'correioeletronico'],
  name: ['nome', 'name', 'aluno', 'nomecompleto', 'nomedoaluno', 'fullname', 'student', 'estudante', 'participante'],
  cellphone: ['telefone', 'celular', 'cellphone', 'phone', 'whatsapp', 'fone', 'tel', 'mobile', 'telefonecelular'],
}
const fieldOfName = new Map(Object.entries(names).flatMap(([field, all]) => all.map((name) => [name, field as Field])))

/** Which field a heading means, in Portuguese or English, however it is written: "E-mail", "Nome do aluno", "TELEFONE". */
export const fieldOfHeading = (heading: string): Field | undefined =>
  fieldOfName.get(
    heading
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  )

export const holdsEmail = (cell: string) => isEmail(cleanEmail(cell))
const looksLikeEmail = (cell: string) => cell.includes('@')
const looksLikePhone = (cell: string) => digits(cell).length >= 8 && !/\p{L}/u.test(cell)
const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !looksLikeEmail(cell)

/** The first row names the columns when it holds a heading that we know and no e-mail. */
export const isHeading = (row: string[]) =>
  !row.some(looksLikeEmail) && row.some((cell) => fieldOfHeading(cell) !== undefined)

export function columnsOfHeading(heading: string[], rows: string[][]): Columns {
  const columns: Columns = {}
  heading.forEach((cell, at) => {
    const field = fieldOfHeading(cell)
    if (field) columns[field] ??= at
  })
  columns.email ??= columnWhere(rows, looksLikeEmail, Object.values(columns))
  return columns
}

/** Without headings the contents tell: the column of e-mails, then the first of names, and one of telephones. */
export function columnsOfContents(rows: string[][]): Columns {
  const email = columnWhere(rows, looksLikeEmail, [])
  const cellphone = columnWhere(rows, looksLikePhone, [email])
  return { email, cellphone, name: columnWhere(rows, looksLikeName, [email, cellphone]) }
}

function columnWhere(rows: string[][], fits: (cell: string) => boolean, taken: (number | undefined)[]) {
  const counts = new Map<number, number>()
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (!taken.includes(at) && fits(cell)) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  const [most] = [...counts].sort(([a, inA], [b, inB]) => inB - inA || a - b)
  return most?.[0]
}
