import { z } from 'zod'
import { ContactText } from './needs.ts'
import { NewEmail, OwnName } from './people.ts'
import { defineRoute } from './route.ts'
import { salesPlatforms } from './sales.ts'
import { Done, Id, SchoolParams } from './wire.ts'

/** Texts of giving a purchase; they stand apart from those that every page carries. */
export const purchaseTexts = {
  give: 'Transferir compra para outro aluno',
  target: 'Escolha um aluno ou digite um e-mail',
  nameMissing: 'Digite o nome do aluno',
  given: 'Compra passada!',
  /** Says whose a purchase is, in the list of sales. */
  givenTo: (student: string, day: string) => `A escola passou esta compra para ${student || 'outro aluno'} em ${day}`,
} as const

/** Student of the school by id, or the person of an e-mail, who gets a place in the school if they have none. */
const Target = {
  user_id: Id.optional(),
  email: NewEmail.optional(),
  /** Name of a person who is new to the school; one whom it knows keeps theirs. */
  name: OwnName.optional(),
}

const NamedPurchase = z.object({
  gateway: z.enum(salesPlatforms),
  /** Code of the purchase, as its platform names it. */
  transaction: z.string().min(1).max(200),
  ...Target,
})

export const GivenPurchase = NamedPurchase.refine(
  ({ user_id, email }) => (user_id === undefined) !== (email === undefined),
  { path: ['email'], message: purchaseTexts.target },
).refine(({ email, name }) => email === undefined || name !== undefined, {
  path: ['name'],
  message: purchaseTexts.nameMissing,
})
export type GivenPurchase = z.infer<typeof GivenPurchase>

const Person = z.object({ name: z.string(), email: ContactText })

/** Result of giving a purchase, before it is given. */
export const GivingForecast = z.object({
  /** Student who has the purchase until then; null: there is none, or it is the same one. */
  holder: Person.nullable(),
  /** is_new: the school does not know the person, who is invited. */
  target: Person.extend({ is_new: z.boolean() }),
  /** Titles of the classes that the holder leaves. */
  leaves: z.array(z.string()),
  /** Titles of the classes that the student enters. */
  enters: z.array(z.string()),
  /** The purchase belongs to a subscription, whose other charges go with it. */
  is_subscription: z.boolean(),
})
export type GivingForecast = z.infer<typeof GivingForecast>

const joinTitles = (titles: string[]) => {
  const quoted = titles.map((title) => `“${title}”`)
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} e ${quoted.at(-1)}`
}
const inCohorts = (preposition: 'da' | 'na', titles: string[]) =>
  `${preposition}${titles.length === 1 ? ' turma' : 's turmas'} ${joinTitles(titles)}`

/** Puts into sentences what happens when a purchase is given. */
export function describeForecast({ holder, target, leaves, enters, is_subscription }: GivingForecast): string[] {
  const student = target.name || target.email
  return [
    holder && leaves.length > 0 ? `${holder.name} sai ${inCohorts('da', leaves)}.` : '',
    holder && leaves.length === 0 ? `${holder.name} não sai de nenhuma turma.` : '',
    enters.length > 0
      ? `${student} entra ${inCohorts('na', enters)} e recebe um e-mail${target.is_new ? ' de convite' : ''}.`
      : `${student} não entra em nenhuma turma agora.`,
    is_subscription
      ? `As outras cobranças desta assinatura e as devoluções passam a ser de ${student}.`
      : `Se a compra for devolvida, é ${student} quem perde o acesso.`,
  ].filter(Boolean)
}

export const purchases = {
  forecast: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/purchases/give/forecast',
    summary: 'Who leaves and who enters which classes if a purchase is given to a student',
    access: 'admin',
    may: 'cohorts',
    reads: true,
    params: SchoolParams,
    body: GivenPurchase,
    response: GivingForecast,
  }),
  give: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/purchases/give',
    summary:
      'Give a purchase, with its subscription, to a student: what the platform tells of it is theirs from then on',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    params: SchoolParams,
    body: GivenPurchase,
    response: Done,
  }),
}
