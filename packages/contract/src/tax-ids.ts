/** A CPF or CNPJ without dots, strokes and blanks; letters of a CNPJ are capitals. */
export const cleanTaxId = (typed: string) => typed.toUpperCase().replace(/[\s./-]/g, '')

/**
 * The two check digits of a number: modulo 11 of its places, whose weights rise from the right and begin again after the largest. A letter of a CNPJ
 * counts by its place in ASCII (Nota Técnica 49/2024 of the Receita Federal).
 */
const hasCheckDigits = (number: string, largestWeight: number) => {
  const digitOf = (places: string) => {
    const sum = [...places]
      .reverse()
      .reduce((total, place, index) => total + (place.charCodeAt(0) - 48) * (2 + (index % (largestWeight - 1))), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const body = number.slice(0, -2)
  const first = digitOf(body)
  return number === `${body}${first}${digitOf(`${body}${first}`)}`
}
const isOneDigit = (number: string) => /^(.)\1+$/.test(number)

export const isCpf = (number: string) => /^\d{11}$/.test(number) && !isOneDigit(number) && hasCheckDigits(number, 11)
export const isCnpj = (number: string) =>
  /^[\dA-Z]{12}\d{2}$/.test(number) && !isOneDigit(number) && hasCheckDigits(number, 9)

/** A CPF as it is shown where it must not be told: ***.456.789-**. */
export const maskCpf = (cpf: string) => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
export const formatCnpj = (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
/** Number of a school as its certificates print it; '' for none. */
export const formatTaxId = (taxId: string) =>
  taxId === '' ? '' : isCpf(taxId) ? `CPF ${maskCpf(taxId)}` : `CNPJ ${formatCnpj(taxId)}`
