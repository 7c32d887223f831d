import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import { SaxesParser } from 'saxes'
import { BrokenFile } from './decoded-chunks.ts'

/** Element with its contents; text stays in its place on every level. */
export interface XmlElement {
  name: string
  line: number
  attributes: Record<string, string>
  elements: XmlElement[]
  text: string
}

export const childOf = (element: XmlElement | undefined, name: string) =>
  element?.elements.find((each) => each.name === name)
export const childrenOf = (element: XmlElement, name: string) => element.elements.filter((each) => each.name === name)
export const textOf = (element: XmlElement | undefined, ...names: string[]): string =>
  names.reduce<XmlElement | undefined>(childOf, element)?.text ?? ''

/** Extracts the elements of one name below the root from an XML text while it arrives, with one of them in memory at a time. */
export class ElementCutter {
  readonly #parser = new SaxesParser()
  readonly #open: XmlElement[] = []
  #cut: XmlElement[] = []
  #depth = 0
  #hasEnded = false

  #elements = 0

  constructor(rootName: string, cutName: string) {
    const parser = this.#parser
    // The parser knows XML's own five entities alone, and reads no other file.
    parser.on('doctype', () => {
      throw new BrokenFile(importBreaks.doctype)
    })
    parser.on('error', () => {
      throw new BrokenFile(this.#depth > 0 || this.#hasEnded ? importBreaks.xml(parser.line) : importBreaks.notMoodle)
    })
    parser.on('opentag', ({ name, attributes }) => {
      this.#depth += 1
      if (this.#depth > examImportLimits.xmlDepth) throw new BrokenFile(importBreaks.deep)
      if (this.#depth === 1 && name !== rootName) throw new BrokenFile(importBreaks.notMoodle)
      const isInside = this.#open.length > 0
      this.#elements = isInside ? this.#elements + 1 : 0
      if (this.#elements > examImportLimits.xmlElements) throw new BrokenFile(importBreaks.crowded)
      if (isInside || (this.#depth === 2 && name === cutName))
        this.#open.push({ name, line: parser.line, attributes, elements: [], text: '' })
    })
    const addText = (text: string) => {
      const element = this.#open.at(-1)
      if (element) element.text += text
    }
    parser.on('text', addText)
    parser.on('cdata', addText)
    parser.on('closetag', () => this.#close())
  }

  get line(): number {
    return this.#parser.line
  }

  push(text: string): void {
    this.#parser.write(text)
  }

  end(): void {
    if (!this.#hasEnded) throw new BrokenFile(this.#depth === 0 ? importBreaks.notMoodle : importBreaks.cut)
    this.#parser.close()
  }

  /** Returns the elements that have ended since the last call. */
  takeAll(): XmlElement[] {
    const cut = this.#cut
    this.#cut = []
    return cut
  }

  #close(): void {
    this.#depth -= 1
    this.#hasEnded ||= this.#depth === 0
    const element = this.#open.pop()
    if (!element) return
    const parent = this.#open.at(-1)
    if (parent) parent.elements.push(element)
    else this.#cut.push(element)
  }
}
