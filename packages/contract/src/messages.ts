/** Messages that a student's lesson, or any page, needs. They stand apart, so that it carries no others. */
export const studyMessages = {
  sessionEnded: 'Sua sessão terminou. Entre novamente',
  unexpected: 'Desculpe, mas aconteceu um erro inesperado. Por favor, tente novamente mais tarde.',
  noAccess: 'Acesso não permitido',
  lessonFirst: 'Conclua a aula atual antes de avançar',
  passFirst: 'Esta aula se conclui sozinha quando você passa na avaliação dela',
  opensAfter: (title: string) => `Abre quando você concluir “${title}”`,
  opensOnceSent: 'A próxima aula abre assim que a marcação for enviada.',
  courseDone: 'Curso finalizado',
  courseStart: 'Iniciar curso',
  courseContinue: 'Continuar de onde parei',
} as const

/** Texts that the specification gives, to the letter (part 1 §5, §8; part 2 §5, §8). Screens take them from here. */
export const messages = {
  ...studyMessages,
  publishingNeeded: 'Você edita este curso, mas não o publica. Peça a publicação a quem administra a escola',
  email: 'Preencha o seu e-mail corretamente',
  emailSignUp: 'Preencha o e-mail corretamente',
  passwordShort: 'Sua senha deve conter no mínimo 6 caracteres',
  passwordLetter: 'Senha deve conter pelo menos uma letra',
  passwordDigit: 'Senha deve conter pelo menos um número',
  passwordRepeat: 'As senhas devem ser iguais!',
  terms: 'Por favor, aceite os termos para continuar',
  // The specification swaps the texts of these two fields, and we don't: decision 17.
  signUpUserName: 'Por favor, preencha o seu nome',
  signUpSchoolName: 'Por favor, preencha o nome de sua área de membros',
  studentName: 'Por favor, preencha o nome',
  nameShort: (message: string) => `${message}, com pelo menos quatro letras`,
  nameWithAddress: 'Escreva o nome sem endereços de internet',
  cellphone: 'Preencha o telefone corretamente',
  emailBlank: 'O e-mail tem um espaço no meio',
  settingsDomain: 'Por favor, preencha um dominio válido',
  settingsEmail: 'Por favor, preencha um e-mail válido',
  settingsCellphone: 'Por favor, preencha o seu WhatsApp corretamente',
  settingsAssistant: 'Por favor, preencha o nome de sua assistente',
  settingsSaved: 'Dados atualizados com sucesso',
  imageTooLarge: (file: string) => `Imagem: ${file} excede o tamanho máximo de 3mb!`,
  fileTooLarge: (file: string) => `Arquivo: ${file} excede o tamanho máximo!`,
  importTooMany: 'Máximo de 10000 alunos por importação',
  importNoEmail: (file: string) => `Nenhum e-mail encontrado no arquivo ${file}`,
  importStarted: 'Importação iniciada, aguarde...',
  mustConfirm: 'Por favor, confirme o seu e-mail para acessar',
  emailSent: 'E-mail enviado com sucesso!',
  recoverySent: 'Instruções enviadas com sucesso para o seu e-mail!',
  emailTaken: 'E-mail já cadastrado, clique aqui para efetuar login.',
  linkExpired: 'Link expirado!',
  saved: 'Dados atualizados com sucesso',
  passwordChanged: 'A sua senha foi alterada com sucesso!',
  areYouSure: 'Tem certeza?',
  creatingCourse: 'Criando novo curso...',
  hideToAffiliates: 'não exibir para filiais',
  discardDraft: 'Tem certeza que deseja descartar as alterações?',
  noBookmarks: 'Você ainda não possuí nenhum favorito.',
  emptyQuestion: 'Escreva a sua mensagem',
  noQuestions: 'Esse conteúdo ainda não possuí nenhuma pergunta',
  noWaitingQuestions: 'A sua escola não tem nenhuma pergunta sem resposta... boa! ;)',
  noCertificates: 'Você ainda não possuí nenhum certificado.',
  noStudentsFound: 'Nenhum aluno encontrado.',
  noStudents: 'Você ainda não tem nenhum aluno matriculado em sua escola.',
  certificateReissued: (student: string) => `O certificado do aluno: ${student} foi regerado!`,
  studentLinkSent: 'Link enviado para o e-mail do aluno!',
  invalidVideo: 'Cole um link do YouTube, do Vimeo, do Loom ou do genial.ly',
  staleSave: 'Este conteúdo foi alterado em outra aba. Nada do que você escreveu foi perdido.',
  offline: 'Sem conexão: suas alterações estão guardadas',
} as const

/** Messages to platform administrators. */
export const platformTexts = {
  view: 'Você está vendo esta escola como administrador da plataforma',
  leave: 'Sair desta visão',
} as const

/** Variants of two messages on the recovery screen, as the specification has them there. */
export const recoveryMessages = {
  mustConfirm: 'Por favor, confirme o seu e-mail',
  emailSent: 'E-mail enviado com sucess!',
} as const

/** 1 aluno, 12.000 alunos */
export const countOf = (count: number, singular: string, plural: string) =>
  `${new Intl.NumberFormat('pt-BR').format(count)} ${count === 1 ? singular : plural}`
const toCourses = (opens: number) => (opens === 1 ? 'ao curso da turma' : `aos ${opens} cursos da turma`)

/** The screen and the answer to other systems say this text. */
export const apiOff = 'A interface de acesso está desligada. Ative “API” nas edições da escola'

/** Lists say this on a page beyond their end. */
export const listTexts = {
  pageGone: 'Esta página não existe mais',
  toFirstPage: 'Voltar à primeira página',
} as const

/** Texts that several screens of a school's administrators share. */
export const adminTexts = {
  leavesCohort: (student: string, cohort: { title: string; opens: number }) =>
    `${student} sai da turma “${cohort.title}”${cohort.opens ? ` e perde o acesso ${toCourses(cohort.opens)}` : ''}. O progresso fica guardado.`,
  keyEnds:
    'A chave e o segredo de agora deixam de valer na mesma hora, e o que foi pedido com eles também. Os sistemas que os usam param até receber os novos.',
  keyMade: 'Chave gerada. Copie a chave e o segredo para o seu sistema.',
  integrationEnds: (cohort: string) =>
    `Outros sistemas não matriculam mais ninguém na turma “${cohort}”. Quem já está nela continua.`,
  integrationMade: (cohort: string) => `Outros sistemas já podem matricular na turma “${cohort}”.`,
  integrationGone: (cohort: string) => `A integração com a turma “${cohort}” foi apagada.`,
  losesAdministration: ({ name, isStudent }: { name: string; isStudent: boolean }) =>
    `${name} deixa de administrar a escola${isStudent ? ' e continua aluno' : ''}.`,
  administratorMade: (name: string) => `${name} agora administra a escola e foi avisado por e-mail.`,
  administratorRemoved: (name: string) => `${name} não administra mais a escola.`,
  studentErased: (student: string) =>
    `Tudo o que a escola guarda de ${student} é apagado: contato, turmas, progresso, perguntas e anotações. Certificados e vendas continuam registrados, sem o nome. A conta da pessoa e as outras escolas dela continuam. Não dá para desfazer.`,
  leftCohort: (student: string) => `${student} saiu da turma.`,
} as const
