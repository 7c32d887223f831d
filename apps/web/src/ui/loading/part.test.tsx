import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Part, part, usePart } from './part.ts'

/** A part that can't be fetched until the network is back. */
function awayAtFirst() {
  const network = { isBack: false }
  const importer = vi.fn(async () => {
    if (!network.isBack) throw new TypeError('Failed to fetch')
    return 'Chegou'
  })
  return { network, importer, needed: part(importer) }
}

it('is fetched once, however often it is asked for', async () => {
  const importer = vi.fn(async () => 'Chegou')
  const needed = part(importer)
  expect(needed.ready).toBeUndefined()
  expect(await Promise.all([needed.load(), needed.load()])).toEqual(['Chegou', 'Chegou'])
  expect(await needed.load()).toBe('Chegou')
  expect(needed.ready).toBe('Chegou')
  expect(importer).toHaveBeenCalledTimes(1)
})

it('is asked for again when it could not come', async () => {
  const { needed, network } = awayAtFirst()
  await expect(needed.load()).rejects.toThrow()
  network.isBack = true
  expect(await needed.load()).toBe('Chegou')
})

function Screen({ needed }: { needed: Part<string> }) {
  const { loaded, hasFailed, retry } = usePart(needed)
  if (hasFailed)
    return (
      <button type="button" onClick={retry}>
        De novo
      </button>
    )
  return <p>{loaded ?? 'Vem aí'}</p>
}

it('lets a screen say that it could not come, and try again', async () => {
  const { needed, network } = awayAtFirst()
  render(<Screen needed={needed} />)
  expect(screen.getByText('Vem aí')).toBeTruthy()
  const again = await screen.findByRole('button', { name: 'De novo' })
  network.isBack = true
  await userEvent.click(again)
  expect(await screen.findByText('Chegou')).toBeTruthy()
})
