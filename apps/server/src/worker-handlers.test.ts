import { expect, it } from 'vitest'
import { assertOneHandlerEach } from './jobs/handlers.ts'
import { workerHandlers } from './worker-handlers.ts'

const nothing = {} as Parameters<typeof workerHandlers>[0]

it('has exactly one handler for each job of the catalogue', () => {
  expect(() => assertOneHandlerEach(workerHandlers(nothing))).not.toThrow()
})
