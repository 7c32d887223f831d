const besideOf = (leaving: Element | null | undefined, selector: string) =>
  (leaving?.nextElementSibling ?? leaving?.previousElementSibling)?.querySelector<HTMLElement>(selector)

/** What is about to go hands the focus to the same thing beside it; false where it stands alone. */
export function focusBeside(leaving: Element | null, selector: string) {
  const heir = besideOf(leaving, selector)
  heir?.focus()
  return Boolean(heir)
}

/** Who gets the focus once the row around something is gone: the same thing in the row beside it, or the page where there is none. */
export const heirOf = (inside: Element, selector: string) =>
  besideOf(inside.closest('tr, li'), selector) ?? inside.closest<HTMLElement>('main')

/** Removes the row of a button with it. */
export async function removeRow(button: HTMLElement, remove: () => Promise<unknown>) {
  const heir = heirOf(button, '[data-remove]')
  await remove()
  heir?.focus({ preventScroll: true })
}
