/** What is about to go hands the focus to the same thing beside it; false where it stands alone. */
export function focusBeside(leaving: Element | null, selector: string) {
  const beside = leaving?.nextElementSibling ?? leaving?.previousElementSibling
  const heir = beside?.querySelector<HTMLElement>(selector)
  heir?.focus()
  return Boolean(heir)
}
