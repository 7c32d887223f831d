import type { RouteDefinition } from '@escola/contract/route'
import type { Actor } from '../core/scope.ts'

/** Log of the calls that platform administrators make in schools that are not theirs, kept for those schools to read (decision 25). */
export interface VisitLog {
  /** @returns the visit's id: a new visit's, or that of the visit that goes on */
  recordVisit(schoolId: string, actor: Actor): Promise<string>
  /** Records a change before it is tried. @returns the change's id */
  recordChange(schoolId: string, visitId: string, route: RouteDefinition, body: unknown): Promise<string>
  /** Records that a change was tried and did not come to pass. */
  recordRefusal(schoolId: string, changeId: string): Promise<void>
}
