import { expect, it } from 'vitest'
import { banners, drawBanner, helpLinks, listShownLinks } from './home-texts.ts'

it('draws each of the banners', () => {
  expect(banners.map((_, at) => drawBanner((at + 0.5) / banners.length))).toEqual([...banners])
  expect([drawBanner(0), drawBanner(1 - Number.EPSILON)]).toEqual([banners[0], banners.at(-1)])
})

it('hides a link of help that has no address', () => {
  const shown = { label: 'Com endereço', to: '/turmas' }
  expect(listShownLinks([shown, { label: 'Sem endereço', to: '' }])).toEqual([shown])
  expect(listShownLinks(helpLinks)).toEqual(helpLinks)
})
