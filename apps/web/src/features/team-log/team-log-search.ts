import { permissions } from '@escola/contract/permissions'
import type { TeamLogFilter } from '@escola/contract/team-log.contract'
import { isId } from '@escola/contract/wire'

/** Reads the filters of an address; what is none of them counts as none chosen. */
export const readTeamLogFilter = ({ user_id, area }: { user_id: unknown; area: unknown }): TeamLogFilter => ({
  user_id: isId(String(user_id ?? '')) ? String(user_id) : '',
  area: permissions.find((each) => each === area) ?? '',
})
