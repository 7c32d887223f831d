import { cleanText } from '@escola/contract/people'
import type { RouteOutput } from '@escola/contract/route'
import { type Found, type search, wholeSearchLimits } from '@escola/contract/search.contract'
import type { Attended, School } from '../../core/scope.ts'
import { wordStartOf } from '../../core/search-pattern.ts'
import { findFirstStudents } from '../students/search/search.service.ts'
import * as queries from './search.queries.ts'

const none: Found = { students: [], purchases: [], degrees: [], contents: [], school_gateways: [] }

/** Finds what the caller may open: all of the school for its administrators, for students what their classes open. */
export async function findEverything(
  school: Attended,
  { q, view }: RouteOutput<typeof search.everything>['query'],
): Promise<Found> {
  const text = cleanText(q)
  if (text === '') return none
  const asked = { pattern: wordStartOf(text), limit: wholeSearchLimits.perKind }
  return school.isAdmin && view === 'admin' ? findAll(school, text, asked) : findOpen(school, asked)
}

/** The short reads leave together, beside the search of students. */
async function findAll(school: School, text: string, asked: queries.Asked): Promise<Found> {
  const [students, purchases, degrees, contents, school_gateways] = await Promise.all([
    school.tx((db) => findFirstStudents(db, { search: text, atMost: asked.limit })),
    queries.findPurchases(school.read, text, asked.limit),
    queries.findCourses(school.read, asked),
    queries.findLessons(school.read, asked),
    queries.findCohorts(school.read, asked),
  ])
  return { students, purchases, degrees, contents, school_gateways }
}

async function findOpen(school: Attended, asked: queries.Asked): Promise<Found> {
  const viewer = { userId: school.actor.userId, isAdmin: school.isAdmin }
  const [degrees, contents] = await Promise.all([
    queries.findOpenCourses(school.read, viewer, asked),
    queries.findOpenLessons(school.read, viewer, asked),
  ])
  return { ...none, degrees, contents }
}
