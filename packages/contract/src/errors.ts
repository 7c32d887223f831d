import { z } from 'zod'
import { accessApiErrors } from './access-api-errors.ts'
import { accountErrors } from './account-errors.ts'
import { affiliateErrors } from './affiliate-errors.ts'
import { certificateErrors } from './certificate-errors.ts'
import { examAttemptErrors } from './exam-attempt-errors.ts'
import { examErrors } from './exam-errors.ts'
import { learningErrors } from './learning-errors.ts'
import { messages } from './messages.ts'
import { paymentErrors } from './payment-errors.ts'

interface ErrorDefinition {
  status: number
  message: string
  pt: string
}

/**
 * All errors that the server answers: code → HTTP status, the server's message, and the text that people see. Messages of the
 * specification's table (part 1 §8) stay to the letter.
 */
export const errors = {
  not_signed_in: { status: 401, message: 'Not signed in', pt: 'Entre na sua conta para continuar' },
  session_ended: { status: 401, message: 'Session ended', pt: messages.sessionEnded },
  forbidden: { status: 403, message: 'Not allowed', pt: messages.noAccess },
  /** The caller belongs to the school's team and lacks the right. Their session goes on. */
  permission_needed: {
    status: 403,
    message: 'Not allowed for this role',
    pt: 'Seu papel nesta escola não inclui isto. Peça acesso a quem é dono da escola',
  },
  /** An owner looks at the school as another role does. */
  view_of_role: {
    status: 403,
    message: 'The view of a role changes nothing',
    pt: 'Você está vendo a escola como outro papel. Volte ao seu para mudar algo',
  },
  view_of_school: {
    status: 403,
    message: 'Only administrators of the school see it as one of its students',
    pt: 'Só quem administra a escola vê os cursos como um aluno',
  },
  students_only: { status: 403, message: 'Only students do this', pt: 'Só alunos podem fazer isto' },
  /** A sales platform gets this answer when it does not prove that it knows the code of an integration. */
  webhook_refused: { status: 401, message: 'Wrong code or signature', pt: 'Código ou assinatura inválida' },
  webhook_unknown: { status: 400, message: 'Not a delivery of a known platform', pt: 'Aviso de venda desconhecido' },
  questions_closed: {
    status: 403,
    message: 'This degree takes no questions',
    pt: 'Este curso não recebe perguntas',
  },
  not_your_question: {
    status: 403,
    message: 'Not your question',
    pt: 'Só quem perguntou pode continuar esta conversa',
  },
  question_answered: {
    status: 409,
    message: 'The question has an answer',
    pt: 'Esta pergunta já foi respondida e não pode mais ser excluída',
  },
  not_your_answer: {
    status: 403,
    message: 'Not your answer',
    pt: 'Só quem respondeu pode desfazer a resposta',
  },
  answer_followed: {
    status: 409,
    message: 'Something was written after the answer',
    pt: 'Alguém já escreveu depois da sua resposta, então ela não pode mais ser desfeita',
  },
  answer_stands: {
    status: 409,
    message: 'Too late to undo the answer',
    pt: 'A resposta já foi enviada e não pode mais ser desfeita',
  },
  thread_full: {
    status: 409,
    message: 'The question has as many answers as it can',
    pt: 'Esta conversa já tem respostas demais. Faça uma nova pergunta para continuar',
  },
  bookmarks_full: {
    status: 409,
    message: 'As many bookmarks as there can be',
    pt: 'Você já guardou o máximo de favoritos. Tire um deles para guardar outro',
  },
  ...learningErrors,
  school_session_only: {
    status: 403,
    message: 'This session reaches one school only',
    pt: 'Entre com a sua própria senha para fazer isso',
  },
  /** This code ends no session, because none has begun. The answer carries a challenge, which /user/login-by-code takes with the code. */
  second_factor_needed: { status: 401, message: 'Second factor needed', pt: 'Digite o código' },
  invalid_code: { status: 400, message: 'Invalid code', pt: 'Código inválido' },
  passkey_refused: { status: 400, message: 'Passkey refused', pt: 'Não reconhecemos esta chave de acesso' },
  proof_needed: { status: 403, message: 'Proof needed', pt: 'Confirme que é você' },
  /** A user with a second factor has proven who they are by the password alone. */
  factor_proof_needed: {
    status: 403,
    message: 'Proof by the second factor needed',
    pt: 'Digite o código do seu aplicativo para continuar',
  },
  /** A platform administrator's session reaches nothing else before there is a second factor. */
  second_factor_required: {
    status: 403,
    message: 'Second factor required',
    pt: 'Ative a verificação em duas etapas para continuar',
  },
  platform_only: { status: 403, message: 'Only the platform may do this', pt: messages.noAccess },
  school_blocked: { status: 403, message: 'School is blocked', pt: 'Esta escola está bloqueada' },
  school_not_found: { status: 404, message: "Can't find school", pt: 'Escola não encontrada' },
  not_found: { status: 404, message: 'Not found', pt: 'Não encontrado' },
  degree_not_found: { status: 404, message: 'Cannot find degree', pt: 'Curso não encontrado' },
  email_not_found: { status: 404, message: 'E-mail not found', pt: 'E-mail não cadastrado.' },
  /** Administrators get this answer when they name an e-mail that the school does not know. */
  login_not_found: { status: 404, message: "Can't find login", pt: 'E-mail não encontrado' },
  /** The school knows the e-mail, but not as a student's. */
  student_email_not_found: { status: 404, message: "Can't find e-mail!", pt: 'E-mail não encontrado' },
  url_taken: { status: 409, message: 'Domain or namespace in use', pt: 'URL já está em uso, por favor, escolha outro' },
  invalid_password: { status: 400, message: 'Invalid password', pt: 'E-mail ou senha inválida' },
  must_confirm_email: { status: 400, message: 'Must confirm email', pt: messages.mustConfirm },
  invalid_token: { status: 404, message: "Can't find token", pt: 'Token inválido, tente novamente mais tarde.' },
  link_used: { status: 404, message: 'Link already used', pt: 'Este link já foi usado. Entre com a sua senha' },
  /** The school has merged the caller into another student, who goes on for them. */
  account_merged: {
    status: 409,
    message: 'Another student goes on for this one',
    pt: 'Nesta escola, os seus estudos continuam no seu outro e-mail. Saia e entre com ele',
  },
  email_taken: { status: 409, message: 'E-mail already in use', pt: messages.emailTaken },
  invalid_name: { status: 400, message: 'Invalid name', pt: 'Nome inválido' },
  invalid_whatsapp: { status: 400, message: 'Invalid whatsapp', pt: 'WhatsApp inválido' },
  invalid_email: { status: 400, message: 'Invalid email', pt: 'E-mail inválido' },
  password_too_short: { status: 400, message: 'Password too short', pt: 'Senha muito curta' },
  invalid_request: { status: 400, message: 'Invalid request', pt: 'Confira os campos destacados' },
  stale_version: { status: 409, message: 'Changed since it was loaded', pt: messages.staleSave },
  points_missing: {
    status: 409,
    message: 'Not enough points',
    pt: 'A escola não tem pontos suficientes para esta troca',
  },
  /** The answer says what it costs, and how much is missing. */
  balance_missing: {
    status: 409,
    message: 'Not enough balance',
    pt: 'O saldo da escola não é suficiente para isto. Adicione saldo e tente de novo',
  },
  /** A call was repeated under its Idempotency-Key with other content. */
  key_used: {
    status: 409,
    message: 'The Idempotency-Key was used for other content',
    pt: 'Isto já tinha chegado antes, com outro conteúdo. Atualize a página e confira antes de enviar de novo',
  },
  conflict: { status: 409, message: 'Already exists', pt: 'Isso já existe' },
  sale_settled: {
    status: 409,
    message: 'The sale does not wait any more',
    pt: 'Esta venda já foi resolvida. Atualize a página',
  },
  course_published: {
    status: 409,
    message: 'Only unpublished degrees can be deleted',
    pt: 'Despublique o curso antes de apagar',
  },
  /** The answer names the franchisor. */
  edition_read_only: {
    status: 409,
    message: 'The contents of an edition are those of its franchisor',
    pt: 'Este curso é uma franquia: o conteúdo vem de outra escola e não pode ser mudado aqui',
  },
  public_cohort: {
    status: 409,
    message: 'The public class cannot be deleted',
    pt: 'A turma pública faz parte da escola: você pode mudar o nome e os alunos dela, mas não pode apagá-la',
  },
  invalid_video: { status: 400, message: 'Unknown video provider', pt: messages.invalidVideo },
  invalid_image: { status: 400, message: 'Not a jpeg or png image', pt: 'Envie uma imagem jpeg ou png' },
  image_too_many_pixels: {
    status: 400,
    message: 'Image has too many pixels',
    pt: 'Essa imagem é grande demais: o limite é de 40 megapixels',
  },
  file_too_large: { status: 413, message: 'File too large', pt: 'O arquivo excede o tamanho máximo!' },
  storage_full: {
    status: 413,
    message: 'The school has no room for more files',
    pt: 'O espaço para arquivos da sua escola acabou. Apague arquivos que não usa mais e tente novamente em alguns dias',
  },
  invalid_file: {
    status: 400,
    message: 'File content does not match its name',
    pt: 'O conteúdo do arquivo não corresponde ao seu nome',
  },
  empty_file: { status: 400, message: 'File is empty', pt: 'O arquivo está vazio' },
  unknown_file_type: {
    status: 400,
    message: 'Files of this type are not taken',
    pt: 'Este tipo de arquivo não é aceito. Se precisar dele, envie-o dentro de um .zip',
  },
  video_upload_off: {
    status: 403,
    message: 'The school takes no videos',
    pt: 'O envio de vídeos está desligado nas edições da escola',
  },
  videos_unfinished: {
    status: 409,
    message: 'Too many videos on their way',
    pt: 'Você está enviando vídeos demais ao mesmo tempo. Termine ou cancele o envio de um deles e tente novamente',
  },
  video_too_large: { status: 413, message: 'Video too large', pt: 'O vídeo excede o tamanho máximo!' },
  invalid_video_file: {
    status: 400,
    message: 'Not an mp4 or webm video',
    pt: 'Este arquivo não é um vídeo mp4 ou webm. Se for de outro tipo, converta-o e envie de novo',
  },
  upload_incomplete: {
    status: 409,
    message: 'Parts of the upload are missing',
    pt: 'O vídeo ainda não chegou inteiro. Continue o envio',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'Range not satisfiable',
    pt: 'O arquivo não tem essa parte',
  },
  import_too_many: { status: 400, message: 'Too many students in one import', pt: messages.importTooMany },
  import_no_email: { status: 400, message: 'No e-mail found in file', pt: 'Nenhum e-mail encontrado no arquivo' },
  import_running: { status: 409, message: 'Import still runs', pt: 'Espere o fim da importação para desfazer' },
  import_undo_late: { status: 409, message: 'Too late to undo', pt: 'Os sete dias para desfazer já passaram' },
  ...affiliateErrors,
  ...paymentErrors,
  ...certificateErrors,
  ...accessApiErrors,
  ...examErrors,
  ...examAttemptErrors,
  administrator_email: {
    status: 403,
    message: 'Administrators sign in by themselves',
    pt: 'Este e-mail é de quem faz parte da equipe e entra com a própria senha',
  },
  administrator_stays: {
    status: 409,
    message: 'An administrator of the school',
    pt: 'Esta pessoa faz parte da equipe. Remova-a dos usuários do sistema antes de apagar os dados dela',
  },
  administrators_own_access: {
    status: 409,
    message: 'Administrators sign in by their own means',
    pt: 'Esta pessoa faz parte da equipe: só ela muda a própria senha e os próprios acessos',
  },
  ...accountErrors,
  too_many_requests: {
    status: 429,
    message: 'Too many requests',
    pt: 'Muitas tentativas. Aguarde um pouco e tente novamente',
  },
  too_many_sign_ins: {
    status: 429,
    message: 'Too many sign-ins',
    pt: 'Muitas tentativas de entrar nesta conta. Aguarde alguns minutos ou recupere a senha por e-mail',
  },
  unavailable: {
    status: 503,
    message: 'Temporarily unavailable',
    pt: 'Estamos voltando. Tente novamente em instantes',
  },
  internal: { status: 500, message: 'Unexpected error', pt: messages.unexpected },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

const ending = ['not_signed_in', 'session_ended', 'forbidden'] satisfies ErrorCode[] as readonly string[]
/**
 * Tells whether a code ends the session: it is over, or too small for the page, so the browser forgets it and leads to the login page.
 * Unknown codes end nothing.
 */
export const endsSession = (code: string): boolean => ending.includes(code)

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** Texts that people see beside each field, in Portuguese. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Place where the browser goes instead, with 401 and 403: a path or an address of this same site. */
  redirectUrl: z.string().optional(),
  requestId: z.string().optional(),
  /** Challenge to send with the code, with second_factor_needed. */
  challenge: z.string().optional(),
  /** Newer state in the shape that the save answers, with stale_version. */
  current: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

const serverMessages = new Map<string, string>([
  ...Object.values(errors).map((error) => [error.message, error.pt] as const),
])

/** Translates the server's message into Portuguese (part 1 §8) after its trailing period is removed; unknown texts stay as they are. */
export const translateMessage = (message: string | undefined): string => {
  const bare = message?.replace(/\.$/, '')
  return bare ? (serverMessages.get(bare) ?? bare) : messages.unexpected
}
