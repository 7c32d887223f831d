import { expect, it } from 'vitest'
import { type LaneStep, OrderedOutput, runInLanes } from './lanes.ts'

/** Steps that end when they are told, and notes of what runs. */
function stepsOf(names: string[]) {
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const steps = names.map(
    (name): LaneStep<string> => ({
      isAlone: name.startsWith('alone'),
      run: async (lane) => {
        const entry = `${name} in ${lane}`
        running.push(entry)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        running.splice(running.indexOf(entry), 1)
      },
    }),
  )
  return { steps, running, end: (name: string) => ends.get(name)!() }
}

it('runs as many steps as there are lanes, and one that needs the whole machine by itself', async () => {
  const { steps, running, end } = stepsOf(['one', 'two', 'three', 'alone', 'four'])
  const run = runInLanes(['A', 'B'], steps)
  await expect.poll(() => running).toEqual(['one in A', 'two in B'])
  end('two')
  await expect.poll(() => running).toEqual(['one in A', 'three in B'])
  end('three')
  end('one')
  await expect.poll(() => running).toEqual(['alone in A'])
  end('alone')
  await expect.poll(() => running).toEqual(['four in A'])
  end('four')
  await run
})

it('prints a step at once whose turn it is, and those after it in their order', () => {
  let printed = ''
  const output = new OrderedOutput((text) => {
    printed += text
  })
  const [first, second, third] = [output.open(), output.open(), output.open()]
  third.write('3')
  first.write('1')
  expect(printed).toBe('1')
  third.end()
  second.write('2')
  first.write('1')
  expect(printed).toBe('11')
  first.end()
  expect(printed).toBe('112')
  second.write('2')
  expect(printed).toBe('1122')
  second.end()
  expect(printed).toBe('11223')
})
