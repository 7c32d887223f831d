/**
 * Under a page's title, whoever listens to headings goes down one level at a time: the first is the second level, whatever size its author has
 * chosen, and those below follow it. They look as they were written. On the elements, not in the text: a link's address may hold what looks like a tag.
 */
export function evenHeadings(text: HTMLElement | null) {
  const above: string[] = []
  for (const heading of text?.querySelectorAll('h2,h3,h4') ?? []) {
    while (above.length && above.at(-1)! >= heading.tagName) above.pop()
    heading.setAttribute('aria-level', String(above.push(heading.tagName) + 1))
  }
}
