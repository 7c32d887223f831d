import { type ExamImportItem, examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import { BrokenFile, ChunkDecoder } from './decoded-chunks.ts'
import { readCategory, readMoodleQuestion } from './moodle-questions.ts'
import { ElementCutter } from './xml-elements.ts'

/** Reads the questions of Moodle's XML while the file arrives, one in memory at a time. */
export async function* readMoodleXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ExamImportItem> {
  const reader = new MoodleReader()
  for await (const chunk of chunks) {
    yield* reader.push(chunk)
    if (reader.hasEnded) return
  }
  yield* reader.end()
}

/** A larger chunk would hold many questions at once. */
const sliceBytes = 64 * 1024

/** Takes chunks of a file and returns the items that have ended. No contents of a file make it throw. */
export class MoodleReader {
  readonly #decoder = new ChunkDecoder()
  readonly #cutter = new ElementCutter('quiz', 'question')
  #bytes = 0
  #number = 0
  #tags: string[] = []
  /** Nothing further is read. */
  hasEnded = false

  push(chunk: Uint8Array): ExamImportItem[] {
    const items: ExamImportItem[] = []
    for (let at = 0; at < chunk.length; at += sliceBytes) items.push(...this.#push(chunk.subarray(at, at + sliceBytes)))
    return items
  }

  #push(chunk: Uint8Array): ExamImportItem[] {
    this.#bytes += chunk.length
    return this.#read(() => {
      if (this.#bytes > examImportLimits.bytes) throw new BrokenFile(importBreaks.large)
      this.#cutter.push(this.#decoder.push(chunk))
    })
  }

  end(): ExamImportItem[] {
    const items = this.#read(() => {
      this.#cutter.push(this.#decoder.end())
      this.#cutter.end()
    })
    const isEmpty = !this.hasEnded && this.#number === 0
    const all = isEmpty ? [...items, this.#break(importBreaks.empty)] : items
    this.hasEnded = true
    return all
  }

  /** Also returns questions that ended before an unreadable place. */
  #read(feed: () => void): ExamImportItem[] {
    if (this.hasEnded) return []
    const broken = breakOf(feed)
    const items: ExamImportItem[] = []
    for (const element of this.#cutter.takeAll()) {
      if (element.attributes.type === 'category') {
        this.#tags = readCategory(element)
        continue
      }
      if (this.#number === examImportLimits.items) return [...items, this.#break(importBreaks.many)]
      this.#number += 1
      items.push(readMoodleQuestion(element, this.#number, this.#tags))
    }
    return broken ? [...items, this.#break(broken.message)] : items
  }

  #break(reason: string): ExamImportItem {
    this.hasEnded = true
    return { verdict: 'broken', line: this.#cutter.line, reason }
  }
}

function breakOf(feed: () => void): BrokenFile | undefined {
  try {
    feed()
  } catch (error) {
    if (error instanceof BrokenFile) return error
    throw error
  }
  return undefined
}
