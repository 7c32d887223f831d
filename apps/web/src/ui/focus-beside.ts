const besideOf = (leaving: Element | null | undefined, selector: string) =>
  (leaving?.nextElementSibling ?? leaving?.previousElementSibling)?.querySelector<HTMLElement>(selector)

/** Moves the focus from an element that will go to the same one in the row beside it; false without such a row. */
export function focusBeside(leaving: Element | null, selector: string) {
  const heir = besideOf(leaving, selector)
  heir?.focus()
  return Boolean(heir)
}

/** Finds the element that gets the focus once a row is gone: the same one in the row beside it, or the page without such a row. */
export const heirOf = (element: Element, selector: string) =>
  besideOf(element.closest('tr, li'), selector) ?? element.closest<HTMLElement>('main')

/** Removes the row of a button with it. */
export async function removeRow(button: HTMLElement, remove: () => Promise<unknown>) {
  const heir = heirOf(button, '[data-remove]')
  await remove()
  heir?.focus({ preventScroll: true })
}
