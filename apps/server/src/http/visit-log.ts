import type { RouteDefinition } from '@escola/contract/route'
import type { Actor } from '../core/scope.ts'

/** Log of the calls that platform administrators make in schools that are not theirs, kept for those schools to read (decision 25). */
export interface VisitLog {
  /** @returns the visit's id: a new one, or the one that goes on */
  noteVisit(schoolId: string, actor: Actor): Promise<string>
  /** Notes a change before it is tried. @returns the change's id */
  noteChange(schoolId: string, visitId: string, route: RouteDefinition): Promise<string>
  /** Notes that a change was tried and did not come to pass. */
  noteRefusal(schoolId: string, changeId: string): Promise<void>
}
