import { afterEach, expect, it } from 'vitest'
import { makeOfflineError } from '../api/api-error.ts'
import { clearStartTrouble, showStartTrouble } from './start-trouble.ts'

document.body.innerHTML = '<div id="root"></div>'
afterEach(clearStartTrouble)

it.each([
  [makeOfflineError(), 'Sem conexão. Verifique a sua internet e tente novamente. Tentaremos de novo em 2 s.'],
  [
    new TypeError('not ours'),
    'Desculpe, mas aconteceu um erro inesperado. Por favor, tente novamente mais tarde. Tentaremos de novo em 2 s.',
  ],
])('ends each sentence once', async (error, text) => {
  const waited = showStartTrouble(error, 2000)
  const alert = document.querySelector('[role="alert"]')!
  expect(alert.querySelector('p')!.textContent).toBe(text)
  alert.querySelector('button')!.click()
  await waited
})
