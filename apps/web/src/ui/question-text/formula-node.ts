import { questionText } from '@escola/contract/question-text'
import { Node } from '@tiptap/react'
import { drawFormula } from './draw-formulas.ts'

/** A formula within a line: one piece, whose TeX is changed in a dialog. */
export const FormulaNode = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ tex: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: `span[${questionText.formula}]`, getAttrs: (element) => ({ tex: element.textContent.trim() }) },
  ],
  renderHTML: ({ node }) => ['span', { [questionText.formula]: 'tex' }, String(node.attrs.tex)],
  renderText: ({ node }) => String(node.attrs.tex),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span')
      dom.setAttribute(questionText.formula, 'tex')
      dom.contentEditable = 'false'
      void drawFormula(dom, String(node.attrs.tex))
      return { dom }
    },
})
