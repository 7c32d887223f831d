import { expect, it } from 'vitest'
import { makeContactLink, makeLandingPageLink } from './contact-links.ts'

it('writes to the school by WhatsApp, with Brazil where no country is given', () => {
  expect(makeContactLink({ cellphone: '(11) 91234-5678', email: 'a@b.example' }, 'Olá')).toBe(
    'https://wa.me/5511912345678?text=Ol%C3%A1',
  )
  expect(makeContactLink({ cellphone: '+351 912 345 678', email: '' }, 'Olá')).toBe(
    'https://wa.me/351912345678?text=Ol%C3%A1',
  )
})

it('writes by e-mail to a school without a phone, and gives no link to a school without either', () => {
  expect(makeContactLink({ cellphone: '', email: 'a@b.example' }, 'Olá')).toBe('mailto:a@b.example?subject=Ol%C3%A1')
  expect(makeContactLink({ cellphone: '', email: '' }, 'Olá')).toBeUndefined()
})

it('makes links of web addresses alone', () => {
  expect(makeLandingPageLink('pao.example/curso')).toBe('https://pao.example/curso')
  expect(makeLandingPageLink('http://pao.example/')).toBe('http://pao.example/')
  for (const other of ['', 'javascript:alert(1)', 'data:text/html,x', 'qualquer coisa']) {
    expect(makeLandingPageLink(other), other).toBeUndefined()
  }
})
