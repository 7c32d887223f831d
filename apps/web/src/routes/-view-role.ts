import { contextQuery, readViewRole } from '../session/context.ts'
import type { RouteContext } from './__root.tsx'

/** Reads the view for loaders of addresses that show each role a page of its own. */
export const viewRoleOf = async ({ queryClient }: RouteContext) =>
  readViewRole(await queryClient.ensureQueryData(contextQuery))
