import { certificateCpfs } from '@escola/contract/certificate-issuers.contract'
import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateReissues } from '@escola/contract/certificate-reissues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getCpf, removeCpf, saveCpf } from './issuing/cpf.service.ts'
import { listRequests, requestCertificate } from './issuing/requests.service.ts'
import { restoreCertificate, revokeCertificate } from './issuing/revocation.service.ts'
import { previewTemplate } from './printing/preview.service.ts'
import { chooseShown, getPdfLink, listMine, verifyCertificate } from './proof/proof.service.ts'
import { sendSharePicture } from './proof/share-picture.service.ts'
import { correctName } from './reissues/corrected-names.service.ts'
import { listIssuedCertificates } from './reissues/issued.service.ts'
import { countReissue, reissueOne, startReissue } from './reissues/reissues.service.ts'
import {
  countIssuing,
  countReaching,
  createTemplate,
  listTemplates,
  removeTemplate,
  saveTemplate,
  saveTemplateTitle,
  uploadSignature,
} from './templates/templates.service.ts'

export const certificateRoutes = (mount: Mount, tools: Tools) => {
  mount(certificateIssues.requests, (school) => listRequests(school, tools))
  mount(certificateIssues.request, (school, { body }) => requestCertificate(school, body, tools))
  mount(certificateIssues.correctName, (school, { params }) => correctName(school, params, tools))
  mount(certificateIssues.reissue, (school, { params }) => reissueOne(school, params, tools))
  mount(certificateReissues.list, (school, { params, query }) =>
    listIssuedCertificates(school, { id: params.id, ...query }),
  )
  mount(certificateReissues.count, (school, { params }) => countReissue(school, params))
  mount(certificateReissues.start, (school, { params }) => startReissue(school, params, tools))
  mount(certificateIssues.revoke, (school, { params, body }) =>
    revokeCertificate(school, { id: params.id, ...body }, tools),
  )
  mount(certificateIssues.restore, (school, { params }) => restoreCertificate(school, params, tools))
  mount(certificates.mine, (school) => listMine(school))
  mount(certificates.pdfLink, (school, { params }) => getPdfLink(school, params.id, tools))
  mount(certificateCpfs.get, (school) => getCpf(school, tools))
  mount(certificateCpfs.save, (school, { body }) => saveCpf(school, body, tools))
  mount(certificateCpfs.remove, (school) => removeCpf(school, tools))
  mount(certificates.verify, (school, { params }) => verifyCertificate(school, params.code))
  mount(certificates.picture, (school, { params }) => sendSharePicture(school, params.code, tools))
  mount(certificates.chooseShown, (school, { params, body }) => chooseShown(school, { id: params.id, ...body }))
  mount(certificateTemplates.list, (school) => listTemplates(school))
  mount(certificateTemplates.create, (school, { body }) => createTemplate(school, body, tools))
  mount(certificateTemplates.remove, (school, { params }) => removeTemplate(school, params, tools))
  mount(certificateTemplates.saveTitle, (school, { params, body }) => saveTemplateTitle(school, { ...params, ...body }))
  mount(certificateTemplates.save, (school, { fields, file }) => saveTemplate(school, { ...fields, file }, tools))
  mount(certificateTemplates.uploadSignature, (school, { params, file }) =>
    uploadSignature(school, { id: params.id, file }, tools),
  )
  mount(certificateTemplates.countFinished, (school, { params, body }) =>
    countIssuing(school, { id: params.id, ...body }, tools),
  )
  mount(certificateTemplates.countReaching, (school, { params, body }) =>
    countReaching(school, { id: params.id, ...body }),
  )
  mount(certificateTemplates.preview, (school, { params, body }) =>
    previewTemplate(school, { id: params.id, ...body }, tools),
  )
}
