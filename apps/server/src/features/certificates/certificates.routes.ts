import { certificates } from '@escola/contract/certificates.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getPdfLink, listMine, verifyCertificate } from './proof/proof.service.ts'

export const certificateRoutes = (mount: Mount, tools: Tools) => {
  mount(certificates.mine, (school) => listMine(school))
  mount(certificates.pdfLink, (school, { params }) => getPdfLink(school, params.id, tools))
  mount(certificates.verify, (school, { params }) => verifyCertificate(school, params.code))
}
