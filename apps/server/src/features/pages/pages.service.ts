import { defaultPage } from '@escola/contract/page-texts'
import { type HtmlPage, isHtmlPage, isTermsOrPolicy } from '@escola/contract/pages.contract'
import { isEmptyRichText } from '@escola/contract/rich-text'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Visited } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { deletePage, findOwner, findPage, upsertPage } from './pages.queries.ts'

/** Terms and policy are public; a private school's page about itself is for its own people. */
export const openPage = (school: Visited, name: string) => {
  const page = named(name)
  return school.tx(async (db) => {
    const owner = await findOwner(db)
    if (owner.is_blocked) throw new AppError('school_blocked')
    const isOutside = owner.is_private && !school.isMember
    if (isOutside && !isTermsOrPolicy(page)) throw new AppError(school.actor ? 'forbidden' : 'not_signed_in')
    return textOf(db, page, isOutside ? { ...owner, email: '', cellphone: '' } : owner)
  })
}

/** A text of nothing is none, so the page goes back to the one it began with. */
export const savePage = (
  school: Visited,
  { page: name, html }: { page: string; html: string },
  tools: Pick<Tools, 'now'>,
) => {
  const page = named(name)
  const clean = sanitizeRichText(html)
  return school.tx(async (db) => {
    await (isEmptyRichText(clean) ? deletePage(db, page) : upsertPage(db, page, clean, tools.now()))
    return textOf(db, page, await findOwner(db))
  })
}

async function textOf(db: SchoolDb, page: HtmlPage, owner: Parameters<typeof defaultPage>[1]) {
  const written = await findPage(db, page)
  return { html: written?.html ?? defaultPage(page, owner), is_default: !written }
}

function named(name: string): HtmlPage {
  if (!isHtmlPage(name)) throw notFound()
  return name
}
