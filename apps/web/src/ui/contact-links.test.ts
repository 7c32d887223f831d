import { expect, it } from 'vitest'
import { makeContactLink, makeLandingPageLink } from './contact-links.ts'

it('writes to the school by WhatsApp, at the number that the server has read', () =>
  expect(makeContactLink({ phone_e164: '+351912345678', email: 'a@b.example' }, 'Olá')).toBe(
    'https://wa.me/351912345678?text=Ol%C3%A1',
  ))

it('writes by e-mail to a school without such a number, and gives no link to a school without either', () => {
  expect(makeContactLink({ phone_e164: null, email: 'a@b.example' }, 'Olá')).toBe('mailto:a@b.example?subject=Ol%C3%A1')
  expect(makeContactLink({ phone_e164: null, email: '' }, 'Olá')).toBeUndefined()
})

it('makes links of web addresses alone', () => {
  expect(makeLandingPageLink('pao.example/curso')).toBe('https://pao.example/curso')
  expect(makeLandingPageLink('http://pao.example/')).toBe('http://pao.example/')
  for (const other of ['', 'javascript:alert(1)', 'data:text/html,x', 'qualquer coisa']) {
    expect(makeLandingPageLink(other), other).toBeUndefined()
  }
})
