import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { cleanInvisible } from './text.ts'

/** Lowercases an e-mail and removes its white space (part 1 §5), also what is not seen of it. */
export const cleanEmail = (text: string) => cleanInvisible(text).toLowerCase().replace(/\s+/g, '')
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
export const isEmail = (clean: string) => clean.length <= limits.emailMax && emailPattern.test(clean)
/**
 * Finds the address that a mail may reach in what a buyer or a platform wrote; '' for any other text. A blank inside may stand for any sign, and stars
 * hide letters: neither is guessed.
 */
export function findEmail(text: string): string {
  const email = text.length > 1000 || hasInnerBlank(text) || text.includes('*') ? '' : cleanEmail(text)
  return isEmail(email) ? email : ''
}
export const hasInnerBlank = (text: string) => /\S\s+\S/.test(cleanInvisible(text))

/** E-mail that another system sends: a blank inside it may stand for any sign, and is refused instead of removed. */
export const SentEmail = z
  .string({ error: messages.emailSignUp })
  .refine((text) => !hasInnerBlank(text), messages.emailBlank)
  .max(1000, messages.emailSignUp)
  .transform(cleanEmail)
  .refine(isEmail, messages.emailSignUp)

const emailWith = (message: string) =>
  z.string({ error: message }).max(1000, message).transform(cleanEmail).refine(isEmail, message)
/** E-mail in sign-in and recovery. */
export const Email = emailWith(messages.email)
/** E-mail of a new person: sign-up, student, administrator. */
export const NewEmail = emailWith(messages.emailSignUp)
/** E-mail at which a school is reached. */
export const SchoolEmail = emailWith(messages.settingsEmail)

export const Password = z
  .string({ error: messages.passwordShort })
  .min(limits.passwordMin, messages.passwordShort)
  .max(limits.passwordMax, `Use no máximo ${limits.passwordMax} caracteres`)
  .regex(/\p{L}/u, messages.passwordLetter)
  .regex(/\d/, messages.passwordDigit)
/** Stands under the field wherever a user chooses a password. */
export const passwordHint = `No mínimo ${limits.passwordMin} caracteres, com uma letra e um número. Recomendamos ${limits.passwordGood} ou mais`

// Some letters have no shape, and a name of nothing else would be an empty place on every page.
const hasLetters = (value: string) => /[\p{L}\p{N}]/u.test(value)
const isName = (value: string) => value.length >= limits.nameMin && value.length <= limits.inputMax && hasLetters(value)
// Adds the rule to the message for a name that is too short; an empty field keeps the plain message.
const sayingTheRule = (message: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const isShort = typeof input === 'string' && input.length < limits.nameMin && hasLetters(input)
    return isShort ? messages.nameShort(message) : message
  },
})
const text = (message: string) =>
  z
    .string({ error: message })
    .transform((value) => cleanText(value))
    .refine(isName, sayingTheRule(message))
    .refine((value) => !hasAddress(value), messages.nameWithAddress)
export const UserName = text(messages.signUpUserName)
export const SchoolName = text(messages.signUpSchoolName)
/** Name of an administrator, and of a school in the form that asks for missing data. */
export const PlainName = text(messages.studentName)

/** Name that users give themselves in their account. The form has no rule of its own (part 1 §5), but a name can't be empty. */
export const OwnName = z
  .string({ error: messages.signUpUserName })
  .transform((value) => cleanText(value))
  .refine((value) => hasLetters(value) && value.length <= limits.inputMax, messages.signUpUserName)
  .refine((value) => !hasAddress(value), messages.nameWithAddress)

// Mails begin with names, so a name with an address would make our mails carry an outsider's link.
const hasAddress = (value: string) => /:\/\/|www\./i.test(value)

/**
 * Cleans a code or key of another system. Control characters (the database refuses NUL), runs of spaces, and characters that are not seen never belong in
 * a line; its letters stay as that system writes them.
 */
export const cleanLetters = (value: string) =>
  cleanInvisible(value.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Cleans a one-line text of a person. An accent is one letter with its base (NFC), however a Mac or a telephone typed it. */
export const cleanText = (value: string) => cleanLetters(value).normalize('NFC')

/** Particles that are small wherever they stand but at the beginning. */
const brazilian = 'Da|Das|De|Do|Dos|E'
/** Those of other languages, which end no name. */
const foreign = 'Di|Del|Della|Dei|Du|Van|Von|Der|Den|Y|La(?<=De La)|Las(?<=De Las)|Los(?<=De Los)'
const particle = new RegExp(` (?:(?:${brazilian})(?= |$)|(?:${foreign})(?= ))`, 'g')
/** Roman numerals up to 39. The first word of a name is none. */
const roman = / (?:X{0,3}(?:IX|IV|V?I{0,3}))(?=$|[ ,.)-])/gi

/**
 * Vi and Xi are names, too: those that are written so, and where all letters are of one size the second of two words. João Paulo VI has two before it.
 */
const isWord = (found: string, before: string, written: string) => {
  if (!/^ [VX]i$/.test(found)) return false
  if (new RegExp(`${found}(?!\\p{L})`, 'u').test(written)) return true
  const isOfOneSize = written === written.toUpperCase() || written === written.toLowerCase()
  return isOfOneSize && !before.includes(' ')
}

/**
 * Capitalises each word (part 1 §5): "MARIA das dores" → "Maria das Dores"; a word begins behind a blank, hyphen, apostrophe, dot, slash or bracket, too. A
 * file has thousands of names, and one match of each is half as dear as one of each word.
 */
export function capitalizeName(value: string): string {
  const written = cleanText(value)
  return written
    .toLowerCase()
    .replace(/(?:^|[ '’.\-/([{"“‘«])\p{L}/gu, (initial) => initial.toUpperCase())
    .replace(particle, (found) => found.toLowerCase())
    .replace(roman, (found, at: number, name: string) =>
      isWord(found, name.slice(0, at), written) ? found : found.toUpperCase(),
    )
}
export const StudentName = z
  .string({ error: messages.studentName })
  .max(1000, messages.studentName)
  .transform(capitalizeName)
  .refine(isName, sayingTheRule(messages.studentName))
  .refine((value) => !hasAddress(value), messages.nameWithAddress)

export const digits = (value: string) => value.replace(/\D/g, '')
/** CPF of eleven digits, or the digits that a person knows; the specification checks none of them. */
export const Cpf = z
  .string()
  .max(limits.inputMax)
  .transform(digits)
  .refine((value) => value.length <= limits.cpfDigits, refusals.cpfLong)
/** Formats a CPF as far as it is typed: 123.456.789-09. */
export const formatCpf = (value: string) => {
  const number = digits(value)
  if (number.length > limits.cpfDigits) return number
  const dotted = number.replace(/\d{3}(?=\d)/g, '$&.')
  return number.length > 9 ? dotted.replace(/\.(\d+)$/, '-$1') : dotted
}

const isAssistantName = (value: string) =>
  value.length >= limits.nameMin && value.length <= limits.assistantNameMax && hasLetters(value)
export const AssistantName = z
  .string({ error: messages.settingsAssistant })
  .transform(cleanText)
  .refine(isAssistantName, messages.settingsAssistant)

export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''
