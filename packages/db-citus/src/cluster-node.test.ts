import { ListenedClient, SharedConnections } from '@escola/db-wire'
import { startEndingServer } from '@escola/db-wire/testing'
import { expect, it } from 'vitest'
import { ClusterNode } from './cluster-node.ts'

it('reports once that a node is away and once that it is back', async () => {
  const address = process.env.TEST_DATABASE_URL ?? ''
  const proxy = await startEndingServer(address)
  const reports: boolean[] = []
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString: proxy.through(address) }),
    async (client) => void (await client.query('select')),
    { size: 1, maxWaiting: 100, answerWithinMillis: 5000 },
  )
  const node = new ClusterNode(connections, (failure) => reports.push(failure !== undefined), 20)
  const endedWhileAway = async () => {
    expect(node.isOpen()).toBe(false)
    return proxy.state.ended
  }
  await expect.poll(endedWhileAway).toBeGreaterThan(2)
  expect(reports).toEqual([true])
  proxy.state.isEnding = false
  await expect.poll(() => node.isOpen()).toBe(true)
  expect(reports).toEqual([true, false])
  await connections.close()
  await proxy.close()
})
