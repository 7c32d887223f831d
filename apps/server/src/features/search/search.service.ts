import { cleanText } from '@escola/contract/people'
import type { RouteOutput } from '@escola/contract/route'
import { type Found, type search, wholeSearchLimits } from '@escola/contract/search.contract'
import type { Attended } from '../../core/scope.ts'
import { wordStartOf } from '../../core/search-pattern.ts'
import { passedCourses } from '../../core/studying.ts'
import { findOpenLessonIds, type OpeningTools } from '../learning/open-lessons.service.ts'
import { findFirstStudents } from '../students/search/search.service.ts'
import * as queries from './search.queries.ts'

/** Lessons examined to find as many as are shown, because some may be held back. */
const searchedDepth = 4

const none: Found = { students: [], purchases: [], degrees: [], contents: [], school_gateways: [] }

/** Finds what the caller may open: for the team what their rights are for, for students what their classes open. */
export async function findEverything(
  school: Attended,
  { q, view }: RouteOutput<typeof search.everything>['query'],
  tools: OpeningTools,
): Promise<Found> {
  const text = cleanText(q)
  if (text === '') return none
  const asked = { pattern: wordStartOf(text), limit: wholeSearchLimits.perKind }
  return school.isTeam && view === 'admin' ? findAll(school, text, asked) : findOpen(school, asked, tools)
}

/** The short reads leave together, beside the search of students. A right that is missing leaves its group empty. */
async function findAll(school: Attended, text: string, asked: queries.Asked): Promise<Found> {
  const { may, read } = school
  const passed = passedCourses(school)
  const [students, purchases, degrees, contents, school_gateways] = await Promise.all([
    may('students') ? school.tx((db) => findFirstStudents(db, { search: text, atMost: asked.limit })) : [],
    may('sales') ? queries.findPurchases(read, text, asked.limit) : [],
    queries.findCourses(read, passed, asked),
    queries.findLessons(read, passed, asked),
    may('cohorts') ? queries.findCohorts(read, asked) : [],
  ])
  return {
    ...{ students, degrees, contents, school_gateways },
    purchases: may('students') ? purchases : purchases.map(withoutStudent),
  }
}

/** A link of a student says that the buyer's e-mail is one of the school's, and the name of a buyer may be an address. */
const withoutStudent = (purchase: Found['purchases'][number]) => ({
  ...purchase,
  buyer_name: purchase.buyer_name.includes('@') ? '' : purchase.buyer_name,
  student_link: '',
})

async function findOpen(school: Attended, asked: queries.Asked, tools: OpeningTools): Promise<Found> {
  const viewer = { userId: school.actor.userId, passed: passedCourses(school) }
  const [degrees, contents] = await Promise.all([
    queries.findOpenCourses(school.read, viewer, asked),
    queries.findOpenLessons(school.read, viewer, { ...asked, limit: asked.limit * searchedDepth }),
  ])
  const open = viewer.passed.all ? contents : await dropHeld(school, contents, tools)
  const found = open.map(({ link, title, degree_link, degree_title }) => ({ link, title, degree_link, degree_title }))
  return { ...none, degrees, contents: found.slice(0, asked.limit) }
}

/** Leaves out the lessons that another holds back; only courses whose lessons are in order are asked. */
async function dropHeld(school: Attended, found: queries.FoundLesson[], tools: OpeningTools) {
  const ordered = [...new Set(found.flatMap(({ ordered_id }) => ordered_id ?? []))]
  const openIn = await Promise.all(ordered.map((id) => findOpenLessonIds(school, id, tools)))
  const open = new Set(openIn.flatMap((ids) => [...ids]))
  return found.filter(({ lesson_id, ordered_id }) => ordered_id === null || open.has(lesson_id))
}
