import type { Card } from './affiliates.queries.ts'

/** School as its own row says, with what others show of it. */
export interface KnownSchool extends Card {
  id: string
  is_private: boolean
  is_blocked: boolean
  use_own_domain: boolean
  is_domain_broken: boolean
}

/** Values of a school that another one keeps; a domain that leads nowhere is none of them. */
export const cardOf = (school: Omit<KnownSchool, 'id' | 'is_blocked' | 'is_private'>): Card => ({
  name: school.name,
  email: school.email,
  cellphone: school.cellphone,
  namespace: school.namespace,
  domain: school.use_own_domain && !school.is_domain_broken ? school.domain : null,
  logo_wide_key: school.logo_wide_key,
  logo_dark_wide_key: school.logo_dark_wide_key,
})

/** Values of a school that has not approved the other one: a private school tells only schools that it trusts how it is reached. */
export const cardOfUnapproved = (school: Omit<KnownSchool, 'id' | 'is_blocked'>): Card => ({
  ...cardOf(school),
  ...(school.is_private && { email: '', cellphone: '' }),
})
