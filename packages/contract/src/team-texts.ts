import { roles, type TeamRole } from './permissions.ts'
import { joinTitles } from './text.ts'

/** Lines that say what each role lets a member of the team do. */
export const roleLines: Record<TeamRole, string> = {
  owner: 'faz tudo na escola, cuida do dinheiro e escolhe a equipe',
  administrator: 'faz tudo na escola, menos cuidar do dinheiro e da equipe',
  teacher: 'escreve todos os cursos, corrige provas e responde às perguntas',
  course_teacher: 'escreve os cursos escolhidos, corrige provas e responde às perguntas',
  moderator: 'responde às perguntas dos alunos',
  attendant: 'cuida de alunos, turmas, vendas e certificados',
  treasurer: 'cuida do dinheiro e vê as vendas e os relatórios',
}

/** Names the roles of one person, as 'Moderador e Financeiro'. */
export const nameRoles = (own: readonly TeamRole[]): string =>
  joinTitles([...new Set(own.map((role) => roles[role].name))])

export const teamTexts = {
  joined: (name: string) => `${name} agora faz parte da equipe e foi avisado por e-mail.`,
  leaves: ({ name, isStudent }: { name: string; isStudent: boolean }) =>
    `${name} sai da equipe da escola${isStudent ? ' e continua aluno' : ''}. O que escreveu fica, com o nome.`,
  left: (name: string) => `${name} não faz mais parte da equipe.`,
  rolesSaved: (name: string) => `O papel de ${name} mudou, e um e-mail avisou.`,
  handedOver: (name: string) => `${name} agora é proprietário da escola.`,
  seenAs: (own: readonly TeamRole[]) => `Você está vendo como ${nameRoles(own)}`,
} as const
