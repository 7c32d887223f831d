import type { Franchisor } from '@escola/contract/affiliates.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import * as queries from './franchisors.queries.ts'
import { enqueueAffiliateSync } from './sync-requests.service.ts'

export const listFranchisors = (school: School) => school.tx((db) => readFranchisors(db))

/** Answers the invitation that this school knows of; who declines after an approval leaves. A job notifies the franchisor. */
export const answerFranchisor = (
  school: School,
  { franchisorId, answer }: { franchisorId: string; answer: 'approved' | 'declined' },
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const row = await queries.lockFranchisor(db, franchisorId)
    if (!row || row.utc_removed_on || row.utc_declined_on) throw notFound()
    if (answer === 'declined') await queries.updateFranchisor(db, franchisorId, { utc_declined_on: now() })
    else if (!row.utc_approved_on) await queries.updateFranchisor(db, franchisorId, { utc_approved_on: now() })
    await enqueueAffiliateSync(db, { franchisorId, affiliateId: school.id })
    return readFranchisors(db)
  })

async function readFranchisors(db: SchoolDb) {
  const list = (await queries.listFranchisors(db)).map(toWireFranchisor)
  const isApproved = (each: Franchisor) => each.utc_approved_on !== null
  return { pending: list.filter((each) => !isApproved(each)), approved: list.filter(isApproved) }
}

const toWireFranchisor = (row: queries.FranchisorRow): Franchisor => ({
  id: row.franchisor_id,
  name: row.name,
  email: row.email,
  cellphone: row.cellphone,
  logo_wide_url: imageUrl(row.franchisor_id, row.logo_wide_key),
  logo_dark_wide_url: imageUrl(row.franchisor_id, row.logo_dark_wide_key),
  plan_title: row.plan_title,
  plan_degrees: row.plan_courses,
  utc_invited_on: row.utc_invited_on.toISOString(),
  utc_approved_on: row.utc_approved_on?.toISOString() ?? null,
})
