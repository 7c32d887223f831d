import type { CourseState } from '@escola/contract/learning.contract'
import { resumedOf } from '@escola/contract/resumed'
import { looseCategoryTitle } from '@escola/contract/titles'
import { schoolBlocked } from '../../core/app-error.ts'
import type { Visited } from '../../core/scope.ts'
import { passedCourses } from '../../core/studying.ts'
import { imageUrl } from '../../files/image-url.ts'
import { listHomeNews, type NewsTools } from './home-news.service.ts'
import { type CardRow, findVisibility, listCards } from './learning.queries.ts'
import { progressText } from './progress.service.ts'

/**
 * The courses that a person sees, as cards by category. A private school shows an outsider nothing, and a blocked one shows no courses at
 * all.
 */
export async function getHome(school: Visited, tools: NewsTools) {
  const person = { userId: school.isMember ? school.actor?.userId : undefined, passed: passedCourses(school) }
  const cards = await school.tx(async (db) => {
    const visibility = await findVisibility(db)
    if (visibility.is_blocked) throw schoolBlocked(visibility)
    const isOutside = visibility.is_private && !school.isMember
    const cards = isOutside ? [] : await listCards(db, person, school.isMember)
    return cards.map((card) => ({ ...card, has_page: card.has_page && !visibility.is_private }))
  })
  const categories = toCategories(school.id, cards)
  if (person.passed.all || !person.userId) return { categories }
  const news = await listHomeNews(school, person.userId, { cards, resumed: resumedOf(categories) }, tools)
  return { categories, ...(news.length > 0 && { news }) }
}

/** Cards by category, in their order. */
export function toCategories(schoolId: string, cards: CardRow[]) {
  const categories = new Map<string, { id: string; title: string; degrees: ReturnType<typeof toWireCard>[] }>()
  for (const card of cards) {
    const id = card.category_id ?? '0'
    const category = categories.get(id) ?? { id, title: card.category_title ?? looseCategoryTitle, degrees: [] }
    category.degrees.push(toWireCard(schoolId, card))
    categories.set(id, category)
  }
  return [...categories.values()]
}

const toWireCard = (schoolId: string, card: CardRow) => ({
  id: card.id,
  link: card.link,
  title: card.title,
  description_title: card.description_title,
  img_wide_url: imageUrl(schoolId, card.cover_key),
  landing_page_url: card.landing_page_url,
  state: stateOf(card),
  progress: progressText(card.completed, card.lessons),
  lessons: card.lessons,
  utc_studied_on: card.utc_studied_on?.toISOString() ?? null,
  ...(card.has_page && { has_page: true as const }),
})

const stateOf = ({ has_access, lessons, completed }: CardRow): CourseState => {
  if (!has_access) return 'locked'
  if (completed === 0) return 'start'
  return completed === lessons ? 'done' : 'continue'
}
