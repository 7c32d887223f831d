import { audienceTexts, describeAudience, isGivenAway, joinWords } from '@escola/contract/audience'
import type { CourseCohorts, CourseReach, Degree } from '@escola/contract/courses.contract'
import { courses } from '@escola/contract/courses.contract'
import { describeLostMarks } from '@escola/contract/exam-result-texts'
import { countOf } from '@escola/contract/messages'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import type { Question } from '../../ui/questions/confirm-dialog.tsx'

/** Asked at the moment of a question, for an editor may have been open for hours; without an answer the question is asked without numbers. */
export function useCourseReach(link: string): () => Promise<CourseReach | undefined> {
  const { id: schoolId } = useSchool()
  return () =>
    api(courses.reach, { params: { schoolId, link } }).then(
      ({ reach }) => reach,
      () => undefined,
    )
}

export const describeBegun = (count: number) => countOf(count, 'aluno já começou', 'alunos já começaram')

/** Warns before a lesson or a module goes that students have begun the course; '' when none have. */
export const describeReach = (reach: CourseReach | undefined) =>
  reach?.begun ? ` ${describeBegun(reach.begun)} este curso.` : ''

/** Says which attempts and marks go with these lessons, or with the whole course; '' where there are none. */
export function describeExamLoss(reach: CourseReach | undefined, lessonIds?: string[]) {
  const lost = (reach?.exams ?? []).filter(({ lesson_id }) => !lessonIds || lessonIds.includes(lesson_id))
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
  return describeLostMarks({
    attempts: sum(lost.map(({ attempts }) => attempts)),
    students: sum(lost.map(({ students }) => students)),
  })
}

export const describeLoss = (reach: CourseReach | undefined) => {
  const students = reach?.begun
    ? ` ${describeBegun(reach.begun)} e ${reach.begun === 1 ? 'perde' : 'perdem'} o progresso.`
    : ''
  const cohorts = reach?.cohorts
    ? ` ${countOf(reach.cohorts, 'turma deixa', 'turmas deixam')} de ter este curso${after(reach.cohort_titles)}.`
    : ''
  return `${students}${describeExamLoss(reach)}${cohorts}${describeModels(reach, 'até serem salvos de novo')}${describePlans(reach)}`
}

/** Says what goes on without a course that students no longer see; '' where nothing names it. */
export const describeAbsence = (reach: CourseReach | undefined) => {
  const cohorts = reach?.cohort_titles.length
    ? ` Ele some de ${countOf(reach.cohort_titles.length, 'turma', 'turmas')}${after(reach.cohort_titles)}.`
    : ''
  return `${cohorts}${describeModels(reach, 'até ele voltar')}${describePlans(reach)}`
}

/** Makes the question before affiliates lose a course; undefined where no plan gives it to them. */
export async function makeHideQuestion(reach: () => Promise<CourseReach | undefined>): Promise<Question | undefined> {
  const known = await reach()
  if (!known?.plans.length) return undefined
  return {
    title: 'Esconder das filiais?',
    text: `Quando você publicar:${describePlans(known)} O que os alunos delas já fizeram fica guardado.`,
    confirmLabel: 'Esconder',
  }
}

/** Says which affiliates no longer teach a course. */
const describePlans = (reach: CourseReach | undefined) =>
  reach?.plans.length
    ? ` Ele sai de ${countOf(reach.plans.length, 'plano', 'planos')} de afiliados${after(reach.plans)}: quem está neles deixa de oferecer o curso.`
    : ''

function describeModels(reach: CourseReach | undefined, until: string): string {
  const sums = reach?.sums.length
    ? ` ${countOf(reach.sums.length, 'modelo de certificado que o soma com outros deixa', 'modelos de certificado que o somam com outros deixam')} de emitir ${until}${after(reach.sums)}.`
    : ''
  const models = reach?.models.length
    ? ` ${countOf(reach.models.length, 'modelo de certificado nomeia', 'modelos de certificado nomeiam')} este curso${after(reach.models)}.`
    : ''
  return `${sums}${models}`
}

const namedMax = 5
/** The first of the titles, in brackets. */
function after(titles: string[]): string {
  if (titles.length === 0) return ''
  const named = titles.slice(0, namedMax).map((title) => `“${title}”`)
  const more = titles.length > namedMax ? [`mais ${titles.length - namedMax}`] : []
  return ` (${joinWords([...named, ...more])})`
}

/** Makes the question that an author answers before students see the course; undefined when there is nothing to ask. */
export async function publishQuestion(
  course: Degree,
  {
    reach,
    cohorts,
    onPrivate,
  }: {
    reach: () => Promise<CourseReach | undefined>
    cohorts: () => Promise<CourseCohorts | undefined>
    /** Undefined for those who can't make a course private. */
    onPrivate: (() => void) | undefined
  },
): Promise<Question | undefined> {
  const visible = course.modules.flatMap((module) => module.content).filter((lesson) => lesson.is_visible)
  if (visible.length === 0) {
    return {
      title: 'Publicar sem aulas?',
      text: 'Este curso ainda não tem nenhuma aula visível: quem o abrir encontra uma página vazia.',
      confirmLabel: 'Publicar mesmo assim',
    }
  }
  const added = visible.filter((lesson) => lesson.utc_published_on === null).length
  if (course.utc_published_on === null) return giveAwayQuestion(await cohorts(), onPrivate)
  if (added === 0) return undefined
  const completed = (await reach())?.completed ?? 0
  if (completed === 0) return undefined
  return {
    title: `Publicar ${countOf(added, 'aula nova', 'aulas novas')}?`,
    text: `${countOf(completed, 'aluno já concluiu', 'alunos já concluíram')} este curso. O progresso volta a ficar abaixo de 100% até que a novidade seja vista; o certificado continua valendo.`,
    confirmLabel: 'Publicar',
  }
}

/** Asked of a course that is sold, before each user who signs up could study it. The usual answer keeps it to those who buy it. */
const giveAwayQuestion = (
  cohorts: CourseCohorts | undefined,
  onPrivate: (() => void) | undefined,
): Question | undefined =>
  cohorts && isGivenAway(cohorts)
    ? {
        title: 'Publicar para todos?',
        text: `${describeAudience(cohorts)} ${audienceTexts.soldToo} na turma ${joinWords(listSold(cohorts))}.`,
        confirmLabel: audienceTexts.publishOpen,
        ...(onPrivate && { careful: { label: audienceTexts.publishPrivate, choose: onPrivate } }),
      }
    : undefined

const listSold = ({ gatewayList }: CourseCohorts) =>
  gatewayList.flatMap(({ title, has_degree, is_sold }) => (has_degree && is_sold ? [`“${title}”`] : []))
