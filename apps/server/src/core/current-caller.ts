import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '@escola/db'

const callers = new AsyncLocalStorage<Caller | undefined>()

/** Runs the rest of a call with its caller known to every place that callers share: passwords, connections, deliveries. */
export const runAs = (caller: Caller | undefined, next: () => void): void => callers.run(caller, next)

/** Caller of the call under way; undefined in jobs, and behind a proxy that was not declared. */
export const currentCaller = (): Caller | undefined => callers.getStore()
