import { textOf } from '../api/api-error.ts'

const id = 'start-trouble'

/** Says in the page's first skeleton that starting failed, and waits; a click tries at once. */
export function showStartTrouble(error: unknown, waitMs: number): Promise<void> {
  const main = document.querySelector('.boot main') ?? document.getElementById('root')!
  let box = document.getElementById(id)
  if (!box) {
    box = document.createElement('div')
    box.id = id
    box.setAttribute('role', 'alert')
    main.prepend(box)
  }
  const text = document.createElement('p')
  // Some of the specification's texts end with a full stop, most don't.
  text.textContent = `${textOf(error).replace(/\.$/, '')}. Tentaremos de novo em ${Math.round(waitMs / 1000)} s.`
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Tentar agora'
  box.replaceChildren(text, button)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    button.addEventListener('click', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

export const clearStartTrouble = () => document.getElementById(id)?.remove()
