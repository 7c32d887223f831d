/** Refusals about affiliates; errors.ts has them among all others. */
export const affiliateErrors = {
  affiliation_off: {
    status: 403,
    message: 'The school offers nothing to affiliates',
    pt: 'Ative “Afiliados e filiais” nas edições da escola para oferecer cursos a outras escolas',
  },
  affiliate_in_other_plan: {
    status: 409,
    message: 'The school is in another plan',
    pt: 'Esta escola já está em outro plano',
  },
  affiliate_plan_in_use: {
    status: 409,
    message: 'The plan has schools',
    pt: 'Remova as escolas deste plano antes de apagá-lo',
  },
  affiliate_plans_full: {
    status: 409,
    message: 'As many plans as there can be',
    pt: 'A escola já tem o máximo de planos. Apague um deles para criar outro',
  },
  too_many_invitations: {
    status: 429,
    message: 'Too many invitations',
    pt: 'Você convidou muitas escolas hoje. Tente de novo amanhã',
  },
} as const
