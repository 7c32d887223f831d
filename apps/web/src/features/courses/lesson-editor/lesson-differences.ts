import type { ExternalLink, Lesson, LessonFile } from '@escola/contract/lessons.contract'
import { parseMedia } from '@escola/contract/media'
import type { Difference } from '../../../autosave/stale-versions.tsx'
import { formatDuration } from '../../../ui/courses/duration.ts'
import type { LessonEdits } from './lesson-edits.ts'

const formatYesNo = (value: unknown) => (value ? 'Sim' : 'Não')
const shown: Record<keyof LessonEdits, [label: string, show: (value: never) => string]> = {
  title: ['Título', String],
  main_media_url: [
    'Vídeo',
    (address: string) => (parseMedia(address)?.provider === 'upload' ? 'Vídeo enviado' : address),
  ],
  main_media_duration: ['Duração', formatDuration],
  description: ['Descrição', String],
  files: ['Arquivos', (files: LessonFile[]) => files.map(({ title }) => title).join('\n')],
  external_links: [
    'Links externos',
    (links: ExternalLink[]) => links.map(({ title, link }) => `${title}: ${link}`).join('\n'),
  ],
  is_visible: ['Visível', formatYesNo],
  is_private: ['Aula privada', formatYesNo],
}

/** Names a field like the screen does. */
export const getLessonLabel = (field: string) => shown[field as keyof LessonEdits]?.[0]

/** Lists the typed values beside those of the newer version. */
export const listLessonDifferences = (edits: LessonEdits, newer: Lesson): Difference[] =>
  Object.entries(edits).map(([key, value]) => {
    const [label, show] = shown[key as keyof LessonEdits]
    return {
      label,
      mine: show(value as never),
      theirs: show(newer[key as keyof Lesson] as never),
      isHtml: key === 'description',
    }
  })
