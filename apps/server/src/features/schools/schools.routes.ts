import { certificateIssuers } from '@escola/contract/certificate-issuers.contract'
import { schools } from '@escola/contract/schools.contract'
import { rightsIn } from '../../core/team-rights.ts'
import type { Mount } from '../../http/mount.ts'
import { rightsWriterOf } from '../../http/writer.ts'
import {
  getIssuer,
  removePicture,
  replacePicture,
  type SettingsTools,
  saveIssuer,
  updateSchool,
} from './settings.service.ts'

export const schoolRoutes = (mount: Mount, tools: SettingsTools) => {
  const write = rightsWriterOf(schools.context.response)
  mount(schools.context, async (visit, { query }) => {
    const context = await tools.contexts.of(visit, query)
    return write(context, rightsIn(context.team))
  })
  mount(schools.update, (school, { body }) => updateSchool(school, body, tools))
  mount(schools.uploadLogo, (school, { fields, file }) => replacePicture(school, { field: fields.field, file }, tools))
  mount(certificateIssuers.get, (school) => getIssuer(school))
  mount(certificateIssuers.save, (school, { body }) => saveIssuer(school, body))
  mount(schools.removeLogo, (school, { body }) => removePicture(school, body.field, tools))
}
