import { accessApi } from '@escola/contract/access-api.contract'
import type { Mount } from '../../http/mount.ts'
import {
  generateKey,
  listIntegrations,
  removeIntegration,
  saveIntegration,
  showKey,
  showSecret,
} from './access-api.service.ts'
import { type AccessApiTools, enrollByHash, issueHash } from './integration-calls.service.ts'

export const accessApiRoutes = (mount: Mount, tools: AccessApiTools) => {
  mount(accessApi.getKey, (school) => showKey(school, tools))
  mount(accessApi.generateKey, (school) => generateKey(school, tools))
  mount(accessApi.showSecret, (school) => showSecret(school, tools))
  mount(accessApi.integrations, (school) => listIntegrations(school))
  mount(accessApi.saveIntegration, (school, { body }) => saveIntegration(school, body, tools))
  mount(accessApi.removeIntegration, (school, { params }) => removeIntegration(school, params))
  mount(accessApi.hash, (school, { query }) => issueHash(school, query, tools))
  mount(accessApi.enroll, (school, { params, body }) => enrollByHash(school, { hash: params.hash, ...body }, tools))
}
