/** Refusals about certificates; errors.ts has them among all others. */
export const certificateErrors = {
  course_not_completed: { status: 409, message: 'Degree not completed', pt: 'Este curso ainda não foi concluído' },
  no_certificates: {
    status: 409,
    message: 'The school gives no certificates',
    pt: 'A escola não emite certificados. Ligue “Certificado” nas configurações',
  },
  no_certificate_template: {
    status: 409,
    message: 'No certificate model for this course',
    pt: 'Nenhum modelo de certificado vale para este curso',
  },
  certificate_revoked: { status: 409, message: 'The certificate was revoked', pt: 'Este certificado foi revogado' },
  certificate_unprintable: {
    status: 409,
    message: 'Certificate has letters that cannot be printed',
    pt: 'O certificado teria letras que não conseguimos imprimir',
  },
  cpf_not_asked: { status: 409, message: 'School asks for no CPF', pt: 'Esta escola não pede o CPF dos alunos' },
  certificate_too_early: {
    status: 409,
    message: 'The days of study that the certificate asks for are not over',
    pt: 'Ainda não é o dia de emitir este certificado',
  },
  certificate_mark_too_low: {
    status: 409,
    message: 'The mark that the certificate asks for is not reached',
    pt: 'A nota das provas ainda não chega à que este certificado pede',
  },
  certificate_corrected: {
    status: 409,
    message: 'The student has issued the certificate again before',
    pt: 'Você já emitiu este certificado de novo. Para outra correção, fale com a escola',
  },
  certificate_sum_unreached: {
    status: 409,
    message: 'More courses have to be finished for this certificate',
    pt: 'Ainda faltam cursos para este certificado',
  },
  certificate_sum_stopped: {
    status: 409,
    message: 'A course of the sum is not published',
    pt: 'Um curso deste certificado não está publicado agora. Ele sai quando o curso voltar, ou quando a escola salvar o modelo sem ele',
  },
  certificate_course_closed: {
    status: 409,
    message: 'The edition has ended',
    pt: 'Este curso não é mais oferecido aqui. O certificado que já saiu continua valendo',
  },
  certificate_course_gone: {
    status: 409,
    message: 'The course does not exist any more',
    pt: 'O curso deste certificado não existe mais. O certificado que já saiu continua valendo',
  },
  certificate_not_ready: {
    status: 409,
    message: 'Certificate is being prepared',
    pt: 'O certificado está sendo preparado. Tente em instantes',
  },
  certificate_failed: {
    status: 409,
    message: 'Certificate could not be drawn',
    pt: 'Não foi possível gerar este certificado. A escola pode gerá-lo de novo',
  },
} as const
