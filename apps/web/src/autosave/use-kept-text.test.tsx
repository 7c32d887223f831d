import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { showScreen } from '../testing/show-screen.tsx'
import { useKeptText } from './use-kept-text.ts'

function Question({ label }: { label: string }) {
  const { text, type } = useKeptText('question.vela.nos')
  return (
    <>
      <input aria-label={label} value={text} onChange={(event) => type(event.currentTarget.value)} />
      <button type="button" onClick={() => type('')}>
        Enviar
      </button>
    </>
  )
}
const open = (...labels: string[]) =>
  showScreen({ at: '/', route: '/', show: () => labels.map((label) => <Question key={label} label={label} />) })
const shown = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value

it('keeps what two tabs write about the same thing, and gives one after the other', async () => {
  await open('Uma aba', 'Outra aba')
  for (const label of ['Uma aba', 'Outra aba', 'Uma aba', 'Outra aba'])
    await userEvent.type(await screen.findByLabelText(label), `${label}. `)
  cleanup()

  const found: string[] = []
  for (const visit of ['Primeira', 'Segunda', 'Terceira']) {
    await open(visit)
    found.push(await shown(visit))
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    cleanup()
  }
  expect(found).toEqual(['Uma aba. Uma aba. ', 'Outra aba. Outra aba. ', ''])
  expect(localStorage).toHaveLength(0)
})
