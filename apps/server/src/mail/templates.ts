import { blockedPlanTexts } from '@escola/contract/billing-texts'
import { completionVerb } from '@escola/contract/certificates.contract'
import { examCorrected } from '@escola/contract/exam-open-answer-texts'
import { limits } from '@escola/contract/limits'
import { countOf } from '@escola/contract/messages'
import { questionAnswered } from '@escola/contract/notifications.contract'
import { firstName } from '@escola/contract/people'
import type { Letter } from './letter.ts'

export interface Reader {
  /** Name by which this school knows the person. */
  personName: string
  schoolName: string
}
/** The access that a person was given: a class and the courses that it names. */
export interface Given {
  cohortTitle: string | undefined
  courses: Letter['courses']
}

const coursesShown = 5

const describeContent = ({ cohortTitle, courses }: Given) => ({
  facts: cohortTitle ? [{ label: 'Turma', value: cohortTitle }] : [],
  courses: courses.slice(0, coursesShown),
  moreCourses: Math.max(courses.length - coursesShown, 0),
})
const toCourses = ({ courses }: Given) =>
  courses.length ? `Você já pode assistir a ${countOf(courses.length, 'curso', 'cursos')}` : 'Você já está matriculado'
export const nothingGiven = { facts: [], courses: [], moreCourses: 0 }
export const greet = (personName: string) => `Olá, ${firstName(personName)}!`

/** A course in which modules opened to the person. */
interface OpenedCourse {
  title: string
  cover: string
  /** Lesson to begin with. */
  url: string
  modules: string[]
}

const modulesShown = 5
const listModules = (titles: string[]) =>
  [
    ...titles.slice(0, modulesShown),
    ...(titles.length > modulesShown ? [`e mais ${titles.length - modulesShown}`] : []),
  ].join(', ')

