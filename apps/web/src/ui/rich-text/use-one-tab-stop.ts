import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Makes a toolbar a single stop of the Tab key; the arrows go from control to control. */
export function useOneTabStop(controls: string) {
  const ref = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLElement>(undefined)
  const listControls = () => [...(ref.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const listUsable = () => listControls().filter((control) => !control.matches(':disabled'))

  const mark = (next?: HTMLElement) => {
    const entries = listUsable()
    stop.current = [next, stop.current].find((entry) => entry && entries.includes(entry)) ?? entries[0]
    for (const control of listControls()) control.tabIndex = control === stop.current ? 0 : -1
  }
  // Each time: what can be used changes with what is selected in the text.
  useLayoutEffect(mark)

  const onKeyDown = (event: KeyboardEvent) => {
    const entries = listUsable()
    const at = entries.indexOf(event.target as HTMLElement)
    const step = steps[event.key]
    if (at < 0 || !step) return
    event.preventDefault()
    const next = entries[step(at, entries.length - 1)]!
    mark(next)
    next.focus()
  }
  const onFocus = ({ target }: { target: EventTarget }) => mark(target as HTMLElement)
  return { ref, onKeyDown, onFocus, role: 'toolbar' as const }
}
