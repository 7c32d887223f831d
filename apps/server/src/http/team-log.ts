import type { RouteDefinition } from '@escola/contract/route'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { Attended } from '../core/scope.ts'

/** Parameters and body of a call. */
export interface CallInput {
  params: Record<string, string>
  body: unknown
}

/** A line of the log whose change is under way. */
export interface KeptChange {
  /** Adds what the change has left. */
  finish(): Promise<void>
  /** Takes the line back: the change was refused. */
  takeBack(): Promise<void>
}

/** Log of what a school's team changes, for its owners to read. */
export interface TeamLog {
  /** Records a change before it is tried. */
  record(school: Attended, route: RouteDefinition, input: CallInput): Promise<KeptChange>
}

interface KeptCall {
  school: Attended
  route: RouteDefinition
  request: FastifyRequest
}

/** Runs a change that the log keeps. One that can't be written down is refused; what goes wrong with its line afterwards doesn't undo it. */
export async function runKept<T>(
  teamLog: TeamLog,
  { school, route, request }: KeptCall,
  attempt: () => Promise<T>,
): Promise<T> {
  const { params, body } = request
  const kept = await teamLog.record(school, route, { params: params as CallInput['params'], body })
  const after = (work: Promise<void>) => work.catch((failure: unknown) => request.log.error(failure))
  try {
    const result = await attempt()
    await after(kept.finish())
    return result
  } catch (error) {
    if (error instanceof AppError) await after(kept.takeBack())
    throw error
  }
}
