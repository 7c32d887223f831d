import { limits, securityLimits } from './limits.ts'

/** Why the server refuses a field where no rule of the field itself says so. The specification is silent on these. */
export const refusals = {
  idempotencyKey: 'Use de 8 a 64 letras, números, _ ou -',
  tooManyPasskeys: `Você já tem ${securityLimits.passkeys} chaves de acesso. Remova uma para criar outra`,
  fieldTwice: 'Envie este campo uma vez só',
  fileMissing: 'Envie um arquivo',
  fileBroken: 'O arquivo não chegou inteiro. Envie-o de novo',
  fileGone: 'Este arquivo não existe mais. Envie-o novamente',
  imageTooHeavy: 'Essa imagem é pesada demais para abrir. Diminua a largura e a altura e envie de novo',
  linesNotRising: 'Cada linha deve ter um número maior que o da anterior',
  importFailed: 'Não foi possível concluir a importação. Envie o arquivo novamente.',
  versionMissing: 'Informe a versão que foi alterada',
  categoryTwice: 'Cada categoria e cada curso aparece uma vez só',
  categoryTitleLong: `Use no máximo ${limits.titleMax} caracteres no título de uma categoria`,
  categoryGone: 'Esta categoria não existe mais',
  landingPage: 'Preencha um endereço válido',
  unknownModule: 'Este módulo não faz parte do curso',
  unknownLesson: 'Esta aula não faz parte do curso',
  outlineTwice: 'Cada módulo e cada aula aparece uma vez só',
  moduleMissing: 'Escolha o módulo da aula',
  completionMissing: 'Diga se a aula foi concluída',
  unprintable: (text: string, { followsAnother }: { followsAnother: boolean }) =>
    `Não conseguimos imprimir “${text}”. Escreva com letras do nosso alfabeto e gere o certificado de novo.${followsAnother ? ' O anterior continua valendo.' : ''}`,
} as const
