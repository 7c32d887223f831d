import type { DegreeSummary } from '@escola/contract/categories.contract'
import type { LessonSummary } from '@escola/contract/courses.contract'
import { editionMessages } from '@escola/contract/editions.contract'

type CourseState = Pick<DegreeSummary, 'utc_published_on' | 'isDraft' | 'is_visible' | 'is_private'>
type LessonState = Pick<LessonSummary, 'utc_published_on' | 'isDraft'>

export const badgeLook = {
  draft: { label: 'rascunho', color: 'ambar' },
  published: { label: 'publicado', color: 'teal' },
  invisible: { label: 'invisível', color: 'gray' },
  public: { label: 'público', color: 'blue' },
  private: { label: 'privada', color: 'grape' },
  closed: { label: 'privado', color: 'grape' },
  away: { label: editionMessages.away, color: 'ambar' },
} as const
export type Badge = keyof typeof badgeLook

/** Published: it is out and nothing newer is written (part 2 §4). */
export const listCourseBadges = (course: CourseState): Badge[] => [
  course.utc_published_on && !course.isDraft ? 'published' : 'draft',
  ...(course.is_visible ? [] : (['invisible'] as const)),
  ...(course.is_private ? [] : (['public'] as const)),
]

/** Published as far as its franchisor says so; what it writes is never a draft here. */
export const listEditionBadges = (course: CourseState): Badge[] => [
  ...(course.utc_published_on ? [] : (['away'] as const)),
  ...(course.is_visible ? [] : (['invisible'] as const)),
  ...(course.is_private ? (['closed'] as const) : []),
]

/** A lesson is a draft when it has unpublished text, or when its course is out and it is not. */
export const isLessonDraft = (course: { utc_published_on: string | null }, lesson: LessonState) =>
  lesson.isDraft || (course.utc_published_on !== null && lesson.utc_published_on === null)

export const publishLabel = (course: { utc_published_on: string | null }) =>
  course.utc_published_on === null ? 'Publicar curso' : 'Publicar alterações'
