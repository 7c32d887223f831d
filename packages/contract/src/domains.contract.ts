import { z } from 'zod'
import { DomainUrl } from './domains.ts'
import { defineRoute } from './route.ts'
import { Done, SchoolParams, Utc } from './wire.ts'

/** A waiting domain does not lead here yet. On an active one the school answers. A broken one did so, and no longer leads here. */
export const DomainState = z.enum(['waiting', 'active', 'broken'])
export type DomainState = z.infer<typeof DomainState>
/**
 * Reasons why a domain is not in use or does not lead here: its name does not exist, it leads elsewhere, its name servers did not answer, or
 * the TXT record that it needs is not there.
 */
export const DomainProblem = z.enum(['missing', 'elsewhere', 'silent', 'unproven'])
export type DomainProblem = z.infer<typeof DomainProblem>

export const OwnDomain = z.object({
  domain: z.string(),
  state: DomainState,
  problem: DomainProblem.nullable(),
  /** The domain led here before it was asked for, or was another school's; null while that is not known. One in use needs no TXT record. */
  needs_txt: z.boolean().nullable(),
  utc_checked_on: Utc.nullable(),
})
export type OwnDomain = z.infer<typeof OwnDomain>

export const DomainAnswer = z.object({
  domain: OwnDomain.nullable(),
  /** Host that the domain's CNAME points to. */
  target: z.string(),
  /** Text of the TXT record by which the owner of a domain says that it is for this school. */
  txt_value: z.string(),
  /** Address of the platform itself; every school is below it, by its namespace. */
  platform_url: z.string(),
})

export type DomainAnswer = z.infer<typeof DomainAnswer>

export const DomainQuestion = z.object({ url: DomainUrl })

export const domains = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/domain',
    summary: "The school's own domain, how far it has come, and where it has to point",
    access: 'admin',
    // Webhooks of sales platforms go to the platform's address, which those who set them up copy.
    may: ['settings', 'cohorts'],
    params: SchoolParams,
    response: DomainAnswer,
  }),
  claim: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/domain',
    summary: 'Take a domain for the school and look whether it leads here; it is used once it does',
    access: 'admin',
    may: 'settings',
    proof: 'recent',
    rateLimit: 'domain',
    params: SchoolParams,
    body: DomainQuestion,
    response: DomainAnswer,
  }),
  check: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/domain/check',
    summary: "Look again whether the school's domain leads here",
    access: 'admin',
    may: 'settings',
    rateLimit: 'domain',
    params: SchoolParams,
    response: DomainAnswer,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/domain',
    summary: 'Give the domain up; others may not take one that was in use for thirty days',
    access: 'admin',
    may: 'settings',
    proof: 'recent',
    params: SchoolParams,
    response: Done,
  }),
  allowed: defineRoute({
    method: 'GET',
    path: '/domains/allowed',
    summary: 'For the proxy, before it asks for a certificate: 200 for a domain that is in use here, else 404',
    access: 'public',
    query: z.object({ domain: z.string().max(255) }),
    response: 'stream',
  }),
}
