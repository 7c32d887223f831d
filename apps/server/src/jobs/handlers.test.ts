import { describe, expect, it } from 'vitest'
import { allJobs } from './catalogue.ts'
import { assertOneHandlerEach, defineHandler } from './handlers.ts'

const handlers = allJobs.map((job) => defineHandler(job, async () => undefined))

describe('the job catalogue', () => {
  it('accepts one handler for each job', () => {
    expect(() => assertOneHandlerEach(handlers)).not.toThrow()
  })

  it.each(allJobs.map((job) => job.name))('refuses to start without a handler for %s', (name) => {
    const rest = handlers.filter((handler) => handler.job.name !== name)
    expect(() => assertOneHandlerEach(rest)).toThrow(`${name} has no handler`)
  })

  it.each(allJobs.map((job) => job.name))('refuses to start with two handlers for %s', (name) => {
    const doubled = [...handlers, ...handlers.filter((handler) => handler.job.name === name)]
    expect(() => assertOneHandlerEach(doubled)).toThrow(`${name} has 2 handlers`)
  })

  it('refuses a handler for a job that it does not know', () => {
    const outsider = defineHandler({ ...allJobs[0]!, name: 'outsiders.greet' }, async () => undefined)
    expect(() => assertOneHandlerEach([...handlers, outsider])).toThrow('outsiders.greet is not in the catalogue')
  })
})
