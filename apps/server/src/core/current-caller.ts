import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '@escola/db'

const callers = new AsyncLocalStorage<Caller | undefined>()

/** Runs the rest of a call with its caller known to every place that callers share: passwords, connections, deliveries. */
export const runAs = <T>(caller: Caller | undefined, next: () => T): T => callers.run(caller, next)

/**
 * Runs work that many calls share in no caller's name. In that of the caller who came first, the others would wait until that caller has a
 * turn.
 */
export const runShared = <T>(work: () => T): T => runAs(undefined, work)

/** Caller of the call under way; undefined in jobs, in what many calls share, and behind a proxy that was not declared. */
export const currentCaller = (): Caller | undefined => callers.getStore()
