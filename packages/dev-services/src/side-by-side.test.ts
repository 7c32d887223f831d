import { expect, it } from 'vitest'
import { OrderedOutput, type RunStep, runSideBySide } from './side-by-side.ts'

/** Steps that end on command, and notes of what runs. */
function stepsOf(names: string[]) {
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const steps = names.map(
    (name): RunStep<string> => ({
      isBusy: name.startsWith('busy'),
      isShadow: name.startsWith('shadow'),
      run: async (runner) => {
        const entry = `${name} in ${runner}`
        running.push(entry)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        running.splice(running.indexOf(entry), 1)
      },
    }),
  )
  return { steps, running, end: (name: string) => ends.get(name)!() }
}

it('runs as many steps as there are runners, in their order, and one busy step at a time', async () => {
  const { steps, running, end } = stepsOf(['busy one', 'busy two', 'three', 'four'])
  const run = runSideBySide(['A', 'B'], steps)
  await expect.poll(() => running).toEqual(['busy one in A', 'three in B'])
  end('three')
  await expect.poll(() => running).toEqual(['busy one in A', 'four in B'])
  end('busy one')
  await expect.poll(() => running).toEqual(['four in B', 'busy two in A'])
  end('four')
  await expect.poll(() => running).toEqual(['busy two in A'])
  end('busy two')
  await run
})

it('runs a busy step where another one has ended, in either runner', async () => {
  const { steps, running, end } = stepsOf(['busy one', 'busy two', 'three'])
  const run = runSideBySide(['A', 'B'], steps)
  await expect.poll(() => running).toEqual(['busy one in A', 'three in B'])
  end('three')
  await expect.poll(() => running).toEqual(['busy one in A'])
  end('busy one')
  await expect.poll(() => running).toHaveLength(1)
  expect(running[0]).toMatch(/^busy two/)
  end('busy two')
  await run
})

it('keeps a step that waits for the shadow of the last busy one', async () => {
  const { steps, running, end } = stepsOf(['busy one', 'busy two', 'shadow', 'three'])
  const run = runSideBySide(['A', 'B'], steps)
  await expect.poll(() => running).toEqual(['busy one in A', 'three in B'])
  end('three')
  await expect.poll(() => running).toEqual(['busy one in A'])
  end('busy one')
  await expect.poll(() => running.map((entry) => entry.slice(0, -5)).sort()).toEqual(['busy two', 'shadow'])
  end('shadow')
  end('busy two')
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
