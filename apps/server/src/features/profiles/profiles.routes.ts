import { profiles } from '@escola/contract/profiles.contract'
import type { Mount } from '../../http/mount.ts'
import { type AccountTools, removePicture, replacePicture, saveAccount } from './account.service.ts'
import { getProfile, saveDescription } from './profiles.service.ts'

export const profileRoutes = (mount: Mount, tools: AccountTools) => {
  mount(profiles.update, (scope, { body }) => {
    const saved = saveAccount(scope, body, tools)
    return body.password ? tools.securityLog.recordSuccess('password_changed', scope, saved) : saved
  })
  mount(profiles.uploadPicture, (scope, { fields, file }) =>
    replacePicture(scope, { schoolId: fields.schoolId, file }, tools),
  )
  mount(profiles.removePicture, (scope, { body }) => removePicture(scope, body, tools))
  mount(profiles.get, (school, { params }) => getProfile(school, params.link, tools))
  mount(profiles.saveDescription, (school, { body }) => saveDescription(school, body.profile_description))
}
