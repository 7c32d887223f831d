import { limits } from './limits.ts'

/** Limits of models of certificates; the specification gives the limit of the name (part 2 §5). */
export const templateLimits = {
  signerMin: 4,
  signersMax: 3,
  roleMax: 60,
  titleMax: 80,
  coursesMax: 5000,
  minDaysMax: 3650,
  minMarkMax: 100,
  sumHoursMax: 10_000,
  /** Letters of a picture in base64 that a preview takes: about a megabyte. */
  previewPictureMax: 1_400_000,
} as const

export const templateMessages = {
  signer: 'Por favor, preencha o nome da pessoa corretamente',
  signerTooLong: `Use no máximo ${limits.inputMax} caracteres`,
  role: `Use no máximo ${templateLimits.roleMax} caracteres`,
  title: `Use no máximo ${templateLimits.titleMax} caracteres`,
  signers: `Um certificado tem de uma a ${templateLimits.signersMax} assinaturas`,
  signature: 'Envie a assinatura de novo',
  noSignature:
    'Não encontramos uma assinatura na imagem. Assine com caneta escura em papel branco, e fotografe só o papel',
  courses: 'Escolha ao menos um curso, ou todos',
  sumCourses: 'Escolha ao menos dois cursos, ou todos',
  sumPublished: 'Publique ao menos dois cursos antes: um certificado de vários cursos juntos não vale para um só',
  minDays: `Escreva um número de 0 a ${templateLimits.minDaysMax}`,
  minMark: `Escreva um número de 1 a ${templateLimits.minMarkMax}, ou deixe em branco`,
  sumHours: `Escreva um número de horas, de 1 a ${templateLimits.sumHoursMax}`,
  saved: 'Certificado salvo com sucesso',
  stale:
    'Outra pessoa salvou este modelo enquanto você o mudava. Se você salvar, valem os seus dados, e os dela se perdem.',
} as const

/** Title of a new model, which its certificates print. */
export const newTemplateTitle = 'Certificado de conclusão'

/** Names that a preview prints where the school has none to show. */
export const previewNames = { student: 'Maria da Silva Santos', course: 'Nome do curso' } as const
