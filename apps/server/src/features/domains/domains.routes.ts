import { domains } from '@escola/contract/domains.contract'
import type { Mount } from '../../http/mount.ts'
import {
  allowCertificate,
  checkDomain,
  claimDomain,
  type DomainTools,
  getDomain,
  removeDomain,
} from './domains.service.ts'
import { ServedDomains } from './served-domains.ts'

/** @param tools.forgetSchools ends at once the memory of a school that changes its address */
export const domainRoutes = (mount: Mount, { forgetSchools, ...tools }: DomainTools & { forgetSchools(): void }) => {
  const served = new ServedDomains(tools)
  const forget = () => {
    forgetSchools()
    served.forget()
  }
  const forgetAfter = <T>(answer: Promise<T>) => answer.finally(forget)
  mount(domains.get, (school) => getDomain(school, tools))
  mount(domains.claim, (school, { body }) =>
    forgetAfter(claimDomain(school, { domain: body.url, field: 'url' }, tools)),
  )
  mount(domains.check, (school) => forgetAfter(checkDomain(school, tools)))
  mount(domains.remove, (school) => forgetAfter(removeDomain(school, tools)))
  mount(domains.allowed, (_visit, { query }) => allowCertificate(query, { ...tools, served }))
}
