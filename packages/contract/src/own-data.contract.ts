import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

export const ownDataLimits = {
  /** Days in which a user may take the deletion of their account back. */
  deletionDays: 7,
} as const

/** First line of the file that a user gets. */
export const copyAbout =
  'Cópia dos dados que a plataforma guarda de você, em todas as suas escolas. Senhas, códigos e chaves não entram, nem as anotações internas de cada escola: peça-as a ela. A nota de uma avaliação entra quando a escola a mostra.'

/** Deletion of an account that was asked for and is not done yet. */
const Deletion = z.object({ utc_asked_on: Utc, utc_due_on: Utc })

const DeletionState = z.object({
  deletion: Deletion.nullable(),
  /** Schools that no other user administers: while there is one, the account is not deleted. */
  schools: z.array(z.object({ id: Id, name: z.string() })),
  /** The account administers the platform, which it must not while it is deleted. */
  administersPlatform: z.boolean(),
})
export type DeletionState = z.infer<typeof DeletionState>

/** A version of terms or of a policy that the caller has accepted; whose: of the school's own page, or of the platform's. */
const AcceptedText = z.object({
  id: Id,
  school: z.object({ id: Id, name: z.string() }),
  whose: z.enum(['school', 'platform']),
  page: z.enum(['termos-e-condicoes', 'politica-de-privacidade']),
  version: z.number().int(),
  utc_given_on: Utc,
})
export type AcceptedText = z.infer<typeof AcceptedText>
const TextVersion = z.object({ number: z.number().int(), utc_written_on: Utc })
export type TextVersion = z.infer<typeof TextVersion>

/** Routes by which users copy what is kept of them, and delete their account. They need the user's own session. */
export const ownData = {
  copy: defineRoute({
    method: 'GET',
    path: '/user/data',
    summary:
      'All that the platform keeps of the caller, in all their schools, as one JSON file; needs a proof of a moment ago',
    access: 'session',
    proof: 'recent',
    rateLimit: 'ownData',
    response: 'stream',
  }),
  deletion: defineRoute({
    method: 'GET',
    path: '/user/deletion',
    summary: 'Whether the account is going to be deleted, and what keeps it from that',
    access: 'session',
    response: DeletionState,
  }),
  askDeletion: defineRoute({
    method: 'POST',
    path: '/user/deletion',
    summary:
      'Delete the account in seven days; needs a proof of a moment ago. A repeated call changes nothing, and the only administrator of a school is refused',
    access: 'session',
    proof: 'recent',
    rateLimit: 'ownData',
    response: z.object({ deletion: Deletion }),
  }),
  takeDeletionBack: defineRoute({
    method: 'DELETE',
    path: '/user/deletion',
    summary: 'Keep the account, until the day of its deletion; a repeated call changes nothing',
    access: 'session',
    response: Done,
  }),
  acceptedTexts: defineRoute({
    method: 'GET',
    path: '/user/accepted-texts',
    summary: 'Which version of which terms the caller has accepted, in all their schools',
    access: 'session',
    response: z.object({ texts: z.array(AcceptedText) }),
  }),
  acceptedText: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/user/accepted-texts/:consentId',
    summary: 'The text that the caller has accepted, or another version of it, and which versions there are',
    access: 'member',
    params: SchoolParams.extend({ consentId: Id }),
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    response: z.object({ number: z.number().int(), html: z.string(), versions: z.array(TextVersion) }),
  }),
}
