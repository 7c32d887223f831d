import type { ExternalLink, Lesson, LessonChange, LessonFile } from '@escola/contract/lessons.contract'
import { parseMedia } from '@escola/contract/media'
import { cleanLink, webAddressProblem, withScheme } from '@escola/contract/text'
import { isSameValue } from '../../../ui/editor/same-value.ts'

/** Typed state of a lesson; links and video may not be valid yet. */
export interface LessonEdits {
  title?: string
  description?: string
  main_media_url?: string
  main_media_duration?: number
  files?: LessonFile[]
  external_links?: ExternalLink[]
  is_visible?: boolean
  is_private?: boolean
}

export const isVideo = (address: string) => address.trim() === '' || parseMedia(address) !== undefined

/** Completes a typed address with the scheme that it is kept with (part 2 §5). */
export const completeAddress = (typed: string) => withScheme(cleanLink(typed))
export const isBlank = ({ title, link }: ExternalLink) => title.trim() === '' && link.trim() === ''
export const isCompleteLink = ({ link }: ExternalLink) =>
  link.trim() !== '' && webAddressProblem(completeAddress(link)) === undefined

/** Links as they can be saved: one that isn't valid yet stays what it was. */
const toSentLinks = (links: ExternalLink[], saved: ExternalLink[]) =>
  links.flatMap((link) => {
    if (isCompleteLink(link)) return [{ ...link, title: link.title.trim(), link: completeAddress(link.link) }]
    const before = saved.find(({ id }) => id === link.id)
    return before && !isBlank(link) ? [before] : []
  })

/** Splits what can be saved from what has to wait until it is valid. */
export function splitEdits(edits: LessonEdits, saved: Lesson): { send?: LessonEdits; hold?: LessonEdits } {
  const send = { ...edits }
  const hold: LessonEdits = {}
  if (edits.main_media_url !== undefined && !isVideo(edits.main_media_url)) {
    hold.main_media_url = edits.main_media_url
    delete send.main_media_url
  }
  if (edits.external_links) {
    send.external_links = toSentLinks(edits.external_links, saved.external_links)
    if (edits.external_links.some((link) => !isBlank(link) && !isCompleteLink(link))) {
      hold.external_links = edits.external_links
    }
  }
  return {
    send: Object.keys(send).length > 0 ? send : undefined,
    hold: Object.keys(hold).length > 0 ? hold : undefined,
  }
}

export const toWire = ({ files, ...fields }: LessonEdits): Omit<LessonChange, 'degree_id'> => ({
  ...fields,
  ...(files ? { files: files.map(({ id, title }) => ({ id, title })) } : {}),
})

export const isSavedIn = ({ files, main_media_url, ...fields }: LessonEdits, lesson: Lesson) => {
  const listNames = (list: LessonFile[]) => list.map(({ id, title }) => [id, title])
  return (
    (!files || isSameValue(listNames(files), listNames(lesson.files))) &&
    (main_media_url === undefined ||
      isSameValue(parseMedia(main_media_url) ?? null, parseMedia(lesson.main_media_url) ?? null)) &&
    Object.entries(fields).every(([key, value]) => isSameValue(value, lesson[key as keyof Lesson]))
  )
}
