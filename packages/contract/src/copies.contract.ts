import { z } from 'zod'
import { SchoolAndDegree } from './courses.contract.ts'
import { defineRoute } from './route.ts'
import { Id, SchoolParams } from './wire.ts'

/** Copies are drafts: they have what the author sees, and name the same files and videos. */
export const copies = {
  course: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/copies/degree',
    summary: 'Copy a course with its modules and lessons, as a course that is not published',
    access: 'admin',
    may: 'courses',
    rateLimit: 'copy',
    params: SchoolParams,
    body: z.object({ id: Id }),
    response: SchoolAndDegree,
  }),
  module: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/copies/module',
    summary: 'Copy a module with its lessons behind itself, or to the end of another course',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    rateLimit: 'copy',
    params: SchoolParams,
    body: z.object({ id: Id, degree_id: Id, to_degree_id: Id }),
    response: SchoolAndDegree,
  }),
  lesson: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/copies/content',
    summary: 'Copy a lesson behind itself, or to the end of another module',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    rateLimit: 'copy',
    params: SchoolParams,
    body: z.object({ id: Id, degree_id: Id, to_degree_id: Id, to_module_id: Id }),
    response: SchoolAndDegree,
  }),
}
