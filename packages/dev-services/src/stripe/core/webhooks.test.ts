import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '../../ports.ts'
import { connectTo } from '../checked-stripe.testing.ts'
import { startStripe } from '../stripe.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stripe-events-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('events that no server took before the stand-in stopped are sent when it starts again', async () => {
  const file = path.join(folder, 'stripe.json')
  const port = await freePort('127.0.0.1')
  const first = await startStripe({ file })
  first.sendEventsTo(`http://127.0.0.1:${port}/events`)
  const { id } = await connectTo(first.url, first.settings.STRIPE_SECRET_KEY).customers.create({})
  await first.stop()

  const received: Stripe.Event[] = []
  const receiver = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)))
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
  const second = await startStripe({ file })
  try {
    await expect.poll(() => received).toMatchObject([{ type: 'customer.created', data: { object: { id } } }])
  } finally {
    await second.stop()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  }
})

it('a damaged file is named', async () => {
  const file = path.join(folder, 'stripe.json')
  await writeFile(file, '[{"name"')
  await expect(startStripe({ file })).rejects.toThrow(
    `${file} is damaged; delete it to start the stand-in for Stripe afresh.`,
  )
})
