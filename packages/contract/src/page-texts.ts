import type { AgreedPage, HtmlPage } from './pages.contract.ts'
import { formatCellphone } from './phones.ts'
import { salesLimits } from './sales.ts'
import { ownDataTitle, pageTitles } from './titles.ts'

/** Owner of a page's text and the ways to reach them; '' where a way is unknown or private. */
export interface PageOwner {
  name: string
  email: string
  cellphone: string
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)
const textOf = (sections: [title: string, ...paragraphs: string[]][]) =>
  sections
    .map(([title, ...paragraphs]) => `<h2>${title}</h2>${paragraphs.map((each) => `<p>${each}</p>`).join('')}`)
    .join('')

function contactOf({ email, cellphone }: PageOwner): string {
  const ways = [
    email && `pelo e-mail ${escaped(email)}`,
    cellphone && `pelo WhatsApp ${escaped(formatCellphone(cellphone))}`,
  ]
  return ways.filter(Boolean).join(' ou ') || 'pela página de contato'
}

/** Writes the text that a school's page begins with. */
export function defaultPage(page: HtmlPage, owner: PageOwner): string {
  const name = escaped(owner.name)
  const contact = contactOf(owner)
  if (page === 'sobre')
    return `<p><strong>${name}</strong> é uma escola on-line: você estuda no seu ritmo, de onde estiver, e acompanha o seu progresso a cada aula.</p><p>Quer saber mais? Fale com a gente ${contact}.</p>`
  if (page === 'termos-e-condicoes')
    return textOf([
      [
        'A escola',
        `${name} oferece cursos pela internet. Ao criar uma conta ou estudar aqui, você concorda com estes termos. Se não concordar com algum deles, fale com a gente ${contact} antes de continuar.`,
      ],
      [
        'A sua conta',
        'A conta é pessoal e não pode ser dividida. Use um e-mail seu, guarde a sua senha e avise a escola se notar um acesso que não foi seu.',
      ],
      [
        'Os cursos',
        'O acesso a cada curso é dado pela turma em que você está matriculado, pelo tempo e nas condições combinadas na compra ou na matrícula. Algumas aulas podem ser liberadas aos poucos.',
        `As aulas e os materiais pertencem a ${name} ou a quem os licenciou. Você pode assistir e baixar o que é oferecido para o seu estudo, mas não copiar, revender ou divulgar.`,
      ],
      [
        'Pagamento e arrependimento',
        'Preços e formas de pagamento são os anunciados na compra. Em compras pela internet, você pode desistir em até 7 dias, como garante o Código de Defesa do Consumidor.',
      ],
      [
        'Convivência',
        'Nas perguntas e nos comentários, trate os outros com respeito. Mensagens ofensivas, ilegais ou de propaganda podem ser apagadas, e o acesso de quem insiste pode ser suspenso.',
      ],
      [
        'Certificados',
        'Quando o curso oferece certificado, ele é emitido a quem conclui todas as aulas. Cada um tem um código e uma página pública que confirma que é verdadeiro.',
      ],
      [
        'Os seus dados',
        'A Política de Privacidade explica quais dados a escola guarda, para quê, e os direitos que a LGPD (Lei nº 13.709/2018) dá a você.',
      ],
      ['Contato', `Dúvidas, pedidos ou reclamações: fale com ${name} ${contact}.`],
    ])
  return textOf([
    [
      'Quem cuida dos seus dados',
      `${name} decide por que e como os seus dados são usados na escola: é a controladora, nos termos da Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018). A plataforma que hospeda a escola guarda e trata esses dados em nome dela.`,
    ],
    [
      'O que guardamos, e para quê',
      'Nome, e-mail e telefone: para criar a sua conta, dar acesso aos cursos e falar com você.',
      'Matrículas, aulas concluídas, perguntas e certificados: para que você continue de onde parou, receba respostas e possa comprovar o que concluiu.',
      'Registros de acesso: para proteger a sua conta e cumprir o Marco Civil da Internet (Lei nº 12.965/2014).',
    ],
    [
      'Com quem compartilhamos',
      'Com os serviços de que a escola precisa para funcionar: hospedagem, envio de e-mails, vídeos e, nas compras, o meio de pagamento. Não vendemos os seus dados.',
      'A página de verificação de um certificado mostra o seu nome, o curso, a carga horária e a data a quem tiver o código.',
    ],
    [
      'Neste aparelho',
      'O navegador guarda a sua sessão, a escolha entre claro e escuro e o que você escreveu e ainda não foi enviado. Ao sair, a sessão é apagada.',
    ],
    [
      'Por quanto tempo',
      'Enquanto você tiver conta na escola, e depois disso pelo prazo que a lei exige. Os certificados emitidos continuam guardados para que possam ser verificados.',
    ],
    [
      'Os seus direitos',
      'De acordo com a LGPD, você pode a qualquer momento confirmar que dados temos, pedir uma cópia, a correção, a portabilidade ou a exclusão deles, e retirar um consentimento. Você também pode recorrer à Autoridade Nacional de Proteção de Dados (ANPD).',
      `Você mesmo baixa uma cópia e exclui a sua conta, de todas as escolas, em “${pageTitles.account}”, “${ownDataTitle}”. Para os outros pedidos, fale com ${name} ${contact}.`,
    ],
  ])
}

