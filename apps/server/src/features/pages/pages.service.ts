import { hourMs } from '@escola/contract/durations'
import { defaultPage, platformPages } from '@escola/contract/page-texts'
import {
  type AgreedPage,
  acceptedPage,
  type HtmlPage,
  isHtmlPage,
  isTermsOrPolicy,
} from '@escola/contract/pages.contract'
import { isEmptyRichText } from '@escola/contract/rich-text'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError, notFound, schoolBlocked } from '../../core/app-error.ts'
import { readsAsMember, type School, type Visited } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import * as queries from './pages.queries.ts'

/** Terms and policy are public; a private school's page about itself is for its own people. */
export const openPage = (school: Visited, name: string) => {
  const page = named(name)
  return school.tx(async (db) => {
    const owner = await queries.findOwner(db)
    if (owner.is_blocked && !school.isPlatformView) throw schoolBlocked(owner)
    const isOutside = owner.is_private && !readsAsMember(school)
    if (isOutside && !isTermsOrPolicy(page)) throw new AppError(school.actor ? 'forbidden' : 'not_signed_in')
    return textOf(db, page, isOutside ? withoutContact(owner) : owner)
  })
}

/** Saves the text of a page. An empty text restores the default one. */
export const savePage = (school: Visited, { page: name, html }: { page: string; html: string }, tools: Clock) => {
  const page = named(name)
  const clean = sanitizeRichText(html)
  return school.tx(async (db) => {
    await (isEmptyRichText(clean) ? queries.deletePage(db, page) : queries.upsertPage(db, page, clean, tools.now()))
    if (isTermsOrPolicy(page)) await keepVersion(db, page, { wasAccepted: false }, tools)
    return textOf(db, page, await queries.findOwner(db))
  })
}

/** Keeps the school's terms as visitors read them now, for a user who accepts them. @returns the number of their version */
export const keepAcceptedTerms = (school: School, tools: Clock): Promise<number> =>
  school.tx((db) => keepVersion(db, acceptedPage, { wasAccepted: true }, tools))

/** Keeps the platform's own terms, for the owner of a new school who accepts them. @returns the number of their version */
export async function keepAcceptedPlatformTerms(db: PlatformDb, { now }: Clock): Promise<number> {
  const html = platformPages[acceptedPage]
  for (;;) {
    const latest = await queries.findPlatformVersion(db, acceptedPage)
    if (latest?.html === html) return latest.number
    const number = (latest?.number ?? 0) + 1
    await queries.insertPlatformVersion(db, { page: acceptedPage, number, html, utc_written_on: now() })
  }
}

/** The editor saves while its author types: a text that no user has accepted may still be replaced for so long. */
const sameVersionMs = hourMs

/** @returns the number of the version that has the page's text */
async function keepVersion(
  db: SchoolDb,
  page: AgreedPage,
  { wasAccepted }: { wasAccepted: boolean },
  { now }: Clock,
): Promise<number> {
  const owner = await queries.findOwner(db)
  const { html } = await textOf(db, page, owner.is_private ? withoutContact(owner) : owner)
  for (;;) {
    const latest = await queries.lockLatestVersion(db, page)
    if (latest?.html === html) {
      if (wasAccepted && !latest.was_accepted)
        await queries.updateVersion(db, page, latest.number, { was_accepted: true })
      return latest.number
    }
    const isOpen = latest && !latest.was_accepted && now().getTime() - latest.utc_written_on.getTime() < sameVersionMs
    if (isOpen && !wasAccepted) {
      await queries.updateVersion(db, page, latest.number, { html, utc_written_on: now() })
      return latest.number
    }
    const version = { number: (latest?.number ?? 0) + 1, html, utc_written_on: now(), was_accepted: wasAccepted }
    if (await queries.insertVersion(db, page, version)) return version.number
  }
}

/** A private school tells outsiders no way to reach it. */
const withoutContact = <O extends { email: string; cellphone: string }>(owner: O): O => ({
  ...owner,
  email: '',
  cellphone: '',
})

async function textOf(db: SchoolDb, page: HtmlPage, owner: Parameters<typeof defaultPage>[1]) {
  const written = await queries.findPage(db, page)
  return { html: written?.html ?? defaultPage(page, owner), is_default: !written }
}

function named(name: string): HtmlPage {
  if (!isHtmlPage(name)) throw notFound()
  return name
}
