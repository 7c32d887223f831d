const controls = 'a[href], button, [role=button], summary'

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>(controls) : null)
const wordsOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent

/**
 * Drops the second click of a double click where another control has come under the pointer since the first: a link that took the place of the button that
 * was clicked, or what a page holds that the first click led to.
 */
export function dropStrayClicks() {
  let first: { control: HTMLElement | null; words: string | undefined } | undefined
  const follow = (event: MouseEvent) => {
    const control = controlOf(event)
    const words = control ? wordsOf(control) : undefined
    // `detail` counts clicks at one place; a click by keyboard or by a program has none.
    if (event.detail === 1) first = { control, words }
    if (event.detail < 2 || !first || !control) return
    if (control === first.control || words === first.words) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', follow, true)
  return () => document.removeEventListener('click', follow, true)
}
