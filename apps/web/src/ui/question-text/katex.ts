import katex from 'katex'
import 'katex/dist/katex.min.css'

/** TeX of an author reaches nothing outside itself: no links, no pictures, no classes, few expansions of macros, no size beyond its line. */
const options: katex.KatexOptions = { trust: false, maxExpand: 100, maxSize: 10, strict: 'ignore', throwOnError: true }

/** Draws TeX into an element; where it can't be read, the element shows the TeX itself. */
export function drawTex(element: HTMLElement, tex: string): boolean {
  try {
    katex.render(tex, element, options)
    return true
  } catch {
    element.textContent = tex
    return false
  }
}

const drawn = new WeakSet<HTMLElement>()

/** Draws the TeX that an element holds, once. */
export function drawFormula(element: HTMLElement): void {
  if (drawn.has(element)) return
  drawn.add(element)
  drawTex(element, element.textContent)
}
