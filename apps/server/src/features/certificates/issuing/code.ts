import { randomInt } from 'node:crypto'

/** Crockford's base32: no I, L, O or U, so that a code can be read aloud and typed from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixty random bits, as XXXX-XXXX-XXXX. */
export const generateCode = () => group(Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join(''))

/** A code as people type it: in any case, with hyphens, dashes and blanks of any kind or none, and with the letters that look like digits. */
export const readCode = (typed: string) =>
  group(
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )

const group = (letters: string) => letters.match(/.{1,4}/g)?.join('-') ?? ''
