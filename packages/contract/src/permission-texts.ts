import type { Permission } from './permissions.ts'

const subjects: Record<Permission, string> = {
  courses: 'cuida dos cursos, das questões e das avaliações',
  threads: 'responde às perguntas dos alunos',
  students: 'atende os alunos',
  cohorts: 'cuida das turmas e das contas de venda',
  records: 'muda o cadastro dos alunos e as integrações',
  sales: 'acompanha as vendas',
  certificates: 'cuida dos certificados',
  affiliates: 'cuida dos afiliados e das filiais',
  money: 'cuida do saldo, dos planos e dos pagamentos',
  settings: 'cuida das configurações e da aparência da escola',
  team: 'cuida da equipe e dos acessos à escola',
  reports: 'acompanha os números da escola',
}

/** Words for members of a school's team who ask for what their roles don't include. */
export const accessRequest = {
  title: (owner: string | undefined) => `Peça acesso a ${owner || 'quem é dono da escola'}`,
  about: (asked: Permission | undefined, school: string) =>
    asked
      ? `Esta página é de quem ${subjects[asked]} em ${school}, e o seu papel não inclui isso.`
      : `O seu papel em ${school} não inclui esta página.`,
  /** Follows what is said of courses that users who sign up open, to those who may not close them. */
  closing: (owner: string | undefined) => `Para tornar um curso privado, fale com ${owner || 'quem é dono da escola'}.`,
  /** A teacher who may write a course and not publish it. */
  publishing: (owner: string | undefined) => `Para publicar, fale com ${owner || 'quem é dono da escola'}`,
}
