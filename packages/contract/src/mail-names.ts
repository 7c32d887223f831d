/** Names of the mails that a school sends to its students and administrators, by kind. */
export const schoolMailNames = {
  invitation: 'E-mail de convite',
  enrollment: 'E-mail da nova turma',
  access_ends: 'E-mail sobre o fim do acesso',
  access_ended: 'E-mail do acesso encerrado',
  purchase_invitation: 'E-mail de convite da compra',
  purchase_access: 'E-mail de acesso da compra',
  purchase_closed: 'E-mail sobre a compra sem acesso',
  certificate_ready: 'E-mail do certificado',
  certificate_revoked: 'E-mail do certificado revogado',
  question_answered: 'E-mail da resposta a uma pergunta',
  exam_corrected: 'E-mail da avaliação corrigida',
  modules_opened: 'E-mail de módulos liberados',
  students_merged: 'Aviso: cadastros unidos',
  merge_undone: 'Aviso: cadastros separados',
  email_corrected: 'Aviso: e-mail corrigido',
  admin_digest: 'E-mail de avisos da escola',
  administrator_added: 'E-mail sobre um novo administrador',
  owner_named: 'E-mail sobre um novo proprietário',
  team_place_changed: 'E-mail sobre o papel na equipe',
  domain_removed: 'E-mail sobre o domínio removido',
  payment_receipt: 'E-mail do pagamento recebido',
  payment_returned: 'E-mail do pagamento devolvido',
  renewal_failed: 'E-mail da mensalidade não paga',
  plan_ended: 'E-mail do fim do plano',
  plan_pix_code: 'E-mail do Pix da mensalidade',
  plan_card_expires: 'E-mail do cartão que vence',
} as const

/** Names of the mails about a user's own account, which are no school's business. */
export const accountMailNames = {
  activation: 'E-mail de confirmação',
  recovery: 'E-mail para criar outra senha',
  password_changed: 'E-mail sobre a senha alterada',
  second_factor_added: 'E-mail sobre a verificação em duas etapas',
  second_factor_removed: 'E-mail sobre a verificação em duas etapas',
  passkey_added: 'E-mail sobre uma nova chave de acesso',
  new_device: 'E-mail sobre um novo dispositivo',
  deletion_asked: 'E-mail sobre a exclusão da conta',
  deletion_taken_back: 'E-mail sobre a exclusão cancelada',
  school_blocked: 'E-mail sobre a escola bloqueada',
  school_unblocked: 'E-mail sobre a escola aberta de novo',
} as const

/** Names of the mails to people who are in no school, or at an address that is not their account's. */
export const outsideMailNames = {
  account_erased: 'E-mail da conta excluída',
  email_change: 'E-mail sobre a troca de e-mail',
  other_email: 'E-mail sobre outro e-mail do aluno',
  purchase_help: 'E-mail de ajuda com a compra',
} as const

export type SchoolMailKind = keyof typeof schoolMailNames
export type AccountMailKind = keyof typeof accountMailNames
export type OutsideMailKind = keyof typeof outsideMailNames
