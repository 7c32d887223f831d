import { apiOff } from './messages.ts'

/** Refusals of the access API; errors.ts has them among all others. */
export const accessApiErrors = {
  api_off: {
    status: 403,
    message: 'The access API is off',
    pt: apiOff,
  },
  /** The signature of another system was not made with this school's secret, or is too old. */
  invalid_signature: {
    status: 401,
    message: 'Invalid signature',
    pt: 'Assinatura inválida: confira a chave, o segredo e o relógio do seu servidor',
  },
  /** The signed token has no `exp`, and was first used a year ago. */
  signature_expired: {
    status: 401,
    message: 'Signature is a year old',
    pt: 'O token assinado vale por um ano. Assine outro, de preferência com exp',
  },
  /** A system signs each call with a new token that has neither `exp` nor a recent `iat`. */
  too_many_signatures: {
    status: 401,
    message: 'Too many signed tokens without exp',
    pt: 'Seu sistema já usou tokens assinados demais sem exp. Assine cada um com exp, de poucos minutos',
  },
  invalid_hash: {
    status: 401,
    message: 'Invalid or expired hash',
    pt: 'Este hash não vale mais. Peça outro',
  },
  /** The school took the student out of this class: another system's call is not its will to have them back. */
  removed_by_school: {
    status: 409,
    message: 'The school took this student out of the class',
    pt: 'A escola tirou este aluno da turma. Só um administrador, ou uma nova compra, o coloca nela de novo',
  },
  /** The school erased the person: another system's call is not its will to know them again. */
  erased_by_school: {
    status: 409,
    message: 'The school erased this person',
    pt: 'A escola apagou esta pessoa. Só um administrador, ou uma nova compra, a cadastra de novo',
  },
  integration_not_found: { status: 404, message: "Can't find integration", pt: 'Integração não encontrada' },
} as const
