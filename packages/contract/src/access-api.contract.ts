import { z } from 'zod'
import { NewStudent } from './cohorts.contract.ts'
import { limits } from './limits.ts'
import { SentEmail } from './people.ts'
import { Cellphone } from './phones.ts'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

/** A class that other systems may enroll into. Its hash is how they call it; it opens nothing by itself. */
export const Integration = z.object({
  id: Id,
  hash: z.string(),
  integration_title: z.string(),
  school_gateway_id: Id,
  /** A link opens one session, within minutes. */
  is_single_use: z.boolean(),
})
export type Integration = z.infer<typeof Integration>

const Integrations = z.object({ integrations: z.array(Integration) })

export const accessApi = {
  getKey: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/api/key',
    summary: "The school's key to its access API, without the secret; null until it was generated",
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    response: z.object({
      key: z.string().nullable(),
      utc_created_on: Utc.nullable(),
      /** End of the oldest signed token without `exp` that was used in the last days; null where there is none. */
      utc_signature_ends_on: Utc.nullable(),
    }),
  }),
  generateKey: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/api/key/gen',
    summary: 'Generate a key and a secret; those before, and all that they have opened the way to, are void at once',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    response: z.object({ key: z.string(), secret: z.string() }),
  }),
  showSecret: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/api/key/secret',
    summary: 'The secret, for an administrator who has just proven who they are',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    response: z.object({ secret: z.string() }),
  }),
  integrations: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/api/integrations',
    summary: 'The classes that other systems may enroll into',
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    response: Integrations,
  }),
  saveIntegration: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/api/integrations/save',
    summary:
      'Let other systems enroll into a class, and choose whether each link is good once; doing it twice changes nothing',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    /** Without is_single_use a new integration has links for a day, and one that is there keeps its choice. */
    body: z.object({ school_gateway_id: Id, is_single_use: z.boolean().optional() }),
    response: Integrations,
  }),
  removeIntegration: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/api/integrations/:id/delete',
    summary: 'End an integration; whoever was enrolled by it stays in the class',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams.extend({ id: Id }),
    response: Done,
  }),
  hash: defineRoute({
    method: 'GET',
    path: '/integration/:schoolId/hash',
    summary:
      "For other systems: a hash that is valid for an hour. Authorization carries a JWT (HS256) of the school's key, { key }, signed with its secret; without exp it is good for a year from its first use. A school with several integrations is told which by its hash",
    access: 'visitor',
    rateLimit: 'accessApi',
    params: SchoolParams,
    query: z.object({ integration: z.string().max(limits.inputMax).transform(storable).optional() }),
    response: z.object({ hash: z.string() }),
  }),
  enroll: defineRoute({
    method: 'POST',
    path: '/integration/:schoolId/:hash',
    summary:
      "For other systems: enroll somebody into the integration's class, once however often; the token signs them in at the school's login/{token} for a day, or once within five minutes where the integration says so",
    access: 'visitor',
    rateLimit: 'accessApi',
    takesForms: true,
    params: SchoolParams.extend({ hash: z.string().max(200) }),
    // A telephone that says no country refuses no student: the caller's customer has paid.
    body: NewStudent.extend({ email: SentEmail, cellphone: Cellphone.default('') }),
    response: z.object({ token: z.string() }),
  }),
}
