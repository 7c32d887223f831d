/** A hand that holds still moves a pointer by this many pixels. */
const steadyPx = 8

/**
 * Clicks a form's button that moved away between press and release. The press leaves a field, its error line goes, everything below moves up, and the
 * browser gives the click to what the pointer is over by then.
 */
export function keepClicks() {
  let pressed: { button: HTMLElement; x: number; y: number } | undefined
  const press = ({ target, button: which, clientX: x, clientY: y }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('form button') : null
    pressed = which === 0 && button ? { button, x, y } : undefined
  }
  const release = ({ target, clientX, clientY }: MouseEvent) => {
    const was = pressed
    pressed = undefined
    if (!was || was.button.contains(target as Node)) return
    if (Math.hypot(clientX - was.x, clientY - was.y) <= steadyPx) was.button.click()
  }
  document.addEventListener('mousedown', press, true)
  document.addEventListener('mouseup', release, true)
  return () => {
    document.removeEventListener('mousedown', press, true)
    document.removeEventListener('mouseup', release, true)
  }
}
