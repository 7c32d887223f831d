import { credentials } from '@escola/contract/credentials.contract'
import type { Mount } from '../../http/mount.ts'
import { Bytes } from '../../http/replies.ts'
import { type CredentialTools, getIssuer, signCredential } from './credentials.service.ts'
import { getKey, listKeys } from './keys.service.ts'
import { openStatusLists } from './status-list.service.ts'

/** Answers are for programs of any site, which keep them for a short time. */
const send = (type: string, body: string, more: Record<string, string> = {}) =>
  new Bytes(Buffer.from(body), {
    'content-type': type,
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...more,
  })
const tokenType = 'application/vc+jwt'

export const credentialRoutes = (mount: Mount, tools: CredentialTools) => {
  const signStatusList = openStatusLists(tools)
  mount(credentials.keys, async () => send('application/jwk-set+json', JSON.stringify(await listKeys(tools))))
  mount(credentials.key, async (_, { params }) =>
    send('application/jwk+json', JSON.stringify(await getKey(params.id, tools))),
  )
  mount(credentials.issuer, async (school) => send('application/json', JSON.stringify(await getIssuer(school, tools))))
  mount(credentials.credential, async (school, { params }) => {
    const { token, isOwn } = await signCredential(school, params.code, tools)
    return send(tokenType, token, {
      vary: 'authorization',
      ...(isOwn ? { 'cache-control': 'private, no-store' } : {}),
    })
  })
  mount(credentials.statusList, async (school, { params }) =>
    send(tokenType, await signStatusList(school, params.list)),
  )
}
