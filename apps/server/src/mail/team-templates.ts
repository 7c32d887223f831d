import { limits } from '@escola/contract/limits'
import type { TeamRole } from '@escola/contract/permissions'
import { nameRoles } from '@escola/contract/team-texts'
import { joinTitles } from '@escola/contract/text'
import { courseTitle } from '@escola/contract/titles'
import type { Letter } from './letter.ts'
import { type Act, actFacts, author, type Member } from './security-templates.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

/** A person's place in a school's team. */
export interface Place {
  roles: readonly TeamRole[]
  /** Chosen courses of a course teacher. */
  courses: readonly { title: string }[]
}

const named = 10
const namedCourses = ({ courses }: Place) => {
  const titles = courses.slice(0, named).map(courseTitle)
  const more = courses.length - titles.length
  return joinTitles(more > 0 ? [...titles, `mais ${more}`] : titles)
}
const placeFacts = (place: Place) => [
  { label: 'Papel', value: nameRoles(place.roles) },
  ...(place.courses.length > 0 ? [{ label: 'Cursos', value: namedCourses(place) }] : []),
]
const isOwner = ({ roles }: Pick<Place, 'roles'>) => roles.includes('owner')

/** Members that a mail of the team names. */
interface Named {
  by: Member | undefined
  administrator: Member | undefined
  url: string
}
const newMember = ({ administrator }: Named) =>
  administrator ? `${administrator.name} (${administrator.email})` : 'uma pessoa que já saiu da escola'
const warning =
  'Não foi você nem alguém da sua equipe? Remova essa pessoa e peça a quem aparece em “Quem fez” que crie uma nova senha: na tela de entrada, em “Esqueci minha senha”.'
const ofTeam = (url: string) => ({
  button: { label: 'Ver quem administra a escola', url },
  note: 'Você recebe este aviso porque administra a escola.',
})

/** Mails about who belongs to a school's team, and what they may do. */
export const teamTemplates = {
  administrator_invitation: (
    { personName, schoolName }: Reader,
    { url, place }: { url: string; place: Place },
  ): Letter => ({
    subject: isOwner(place)
      ? `Você foi convidado para administrar ${schoolName}`
      : `Você foi convidado para a equipe de ${schoolName}`,
    heading: isOwner(place) ? 'Você agora administra a escola' : 'Você agora faz parte da equipe',
    paragraphs: [
      greet(personName),
      isOwner(place)
        ? `${schoolName} convidou você para cuidar dos cursos, das turmas e dos alunos. Escolha uma senha para entrar.`
        : `${schoolName} convidou você para a equipe. Escolha uma senha para entrar.`,
    ],
    ...nothingGiven,
    facts: placeFacts(place),
    button: { label: 'Escolher minha senha', url },
    note: `Este link é só seu e vale por ${limits.invitationDays} dias. Se você não esperava este convite, ignore esta mensagem.`,
  }),
  administrator_access: (
    { personName, schoolName }: Reader,
    { url, place }: { url: string; place: Place },
  ): Letter => ({
    subject: isOwner(place) ? `Você agora administra ${schoolName}` : `Você agora faz parte da equipe de ${schoolName}`,
    heading: isOwner(place) ? 'Você agora administra a escola' : 'Você agora faz parte da equipe',
    paragraphs: [
      greet(personName),
      isOwner(place)
        ? `${schoolName} convidou você para cuidar dos cursos, das turmas e dos alunos. Entre com o e-mail e a senha que já usa.`
        : `${schoolName} convidou você para a equipe. Entre com o e-mail e a senha que já usa.`,
    ],
    ...nothingGiven,
    facts: placeFacts(place),
    button: { label: 'Abrir a escola', url },
    note: 'Esqueceu a senha? Na tela de entrada você cria uma nova.',
  }),
  administrator_added: (
    { personName, schoolName }: Reader,
    { act, url, ...who }: Named & { act: Act & { roles: readonly TeamRole[] } },
  ): Letter => ({
    subject: `${schoolName} tem mais uma pessoa na ${isOwner(act) ? 'administração' : 'equipe'}`,
    heading: isOwner(act) ? 'Mais uma pessoa administra a escola' : 'Mais uma pessoa na equipe',
    paragraphs: [
      greet(personName),
      isOwner(act)
        ? `Esta pessoa agora cuida de cursos, turmas, alunos e edições em ${schoolName}.`
        : `Esta pessoa agora faz parte da equipe de ${schoolName}.`,
      warning,
    ],
    ...nothingGiven,
    facts: [
      { label: 'Nova pessoa', value: newMember({ url, ...who }) },
      { label: 'Papel', value: nameRoles(act.roles) },
      author(who.by),
      ...actFacts(act),
    ],
    ...ofTeam(url),
  }),
  owner_named: (
    { personName, schoolName }: Reader,
    { act, url, ...who }: Named & { act: Act & { stepsDown: boolean } },
  ): Letter => ({
    subject: act.stepsDown ? `${schoolName} passou a outra pessoa` : `${schoolName} tem mais um proprietário`,
    heading: act.stepsDown ? 'A escola passou adiante' : 'Mais uma pessoa é dona da escola',
    paragraphs: [
      greet(personName),
      act.stepsDown
        ? `Esta pessoa agora é proprietária de ${schoolName}. Quem passou a escola continua como administrador, sem o dinheiro e a equipe.`
        : `Esta pessoa agora é proprietária de ${schoolName}: faz tudo na escola, cuida do dinheiro e escolhe a equipe.`,
      warning,
    ],
    ...nothingGiven,
    facts: [{ label: 'Proprietário', value: newMember({ url, ...who }) }, author(who.by), ...actFacts(act)],
    ...ofTeam(url),
  }),
  team_place_changed: (
    { personName, schoolName }: Reader,
    { act, by, place, url }: { act: Act; by: Member | undefined; place: Place | undefined; url: string },
  ): Letter => ({
    subject: place ? `O seu papel em ${schoolName} mudou` : `Você não faz mais parte da equipe de ${schoolName}`,
    heading: place ? 'O seu papel na escola mudou' : 'Você saiu da equipe',
    paragraphs: [
      greet(personName),
      place
        ? `Isto é o que você faz agora em ${schoolName}.`
        : `Você não faz mais parte da equipe de ${schoolName}. O que você escreveu continua lá, com o seu nome.`,
    ],
    ...nothingGiven,
    facts: [...(place ? placeFacts(place) : []), author(by), ...actFacts(act)],
    button: { label: 'Abrir a escola', url },
    note: `Alguma dúvida? Fale com ${by ? by.name : 'a escola'}.`,
  }),
}
