import type { Permission } from '@escola/contract/permissions'
import { contextQuery, readViewRole } from '../session/context.ts'
import { makeRefusal, readPageRole } from '../session/rights.ts'
import type { RouteContext } from './__root.tsx'

/** Reads the view for loaders of addresses that show each role a page of its own. */
export const viewRoleOf = async ({ queryClient }: RouteContext) =>
  readViewRole(await queryClient.ensureQueryData(contextQuery))

/** Reads which page of such an address the user gets; the team's takes a right. */
export async function pageRoleOf({ queryClient }: RouteContext, permission: Permission) {
  const role = readPageRole(await queryClient.ensureQueryData(contextQuery), permission)
  if (role === 'refused') throw makeRefusal(permission)
  return role
}
