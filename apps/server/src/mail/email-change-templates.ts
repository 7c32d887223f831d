import { emailChangeLimits } from '@escola/contract/email-changes.contract'
import type { Letter } from './letter.ts'
import { type Act, actFacts } from './security-templates.ts'
import { greet, nothingGiven } from './templates.ts'

export interface EmailChangePages {
  loginUrl: string
  recoveryUrl: string
  /** Page that asks for a click before it undoes anything. */
  undoUrl: string
}
interface Reader {
  personName: string
}

/** Hides most of an address: its user knows it again, and a new owner of the old mailbox learns little. */
const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')

const { codeMinutes, undoDays } = emailChangeLimits

/** Mails about a change of a user's own e-mail. The first two go to a mailbox that may be another person's, and name no user. */
export const emailChangeTemplates = {
  code: ({ code }: { code: string }): Letter => ({
    subject: 'Seu código para trocar o e-mail',
    heading: 'Confirme o seu novo e-mail',
    paragraphs: [
      'Olá!',
      'Digite este código na página em que você pediu a troca. Só depois disso o e-mail da conta muda.',
    ],
    ...nothingGiven,
    facts: [
      { label: 'Código', value: `${code.slice(0, 3)} ${code.slice(3)}` },
      { label: 'Vale por', value: `${codeMinutes} minutos` },
    ],
    note: 'Não foi você? Ignore este e-mail e não passe o código a ninguém: sem ele, nada muda.',
  }),
  taken: ({ loginUrl, recoveryUrl }: EmailChangePages): Letter => ({
    subject: 'Este e-mail já tem uma conta',
    heading: 'Este e-mail já tem uma conta',
    paragraphs: [
      'Olá!',
      'Alguém pediu para usar este e-mail em outra conta. Como já existe uma conta com ele, nada mudou.',
      'Foi você? Entre com este e-mail para ver o que já tem nela. Para juntar as duas contas em uma escola, peça à escola.',
    ],
    ...nothingGiven,
    button: { label: 'Entrar', url: loginUrl },
    note: 'Não foi você? Não precisa fazer nada: a sua conta continua só sua.',
    aside: { label: 'Criar uma nova senha', url: recoveryUrl },
  }),
  changed: (
    { personName }: Reader,
    { act, pages, newEmail }: { act: Act; pages: EmailChangePages; newEmail: string },
  ): Letter => ({
    subject: 'O e-mail da sua conta foi alterado',
    heading: 'O e-mail da sua conta foi alterado',
    paragraphs: [
      greet(personName),
      'A sua conta agora usa outro e-mail, e este aqui não entra mais nela. Se foi você, está tudo certo: não precisa fazer nada.',
      `Não foi você? Por ${undoDays} dias você pode desfazer: o seu e-mail volta, todos os acessos são encerrados e você cria uma nova senha.`,
    ],
    ...nothingGiven,
    facts: [{ label: 'Novo e-mail', value: maskEmail(newEmail) }, ...actFacts(act)],
    button: { label: 'Não fui eu: desfazer', url: pages.undoUrl },
    note: 'O botão abre uma página que pergunta antes de desfazer, e vale uma vez. Não encaminhe este e-mail.',
  }),
  restored: ({ personName }: Reader, { pages }: { pages: EmailChangePages }): Letter => ({
    subject: 'O e-mail da sua conta voltou',
    heading: 'O e-mail da sua conta voltou',
    paragraphs: [
      greet(personName),
      'A troca foi desfeita: a sua conta usa este e-mail de novo. Todos os acessos foram encerrados, e a senha e as chaves de acesso de antes não valem mais.',
      'Ainda não criou a nova senha? Peça um link e crie agora.',
    ],
    ...nothingGiven,
    button: { label: 'Criar uma nova senha', url: pages.recoveryUrl },
    note: 'Você recebe este aviso porque ele protege a sua conta.',
  }),
  left: ({ personName }: Reader): Letter => ({
    subject: 'Este e-mail não é mais o da sua conta',
    heading: 'A troca de e-mail foi desfeita',
    paragraphs: [
      greet(personName),
      'A conta voltou ao e-mail de antes, e este aqui não entra mais nela.',
      'Não foi você? Alguém com acesso ao e-mail de antes desfez a troca. Responda a este e-mail para pedir ajuda.',
    ],
    ...nothingGiven,
    note: 'Este é o último aviso sobre a conta que chega a este e-mail.',
  }),
}
