import {
  type certificateReissues,
  type IssuedCertificate,
  reissueLimits,
} from '@escola/contract/certificate-reissues.contract'
import { cleanText } from '@escola/contract/people'
import type { RouteOutput } from '@escola/contract/route'
import { notFound } from '../../../core/app-error.ts'
import { pageRangeOf } from '../../../core/paging.ts'
import type { School } from '../../../core/scope.ts'
import { courseTitleOf } from '../issuing/facts.ts'
import { countIssued, findRecords, findTitle, listIssued } from './issued.queries.ts'
import { getLatestReissue } from './reissues.service.ts'

type Query = RouteOutput<typeof certificateReissues.list>['query']

export const listIssuedCertificates = (school: School, { id, page, state, search }: Query & { id: string }) =>
  school.tx(async (db) => {
    const template = await findTitle(db, id)
    if (!template) throw notFound()
    const cleanSearch = cleanText(search)
    const recordIds = cleanSearch ? await findRecords(db, cleanSearch) : undefined
    const filter = { templateId: id, state, recordIds }
    const total = await countIssued(db, filter)
    const { rowsPerPage } = reissueLimits
    const list = await listIssued(db, filter, pageRangeOf({ page, rowsPerPage, total }))
    return {
      title: template.title,
      certificates: { total, page, rowsPerPage, list: list.map(toWireIssued) },
      reissue: await getLatestReissue(db, id),
    }
  })

const toWireIssued = ({
  facts,
  failure,
  utc_revoked_on,
  revoked_why,
  utc_issued_on,
  link,
  status,
  ...row
}: Awaited<ReturnType<typeof listIssued>>[number]): IssuedCertificate => ({
  ...row,
  name: facts.student_name,
  student_link: link,
  degree_title: courseTitleOf(facts),
  status: utc_revoked_on ? 'revoked' : status,
  why: (utc_revoked_on ? revoked_why : failure) ?? '',
  utc_issued_on: utc_issued_on.toISOString(),
})
