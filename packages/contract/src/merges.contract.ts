import { z } from 'zod'
import { countOf } from './messages.ts'
import { ContactText, SchoolMoney } from './needs.ts'
import { NewEmail } from './people.ts'
import { defineRoute } from './route.ts'
import { formatDateTime } from './time.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

export const mergeLimits = {
  /** Days within which a merging can be undone. */
  undoDays: 7,
} as const

/** Says only so much of an e-mail that its owner knows it again. */
export const maskEmail = (email: string): string => email.replace(/^(.{1,2}).*(?=@)/, '$1•••')

/** E-mail that names a student, or a new one of theirs. */
export const StudentEmail = z.object({ email: NewEmail })

/** Numbers of the second student's things that come along. */
export const MergePreview = z.object({
  /** Classes that the second student is in, and courses that they have begun. */
  school_gateways: z.number().int(),
  degrees: z.number().int(),
  certificates: z.number().int(),
  karma: z.number().int(),
  threads: z.number().int(),
  has_notes: z.boolean(),
  /** Sum that the present month has charged for the second student, which stays charged. */
  charged: SchoolMoney,
})
export type MergePreview = z.infer<typeof MergePreview>

const MergedStudent = z.object({ link: z.string(), name: z.string(), email: ContactText })

export const Merge = z.object({
  id: Id,
  /** The second student, whose rows came along. */
  student: MergedStudent,
  /** The e-mail was corrected to one that was new to the school. */
  is_correction: z.boolean(),
  utc_merged_on: Utc,
  /** Null: it can be undone no more. */
  utc_undo_until: Utc.nullable(),
})
export type Merge = z.infer<typeof Merge>

export const mergeTexts = {
  same: 'Este já é o e-mail deste aluno',
  sameStudent: 'Escolha outro aluno: este é o mesmo',
  administrators: 'Quem faz parte da equipe não pode ser juntado a outro cadastro',
  open: 'Outro cadastro foi juntado a este há menos de sete dias. Desfaça antes, ou espere o prazo passar',
  over: 'O prazo para desfazer já passou, ou alguém desfez antes. Atualize a página',
  missing: 'Não encontramos este aluno. Atualize a página',
  merged: 'Cadastros juntados!',
  corrected: 'E-mail corrigido!',
  undone: 'Tudo voltou a ser como era',
  question: (second: string, first: string) => `Juntar os cadastros de ${second} e ${first}?`,
  /** Says before a merging what it does. */
  does: (first: string) =>
    `Tudo passa para ${first}, e os dois e-mails recebem um aviso agora. Ninguém ganha o acesso à conta do outro: daqui em diante, as aulas desta escola abrem só com o e-mail de ${first}.`,
  undoable: `Você pode desfazer por ${mergeLimits.undoDays} dias.`,
  correctionDoes:
    'O e-mail novo recebe um convite para entrar, e o antigo recebe um aviso. A senha e o e-mail da conta antiga não mudam: o acesso a esta escola é que passa para o e-mail novo.',
  taken: (name: string) => `Este e-mail já é de ${name}, que também estuda aqui. Os dois cadastros viram um só:`,
  banner: ({ student, is_correction }: Pick<Merge, 'student' | 'is_correction'>) =>
    is_correction
      ? `O e-mail era ${student.email} e foi corrigido.`
      : `O cadastro de ${student.name} (${student.email}) foi juntado a este.`,
  undo: (until: string) =>
    `Dá para desfazer até ${formatDateTime(until)}: o que veio do outro cadastro volta para ele, e o que foi feito aqui desde então, compras também, fica aqui.`,
} as const

/** Counts what comes along, in words; '' where nothing does. */
export function previewInWords({
  school_gateways,
  degrees,
  certificates,
  karma,
  threads,
  has_notes,
}: Omit<MergePreview, 'charged'>) {
  const count = (value: number, one: string, many: string) => (value === 0 ? [] : [countOf(value, one, many)])
  return [
    ...count(school_gateways, 'turma', 'turmas'),
    ...count(degrees, 'curso começado', 'cursos começados'),
    ...count(certificates, 'certificado', 'certificados'),
    ...count(karma, 'ponto', 'pontos'),
    ...count(threads, 'pergunta', 'perguntas'),
    ...(has_notes ? ['as anotações'] : []),
  ]
}

const StudentParams = SchoolParams.extend({ link: Link })

export const merges = {
  preview: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/merges/preview',
    summary: 'What would come along if the student of this e-mail were merged into this one',
    access: 'admin',
    may: 'records',
    params: StudentParams,
    query: StudentEmail,
    response: z.object({ student: MergedStudent, preview: MergePreview }),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:link/merges',
    summary:
      'Merge another student of the school into this one; both mailboxes are told, and it can be undone for seven days. Never an administrator; takes a fresh proof',
    access: 'admin',
    may: 'records',
    proof: 'recent',
    rateLimit: 'mail',
    params: StudentParams,
    body: StudentEmail,
    response: z.object({ merge: Merge }),
  }),
  undo: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/student/:link/merges/:id',
    summary:
      'Undo a merging or a corrected e-mail; what was done since stays with the first student. Takes a fresh proof',
    access: 'admin',
    may: 'records',
    proof: 'recent',
    rateLimit: 'mail',
    params: StudentParams.extend({ id: Id }),
    response: z.object({ merge: MergedStudent }),
  }),
  previewCorrection: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/email',
    summary: 'Who of the school has an e-mail already, and what would come along to them',
    access: 'admin',
    may: 'records',
    params: StudentParams,
    query: StudentEmail,
    response: z.object({
      /** Student of this e-mail; null: it is new to the school. */
      student: MergedStudent.nullable(),
      preview: MergePreview,
    }),
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:link/email',
    summary:
      "Correct a student's e-mail: all that the school has of them goes to the person of the new address, who is invited; their account stays as it is. Never an administrator's; takes a fresh proof",
    access: 'admin',
    may: 'records',
    proof: 'recent',
    rateLimit: 'mail',
    params: StudentParams,
    body: StudentEmail,
    response: z.object({ student: MergedStudent }),
  }),
}
