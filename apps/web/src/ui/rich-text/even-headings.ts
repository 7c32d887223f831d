/**
 * Makes the headings of a text go down one level at a time under the page's title, for users of screen readers: the first is the second level,
 * whatever size its author has chosen, and those below follow it. They look like they were written. It changes the elements, not the text: a link's
 * address may hold what looks like a tag.
 */
export function setHeadingLevels(text: HTMLElement | null) {
  const above: string[] = []
  for (const heading of text?.querySelectorAll('h2,h3,h4') ?? []) {
    while (above.length && above.at(-1)! >= heading.tagName) above.pop()
    heading.setAttribute('aria-level', String(above.push(heading.tagName) + 1))
  }
}
