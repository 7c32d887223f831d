/** Errors about a whole account: its e-mail, and its end. */
export const accountErrors = {
  administers_alone: {
    status: 409,
    message: 'The last owner of a school',
    pt: 'Você é o último proprietário de uma escola. Passe a escola adiante antes de excluir a conta',
  },
  /** The answer names the school. */
  erased_here: {
    status: 409,
    message: 'The school has erased this user',
    pt: 'Fale com a escola: só ela pode abrir o seu acesso de novo',
  },
  platform_administrator_stays: {
    status: 409,
    message: 'An administrator of the platform',
    pt: 'Esta conta administra a plataforma. Peça para tirar essa função dela antes de excluí-la',
  },
  deletion_pending: {
    status: 409,
    message: 'The account is going to be deleted',
    pt: 'A exclusão da sua conta está marcada. Desista dela em “Meus dados” antes de trocar o e-mail',
  },
  email_changed_lately: {
    status: 409,
    message: 'The e-mail was changed in the last days',
    pt: 'Você trocou o e-mail da conta há menos de sete dias. Espere esse prazo para excluir a conta',
  },
  email_code_over: {
    status: 409,
    message: 'The code is good no more',
    pt: 'Este código não vale mais. Peça outro',
  },
  deletion_began: {
    status: 409,
    message: 'The deletion has begun',
    pt: 'O prazo para desistir acabou: a exclusão da conta já começou',
  },
} as const
