import { type BenchSchool, makeSchools } from './bench-schools.ts'
import { type BenchStack, startBenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'

/** Things that the parts share; each is made when the first part asks for it. */
export interface Bench {
  stack(): Promise<BenchStack>
  /** One school with a thousand students. */
  school(): Promise<BenchSchool>
}
export type Part = (bench: Bench) => Promise<Figure[]>

export function openBench(): Bench & { close(): Promise<void> } {
  let stack: Promise<BenchStack> | undefined
  let school: Promise<BenchSchool> | undefined
  const open = () => {
    stack ??= startBenchStack()
    return stack
  }
  return {
    stack: open,
    school: () => {
      school ??= open().then(async (stack) => (await makeSchools(stack, [1000]))[0]!)
      return school
    },
    close: async () => (await stack)?.stop(),
  }
}
