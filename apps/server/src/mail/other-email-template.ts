import type { Letter } from './letter.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

/** Mail to both mailboxes of a student of whom a school records another e-mail. It opens nothing, and says how to object. */
export const otherEmailLetter = (
  { personName, schoolName }: Reader,
  { other, isOwn }: { other: string; isOwn: boolean },
): Letter => ({
  subject: `Outro e-mail seu em ${schoolName}`,
  heading: 'A escola adicionou outro e-mail seu',
  paragraphs: [
    greet(personName),
    isOwn
      ? `${schoolName} adicionou ${other} ao seu cadastro. O que você comprar com esse endereço entra na conta que você já tem na escola.`
      : `${schoolName} adicionou este endereço ao cadastro de ${personName}. As compras e matrículas feitas com ele entram na conta que ${personName} já tem na escola.`,
    'Para entrar, nada muda: só vale o e-mail de sempre, com a senha de sempre.',
  ],
  ...nothingGiven,
  facts: [{ label: 'Outro e-mail', value: other }],
  note: 'Não é seu? Responda a este e-mail, e a escola desfaz.',
})
