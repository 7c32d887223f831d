import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { statusListLength } from '@escola/contract/credentials.contract'
import { minuteMs } from '@escola/contract/durations'
import { notFound } from '../../core/app-error.ts'
import { AsyncCache } from '../../core/async-cache.ts'
import type { School } from '../../core/scope.ts'
import { addressesOf, readStatusList, statusPlaceOf } from './addresses.ts'
import { findLastNumber, hasIssue, listRevokedNumbers } from './credentials.queries.ts'
import { type CredentialTools, contexts, secondsOf } from './credentials.service.ts'
import { signToken } from './keys.service.ts'

/** Lists that were signed stay good for this long. */
const cacheMs = minuteMs

/** Signs lists of revocations, each at most once a minute in a process. */
export const openStatusLists = (tools: CredentialTools) => {
  const signed = new AsyncCache<string>(cacheMs)
  return (school: School, list: number) =>
    signed.fetch(`${school.id}:${list}`, tools.now().getTime(), () => signStatusList(school, list, tools))
}

async function signStatusList(school: School, list: number, tools: CredentialTools): Promise<string> {
  const { issue, from } = readStatusList(list)
  const place = { issue, from, before: from + statusListLength }
  // Any caller may ask for any number: one that no certificate has costs two look-ups.
  const revoked = await school.tx(async (db) => {
    if (from > (await findLastNumber(db)) || !(await hasIssue(db, issue))) throw notFound()
    return listRevokedNumbers(db, place)
  })
  const { issuer, statusList } = addressesOf(tools.config, school.id)
  const id = statusList(list)
  const now = tools.now()
  const credential = {
    '@context': [contexts[0]],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer,
    validFrom: now.toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: await encodeList(revoked.map((number) => statusPlaceOf(number).index)),
    },
  }
  return signToken({ ...credential, iss: issuer, jti: id, sub: `${id}#list`, nbf: secondsOf(now) }, tools)
}

const compress = promisify(gzip)

/** Bits from the left, compressed, in multibase's base64url. */
async function encodeList(indexes: number[]): Promise<string> {
  const bits = Buffer.alloc(statusListLength / 8)
  for (const index of indexes) bits[index >> 3]! |= 0x80 >> (index & 7)
  return `u${(await compress(bits)).toString('base64url')}`
}
