import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Cover } from './cover.tsx'

const asked = (src: string) => document.head.querySelector(`link[rel=preload][as=image][imagesrcset*="${src}?w="]`)

it('asks for the picture that a page opens with before the page is there, and for no other', () => {
  const { container } = render(
    <>
      <Cover src="/api/school/1/image/hero" title="Massas" sizes="50vw" eager />
      <Cover src="/api/school/1/image/other" title="Pães" />
    </>,
  )
  const link = asked('hero')!
  const [image] = container.querySelectorAll('img')
  expect(link.getAttribute('imagesrcset')).toBe(image!.srcset)
  expect(link.getAttribute('imagesizes')).toBe('50vw')
  expect(asked('other')).toBeNull()
})
