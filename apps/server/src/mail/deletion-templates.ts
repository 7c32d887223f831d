import { dayMs } from '@escola/contract/durations'
import { ownDataLimits } from '@escola/contract/own-data.contract'
import { formatDateTime } from '@escola/contract/time'
import { ownDataTitle } from '@escola/contract/titles'
import type { Letter } from './letter.ts'
import { type Act, actFacts } from './security-templates.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

interface Pages {
  recoveryUrl: string
  dataUrl: string
}

const recovery = ({ recoveryUrl }: Pages) => ({ label: 'Não fui eu: criar uma nova senha', url: recoveryUrl })

/** Mails about the deletion of an account. Their links lead to pages, and open nothing without signing in. */
export const deletionTemplates = {
  deletion_asked: ({ personName }: Reader, { act, pages }: { act: Act; pages: Pages }): Letter => ({
    subject: 'Recebemos o pedido para excluir a sua conta',
    heading: `A sua conta será excluída em ${ownDataLimits.deletionDays} dias`,
    paragraphs: [
      greet(personName),
      'Até lá, tudo continua como está: você entra e estuda normalmente, e pode desistir quando quiser.',
      `Depois, os seus dados são apagados de todas as escolas e não há como voltar atrás. Se quiser uma cópia deles, baixe em “${ownDataTitle}” antes.`,
    ],
    ...nothingGiven,
    facts: [
      {
        label: 'Exclusão a partir de',
        value: `${formatDateTime(new Date(Date.parse(act.utc_on) + ownDataLimits.deletionDays * dayMs).toISOString())} (horário de Brasília)`,
      },
      ...actFacts(act).map(({ label, value }) => ({ label: label === 'Quando' ? 'Pedido feito em' : label, value })),
    ],
    button: { label: 'Desistir da exclusão', url: pages.dataUrl },
    note: 'Não foi você? Entre e desista da exclusão, e depois crie uma nova senha: ela encerra o acesso em todos os dispositivos.',
    aside: recovery(pages),
  }),
  deletion_taken_back: ({ personName }: Reader, { act, pages }: { act: Act; pages: Pages }): Letter => ({
    subject: 'A sua conta não será mais excluída',
    heading: 'A sua conta continua',
    paragraphs: [greet(personName), 'Você desistiu de excluir a conta. Nada foi apagado: está tudo como antes.'],
    ...nothingGiven,
    facts: actFacts(act),
    button: { label: 'Ver os meus dados', url: pages.dataUrl },
    note: 'Você recebe este aviso porque ele protege a sua conta.',
    aside: recovery(pages),
  }),
  account_erased: ({ personName, url }: { personName: string; url: string }): Letter => ({
    subject: 'A sua conta foi excluída',
    heading: 'A sua conta foi excluída',
    paragraphs: [
      greet(personName),
      'Como você pediu, apagamos os seus dados de todas as escolas. Quem tiver o código de um certificado seu ainda pode verificá-lo, sem o seu nome.',
      'Apagamos também o seu e-mail: este é o último que você recebe desta conta. Obrigado por ter estudado por aqui.',
    ],
    ...nothingGiven,
    button: { label: 'Abrir a plataforma', url },
    note: 'Se um dia quiser voltar, é só criar uma nova conta.',
  }),
}
