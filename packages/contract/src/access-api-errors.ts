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
  integration_not_found: { status: 404, message: "Can't find integration", pt: 'Integração não encontrada' },
} as const
