import { expect, it } from 'vitest'
import { assertOneHandlerEach } from './jobs/handlers.ts'
import { workerHandlers } from './worker-handlers.ts'

const mailer = { send: async () => undefined, close: () => undefined }

it('has exactly one handler for each job of the catalogue', () => {
  expect(() => assertOneHandlerEach(workerHandlers(mailer))).not.toThrow()
})
