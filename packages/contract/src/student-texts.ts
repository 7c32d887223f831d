import { smsLimits } from './sms.ts'

/** Lengths that only administrators' pages need; the others stand in limits.ts. */
export const studentLimits = {
  passwordMax: 30,
  /** A class that ends in so many days ends soon. */
  endsSoonDays: 30,
  /** Filters count no further. */
  filtered: 10_000,
} as const

/** Texts of the student's page; they stand apart from those that every page carries. */
export const studentTexts = {
  passwordChanged: 'Senha alterada com sucesso!',
  linksEnd: (student: string) =>
    `Os links gerados antes para ${student} deixam de valer, e as sessões abertas por eles terminam. O e-mail e a senha continuam os mesmos.`,
  smsEndsLinks: (student: string) =>
    `O SMS leva um link novo, com que ${student} entra na escola sem senha. Os links gerados ou enviados por SMS antes deixam de valer, e as sessões abertas por eles terminam.`,
  noSmsNumber: 'Este número não recebe SMS. Escreva o celular com DDD, ou com + e o código do país',
  confirmNumber: (number: string) => `Confirme que o celular do aluno é ${number}`,
  numberIsRight: (number: string) => `O celular do aluno é ${number}`,
  smsCountry: 'Esta plataforma não envia SMS para o país deste número',
  smsOfDay: `A escola já enviou ${smsLimits.perDay} SMS nas últimas 24 horas. Envie o link por e-mail, ou o SMS amanhã`,
  otherCellphone: 'O aluno já tem outro celular. Atualize a página',
  wrongCellphone: 'Se não for este o celular, use “Corrigir nome e telefone”.',
  corrected: 'Dados corrigidos!',
  administratorsContact: 'Esta pessoa faz parte da equipe: só ela muda o próprio nome e telefone',
  smsOff: 'O envio de SMS não está ligado nesta plataforma. Envie o link por e-mail',
  smsQueued: (number: string) => `SMS a caminho de ${number}`,
  administratorsAccess: 'Esta pessoa faz parte da equipe: só ela muda a própria senha e os próprios acessos.',
} as const
