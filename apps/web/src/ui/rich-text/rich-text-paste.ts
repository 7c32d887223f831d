/**
 * Tidies the clipboard of Word, Docs and web pages into the tags of our texts. Without this the words of a table run together, a main title becomes a
 * plain line, and Word's lists stay lines that begin with a dot.
 */
export function tidyPaste(html: string): string {
  // A template takes rows without their table, as some programs copy them, and loads no pictures.
  const template = document.createElement('template')
  template.innerHTML = html
  const { content } = template
  for (const title of content.querySelectorAll('h1')) rename(title, 'h2')
  for (const title of content.querySelectorAll('h5, h6')) rename(title, 'h4')
  buildLists(content)
  flattenTables(content)
  return template.innerHTML
}

function rename(element: Element, tag: string) {
  const renamed = document.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

const orderedMarker = /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]$/i
const typedMarker = /^[\s\u00a0]*([·•▪§‣◦-]|\d{1,3}[.)]|[a-z][.)]|o(?=[\s\u00a0]{2}))[\s\u00a0]+/i

/** Word writes a list's items as paragraphs that begin with the bullet or the number. */
function buildLists(content: DocumentFragment) {
  let open: { list: Element; tag: string; level: number }[] = []
  for (const item of content.querySelectorAll<HTMLElement>('p[class^="Mso"], p[style*="mso-list"]')) {
    const marker = takeMarker(item)
    if (marker === undefined) continue
    const level = Number(/level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)
    const tag = orderedMarker.test(marker) ? 'ol' : 'ul'
    if (item.previousElementSibling !== open[0]?.list) open = []
    open = open.filter((each) => each.level < level || (each.level === level && each.tag === tag))
    let last = open.at(-1)
    if (!last || last.level < level) {
      const list = document.createElement(tag)
      if (last) last.list.lastElementChild!.append(list)
      else item.before(list)
      last = { list, tag, level }
      open.push(last)
    }
    const entry = document.createElement('li')
    entry.append(...item.childNodes)
    last.list.append(entry)
    item.remove()
  }
}

/** Takes the bullet or number away from an item's text; undefined when the paragraph is no item. */
function takeMarker(item: HTMLElement): string | undefined {
  const hidden = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
  if (hidden) {
    hidden.remove()
    return hidden.textContent.trim()
  }
  if (!/^MsoList/.test(item.className)) return undefined
  const marker = typedMarker.exec(item.textContent)
  if (!marker) return undefined
  let left = marker[0].length
  const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  while (left > 0 && texts.nextNode()) {
    const text = texts.currentNode as Text
    const taken = Math.min(left, text.length)
    text.deleteData(0, taken)
    left -= taken
  }
  return marker[1]
}

/** Each row becomes a line; one with a single cell, as of tables that only lay a page out, becomes what it holds. */
function flattenTables(content: DocumentFragment) {
  // Inner tables come first.
  for (const row of [...content.querySelectorAll('tr')].reverse()) {
    const cells = [...row.cells]
    const line = document.createElement(cells.length > 1 ? 'p' : 'div')
    for (const cell of cells) {
      if (line.hasChildNodes()) line.append(' | ')
      if (cells.length > 1) unwrapBlocks(cell)
      line.append(...cell.childNodes)
    }
    if (/[^|\s]/.test(line.textContent)) row.replaceWith(line)
    else row.remove()
  }
  for (const caption of content.querySelectorAll('caption')) rename(caption, 'p')
  for (const part of content.querySelectorAll('table, thead, tbody, tfoot')) part.replaceWith(...part.childNodes)
}

function unwrapBlocks(cell: Element) {
  for (const block of cell.querySelectorAll('p, div, ul, ol, li, h2, h3, h4, blockquote, pre')) {
    block.replaceWith(' ', ...block.childNodes, ' ')
  }
}
