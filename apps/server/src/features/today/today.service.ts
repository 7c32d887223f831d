import { dayMs } from '@escola/contract/durations'
import { suggestEmail } from '@escola/contract/email-typos'
import {
  type Happening,
  type HappeningKind,
  happeningRights,
  type Today,
  todayLimits,
} from '@escola/contract/today.contract'
import { coursesWith, type School, type TeamScope } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { findStopped } from '../messages/mail-stops.service.ts'
import { countUndelivered } from '../messages/undelivered.service.ts'
import { listReleaseNotices } from '../release-notices/release-notices.service.ts'
import { openDays, openStops } from './figures.service.ts'
import * as queries from './today.queries.ts'

/** The home of the school's administrators. Its questions and sales come from their own lists. */
export async function openToday(
  school: School & TeamScope,
  tools: Pick<PlatformTools, 'now' | 'platform'>,
): Promise<Today> {
  const mailStoppedOn = await findStopped(school.id, tools)
  return school.tx(async (db) => {
    const now = tools.now()
    const { rows, importDays, emailDays, emailBuyers, happenings } = todayLimits
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    const [drafts, imports, models, buyers, happened] = await Promise.all([
      queries.listDrafts(db, rows, coursesWith(school, 'courses')),
      queries.listRefusing(db, ago(importDays), rows),
      queries.listStoppedModels(db, rows),
      queries.listAbsentBuyers(db, ago(emailDays), emailBuyers),
      queries.listHappenings(
        db,
        happenings,
        happeningKinds.filter((kind) => school.may(happeningRights[kind])),
      ),
    ])
    const doubtful = buyers.flatMap(({ link, name, email }) => {
      const suggestion = suggestEmail(email)
      return suggestion ? [{ user_link: link, user_name: name, email, suggestion }] : []
    })
    return {
      utc_mail_stopped_on: mailStoppedOn?.toISOString() ?? null,
      release_notices: await listReleaseNotices(db, { models }),
      undelivered: await countUndelivered(db, tools),
      utc_grace_ends_on: (await queries.findGraceEnd(db))?.toISOString() ?? null,
      drafts: {
        total: drafts.total,
        list: drafts.list.map(({ id, link, title, utc_published_on }) => ({
          id,
          link,
          title,
          is_published: utc_published_on !== null,
        })),
      },
      imports: {
        total: imports.total,
        list: imports.list.map((row) => ({
          id: row.id,
          filename: row.filename,
          school_gateway_id: row.cohort_id,
          cohort_title: row.cohort_title,
          refused: row.refused,
          has_failed: row.status === 'failed',
        })),
      },
      models,
      doubtful_emails: { total: doubtful.length, list: doubtful.slice(0, rows) },
      days: await openDays(db, now),
      stops: await openStops(db, now),
      happenings: happened.map(toWireHappening),
    }
  })
}

const happeningKinds = Object.keys(happeningRights) as HappeningKind[]

const toWireHappening = (row: queries.HappeningRow): Happening => ({
  kind: row.kind,
  id: row.id,
  user_name: row.user_name ?? '',
  user_link: row.user_link ?? '',
  title: row.title ?? '',
  school_gateway_id: row.cohort_id,
  count: row.count,
  utc_created_on: row.moment.toISOString(),
})
