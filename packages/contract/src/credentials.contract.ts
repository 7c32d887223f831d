import { z } from 'zod'
import { CodeParams } from './certificates.contract.ts'
import { defineRoute } from './route.ts'
import { SchoolParams } from './wire.ts'

/** Certificates counted by one list of revocations: the smallest that the W3C's Bitstring Status List allows. */
export const statusListLength = 131_072

/** Lists that the register numbers of a school can fill. Each number of an issue has so many of its own, behind those that revoke certificates whole. */
export const statusListsPerIssue = 16_384
const issuesMax = 1000

/** Addresses that programs read to check a certificate by Open Badges 3.0; all are open to all callers. */
export const credentials = {
  keys: defineRoute({
    method: 'GET',
    path: '/credentials/keys',
    summary: 'JWKS of all keys that have ever signed credentials',
    access: 'public',
    rateLimit: 'proof',
    response: 'stream',
  }),
  key: defineRoute({
    method: 'GET',
    path: '/credentials/keys/:id',
    summary: 'JWK of one key, to which the kid of a credential leads',
    access: 'public',
    rateLimit: 'proof',
    params: z.object({ id: z.uuid() }),
    response: 'stream',
  }),
  issuer: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/issuer',
    summary: 'Profile of the school as an issuer, by Open Badges 3.0',
    access: 'visitor',
    rateLimit: 'proof',
    params: SchoolParams,
    response: 'stream',
  }),
  credential: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:code/credential',
    summary: 'Open Badges 3.0 credential of a certificate that counts and has a register number, as a VC-JWT',
    access: 'visitor',
    rateLimit: 'proof',
    params: CodeParams,
    response: 'stream',
  }),
  statusList: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/credential-status/:list',
    summary: `Revocations of the school's certificates and of issues that were replaced, ${statusListLength} to a list, as a VC-JWT`,
    access: 'visitor',
    rateLimit: 'proof',
    params: SchoolParams.extend({
      list: z.coerce
        .number()
        .int()
        .min(0)
        .max(statusListsPerIssue * issuesMax - 1),
    }),
    response: 'stream',
  }),
}