/** Every mail that the platform writes, but for the warnings of security-templates.ts. */
export const templates = {
  activation: (
    { personName, schoolName }: Reader,
    { url, denialUrl }: { url: string; denialUrl: string | undefined },
  ): Letter => ({
    subject: `Confirme o seu e-mail em ${schoolName}`,
    heading: greet(personName),
    paragraphs: [`Sua conta em ${schoolName} está quase pronta. Falta só confirmar que este e-mail é seu.`],
    ...nothingGiven,
    button: { label: 'Confirmar meu e-mail', url },
    ...(denialUrl
      ? {
          note: `Este link vale por ${limits.activationDays} dias. Não foi você quem criou a conta? Avise pelo link abaixo: assim ninguém entra nela.`,
          aside: { label: 'Não fui eu', url: denialUrl },
        }
      : { note: `Este link vale por ${limits.activationDays} dias.` }),
  }),
  invitation: ({ personName, schoolName }: Reader, { url, ...content }: Given & { url: string }): Letter => ({
    subject: `Escolha sua senha para acessar ${schoolName}`,
    heading: 'Escolha sua senha',
    paragraphs: [
      greet(personName),
      `O seu acesso a ${schoolName} está pronto. Escolha uma senha e comece quando quiser.`,
    ],
    ...describeContent(content),
    button: { label: 'Escolher minha senha', url },
    note: `Este link é só seu e vale por ${limits.invitationDays} dias.`,
  }),
  enrollment: ({ personName, schoolName }: Reader, { url, ...content }: Given & { url: string }): Letter => ({
    subject: `Seu acesso a ${schoolName} está liberado`,
    heading: 'Seu acesso está liberado',
    paragraphs: [greet(personName), `${toCourses(content)} em ${schoolName}. Entre com o e-mail e a senha que já usa.`],
    ...describeContent(content),
    button: { label: 'Acessar minhas aulas', url },
    note: 'Esqueceu a senha? Na tela de entrada você cria uma nova.',
  }),
  access_ends: (
    { personName, schoolName }: Reader,
    { url, lastDay, contactUrl, ...content }: Given & { url: string; lastDay: string; contactUrl: string },
  ): Letter => ({
    subject: `Seu acesso em ${schoolName} vai até ${lastDay}`,
    heading: `Seu acesso vai até ${lastDay}`,
    paragraphs: [
      greet(personName),
      `Ainda dá tempo de aproveitar: você pode estudar em ${schoolName} até o fim do dia ${lastDay}. O que você já fez fica guardado.`,
      `Quer continuar depois? Fale com a escola: ${contactUrl}`,
    ],
    ...describeContent(content),
    button: { label: 'Acessar minhas aulas', url },
    note: 'Se você renovar, o acesso volta na hora, de onde você parou.',
  }),
  access_ended: (
    { personName, schoolName }: Reader,
    { cohortTitle, why, day, contactUrl }: { cohortTitle: string; why: string; day: string; contactUrl: string },
  ): Letter => ({
    subject: `Seu acesso a ${cohortTitle} terminou`,
    heading: 'Seu acesso terminou',
    paragraphs: [
      greet(personName),
      `Seu acesso a ${cohortTitle} em ${schoolName} terminou: ${why}.`,
      'O que você já fez fica guardado. Se você voltar, continua de onde parou.',
    ],
    ...nothingGiven,
    facts: [
      { label: 'Turma', value: cohortTitle },
      { label: 'Terminou em', value: day },
    ],
    button: { label: 'Falar com a escola', url: contactUrl },
    note: 'Acha que foi um engano? Fale com a escola.',
  }),
  recovery: ({ personName, schoolName }: Reader, { url }: { url: string }): Letter => ({
    subject: `Crie uma nova senha para ${schoolName}`,
    heading: 'Crie uma nova senha',
    paragraphs: [greet(personName), 'Recebemos um pedido para trocar a sua senha. Toque no botão para criar uma nova.'],
    ...nothingGiven,
    button: { label: 'Criar nova senha', url },
    note: `Este link vale por ${limits.recoveryMinutes} minutos. Se não foi você quem pediu, ignore esta mensagem: a senha continua a mesma.`,
  }),
  school_blocked: (
    { personName, schoolName }: Reader,
    { url, reason, supportEmail }: { url: string; reason: string; supportEmail: string },
  ): Letter => ({
    subject: `${schoolName} foi bloqueada`,
    heading: 'A sua escola foi bloqueada',
    paragraphs: [
      greet(personName),
      `Alunos e visitantes de ${schoolName} veem agora só a página de contato. Nada foi apagado.`,
      blockedPlanTexts.rule,
    ],
    ...nothingGiven,
    facts: [
      { label: 'Motivo', value: reason },
      ...(supportEmail ? [{ label: 'Fale com a plataforma', value: supportEmail }] : []),
    ],
    button: { label: 'Abrir a página da escola', url },
    note: supportEmail
      ? 'Se houve um engano, responda a este e-mail.'
      : 'Se houve um engano, fale com quem cuida da plataforma.',
  }),
  school_unblocked: (
    { personName, schoolName }: Reader,
    { url, supportEmail }: { url: string; supportEmail: string },
  ): Letter => ({
    subject: `${schoolName} está aberta de novo`,
    heading: 'A sua escola está aberta de novo',
    paragraphs: [
      greet(personName),
      `Alunos e visitantes entram de novo em ${schoolName}. Tudo está como antes.`,
      blockedPlanTexts.afterwards,
    ],
    ...nothingGiven,
    button: { label: 'Abrir a escola', url },
    note: supportEmail
      ? 'Se algo não estiver certo, responda a este e-mail.'
      : 'Se algo não estiver certo, fale com quem cuida da plataforma.',
  }),
  modules_opened: (
    { personName, schoolName }: Reader,
    { homeUrl, courses }: { homeUrl: string; courses: OpenedCourse[] },
  ): Letter => {
    const [only, ...others] = courses
    const isOne = only?.modules.length === 1 && others.length === 0
    const what = isOne ? 'Módulo novo liberado' : 'Módulos novos liberados'
    const where = only && others.length === 0 ? only.title : countOf(courses.length, 'curso', 'cursos')
    return {
      subject: `${what} em ${where}`,
      heading: what,
      paragraphs: [
        greet(personName),
        `${isOne ? 'Um módulo novo está liberado' : 'Módulos novos estão liberados'} para você em ${schoolName}.`,
      ],
      facts: [],
      courses: courses.slice(0, coursesShown).map(({ title, cover, url, modules }) => ({
        title,
        cover,
        news: { text: listModules(modules), url },
      })),
      moreCourses: Math.max(courses.length - coursesShown, 0),
      button:
        only && others.length === 0
          ? { label: 'Ir para a aula', url: only.url }
          : { label: 'Ver meus cursos', url: homeUrl },
      note: `Você recebe este aviso porque ${others.length > 0 ? 'os seus cursos liberam' : 'o seu curso libera'} os módulos aos poucos.`,
    }
  },
  exam_corrected: (
    { personName }: Reader,
    { url, lessonTitle, courseTitle }: { url: string; lessonTitle: string; courseTitle: string },
  ): Letter => ({
    subject: examCorrected(lessonTitle),
    heading: 'Sua avaliação foi corrigida',
    paragraphs: [greet(personName), `${examCorrected(lessonTitle)}.`],
    ...nothingGiven,
    facts: [
      { label: 'Aula', value: lessonTitle },
      { label: 'Curso', value: courseTitle },
    ],
    button: { label: 'Ver o resultado', url },
    note: 'O resultado mostra o que a escola escolheu mostrar.',
  }),
  question_answered: (
    { personName }: Reader,
    {
      url,
      answeredBy,
      lessonTitle,
      courseTitle,
      question,
      answer,
    }: { url: string; answeredBy: string; lessonTitle: string; courseTitle: string; question: string; answer: string },
  ): Letter => ({
    subject: questionAnswered(answeredBy, lessonTitle),
    heading: 'Sua pergunta foi respondida',
    paragraphs: [greet(personName), `${questionAnswered(answeredBy, lessonTitle)}.`],
    ...nothingGiven,
    facts: [
      { label: 'Aula', value: lessonTitle },
      { label: 'Curso', value: courseTitle },
    ],
    quotes: [
      { label: 'Você perguntou', html: question },
      { label: 'A resposta', html: answer },
    ],
    button: { label: 'Continuar a conversa', url },
    note: 'A conversa fica na página da aula.',
  }),
  certificate_ready: (
    { personName, schoolName }: Reader,
    { url, listUrl, certificate }: { url: string; listUrl: string; certificate: NonNullable<Letter['certificate']> },
  ): Letter => ({
    subject: `Seu certificado de ${certificate.courseTitle} está pronto`,
    heading: 'Seu certificado está pronto',
    paragraphs: [`Parabéns, ${firstName(personName)}! Você ${completionVerb(certificate.courses)} em ${schoolName}.`],
    ...nothingGiven,
    certificate,
    button: { label: 'Ver meu certificado', url },
    note: `Mostre esta página a quem quiser: qualquer pessoa confere nela que o certificado é seu. O PDF está em ${listUrl}`,
  }),
  certificate_revoked: (
    { personName, schoolName }: Reader,
    { url, courseTitle, why }: { url: string; courseTitle: string; why: string },
  ): Letter => ({
    subject: `Seu certificado de ${courseTitle} foi revogado`,
    heading: greet(personName),
    paragraphs: [`${schoolName} revogou o seu certificado de “${courseTitle}”.`, `O motivo: ${why}`],
    ...nothingGiven,
    button: { label: 'Ver meus certificados', url },
    note: 'Se você acha que foi um engano, fale com a escola: a revogação pode ser desfeita.',
  }),
}
