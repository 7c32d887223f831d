import { describe, expect, it } from 'vitest'
import { suggestEmail } from './email-typos.ts'

describe('a likely typing error in the domain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmail.com.br', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmail.com.b', 'hotmail.com.br'],
    ['hotmal.com.br', 'hotmail.com.br'],
    ['hotmail.comm', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['yaho.com.br', 'yahoo.com.br'],
    ['yahoo.combr', 'yahoo.com.br'],
    ['iclod.com', 'icloud.com'],
    ['uol.com.b', 'uol.com.br'],
    ['terra.com.be', 'terra.com.br'],
    ['padaria.com.b', 'padaria.com.br'],
    ['padaria.con.br', 'padaria.com.br'],
    ['padaria.con', 'padaria.com'],
  ])('%s is taken for %s', (domain, meant) => {
    expect(suggestEmail(`ana@${domain}`)).toBe(`ana@${meant}`)
  })

  it.each([
    ...['gmail.com', 'hotmail.com', 'hotmail.com.br', 'outlook.com', 'yahoo.com.br', 'uol.com.br', 'icloud.com'],
    ...['ymail.com', 'mail.com', 'email.com', 'cloud.com', 'yahoo.com.ar', 'yahoo.co.uk', 'hotmail.fr', 'outlook.pt'],
    ...['serra.com.br', 'sol.com.br', 'padaria.com.br', 'escola.co', 'loja.app', 'usp.br', 'aluno.ufmg.br', 'gmx.net'],
  ])('%s is left as it is', (domain) => {
    expect(suggestEmail(`ana@${domain}`)).toBeUndefined()
  })

  it('proposes nothing for what it proposes', () => {
    for (const domain of ['gmial.com', 'hotmail.con', 'padaria.com.b', 'yaho.co']) {
      const proposed = suggestEmail(`ana@${domain}`)!
      expect(suggestEmail(proposed)).toBeUndefined()
    }
  })
})
