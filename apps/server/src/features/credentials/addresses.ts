import { addressOf } from '@escola/contract/call'
import { credentials, statusListLength } from '@escola/contract/credentials.contract'
import type { RouteDefinition } from '@escola/contract/route'
import type { Config } from '../../config.ts'
import { basePathOf } from '../../core/base-path.ts'

/** Addresses inside credentials lead to the school by its id: its name and its domain may change, and a credential lasts. */
export const addressesOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, schoolId: string) => {
  const api = (route: RouteDefinition, params: object) =>
    `${publicUrl}${addressOf(route, { params: { schoolId, ...params } })}`
  const home = `${publicUrl}${basePathOf({ id: schoolId, namespace: null })}`
  return {
    home,
    issuer: api(credentials.issuer, {}),
    credential: (code: string) => api(credentials.credential, { code }),
    statusList: (list: number) => api(credentials.statusList, { list }),
    page: (code: string) => `${home}/v/${code}`,
  }
}

/** Place of a certificate in the lists of revocations. */
export const statusPlaceOf = (registerNumber: number) => ({
  list: Math.floor(registerNumber / statusListLength),
  index: registerNumber % statusListLength,
})
