export interface LaneStep<Lane> {
  /** It uses the whole machine by itself: it waits for the steps before it, and those after wait for it. */
  isAlone: boolean
  run(lane: Lane): Promise<void>
}

/** Runs steps side by side: each lane takes the next step as soon as it is free. */
export async function runInLanes<Lane>(lanes: Lane[], steps: LaneStep<Lane>[]): Promise<void> {
  const left = [...steps]
  while (left.length) {
    const next = left.findIndex(({ isAlone }) => isAlone)
    const group = left.splice(0, next === 0 ? 1 : next < 0 ? left.length : next)
    await Promise.all(
      lanes.map(async (lane) => {
        for (let step = group.shift(); step; step = group.shift()) await step.run(lane)
      }),
    )
  }
}

/** Prints what steps that run side by side say as if they ran one after the other: the first that has not ended prints at once, the others in their turn. */
export class OrderedOutput {
  readonly #print: (text: string) => void
  readonly #open: { texts: string[]; hasEnded: boolean }[] = []

  constructor(print: (text: string) => void) {
    this.#print = print
  }

  /** Opens the output of one step; its place is after those that were opened before. */
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