/** Texts of the platform's own pages, for people who open a school. */
export const platformPages: Record<AgreedPage, string> = {
  'termos-e-condicoes': textOf([
    [
      'O que é a plataforma',
      'A plataforma hospeda escolas on-line. Cada escola é de quem a criou, que responde pelos cursos que publica, pelos preços que pratica e pelo atendimento aos seus alunos.',
    ],
    [
      'A sua conta',
      'A conta é pessoal. Use um e-mail seu, guarde a sua senha e não a divida com ninguém. Avise a escola se notar um acesso que não foi seu.',
    ],
    [
      'Conteúdo',
      'Os cursos pertencem a quem os publicou. Como aluno, você pode assistir às aulas e baixar os materiais para o seu estudo, mas não copiar, revender ou divulgar. Como dono de escola, publique apenas o que é seu ou o que você tem licença para usar.',
    ],
    [
      'Os seus dados',
      'Guardamos nome, e-mail, telefone, matrículas e progresso para que a escola funcione e para emitir certificados. A escola em que você estuda vê esses dados; outras escolas, não. De acordo com a LGPD, você pode pedir uma cópia, a correção ou a exclusão dos seus dados a qualquer momento.',
      `Em “${pageTitles.account}”, “${ownDataTitle}”, você baixa a cópia e exclui a conta. A exclusão acontece sete dias depois do pedido, e até lá você pode desistir. A prova dos certificados e os registros de vendas ficam, sem o seu nome.`,
    ],
    [
      'Certificados',
      'Cada certificado tem um código e uma página pública de verificação com o nome de quem concluiu, o curso, a carga horária e a data.',
    ],
    [
      'Encerramento',
      'Você pode deixar a plataforma quando quiser. Escolas que publiquem conteúdo ilegal ou que prejudiquem os seus alunos podem ser bloqueadas.',
    ],
  ]),
  'politica-de-privacidade': textOf([
    [
      'De quem são os dados',
      'Cada escola decide como usa os dados dos seus alunos: é ela a controladora, nos termos da Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018). A plataforma os guarda e trata em nome da escola. Dos dados de quem cria uma escola, a controladora é a plataforma.',
    ],
    [
      'O que guardamos, e para quê',
      'Nome, e-mail, telefone e senha (cifrada de um jeito que ninguém consegue ler): para a sua conta. O que você publica, as suas turmas e os seus alunos: para que a sua escola funcione. Registros de acesso: para proteger as contas e cumprir o Marco Civil da Internet (Lei nº 12.965/2014).',
    ],
    [
      'Com quem compartilhamos',
      'Com os serviços de que a plataforma precisa para funcionar, como hospedagem, envio de e-mails e pagamentos. Uma escola nunca vê os dados de outra, e não vendemos dados a ninguém.',
    ],
    [
      'Por quanto tempo',
      `Enquanto você tiver conta, e depois disso pelo prazo que a lei exige. Certificados emitidos continuam guardados para que possam ser verificados. O que uma plataforma de venda envia sobre uma compra é apagado depois de ${salesLimits.deliveryDays} dias. Uma compra que espera por uma decisão da escola fica guardada com nome, e-mail, produto e data por até ${salesLimits.undecidedDays / 365} anos. De avisos que não mudam o acesso de ninguém, como um carrinho abandonado, guardamos só o que aconteceu, quando e com qual produto.`,
    ],
    [
      'Os seus direitos',
      `De acordo com a LGPD, você pode pedir a qualquer momento a confirmação, uma cópia, a correção, a portabilidade ou a exclusão dos seus dados, e recorrer à Autoridade Nacional de Proteção de Dados (ANPD). A cópia e a exclusão estão em “${pageTitles.account}”, “${ownDataTitle}”. Os outros pedidos, alunos fazem à sua escola, na página de contato dela; donos de escola, ao suporte da plataforma.`,
    ],
  ]),
}

/** Name of an operator where a mail tells who did something, or by what device. */
export const platformTeam = 'a equipe da plataforma'
