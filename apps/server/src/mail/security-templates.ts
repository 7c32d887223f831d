import { limits } from '@escola/contract/limits'
import { platformTeam } from '@escola/contract/page-texts'
import { formatDateTime } from '@escola/contract/time'
import type { Letter } from './letter.ts'
import { endOfDenial } from './message-token.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

/** Moment and device of what happened. */
export interface Act {
  /** Browser and system, in words; '' for unknown ones. */
  device: string
  utc_on: string
}
/** Page where a new password is asked for, and page of the user's own security. */
interface OwnPages {
  recoveryUrl: string
  securityUrl: string
}
export interface Member {
  name: string
  email: string
}

export const actFacts = ({ device, utc_on }: Act) => [
  { label: 'Quando', value: `${formatDateTime(utc_on)} (horário de Brasília)` },
  { label: 'Por onde', value: device || 'um navegador que não conhecemos' },
]
export const author = (by: Member | undefined) => ({
  label: 'Quem fez',
  value: by ? `${by.name} (${by.email})` : platformTeam,
})
/** A key that was added, which the mail's button ends. */
interface Added {
  act: Act
  /** Page that asks for a click before it ends anything. */
  denialUrl: string
  securityUrl: string
}
const lastMomentOf = ({ act }: Added) => formatDateTime(endOfDenial(new Date(act.utc_on)))
const denialOf = ({ act, denialUrl, securityUrl }: Added) => ({
  ...nothingGiven,
  facts: actFacts(act),
  button: { label: 'Não fui eu', url: denialUrl },
  note: 'O botão abre uma página que pergunta antes de encerrar qualquer coisa, e vale uma vez. Não encaminhe este e-mail.',
  aside: { label: 'Ver a segurança da minha conta', url: securityUrl },
})
const recoveryButton = ({ recoveryUrl }: OwnPages) => ({ label: 'Criar uma nova senha', url: recoveryUrl })

/** Mails that warn of what a thief would do first. They lead to pages and never carry a secret. */
export const securityTemplates = {
  password_changed: ({ personName }: Reader, { act, pages }: { act: Act; pages: OwnPages }): Letter => ({
    subject: 'A sua senha foi alterada',
    heading: 'A sua senha foi alterada',
    paragraphs: [
      greet(personName),
      'A senha da sua conta acabou de ser alterada. Se foi você, está tudo certo: não precisa fazer nada.',
      'Não foi você? Crie uma nova senha agora: ela encerra o acesso em todos os dispositivos.',
    ],
    ...nothingGiven,
    facts: actFacts(act),
    button: recoveryButton(pages),
    note: 'Você recebe este aviso porque ele protege a sua conta.',
    aside: { label: 'Ver a segurança da minha conta', url: pages.securityUrl },
  }),
  second_factor_removed: ({ personName }: Reader, { act, pages }: { act: Act; pages: OwnPages }): Letter => ({
    subject: 'A verificação em duas etapas foi desativada',
    heading: 'A verificação em duas etapas foi desativada',
    paragraphs: [
      greet(personName),
      'A partir de agora, entrar na sua conta não pede mais o código. Se foi você, não precisa fazer nada.',
      'Não foi você? Crie uma nova senha agora: ela encerra o acesso em todos os dispositivos. Depois, entre e ative a verificação de novo.',
    ],
    ...nothingGiven,
    facts: actFacts(act),
    button: recoveryButton(pages),
    note: 'Você recebe este aviso porque ele protege a sua conta.',
    aside: { label: 'Ver a segurança da minha conta', url: pages.securityUrl },
  }),
  second_factor_added: ({ personName }: Reader, added: Added): Letter => ({
    subject: 'A verificação em duas etapas foi ativada',
    heading: 'A verificação em duas etapas foi ativada',
    paragraphs: [
      greet(personName),
      'A partir de agora, entrar na sua conta pede também um código do aplicativo. Se foi você, está tudo certo: não precisa fazer nada.',
      `Não foi você? Até ${lastMomentOf(added)}, o botão abaixo desativa essa verificação, encerra todos os acessos e a senha, e você cria uma nova senha.`,
    ],
    ...denialOf(added),
  }),
  passkey_added: ({ personName }: Reader, added: Added): Letter => ({
    subject: 'A sua conta tem uma nova chave de acesso',
    heading: 'Nova chave de acesso na sua conta',
    paragraphs: [
      greet(personName),
      'Uma chave de acesso foi criada na sua conta: com ela dá para entrar sem digitar a senha. Se foi você, está tudo certo: não precisa fazer nada.',
      `Não foi você? Até ${lastMomentOf(added)}, o botão abaixo encerra essa chave, todos os acessos e a senha, e você cria uma nova senha.`,
    ],
    ...denialOf(added),
  }),
  new_device: ({ personName }: Reader, { act, pages }: { act: Act; pages: OwnPages }): Letter => ({
    subject: 'Sua conta foi acessada em um novo dispositivo',
    heading: 'Novo dispositivo na sua conta',
    paragraphs: [
      greet(personName),
      'A sua conta foi acessada em um dispositivo que você ainda não tinha usado. Se foi você, não precisa fazer nada.',
      'Não foi você? Crie uma nova senha agora: ela encerra esse acesso e todos os outros.',
    ],
    ...nothingGiven,
    facts: actFacts(act),
    button: recoveryButton(pages),
    note: 'Você recebe este aviso porque ele protege a sua conta.',
    aside: { label: 'Ver os meus dispositivos', url: pages.securityUrl },
  }),
  domain_removed: (
    { personName, schoolName }: Reader,
    {
      act,
      by,
      domain,
      schoolUrl,
      url,
    }: { act: Act; by: Member | undefined; domain: string; schoolUrl: string; url: string },
  ): Letter => ({
    subject: `${schoolName} não abre mais em ${domain}`,
    heading: 'O domínio da escola foi removido',
    paragraphs: [
      greet(personName),
      `${schoolName} não abre mais em ${domain}. A escola continua em ${schoolUrl}`,
      `Não foi você nem alguém da sua equipe? Cadastre o domínio de novo: por ${limits.addressQuarantineDays} dias nenhuma outra escola pode usá-lo. E peça a quem aparece em “Quem fez” que crie uma nova senha: na tela de entrada, em “Esqueci minha senha”.`,
    ],
    ...nothingGiven,
    facts: [{ label: 'Domínio', value: domain }, author(by), ...actFacts(act)],
    button: { label: 'Abrir as edições da escola', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
}
