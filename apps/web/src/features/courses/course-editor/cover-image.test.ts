import { errors } from '@escola/contract/errors'
import { expect, it } from 'vitest'
import { coverSize, openImage } from './cover-image.ts'

it('never makes a cover wider than 1920 px and never enlarges', () => {
  expect(coverSize({ x: 0, y: 0, width: 5800, height: 1800 })).toEqual({ width: 1920, height: 596 })
  expect(coverSize({ x: 0, y: 0, width: 290, height: 90 })).toEqual({ width: 290, height: 90 })
})

it('refuses what is neither jpeg nor png', async () => {
  const page = new File(['<html>'], 'capa.html', { type: 'text/html' })
  await expect(openImage(page)).rejects.toThrow(errors.invalid_image.pt)
})
