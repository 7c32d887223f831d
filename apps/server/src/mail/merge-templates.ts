import { maskEmail, mergeLimits } from '@escola/contract/merges.contract'
import type { Letter } from './letter.ts'
import { type Act, actFacts, author, type Member } from './security-templates.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

interface Merged {
  act: Act
  by: Member | undefined
  /** The other student; undefined when they have left the school. */
  other: Member | undefined
  schoolUrl: string
  contactUrl: string
}

/** An e-mail of which its owner alone knows the whole: the two may be different people after all. */
const shown = (other: Member | undefined) => (other ? maskEmail(other.email) : 'outro e-mail')

/** Mails about two students of a school who become one, or one whose e-mail is corrected. */
export const mergeTemplates = {
  students_merged: (
    { personName, schoolName }: Reader,
    { act, by, other, schoolUrl, contactUrl, goesOn }: Merged & { goesOn: boolean },
  ): Letter => ({
    subject: `${schoolName} juntou dois cadastros seus`,
    heading: 'Dois cadastros viraram um',
    paragraphs: [
      greet(personName),
      goesOn
        ? `${schoolName} juntou a este cadastro o que você tinha em ${shown(other)}: turmas, aulas feitas, certificados e pontos agora estão aqui.`
        : `${schoolName} juntou este cadastro ao de ${shown(other)}: turmas, aulas feitas, certificados e pontos agora estão lá. Nesta escola, entre com aquele e-mail.`,
      'A sua conta e a sua senha continuam as mesmas, também em outras escolas.',
      `O outro e-mail não é seu? Avise a escola: por ${mergeLimits.undoDays} dias ela pode desfazer. ${contactUrl}`,
    ],
    ...nothingGiven,
    facts: [author(by), ...actFacts(act)],
    button: { label: 'Abrir a escola', url: schoolUrl },
    note: 'Você recebe este aviso porque estuda nesta escola.',
  }),
  merge_undone: (
    { personName, schoolName }: Reader,
    { act, by, other, schoolUrl, goesOn }: Merged & { goesOn: boolean },
  ): Letter => ({
    subject: `${schoolName} separou de novo os seus cadastros`,
    heading: 'Os cadastros estão separados de novo',
    paragraphs: [
      greet(personName),
      goesOn
        ? `O que veio de ${shown(other)} voltou para lá. O que foi feito aqui desde então continua aqui.`
        : 'O que era deste cadastro está de novo aqui: entre com este e-mail, como antes.',
    ],
    ...nothingGiven,
    facts: [author(by), ...actFacts(act)],
    button: { label: 'Abrir a escola', url: schoolUrl },
    note: 'Você recebe este aviso porque estuda nesta escola.',
  }),
  email_corrected: ({ personName, schoolName }: Reader, { act, by, other, contactUrl, schoolUrl }: Merged): Letter => ({
    subject: `${schoolName} corrigiu o seu e-mail`,
    heading: 'O seu e-mail nesta escola mudou',
    paragraphs: [
      greet(personName),
      `${schoolName} passou o seu cadastro para ${shown(other)}, que recebeu um convite para entrar. Nesta escola, use aquele e-mail.`,
      'A conta deste e-mail continua a mesma, com a mesma senha, também em outras escolas.',
      `Não reconhece o novo e-mail? Avise a escola: por ${mergeLimits.undoDays} dias ela pode desfazer. ${contactUrl}`,
    ],
    ...nothingGiven,
    facts: [author(by), ...actFacts(act)],
    button: { label: 'Abrir a escola', url: schoolUrl },
    note: 'Você recebe este aviso porque estuda nesta escola.',
  }),
}
