import { z } from 'zod'
import { countOf } from './messages.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

/** Moment that a person chose on the clock of São Paulo, as it goes over the wire. */
export const Moment = Utc.refine((utc) => utc >= '2000' && utc < '2100-01-02', refusals.farMoment)

/** Module in a class's own calendar. */
export const CalendarModule = z.object({
  id: Id,
  title: z.string(),
  /** Moment when the module opens to this class; with null the course's rule decides. */
  opens_on: Utc.nullable(),
  /** An administrator has opened the module by hand. */
  isOpened: z.boolean(),
})
export const Calendar = z.object({
  degree: z.object({ id: Id, title: z.string(), no_dripping: z.boolean() }),
  /** An administrator has opened the whole course by hand. */
  isOpened: z.boolean(),
  modules: z.array(CalendarModule),
})
export type Calendar = z.infer<typeof Calendar>

/** Openings of one student today: the parts of a course that they may open. */
export const StudentOpenings = z.object({
  /** An administrator has opened the whole course by hand, for the student or for a class of theirs. */
  isOpened: z.boolean(),
  isOpenedForClass: z.boolean(),
  modules: z.array(
    z.object({
      id: Id,
      title: z.string(),
      /** Null means that the part is open. */
      availableWhen: Utc.nullable(),
      isOpened: z.boolean(),
      isOpenedForClass: z.boolean(),
    }),
  ),
})
export type StudentOpenings = z.infer<typeof StudentOpenings>

export const PreviewModule = z.object({
  id: Id,
  title: z.string(),
  isOpen: z.boolean(),
  /** Null means that the part was open from the beginning. */
  opens_on: Utc.nullable(),
})
export type PreviewModule = z.infer<typeof PreviewModule>

export const dripPreviewTexts = {
  noDegree: 'Esta turma não tem este curso',
  openCohort: 'Ver os cursos da turma',
  privateLessons: (count: number) =>
    `${countOf(count, 'aula privada não abre', 'aulas privadas não abrem')} para a turma pública.`,
}

const CohortParams = SchoolParams.extend({ id: Id })
const CalendarParams = CohortParams.extend({ degreeId: Id })
/** Without a module the opening is of the whole course. */
const Opening = z.object({ degreeId: Id, moduleId: Id.nullable(), isOpen: z.boolean() })
export type Opening = z.infer<typeof Opening>

export const calendars = {
  preview: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link/dripping',
    summary:
      'What somebody who was enrolled on a day sees of the course on another, by what its author has now, published or not',
    access: 'admin',
    may: ['courses', 'cohorts'],
    byCourse: true,
    params: SchoolParams.extend({ link: Link }),
    query: z.object({ enrolled_on: Moment, at: Moment, school_gateway_id: Id.optional() }),
    response: z.object({
      /** The class that is asked about opens the course; without a class, one is assumed that does. */
      has_degree: z.boolean(),
      /** Private lessons of the course that the public class, which is asked about, leaves closed. */
      private_lessons: z.number().int(),
      /** None where the class does not open the course. */
      modules: z.array(PreviewModule),
    }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/calendars',
    summary: 'The courses that a class opens, and how much it has of its own in each',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    response: z.object({
      degrees: z.array(
        z.object({
          id: Id,
          title: z.string(),
          isOpened: z.boolean(),
          /** Counts of the modules with a day of their own and of those that were opened by hand. */
          dated: z.number().int(),
          opened: z.number().int(),
          link: z.string(),
          /** Users who sign up by themselves open the course. */
          isOpenToAll: z.boolean(),
          /** The class is sold, and users who sign up by themselves open the course too. */
          isGivenAway: z.boolean(),
        }),
      ),
    }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/calendars/:degreeId',
    summary: "A class's own calendar of a course",
    access: 'admin',
    may: 'cohorts',
    params: CalendarParams,
    response: z.object({ calendar: Calendar }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/calendars/:degreeId',
    summary: 'Give modules a day of their own in a class, or with null take it back; a module that is not named stays',
    access: 'admin',
    may: 'cohorts',
    params: CalendarParams,
    body: z.object({ modules: z.array(z.object({ id: Id, opens_on: Moment.nullable() })).max(500) }),
    response: z.object({ calendar: Calendar }),
  }),
  openForCohort: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/openings',
    summary:
      'Open a module, or the whole course, to a class at once, or take that back; doing it twice changes nothing',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    body: Opening,
    response: z.object({ calendar: Calendar }),
  }),
  ofStudent: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:userId/openings/:degreeId',
    summary: 'Which modules of a course are open to a student today; 403 degree_forbidden where they lack the course',
    access: 'admin',
    may: 'cohorts',
    params: SchoolParams.extend({ userId: Id, degreeId: Id }),
    response: z.object({ openings: StudentOpenings }),
  }),
  openForStudent: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/openings',
    summary:
      'Open a module, or the whole course, to a student at once, or take that back; doing it twice changes nothing',
    access: 'admin',
    may: 'cohorts',
    params: SchoolParams.extend({ userId: Id }),
    body: Opening,
    response: z.object({ openings: StudentOpenings }),
  }),
}
