import type { AcceptedText, TextVersion } from '@escola/contract/own-data.contract'
import { isHtmlPage, isTermsOrPolicy } from '@escola/contract/pages.contract'
import { notFound } from '../../core/app-error.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Attended, Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import * as queries from './accepted-texts.queries.ts'
import { listSchools } from './copying.queries.ts'
import type { CopyTools } from './copying.service.ts'

/** Lists which version of which text the caller has accepted, school by school. */
export async function listAcceptedTexts(scope: Signed, { platform, openSchool }: CopyTools) {
  requireOwnSession(scope)
  const { userId } = scope.actor
  const texts: AcceptedText[] = []
  for (const school of await platform.withPlatform((db) => listSchools(db, userId))) {
    const rows = await openSchool(school.id).tx((db) => queries.listConsents(db, userId))
    texts.push(...rows.map((row) => toWire(school, row)))
  }
  return { texts: texts.sort((left, right) => right.utc_given_on.localeCompare(left.utc_given_on)) }
}

/** Answers one version of a text that the caller has accepted, and which others there are. */
export async function openAcceptedText(
  { actor, tx }: Attended,
  { consentId, version }: { consentId: string; version?: number | undefined },
  { platform }: PlatformTools,
) {
  const found = await tx(async (db) => {
    const consent = await queries.findConsent(db, actor.userId, consentId)
    if (!consent) throw notFound()
    const number = version ?? consent.version
    if (consent.whose === 'platform') return { consent, number }
    const text = await queries.findSchoolText(db, consent.page, number)
    return { consent, number, text, versions: await queries.listSchoolVersions(db, consent.page) }
  })
  const { consent, number } = found
  const { text, versions } =
    found.versions !== undefined
      ? found
      : await platform.withPlatform(async (db) => ({
          text: await queries.findPlatformText(db, consent.page, number),
          versions: await queries.listPlatformVersions(db, consent.page),
        }))
  if (!text) throw notFound()
  return { number, html: text.html, versions: versions.map(toWireVersion) }
}

const toWireVersion = ({ number, utc_written_on }: { number: number; utc_written_on: Date }): TextVersion => ({
  number,
  utc_written_on: utc_written_on.toISOString(),
})

function toWire(
  school: { id: string; name: string },
  { page, utc_given_on, ...consent }: queries.ConsentRow,
): AcceptedText {
  if (!isHtmlPage(page) || !isTermsOrPolicy(page)) throw new Error(`${page} is no page that users accept`)
  return { school, page, ...consent, utc_given_on: utc_given_on.toISOString() }
}
