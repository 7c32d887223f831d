import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, SchoolParams } from './wire.ts'

export const files = {
  image: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/image/:key',
    summary:
      'A picture of the school at the smallest stored width that is at least w; never changes, so it is cached for ever',
    access: 'visitor',
    params: SchoolParams.extend({ key: z.string().regex(/^[0-9a-f-]{36}$/) }),
    query: z.object({ w: z.coerce.number().int().min(1).max(4000).optional() }),
    response: 'stream',
  }),
  download: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/file/:fileId',
    summary: 'The bytes behind a signed link, for as long as the session that asked for it may have them',
    access: 'visitor',
    params: SchoolParams.extend({ fileId: Id }),
    query: z.object({
      way: z.enum(['lesson', 'certificate']),
      id: Id,
      session: z.uuid(),
      expires: z.coerce.number().int(),
      signature: z.string().max(100),
    }),
    response: 'stream',
  }),
}
