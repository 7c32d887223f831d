import type { Degree, DegreeChange } from '@escola/contract/courses.contract'
import { orderTexts } from '@escola/contract/lesson-order.contract'
import { messages } from '@escola/contract/messages'
import { practiceTexts } from '@escola/contract/practice-texts'
import { formatWorkload } from '@escola/contract/workload'
import type { Difference } from '../../../autosave/stale-versions.tsx'
import { describeDripping } from './dripping.ts'
import { type Outline, toOutline } from './outline.ts'

type CourseFields = Omit<
  DegreeChange,
  'id' | 'version' | 'categoryId' | 'modules' | 'moduleOrder' | 'contentOrderByModule'
>
export type CourseEdits = CourseFields & {
  outline?: Outline
  /** A workload that says no time stays as it was typed. */
  workload_text?: string
}

const formatYesNo = (value: unknown) => (value ? 'Sim' : 'Não')
const listTitles = (outline: Outline) =>
  outline.map(({ title, content }) => [title, ...content.map((lesson) => `  – ${lesson.title}`)].join('\n')).join('\n')

const shown: Record<Exclude<keyof CourseEdits, 'outline'>, [label: string, show: (value: never) => string]> = {
  title: ['Título', String],
  description_title: ['Título da descrição', String],
  description: ['Descrição', String],
  workload_hours: ['Carga horária', formatWorkload],
  workload_text: ['Carga horária', String],
  landing_page_url: ['Página de vendas', String],
  no_dripping: ['Todas as aulas abertas de uma vez', formatYesNo],
  dripping_config: ['Liberação aos poucos', describeDripping],
  in_order: [orderTexts.label, formatYesNo],
  has_practice: [practiceTexts.label, formatYesNo],
  is_private: ['Privado', formatYesNo],
  is_visible: ['Visível', formatYesNo],
  hide_to_affiliates: [messages.hideToAffiliates, formatYesNo],
  has_comments: ['Comentários', formatYesNo],
}

/** Names a field like the screen does. */
export const getCourseLabel = (field: string) => shown[field as keyof typeof shown]?.[0]

/** Lists the typed values beside those of the newer version. */
export const listCourseDifferences = ({ outline, ...edits }: CourseEdits, newer: Degree): Difference[] => [
  ...Object.entries(edits).map(([key, value]): Difference => {
    const [label, show] = shown[key as keyof typeof shown]
    return {
      label,
      mine: show(value as never),
      theirs: show(newer[key as keyof Degree] as never),
      isHtml: key === 'description',
    }
  }),
  ...(outline
    ? [{ label: 'Módulos e aulas', mine: listTitles(outline), theirs: listTitles(toOutline(newer.modules)) }]
    : []),
]
