import { Refused } from '@escola/db'
import { expect, it } from 'vitest'
import { Batcher, type Outcome } from './batcher.ts'
import { currentCaller, runAs } from './current-caller.ts'

/** Makes work that waits until a test lets it go on, and lists the items that were done together. */
function setUpBatcher(outcomeOf: (item: string) => Outcome<string> = (item) => ({ result: item })) {
  const done: string[][] = []
  const opened: (() => void)[] = []
  const batcher = new Batcher<string, string>(async (items) => {
    done.push(items)
    await new Promise<void>((resolve) => void opened.push(resolve))
    return items.map(outcomeOf)
  })
  const add = (item: string, owner = item) => batcher.add('key', owner, item)
  /** Lets all work end, also work that begins meanwhile. */
  const finish = async () => {
    for (let turn = 0; turn < 300; turn++) {
      for (const open of opened.splice(0)) open()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { batcher, done, add, finish, turn }
}

it('does together what comes at once and what comes meanwhile, in the order in which it came', async () => {
  const { done, add, finish, turn } = setUpBatcher()
  const first = [add('a'), add('b')]
  await turn()
  const second = [add('c'), add('d')]
  await finish()
  expect(await Promise.all([...first, ...second])).toEqual(['a', 'b', 'c', 'd'])
  expect(done).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

it('never does two things of one owner at the same time', async () => {
  const { done, add, finish, turn } = setUpBatcher()
  const all = [add('a1', 'a'), add('a2', 'a'), add('b1', 'b')]
  await turn()
  all.push(add('a3', 'a'), add('c1', 'c'))
  await finish()
  await Promise.all(all)
  expect(done).toEqual([['a1', 'b1'], ['a2', 'c1'], ['a3']])
})

it('does items of different keys in separate batches', async () => {
  const { batcher, done, finish, turn } = setUpBatcher()
  const both = [batcher.add('one', 'a', 'a'), batcher.add('other', 'b', 'b')]
  await turn()
  expect(done).toEqual([['a'], ['b']])
  await finish()
  await Promise.all(both)
})

it('tells each its own outcome', async () => {
  const { add, finish } = setUpBatcher((item) => (item === 'b' ? { error: new Error('not b') } : { result: item }))
  const all = Promise.allSettled([add('a'), add('b'), add('c')])
  await finish()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('tries each by itself when all of it was undone, and none when the database does not answer', async () => {
  const done: string[][] = []
  let fault: Error = new Error('one of them is bad')
  const batcher = new Batcher<string, string>(async (items) => {
    done.push(items)
    if (items.includes('bad')) throw fault
    return items.map((result) => ({ result }))
  })
  const all = () => Promise.allSettled(['a', 'bad', 'b'].map((item) => batcher.add('key', item, item)))
  expect((await all()).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
  fault = new Refused()
  done.length = 0
  expect((await all()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(done).toHaveLength(1)
})

it('takes fifty items at a time, and refuses the item behind a thousand', async () => {
  const { done, add, finish, turn } = setUpBatcher()
  const all = [add('0')]
  await turn()
  for (let number = 1; number <= 1000; number++) all.push(add(`${number}`))
  await expect(add('1001')).rejects.toBeInstanceOf(Refused)
  await finish()
  expect(await Promise.all(all)).toHaveLength(1001)
  expect(done.map((batch) => batch.length)).toEqual([1, ...Array(20).fill(50)])
})

it('refuses an owner with a hundred items in the queue, and takes items of others', async () => {
  const { add, finish, turn } = setUpBatcher()
  const all = [add('0', 'flood')]
  await turn()
  for (let number = 1; number <= 100; number++) all.push(add(`${number}`, 'flood'))
  await expect(add('101', 'flood')).rejects.toBeInstanceOf(Refused)
  all.push(add('other'))
  await finish()
  expect(await Promise.all(all)).toHaveLength(102)
})

it('works in no caller’s name: what many share waits for no turn of the caller who came first', async () => {
  const batcher = new Batcher<string, string | undefined>(async (items) =>
    items.map(() => ({ result: currentCaller()?.key })),
  )
  expect(await runAs({ key: 'user 1' }, () => batcher.add('key', 'a', 'a'))).toBeUndefined()
})
