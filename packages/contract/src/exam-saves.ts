/**
 * Order of saves. The server gives an epoch each time an attempt is opened on a device; a device counts its saves in it.
 * A higher epoch is newer, and in one epoch a higher number.
 */
export interface SaveOrder {
  epoch: number
  number: number
}

/** Answer as a device sends it; null takes the answer of its question back. */
export interface AnswerSave<A> extends SaveOrder {
  /** Number of the question in the attempt, from 1. */
  question: number
  answer: A | null
}

/** Answers of one attempt by the numbers of its questions. */
export interface AttemptAnswers<A> {
  /** Newest epoch that was given. */
  epoch: number
  /** Number of questions that the attempt asks. */
  questions: number
  isHandedIn: boolean
  /** Answers that count. */
  counted: ReadonlyMap<number, AnswerSave<A>>
  /** Answers that came after the end: kept for the teacher, who may count them. */
  late: ReadonlyMap<number, AnswerSave<A>>
}

/** Result of a save. All but the first two change nothing. */
export type SaveVerdict =
  | 'counted'
  | 'late'
  /** This save, or a newer one of its question, has come before: the device may forget it. */
  | 'repeated'
  /** Another device took over: this one says so and offers its answers. */
  | 'older_epoch'
  /** The key of an exercise's question was shown when it was answered. */
  | 'key_shown'
  /** No device has such an epoch or question. */
  | 'unknown'

/** Answers of an attempt that begins, in its first epoch. */
export const beginAnswers = <A>(questions: number): AttemptAnswers<A> => ({
  epoch: 1,
  questions,
  isHandedIn: false,
  counted: new Map(),
  late: new Map(),
})

/** Opens an attempt again, on the same device or another one, which gets the new epoch. */
export const openAnswers = <A>(answers: AttemptAnswers<A>): AttemptAnswers<A> => ({
  ...answers,
  epoch: answers.epoch + 1,
})

/** Judges a save by its attempt and by the answers of its question that are there. */
export function judgeSave<A>(
  answers: AttemptAnswers<A>,
  save: AnswerSave<A>,
  { isOver, isExercise }: SaveCircumstances,
): SaveVerdict {
  if (save.epoch < 1 || save.epoch > answers.epoch || save.question < 1 || save.question > answers.questions)
    return 'unknown'
  if (save.epoch < answers.epoch) return 'older_epoch'
  const [counted, late] = [answers.counted.get(save.question), answers.late.get(save.question)]
  if ([counted, late].some((there) => there && !isNewer(save, there))) return 'repeated'
  if (isOver || answers.isHandedIn) return 'late'
  return isExercise && counted?.answer ? 'key_shown' : 'counted'
}

interface SaveCircumstances {
  /** The attempt's time and its grace are over. */
  isOver: boolean
  isExercise: boolean
}

/** Applies a save; the order in which the saves of one epoch come, and how often, makes no difference. */
export function applySave<A>(
  answers: AttemptAnswers<A>,
  save: AnswerSave<A>,
  circumstances: SaveCircumstances,
): { answers: AttemptAnswers<A>; verdict: SaveVerdict } {
  const verdict = judgeSave(answers, save, circumstances)
  if (verdict !== 'counted' && verdict !== 'late') return { answers, verdict }
  return { answers: { ...answers, [verdict]: new Map(answers[verdict]).set(save.question, save) }, verdict }
}

/** Result of handing in. Only the first one ends the attempt; the device shows it as handed in for the second one, too. */
export type HandInVerdict = 'handed_in' | 'over_before' | 'older_epoch' | 'unknown'

/**
 * Hands an attempt in, with every save of the device, so that a hand-in that overtakes saves loses none. Once the attempt is over nothing changes but
 * that late answers are kept; handing in twice is handing in once.
 */
export function handIn<A>(
  answers: AttemptAnswers<A>,
  { epoch, saves }: { epoch: number; saves: AnswerSave<A>[] },
  circumstances: SaveCircumstances,
): { answers: AttemptAnswers<A>; verdict: HandInVerdict } {
  if (epoch < 1 || epoch > answers.epoch) return { answers, verdict: 'unknown' }
  if (epoch < answers.epoch) return { answers, verdict: 'older_epoch' }
  const saved = saves.reduce((before, save) => applySave(before, save, circumstances).answers, answers)
  if (circumstances.isOver || answers.isHandedIn) return { answers: saved, verdict: 'over_before' }
  return { answers: { ...saved, isHandedIn: true }, verdict: 'handed_in' }
}

/** Answers that a device offers after another one took over: the newest of each question that has none there. */
export function offeredAnswers<A>(
  refused: AnswerSave<A>[],
  counted: ReadonlyMap<number, AnswerSave<A>>,
): AnswerSave<A>[] {
  const newest = new Map<number, AnswerSave<A>>()
  for (const save of refused) {
    const there = newest.get(save.question)
    if (!there || isNewer(save, there)) newest.set(save.question, save)
  }
  return [...newest.values()].filter(({ question, answer }) => answer !== null && !counted.get(question)?.answer)
}

const isNewer = (save: SaveOrder, than: SaveOrder) =>
  save.epoch > than.epoch || (save.epoch === than.epoch && save.number > than.number)
