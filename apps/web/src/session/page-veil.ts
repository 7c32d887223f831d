import classes from './page-veil.module.css'

let veil: HTMLElement | undefined

/** Hides all that the page shows, its dialogs too, and says why; what is typed stays. */
export function veilPage() {
  if (veil) return
  veil = document.createElement('p')
  veil.className = classes.veil!
  veil.setAttribute('role', 'status')
  veil.textContent = 'Conferindo quem entrou neste navegador…'
  document.body.append(veil)
  document.body.style.visibility = 'hidden'
}

export function unveilPage() {
  veil?.remove()
  veil = undefined
  document.body.style.visibility = ''
}
