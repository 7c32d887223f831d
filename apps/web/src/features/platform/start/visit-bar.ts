import { platformTexts } from '@escola/contract/messages'
import classes from './visit-bar.module.css'

/**
 * Shows a bar at the bottom of every page while an administrator of the platform is in a school that is not theirs. It stands beside the program, not
 * in it: other users don't load it, and no page can do without it.
 */
export function showVisitBar(schoolName: string) {
  const bar = document.createElement('aside')
  bar.className = classes.bar!
  bar.setAttribute('aria-label', 'Visão da plataforma')
  const text = document.createElement('p')
  text.className = classes.text!
  text.textContent = `${platformTexts.view}. `
  const note = document.createElement('span')
  note.className = classes.note!
  note.textContent = `${schoolName} vê no registro de acessos que você esteve aqui e o que alterou.`
  text.append(note)
  const leave = document.createElement('a')
  leave.className = classes.leave!
  // The link is another page load, because the list belongs to no school.
  leave.href = '/escolas'
  leave.textContent = platformTexts.leave
  bar.append(text, leave)
  document.body.append(bar)
  // Fixed elements end above the bar, and the focused element is never beneath it.
  const { style } = document.documentElement
  new ResizeObserver(() => {
    style.setProperty('--visit-bar', `${bar.offsetHeight}px`)
    style.scrollPaddingBottom = 'calc(var(--visit-bar) + var(--phone-bar, 0px))'
  }).observe(bar)
}
