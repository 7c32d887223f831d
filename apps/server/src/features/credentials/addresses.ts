import { addressOf } from '@escola/contract/call'
import { credentials, statusListLength, statusListsPerIssue } from '@escola/contract/credentials.contract'
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

/**
 * Place of an issue of a certificate in the lists of revocations. Credentials signed before issues had places of their own stand in those of issue 0, which
 * tell a revocation of the whole certificate alone.
 */
export const statusPlaceOf = (registerNumber: number, issue = 0) => ({
  list: issue * statusListsPerIssue + Math.floor(registerNumber / statusListLength),
  index: registerNumber % statusListLength,
})

/** Subject of a list: certificates from a register number on, in one of their issues. */
export const readStatusList = (list: number) => ({
  issue: Math.floor(list / statusListsPerIssue),
  from: (list % statusListsPerIssue) * statusListLength,
})
