import { expect, it, vi } from 'vitest'
import { buildHttp } from '../http/build-http.ts'
import { printedFaults } from './printed-faults.ts'
import { world } from './world.ts'

it('prints the error behind a 500, and nothing of a refusal that a test provokes', async () => {
  const { config } = await world()
  const http = await buildHttp(config, printedFaults)
  const failures = [new Error('out of chalk'), Object.assign(new Error('too slow'), { code: '57014' })]
  http.get('/api/tried', () => {
    throw failures.shift()!
  })
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { requestId } = (await http.inject('/api/tried')).json()
  expect((await http.inject('/api/tried')).statusCode).toBe(503)
  expect(printed.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(`^500 \\(${requestId}\\): Error: out of chalk\n +at `),
  ])
  await http.close()
})
