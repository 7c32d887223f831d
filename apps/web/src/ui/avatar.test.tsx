import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

const initialsOf = (name: string) =>
  render(<Avatar user={{ name, profile_img_url: '' }} />).container.querySelector('span')?.dataset.initials

it.each([
  ['Helena Duarte', 'HD'],
  ['ana', 'A'],
  ['Ítalo de Sá Élis', 'ÍÉ'],
  ['Maria das Dores 🌷', 'MD'],
  ['🍞 Zé', 'Z'],
  ['(João) Lima', 'JL'],
  ['Aluno 1 ?', 'A'],
])('draws the letters of %s as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each(['🌷🌷🌷🌷', ''])('draws a person where the name has no letters: “%s”', (name) => {
  const { container } = render(<Avatar user={{ name, profile_img_url: '' }} />)
  expect(container.querySelector('[aria-hidden] svg')).toBeTruthy()
})
