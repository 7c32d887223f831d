import { questionText } from '@escola/contract/question-text'
import { part } from '../loading/part.ts'

const katex = part(() => import('./katex.ts'))

/**
 * Draws the formulas of a shown text. KaTeX comes with the first one; until then, and where it can't come or can't read one, the TeX stays readable.
 * Each element keeps its TeX, so drawing it a second time is harmless.
 */
export async function drawFormulas(text: HTMLElement): Promise<void> {
  const formulas = text.querySelectorAll<HTMLElement>(`[${questionText.formula}]`)
  if (formulas.length === 0) return
  const loaded = katex.ready ?? (await katex.load().catch(() => undefined))
  if (!loaded) return
  for (const formula of formulas) loaded.drawFormula(formula)
}

/** Draws one formula; says whether KaTeX could read it, and nothing where KaTeX can't come. */
export async function drawFormula(element: HTMLElement, tex: string): Promise<boolean | undefined> {
  const loaded = katex.ready ?? (await katex.load().catch(() => undefined))
  if (!loaded) {
    element.textContent = tex
    return undefined
  }
  return loaded.drawTex(element, tex)
}
