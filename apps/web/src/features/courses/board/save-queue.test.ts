import { expect, it } from 'vitest'
import { SaveQueue } from './save-queue.ts'

function slowServer() {
  let state = 'a'
  const saved: string[] = []
  const answers: (() => void)[] = []
  const queue = new SaveQueue(() => {
    saved.push(state)
    return new Promise((resolve) => answers.push(resolve))
  })
  const change = (next: string) => {
    state = next
    return queue.request()
  }
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { queue, saved, change, answer }
}

it('has one save in flight and saves the newest state once after it', async () => {
  const { queue, saved, change, answer } = slowServer()
  void change('b')
  void change('c')
  const last = change('d')
  expect(saved).toEqual(['b'])
  await answer()
  expect(saved).toEqual(['b', 'd'])
  await answer()
  await last
  await queue.idle()
  expect(saved).toEqual(['b', 'd'])
})

it('tells who waits that a save failed, and saves again when asked', async () => {
  let fails = true
  let saves = 0
  const queue = new SaveQueue(async () => {
    saves += 1
    if (fails) throw new Error('sem conexão')
  })
  await expect(queue.request()).rejects.toThrow('sem conexão')
  fails = false
  await queue.request()
  expect(saves).toBe(2)
})
