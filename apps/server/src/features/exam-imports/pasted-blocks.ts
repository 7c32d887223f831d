import { type PastedLine, readAnswerList, readPastedLine, splitOptions } from './pasted-lines.ts'

export interface PastedOption {
  letter: string
  text: string
  isMarked: boolean
}

/** Lines of one question, by what they are. */
export interface PastedQuestion {
  /** Line of its first word, from 1. */
  line: number
  /** Number that the text gives it. */
  number: number | undefined
  statement: string[]
  options: PastedOption[]
  answer: string
  explanation: string[]
  tags: string
  difficulty: string
}

const newQuestion = (line: number, number: number | undefined, text: string): PastedQuestion => ({
  line,
  number,
  statement: text === '' ? [] : [text],
  options: [],
  answer: '',
  explanation: [],
  tags: '',
  difficulty: '',
})

/** Splits a pasted text into its questions, and gives them the answers of a key at the end. */
export function splitPasted(text: string): PastedQuestion[] {
  const splitter = new PastedSplitter()
  // Otherwise a run of blanks would be read once for each blank.
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) splitter.take(line.replace(/\s+/g, ' '), at + 1)
  return splitter.end()
}

class PastedSplitter {
  readonly #questions: PastedQuestion[] = []
  readonly #answers = new Map<number, string>()
  #isInKey = false
  #isExplaining = false
  #wasBlank = false

  get #current(): PastedQuestion | undefined {
    return this.#questions.at(-1)
  }

  take(written: string, line: number): void {
    if (this.#isInKey && this.#takeAnswers(written)) return
    for (const part of this.#partsOf(written)) this.#takeLine(readPastedLine(part), part, line)
  }

  end(): PastedQuestion[] {
    for (const question of this.#questions)
      if (question.answer === '' && question.number !== undefined)
        question.answer = this.#answers.get(question.number) ?? ''
    const [first] = this.#questions
    const isTitle = first?.number === undefined && this.#questions.some(({ number }) => number !== undefined)
    return first && isTitle && !this.#isComplete(first) ? this.#questions.slice(1) : this.#questions
  }

  /** Options of one line; the words before the first one stay with the statement. */
  #partsOf(written: string): string[] {
    const options = this.#current?.options ?? []
    const line = readPastedLine(written)
    if (line.kind === 'option' && options.length > 0 && line.letter !== 'A') return [written]
    return line.kind === 'question' || line.kind === 'option' || line.kind === 'text'
      ? splitOptions(written)
      : [written]
  }

  /** Whether a line of the key at the end holds nothing but answers. */
  #takeAnswers(written: string): boolean {
    const found = readAnswerList(written)
    if (found.size === 0) return written.trim() === ''
    for (const [number, answer] of found) this.#answers.set(number, answer)
    return true
  }

  #takeLine(line: PastedLine, written: string, at: number): void {
    const current = this.#current
    const wasBlank = this.#wasBlank
    this.#wasBlank = line.kind === 'blank'
    if (line.kind === 'blank') this.#addText('')
    else if (line.kind === 'answer') this.#takeAnswer(line.text)
    else if (line.kind === 'question' && this.#begins(line.number)) this.#begin(at, line.number, line.text)
    else if (!current || this.#isNext(current, line, wasBlank)) this.#begin(at, undefined, written.trim())
    else if (line.kind === 'option') this.#takeOption(current, line, written)
    else if (line.kind === 'explanation') {
      this.#isExplaining = true
      current.explanation.push(line.text)
    } else if (line.kind === 'tags' || line.kind === 'difficulty') current[line.kind] = line.text
    else this.#addText(written.trim())
  }

  #takeOption(current: PastedQuestion, { letter, text, isMarked }: PastedOption, written: string): void {
    const next = String.fromCharCode(65 + current.options.length)
    if (this.#isExplaining) this.#addText(written.trim())
    else current.options.push({ letter: letter || next, text, isMarked })
  }

  #takeAnswer(text: string): void {
    const list = readAnswerList(text)
    const isKey = text === '' || list.size > 1 || (list.size === 1 && /^\s*\d/.test(text))
    if (isKey && this.#takeAnswers(text)) {
      this.#isInKey = true
    } else if (this.#current) this.#current.answer ||= text
  }

  #begin(line: number, number: number | undefined, text: string): void {
    this.#isExplaining = false
    this.#isInKey = false
    this.#questions.push(newQuestion(line, number, text))
  }

  #isComplete(question: PastedQuestion): boolean {
    return question.options.length > 0 || question.answer !== ''
  }

  /** A number within a statement belongs to a list there, unless it follows the question's number. */
  #begins(number: number): boolean {
    const current = this.#current
    return !current || this.#isComplete(current) || current.number === undefined || number === current.number + 1
  }

  /** Questions without numbers begin after a blank line. */
  #isNext(current: PastedQuestion, { kind }: PastedLine, wasBlank: boolean): boolean {
    return wasBlank && kind === 'text' && current.number === undefined && this.#isComplete(current)
  }

  #addText(text: string): void {
    const current = this.#current
    if (!current) return
    if (this.#isExplaining) current.explanation.push(text)
    else if (current.options.length === 0) current.statement.push(text)
    else if (text !== '') current.options.at(-1)!.text += `\n${text}`
  }
}
