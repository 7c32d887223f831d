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

export const domainRoutes = (mount: Mount, tools: DomainTools) => {
  mount(domains.get, (school) => getDomain(school, tools))
  mount(domains.claim, (school, { body }) => claimDomain(school, { domain: body.url, field: 'url' }, tools))
  mount(domains.check, (school) => checkDomain(school, tools))
  mount(domains.remove, (school) => removeDomain(school, tools))
  mount(domains.allowed, (_visit, { query }) => allowCertificate(query, tools))
}
