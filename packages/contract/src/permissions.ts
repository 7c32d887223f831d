import { z } from 'zod'

/**
 * Rights of a member of a school's team. courses: categories, lessons, videos, the bank of questions, exams with their corrections and results. threads: students'
 * questions. students: list, contact, links, notes, timeline. cohorts: classes, terms, calendars, integrations, enrolments. records: import, export, merging, erasing,
 * passwords, other e-mails, changes of many. money: balance, plan, payments. settings: settings, pages, design, domain. team: the team, the access API, the log.
 */
export const permissions = [
  'courses',
  'threads',
  'students',
  'cohorts',
  'records',
  'sales',
  'certificates',
  'affiliates',
  'money',
  'settings',
  'team',
  'reports',
] as const
export type Permission = (typeof permissions)[number]

/** Roles of a school's team. A course teacher has a teacher's rights in the courses that were chosen for them alone. */
export const teamRoles = [
  'owner',
  'administrator',
  'teacher',
  'course_teacher',
  'moderator',
  'attendant',
  'treasurer',
] as const
export const TeamRole = z.enum(teamRoles)
export type TeamRole = z.infer<typeof TeamRole>

const all = permissions as readonly Permission[]
const ofTeacher = ['courses', 'threads', 'reports'] as const

interface RoleDefinition {
  name: string
  permissions: readonly Permission[]
  /** Rights that are good in chosen courses alone. */
  inCourses?: readonly Permission[]
}
export const roles: Record<TeamRole, RoleDefinition> = {
  owner: { name: 'Proprietário', permissions: all },
  administrator: { name: 'Administrador', permissions: all.filter((each) => each !== 'team' && each !== 'money') },
  teacher: { name: 'Professor', permissions: ofTeacher },
  course_teacher: { name: 'Professor', permissions: [], inCourses: ofTeacher },
  moderator: { name: 'Moderador', permissions: ['threads'] },
  attendant: { name: 'Atendimento', permissions: ['students', 'cohorts', 'sales', 'certificates'] },
  treasurer: { name: 'Financeiro', permissions: ['money', 'sales', 'reports'] },
}

/** Lists the roles that have a right: in the whole school, and in chosen courses alone. */
export const rolesWith = (permission: Permission): Record<'everywhere' | 'inCourses', TeamRole[]> => ({
  everywhere: teamRoles.filter((role) => roles[role].permissions.includes(permission)),
  inCourses: teamRoles.filter((role) => roles[role].inCourses?.includes(permission)),
})

/** Roles whose members count as no students, whatever they study: a school pays for all others. */
export const uncountedRoles: readonly TeamRole[] = ['owner', 'administrator']
/** Leaves out each role whose rights another of them has: an owner needs no other, a teacher of all courses none of chosen ones. */
export const foldRoles = (own: readonly TeamRole[]): TeamRole[] =>
  teamRoles.filter(
    (role) =>
      own.includes(role) &&
      !own.some((other) => {
        const asked = [...roles[role].permissions, ...(roles[role].inCourses ?? [])]
        return other !== role && asked.every((each) => roles[other].permissions.includes(each))
      }),
  )

/** A person's place in a school's team, as the school keeps it. */
export interface TeamPlace {
  roles: readonly TeamRole[]
  /** Chosen courses of a course teacher. */
  courseIds: readonly string[]
}

/** Rights of a place in the team: in the whole school, and those that are good in the chosen courses alone. */
export interface Rights {
  everywhere: ReadonlySet<Permission>
  inCourses: ReadonlySet<Permission>
  courseIds: ReadonlySet<string>
}
export const rightsOf = ({ roles: own, courseIds }: TeamPlace): Rights => ({
  everywhere: new Set(own.flatMap((role) => roles[role].permissions)),
  inCourses: new Set(own.flatMap((role) => roles[role].inCourses ?? [])),
  courseIds: new Set(courseIds),
})
export const noRights: Rights = rightsOf({ roles: [], courseIds: [] })
export const ownersRights: Rights = rightsOf({ roles: ['owner'], courseIds: [] })

/** Tells whether the rights hold in the whole school or, with a course named, in that course. */
export const hasRight = (rights: Rights, permission: Permission, courseId?: string): boolean =>
  rights.everywhere.has(permission) ||
  (courseId !== undefined && rights.inCourses.has(permission) && rights.courseIds.has(courseId))

/** Tells whether the rights hold in the whole school, or in some course. */
export const hasRightSomewhere = (rights: Rights, permission: Permission): boolean =>
  rights.everywhere.has(permission) || (rights.inCourses.has(permission) && rights.courseIds.size > 0)

/** Rights that a route of the team asks for: one, any of several, or none but a place in the team, for the caller's own switches. */
export type May = Permission | readonly [Permission, ...Permission[]] | 'own'

/** Tells whether a route may be called; inSomeCourse counts rights in chosen courses, too. */
export const mayCall = (rights: Rights, may: May, inSomeCourse = false): boolean => {
  if (may === 'own') return true
  const asked = typeof may === 'string' ? [may] : may
  return asked.some((each) => (inSomeCourse ? hasRightSomewhere : hasRight)(rights, each))
}
