import type { EditionSettings, editions } from '@escola/contract/editions.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import type { Context } from '@escola/contract/schools.contract'
import { looseCategoryTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import { lockCatalog, requireCategory } from '../categories/categories.service.ts'
import * as queries from './edition-settings.queries.ts'

type Answer = ResponseInput<typeof editions.get>

export const getEdition = (school: School, link: string): Promise<Answer> =>
  school.tx(async (db) => ({ edition: toWireEdition(await requireEdition(db, link)) }))

/** Saves what is the affiliate's own; all else comes from the franchisor. */
export const saveEdition = (
  school: School,
  { link, category_id, ...values }: RouteOutput<typeof editions.save>['body'] & { link: string },
): Promise<Answer> =>
  school.tx(async (db) => {
    if (category_id !== undefined) await lockCatalog(db)
    const edition = await requireEdition(db, link)
    if (category_id) await requireCategory(db, category_id, 'category_id')
    const moves = category_id !== undefined && category_id !== edition.category_id
    const place = moves ? { category_id, position: await queries.findLastPlace(db, category_id) } : {}
    const changed = { ...values, ...place }
    if (Object.keys(changed).length > 0) await queries.updateSettings(db, edition.id, changed)
    return { edition: toWireEdition(await requireEdition(db, link)) }
  })

async function requireEdition(db: SchoolDb, link: string): Promise<queries.SettingsRow> {
  const edition = await queries.findSettings(db, link)
  if (!edition) throw new AppError('degree_not_found')
  return edition
}

const toWireEdition = ({ franchisor_id, franchisor_name, ...edition }: queries.SettingsRow): EditionSettings => ({
  ...edition,
  franchisor: { id: franchisor_id, name: franchisor_name },
})

/** Editions by franchisor and by the franchisor's categories; those of no category come last. */
export async function listTemplateSchools(school: School): Promise<Context['templateSchools']> {
  const rows = await school.tx(queries.listShown)
  return [...Map.groupBy(rows, (row) => row.franchisor_id)].map(([id, editions]) => {
    const named = Map.groupBy(editions, (row) => row.category_title)
    const titles = [...named.keys()].filter((title) => title !== '')
    return {
      id,
      name: editions[0]!.franchisor_name,
      categories: [...titles, ...(named.has('') ? [''] : [])].map((title, index) => ({
        // The franchisor's category has no row here, so its place stands for an id.
        id: title === '' ? '0' : String(index + 1),
        title: title || looseCategoryTitle,
        withoutCat: title === '',
        degrees: named.get(title)!.map((row) => ({
          id: row.id,
          link: row.link,
          title: row.title,
          img_wide_url: imageUrl(school.id, row.cover_key),
          is_private: row.is_private,
          is_visible: row.is_visible,
          utc_published_on: row.utc_published_on?.toISOString() ?? null,
          isDraft: false,
        })),
      })),
    }
  })
}
