import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Ticks of a second, in which Linux counts for all programs. */
const ticks = 100

/** Most that a run of everything should take. */
const wholeRunSeconds = 1600

/** Processor seconds of this process itself, and of all whose end it and they have seen; undefined where the system does not tell. */
function readCpuSeconds(): { own: number; ended: number } | undefined {
  try {
    // A number and a name in brackets come first, and the name may have blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const sumOf = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticks
    return { own: sumOf(11), ended: sumOf(13) }
  } catch {
    return undefined
  }
}

/** Seconds that the whole machine has worked and been idle since its start. */
function readMachine(): { worked: number; idle: number } {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { worked: (all - idle) / 1000, idle: idle / 1000 }
}

/** Others' work counts too, and that of a browser's pages: they end after the browser, so nothing of theirs is in the sum of a run. */
function describeLoad(before: ReturnType<typeof readMachine>): string {
  const now = readMachine()
  const [worked, idle] = [now.worked - before.worked, now.idle - before.idle]
  return `the machine worked ${Math.round(worked)} s and was idle for ${Math.round((100 * idle) / (worked + idle))} %`
}

/** Says which parts of a run took how many seconds of the processor. The system adds a program's seconds when its end is seen, so each is noted then. */
export class CpuBill {
  readonly #parts = new Map<string, number>()
  #noted = 0
  readonly #before = readMachine()

  /** Notes for a part what ended since the last note. */
  note(part: string): void {
    const ended = readCpuSeconds()?.ended ?? 0
    this.#parts.set(part, (this.#parts.get(part) ?? 0) + ended - this.#noted)
    this.#noted = ended
  }

  /**
   * The sum with this process's own and the dearest parts first, nothing where the system does not say. A whole run says when it is dear:
   * slow cores are meant, and quick ones take half as long.
   */
  print(isWhole: boolean): string {
    const seconds = readCpuSeconds()
    if (!seconds) return ''
    const sum = Math.round(seconds.own + seconds.ended)
    const parts = [...this.#parts].toSorted(([, one], [, other]) => other - one)
    const listed = parts.map(([part, each]) => `${part} ${Math.round(each)}`).join(', ')
    const line = ` and ${sum} s of the processor (${listed}); ${describeLoad(this.#before)}`
    return isWhole && sum > wholeRunSeconds ? `${line}\nA whole run should take ${wholeRunSeconds} s at most.` : line
  }
}
