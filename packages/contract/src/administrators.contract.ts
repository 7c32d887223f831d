import { z } from 'zod'
import { NewEmail, PlainName } from './people.ts'
import { defineRoute } from './route.ts'
import { SchoolRole } from './schools.contract.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Administrator of the school; some administrators study there too. */
export const Administrator = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  link: z.string(),
  profile_img_url: z.string(),
  role: z.array(SchoolRole),
  utc_created_on: Utc,
})
export type Administrator = z.infer<typeof Administrator>

export const NewAdministrator = z.object({ name: PlainName, email: NewEmail })

export const administrators = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/users',
    summary: 'Who administers the school, a page at a time',
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ users: pageOf(Administrator) }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/add-user',
    summary:
      'Make somebody an administrator and tell them by e-mail; a student becomes both. Only where the school has multiple users',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    rateLimit: 'mail',
    params: SchoolParams,
    body: NewAdministrator,
    response: z.object({ user: Administrator }),
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/remove-user',
    summary: 'Take the administration from somebody, never from oneself; who studies there stays a student',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    body: z.object({ user_id: Id }),
    response: Done,
  }),
}
