import { imageFormats } from '@escola/contract/limits'
import { expect, it } from 'vitest'
import { zoomOfWhole } from './picture-crop.tsx'

it.each([
  ['a logo that is wider than its place', 900 / 240, imageFormats.wide.ratio],
  ['a logo that is narrower', 1, imageFormats.wide.ratio],
  ['a logo that is as wide', imageFormats.wide.ratio, imageFormats.wide.ratio],
  ['a tall logo in a square', 0.5, 1],
])('puts the whole of %s inside the area', (_, picture, area) => {
  const zoom = zoomOfWhole(picture, area)
  // The area is the largest of its ratio in a picture of height 1.
  const areaWidth = Math.min(picture, area)
  const areaHeight = areaWidth / area
  expect(picture * zoom).toBeLessThanOrEqual(areaWidth + 1e-9)
  expect(zoom).toBeLessThanOrEqual(areaHeight + 1e-9)
  expect(Math.max(picture * zoom - areaWidth, zoom - areaHeight)).toBeCloseTo(0)
})
