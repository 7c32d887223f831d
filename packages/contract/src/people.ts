import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'

/** Lowercased, white space removed (part 1 §5). */
export const cleanEmail = (text: string) => text.toLowerCase().replace(/\s+/g, '')
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
export const isEmail = (clean: string) => clean.length <= limits.emailMax && emailPattern.test(clean)
const emailWith = (message: string) =>
  z.string({ error: message }).max(1000, message).transform(cleanEmail).refine(isEmail, message)
/** E-mail on sign-in and recovery. */
export const Email = emailWith(messages.email)
/** E-mail of somebody new: sign-up, student, administrator. */
export const NewEmail = emailWith(messages.emailSignUp)
/** A school's own. */
export const SchoolEmail = emailWith(messages.settingsEmail)

export const Password = z
  .string({ error: messages.passwordShort })
  .min(limits.passwordMin, messages.passwordShort)
  .max(limits.passwordMax, `Use no máximo ${limits.passwordMax} caracteres`)
  .regex(/\p{L}/u, messages.passwordLetter)
  .regex(/\d/, messages.passwordDigit)

// Some letters have no shape: a name of nothing else would be an empty place on every page.
const hasLetters = (value: string) => /[\p{L}\p{N}]/u.test(value)
const isName = (value: string) => value.length >= limits.nameMin && value.length <= limits.inputMax && hasLetters(value)
// Who wrote a name isn't told to write one, but what it lacks.
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
/** Of an administrator, and of a school in the form that asks for what it lacks. */
export const PlainName = text(messages.studentName)

/** The name that somebody gives themselves in their account: the form has no rule of its own (part 1 §5), but nobody is nameless. */
export const OwnName = z
  .string({ error: messages.signUpUserName })
  .transform((value) => cleanText(value))
  .refine((value) => hasLetters(value) && value.length <= limits.inputMax, messages.signUpUserName)
  .refine((value) => !hasAddress(value), messages.nameWithAddress)

// Mails begin with names: nobody can have ours carry a link to an outsider.
const hasAddress = (value: string) => /:\/\/|www\./i.test(value)

// Control characters (a NUL would be refused by the database) and runs of spaces never belong in a one-line text, nor does what turns
// its direction or shows nothing. The joiners stay: emoji are made with them.
export const cleanText = (value: string) =>
  value
    .toWellFormed()
    .replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const particles = new Set(['da', 'das', 'de', 'do', 'dos', 'e'])
/** "MARIA das dores" → "Maria das Dores" (part 1 §5: capitalised per word). */
export const capitalizeName = (value: string) =>
  cleanText(value)
    .toLocaleLowerCase('pt-BR')
    .split(' ')
    .map((word, index) =>
      index > 0 && particles.has(word)
        ? word
        : word.replace(
            /(^|[-'’])(\p{L})/gu,
            (_, before: string, letter: string) => before + letter.toLocaleUpperCase('pt-BR'),
          ),
    )
    .join(' ')
export const StudentName = z
  .string({ error: messages.studentName })
  .max(1000, messages.studentName)
  .transform(capitalizeName)
  .refine(isName, sayingTheRule(messages.studentName))
  .refine((value) => !hasAddress(value), messages.nameWithAddress)

export const digits = (value: string) => value.replace(/\D/g, '')
export const Cellphone = z
  .string({ error: messages.cellphone })
  .max(100, messages.cellphone)
  .transform(digits)
  .refine((value) => value.length <= limits.cellphoneMax, messages.cellphone)
export const RequiredCellphone = Cellphone.refine((value) => value !== '', messages.cellphone)

/** Eleven digits, or fewer while somebody knows no more; the specification checks none of them. */
export const Cpf = z
  .string()
  .max(limits.inputMax)
  .transform(digits)
  .refine((value) => value.length <= limits.cpfDigits, refusals.cpfLong)
/** 123.456.789-09; as far as it is known, so that it is also how it is typed. */
export const formatCpf = (value: string) => {
  const known = digits(value)
  if (known.length > limits.cpfDigits) return known
  const dotted = known.replace(/\d{3}(?=\d)/g, '$&.')
  return known.length > 9 ? dotted.replace(/\.(\d+)$/, '-$1') : dotted
}

const isWhatsapp = ({ length }: string) => length >= limits.whatsappMin && length <= limits.cellphoneMax
/** Where a school is reached by WhatsApp. */
export const Whatsapp = z
  .string({ error: messages.settingsCellphone })
  .max(100, messages.settingsCellphone)
  .transform(digits)
  .refine(isWhatsapp, messages.settingsCellphone)

const isAssistantName = (value: string) =>
  value.length >= limits.nameMin && value.length <= limits.assistantNameMax && hasLetters(value)
export const AssistantName = z
  .string({ error: messages.settingsAssistant })
  .transform(cleanText)
  .refine(isAssistantName, messages.settingsAssistant)

export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''
/** (11) 91234-5678 */
export const formatCellphone = (value: string) => {
  const local = digits(value).replace(/^55(?=\d{10,11}$)/, '')
  if (local.length < 10 || local.length > 11) return value
  return `(${local.slice(0, 2)}) ${local.slice(2, -4)}-${local.slice(-4)}`
}
