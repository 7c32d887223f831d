import { errors } from '@escola/contract/errors'
import { imageFormats } from '@escola/contract/limits'
import { expect, it } from 'vitest'
import { computePictureSize, openImage } from './picture-image.ts'

it('never makes a picture wider than 1920 px and never enlarges', () => {
  expect(computePictureSize({ x: 0, y: 0, width: 5800, height: 1800 }, imageFormats.wide.ratio)).toEqual({
    width: 1920,
    height: 596,
  })
  expect(computePictureSize({ x: 0, y: 0, width: 290, height: 90 }, imageFormats.wide.ratio)).toEqual({
    width: 290,
    height: 90,
  })
})

it('refuses what is neither jpeg nor png', async () => {
  const page = new File(['<html>'], 'capa.html', { type: 'text/html' })
  await expect(openImage(page)).rejects.toThrow(errors.invalid_image.pt)
})
