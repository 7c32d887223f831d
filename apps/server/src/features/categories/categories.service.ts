import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Category, categories } from '@escola/contract/categories.contract'
import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { looseCategoryTitle, newCategoryTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { coursesWith, type TeamSchool } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { textOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import * as queries from './categories.queries.ts'

type CategoriesAnswer = ResponseInput<typeof categories.list>
type CategoriesUpdate = RouteOutput<typeof categories.update>['body']

/** The group that holds courses without a category; it has no row. */
const withoutCategory = { id: '0', title: looseCategoryTitle }

export const listCategories = (school: TeamSchool): Promise<CategoriesAnswer> =>
  school.tx((db) => readCategories(db, school))

/** Saves all categories at once: categories that are not named are deleted, and courses that none of them names have no category then. */
export function updateCategories(
  school: TeamSchool,
  { categories: submitted, revision }: CategoriesUpdate,
): Promise<CategoriesAnswer> {
  return school.tx(async (db) => {
    await queries.lockCatalog(db)
    const before = await readCategories(db, school)
    if (revision !== undefined && revision !== before.revision) throw new AppError('stale_version', { current: before })
    const categoryIds = new Set(before.categories.map(({ id }) => id))
    const existingCourseIds = new Set(before.categories.flatMap(({ degrees }) => degrees.map(({ id }) => id)))
    const named = submitted.filter(({ id }) => id !== withoutCategory.id)
    const ids = named.flatMap(({ id }) => id ?? [])
    const courseIds = named.flatMap(({ degrees }) => degrees)
    if (ids.some((id) => !categoryIds.has(id)) || courseIds.some((id) => !existingCourseIds.has(id))) throw notFound()
    if (new Set(ids).size < ids.length || new Set(courseIds).size < courseIds.length)
      throw invalidField('categories', refusals.categoryTwice)

    if (named.some(({ title }) => textOfHtml(title).length > limits.titleMax))
      throw invalidField('categories', refusals.categoryTitleLong)

    const titled = named.map((each) => ({ ...each, title: textOfHtml(each.title) || newCategoryTitle }))
    const newIds = await queries.insertCategories(
      db,
      titled.filter(({ id }) => id === undefined).map(({ title }) => title),
    )
    const rows = titled.map((each, position) => ({ ...each, id: each.id ?? newIds.shift()!, position }))
    await queries.updateCategories(db, rows)
    const keptIds = rows.map(({ id }) => id)
    await queries.placeCourses(
      db,
      rows.flatMap(({ id, degrees }) => degrees.map((course, position) => ({ id: course, category_id: id, position }))),
      keptIds,
    )
    await queries.deleteCategoriesExcept(db, keptIds)
    const after = await readCategories(db, school)
    // Editions show the category of their original. A school without affiliates has none, and the job finds nothing to do.
    if (!isDeepStrictEqual(titlesByCourse(after), titlesByCourse(before))) await enqueue(db, jobs.spreadEditions, {})
    return after
  })
}

/** Titles of the categories of published courses, by the ids of the courses. */
const titlesByCourse = ({ categories }: Pick<CategoriesAnswer, 'categories'>) =>
  new Map(
    categories.flatMap(({ title, degrees }) =>
      degrees.filter((course) => course.utc_published_on !== null).map((course) => [course.id, title]),
    ),
  )

/** Locks the catalog before any of its rows, so that two writers never wait for each other. */
export async function lockCatalog(db: SchoolDb): Promise<void> {
  await queries.lockCatalog(db)
}

export async function requireCategory(db: SchoolDb, id: string, field = 'categoryId') {
  if (!(await queries.hasCategory(db, id))) throw invalidField(field, refusals.categoryGone)
}

/**
 * Categories with their courses; the group without a category comes last and is always there. Teachers of chosen courses read those alone, in the
 * categories that have any.
 */
export async function readCategories(db: SchoolDb, school: TeamSchool): Promise<CategoriesAnswer> {
  const only = coursesWith(school, 'courses')
  const rows = await queries.listCategories(db)
  const summaries = await queries.listCourseSummaries(db, only)
  const byCategory = Map.groupBy(summaries, (row) => row.category_id ?? withoutCategory.id)
  const shown = only ? rows.filter(({ id }) => byCategory.has(id)) : rows
  const categories = [...shown, withoutCategory].map(({ id, title }) => ({
    id,
    title,
    withoutCat: id === withoutCategory.id,
    degrees: (byCategory.get(id) ?? []).map((row) => toWireCourseSummary(row, school.id)),
  }))
  return { categories, revision: computeRevision(categories) }
}

/** Computes the revision from the fields that a save of the categories replaces, so that other changes of a course make no save stale. */
const computeRevision = (categories: Category[]) =>
  createHash('sha256')
    .update(JSON.stringify(categories.map(({ id, title, degrees }) => [id, title, degrees.map((each) => each.id)])))
    .digest('base64url')

const toWireCourseSummary = (row: queries.CourseSummaryRow, schoolId: string): Category['degrees'][number] => ({
  id: row.id,
  link: row.link,
  title: row.title,
  img_wide_url: imageUrl(schoolId, row.cover_key),
  is_private: row.is_private,
  is_visible: row.is_visible,
  utc_published_on: row.utc_published_on?.toISOString() ?? null,
  isDraft: row.utc_published_on === null || row.has_draft,
})
