const besideOf = (leaving: Element | null | undefined, selector: string) =>
  (leaving?.nextElementSibling ?? leaving?.previousElementSibling)?.querySelector<HTMLElement>(selector)

/** What is about to go hands the focus to the same thing beside it; false where it stands alone. */
export function focusBeside(leaving: Element | null, selector: string) {
  const heir = besideOf(leaving, selector)
  heir?.focus()
  return Boolean(heir)
}

/** Removes the row of a button with it; then the focus is on the same button beside it, or on the page where there is none. */
export async function removeRow(button: HTMLElement, remove: () => Promise<unknown>) {
  const heir = besideOf(button.closest('tr, li'), '[data-remove]') ?? button.closest('main')
  await remove()
  heir?.focus({ preventScroll: true })
}
