import { dayMs } from '@escola/contract/durations'
import type { CourseCard, HomeNews } from '@escola/contract/learning.contract'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { listNews, type NewsRow } from './home-news.queries.ts'
import type { CardRow } from './learning.queries.ts'
import { lessonStates, ownLessons } from './student-degree.ts'
import { openStudyOf, type Study, type StudyTools } from './study.ts'

type Reading = Pick<School, 'id' | 'read' | 'tx'>

export interface NewsTools extends StudyTools, Clock {
  /** Counts the questions that a student has to review, by course, in the order of the courses. */
  listDueCourses(
    school: Reading,
    asked: { userId: string; courseIds: string[] },
    tools: StudyTools & Clock,
  ): Promise<{ courseId: string; due: number }[]>
}

/** A module that opens later than this is no news yet. */
const soonMs = 14 * dayMs
/** Courses whose calendars are looked at, those that were studied last. */
const courses = 6
/** Modules that are announced. */
const announced = 2

interface Courses {
  cards: CardRow[]
  /** Course that stands above the news. */
  resumed: CourseCard | undefined
}

/** Lists what a student is told above their courses: what they have not read of, newest first, the questions to review, then the modules that open soon. */
export async function listHomeNews(
  school: Reading,
  userId: string,
  { cards, resumed }: Courses,
  tools: NewsTools,
): Promise<HomeNews[]> {
  const open = cards.filter(({ has_access }) => has_access)
  const latest = open.toSorted((one, other) => Number(other.utc_studied_on ?? 0) - Number(one.utc_studied_on ?? 0))
  const waiting = latest.filter(({ may_drip, completed, lessons }) => may_drip && completed < lessons).slice(0, courses)
  const now = tools.now()
  const [news, dueCourses, ...openings] = await Promise.all([
    listNews(school.read, userId),
    tools.listDueCourses(school, { userId, courseIds: latest.map(({ id }) => id) }, tools),
    ...waiting.map((card) => findOpening(school, userId, { card, isResumed: card.id === resumed?.id }, tools)),
  ])
  const links = new Map(open.map(({ link, title }) => [link, title]))
  return [
    ...news
      // An answer is read in its lesson; a certificate outlives the access to its course.
      .filter(({ kind, degree_link }) => kind === 'certificate_issued' || links.has(degree_link))
      .map((row) => toNews(row, links.get(row.degree_link) ?? '')),
    ...dueCourses.map(({ courseId, due }) => toReview(open.find(({ id }) => id === courseId)!, due, now)),
    ...openings
      .filter((opening) => opening !== undefined)
      .filter(({ utc_on }) => Date.parse(utc_on) - now.getTime() <= soonMs)
      .sort((one, other) => Date.parse(one.utc_on) - Date.parse(other.utc_on))
      .slice(0, announced),
  ]
}

const toNews = ({ utc_created_on, person, ...row }: NewsRow, degree_title: string): HomeNews => ({
  ...row,
  person: person ?? '',
  degree_title,
  utc_on: utc_created_on.toISOString(),
})

const toReview = ({ id, link, title }: CardRow, due: number, now: Date): HomeNews => ({
  kind: 'questions_due',
  subject_id: id,
  title,
  person: '',
  degree_link: link,
  degree_title: title,
  content_link: null,
  utc_on: now.toISOString(),
  due,
})

/** Finds the module of a course that opens next; none where the student has lost the course meanwhile. */
async function findOpening(
  school: Pick<School, 'id' | 'read'>,
  userId: string,
  { card, isResumed }: { card: CardRow; isResumed: boolean },
  tools: NewsTools,
): Promise<HomeNews | undefined> {
  const study = await openStudyOf(school, userId, { id: card.id }, tools).catch(forgiveLost)
  if (!study) return undefined
  const modules = lessonStates(study, tools.now())
  // The course above the news says by itself when its next lesson opens.
  if (isResumed && ownLessons(modules).every(({ isComplete, opens, after }) => isComplete || opens || after))
    return undefined
  const opening = modules
    .flatMap((lessons, position) => {
      const opens = lessons.find((lesson) => lesson.opens && !lesson.after)?.opens
      return opens ? [{ opens, module: study.outline.modules[position]! }] : []
    })
    .reduce<Opening | undefined>((first, each) => (first && first.opens <= each.opens ? first : each), undefined)
  return (
    opening && {
      kind: 'module_opens',
      subject_id: opening.module.id,
      title: opening.module.title,
      person: '',
      degree_link: card.link,
      degree_title: card.title,
      content_link: null,
      utc_on: opening.opens.toISOString(),
    }
  )
}

interface Opening {
  opens: Date
  module: Study['outline']['modules'][number]
}

function forgiveLost(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
