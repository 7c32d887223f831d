import type { DegreeSummary } from '@escola/contract/categories.contract'
import type { LessonSummary } from '@escola/contract/courses.contract'

type CourseState = Pick<DegreeSummary, 'utc_published_on' | 'isDraft' | 'is_visible' | 'is_private'>
type LessonState = Pick<LessonSummary, 'utc_published_on' | 'isDraft'>

export const badgeLook = {
  draft: { label: 'rascunho', color: 'ambar' },
  published: { label: 'publicado', color: 'teal' },
  invisible: { label: 'invisível', color: 'gray' },
  public: { label: 'público', color: 'blue' },
  private: { label: 'privada', color: 'gray' },
  closed: { label: 'privado', color: 'gray' },
} as const
export type Badge = keyof typeof badgeLook

/** Published: it is out and nothing newer is written (part 2 §4). */
export const listCourseBadges = (course: CourseState): Badge[] => [
  course.utc_published_on && !course.isDraft ? 'published' : 'draft',
  ...(course.is_visible ? [] : (['invisible'] as const)),
  ...(course.is_private ? [] : (['public'] as const)),
]

/** An edition is shown while its franchisor publishes it, and is never a draft here. */
export const listEditionBadges = (course: Pick<CourseState, 'is_visible' | 'is_private'>): Badge[] => [
  ...(course.is_visible ? [] : (['invisible'] as const)),
  ...(course.is_private ? (['closed'] as const) : []),
]

/** A lesson is a draft when it has unpublished text, or when its course is out and it is not. */
export const isLessonDraft = (course: { utc_published_on: string | null }, lesson: LessonState) =>
  lesson.isDraft || (course.utc_published_on !== null && lesson.utc_published_on === null)

export const publishLabel = (course: { utc_published_on: string | null }) =>
  course.utc_published_on === null ? 'Publicar curso' : 'Publicar alterações'
