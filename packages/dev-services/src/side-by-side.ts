export interface RunStep<Runner> {
  /** True for a step whose workers use all cores; two of these never run at once. */
  isBusy: boolean
  /** True for a step that waits more than it computes: it begins once the last busy step runs, whose shadow it fills. */
  isShadow?: boolean
  run(runner: Runner): Promise<void>
}

/** Runs steps side by side: a runner that is free takes the next step that may run. */
export async function runSideBySide<Runner>(runners: Runner[], steps: RunStep<Runner>[]): Promise<void> {
  const left = [...steps]
  let busy: Promise<void> | undefined
  const takeSteps = async (runner: Runner) => {
    while (left.length) {
      const next = left.findIndex(({ isBusy, isShadow }) =>
        isBusy ? !busy : !isShadow || !left.some((each) => each.isBusy),
      )
      if (next < 0) {
        await busy
        continue
      }
      const [step] = left.splice(next, 1)
      const done = step!.run(runner)
      if (step!.isBusy) busy = done
      await done
      if (step!.isBusy) busy = undefined
    }
  }
  await Promise.all(runners.map(takeSteps))
}

/** Prints what steps that run side by side say as if they ran one after the other: the first that has not ended prints at once, the others in their turn. */
export class OrderedOutput {
  readonly #print: (text: string) => void
  readonly #open: { texts: string[]; hasEnded: boolean }[] = []

  constructor(print: (text: string) => void) {
    this.#print = print
  }

  /** Opens the output of one step; its place is after the outputs opened before. */
  open(): { write(text: string): void; end(): void } {
    const own = { texts: [] as string[], hasEnded: false }
    this.#open.push(own)
    return {
      write: (text) => {
        own.texts.push(text)
        this.#flush()
      },
      end: () => {
        own.hasEnded = true
        this.#flush()
      },
    }
  }

  #flush(): void {
    for (let first = this.#open[0]; first; first = this.#open[0]) {
      for (const text of first.texts.splice(0)) this.#print(text)
      if (!first.hasEnded) return
      this.#open.shift()
    }
  }
}
