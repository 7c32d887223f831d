import { Buffer } from 'node:buffer'
import type { ImportedPicture } from '@escola/contract/exam-import-items'
import { importedAlt, importFields, importNotes, importReasons } from '@escola/contract/exam-import-texts'
import { limits } from '@escola/contract/limits'
import { escapeText, isEndless, readText, type TextFormat } from './imported-text.ts'
import type { Draft } from './judged-item.ts'
import { childrenOf, textOf, type XmlElement } from './xml-elements.ts'

const formats: Partial<Record<string, TextFormat>> = {
  html: 'html',
  moodle_auto_format: 'moodle',
  plain_text: 'plain',
  markdown: 'markdown',
}

/** Reads a text of Moodle's XML with the pictures that lie beside it. */
export function readMoodleText(element: XmlElement | undefined, draft: Draft, field: string): string {
  if (!element) return ''
  const text = textOf(element, 'text')
  const format = formats[element.attributes.format ?? 'html'] ?? 'html'
  const files = new Map(childrenOf(element, 'file').map((file) => [file.attributes.name ?? '', file]))
  const mayShow = (format === 'html' || format === 'moodle') && !isEndless(text)
  const html = mayShow ? withPictures(text, files, draft, field) : text
  return readText(html, format)
}

const imageTag = /<img\b[^<>]*>/gi
const attribute = (tag: string, name: string) => {
  const [, double, single, bare] =
    new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return double ?? single ?? bare ?? ''
}
const stored = /^@@PLUGINFILE@@\/+([^?#]+)/
const inlined = /^data:image\/(\w+)[^,]*;base64,(.*)$/s
const plainName = (name: string) => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function withPictures(html: string, files: Map<string, XmlElement>, draft: Draft, field: string): string {
  return html.replace(imageTag, (tag) => {
    const source = attribute(tag, 'src')
    const written = stored.exec(source)?.[1]
    const [, type = '', data = ''] = inlined.exec(source) ?? []
    if (written === undefined && data === '') {
      draft.notes.push(importNotes.pictureElsewhere)
      return ''
    }
    const name = written === undefined ? `imagem.${type}` : plainName(written)
    const file = files.get(name) ?? files.get(name.split('/').at(-1)!)
    if (written !== undefined && !file) {
      draft.problems.push({ field, reason: importReasons.pictureMissing(shortName(name)) })
      return ''
    }
    const picture = addPicture(name, file?.text ?? data, draft)
    return picture ? pictureTag(tag, picture, draft) : ''
  })
}

const shortName = (name: string) => name.slice(0, 100).toWellFormed()

function pictureTag(tag: string, { key, name }: ImportedPicture, draft: Draft): string {
  const written = attribute(tag, 'alt').trim()
  if (written === '') draft.notes.push(importNotes.pictureNamed)
  const named = escapeText(shortName(name).replace(/\.\w{1,5}$/, ''))
    .replaceAll('"', '&quot;')
    .trim()
  const alt = written === '' ? importedAlt(named) : written.replaceAll('"', '&quot;').replace(/[<>]/g, '')
  const [width, height] = [attribute(tag, 'width'), attribute(tag, 'height')]
  const size = /^\d+$/.test(width) && /^\d+$/.test(height) ? ` width="${width}" height="${height}"` : ''
  return `<img data-picture="${key}" alt="${alt}"${size} />`
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

function addPicture(name: string, data: string, draft: Draft): ImportedPicture | undefined {
  const refuse = (reason: string) => {
    draft.problems.push({ field: importFields.pictures, reason })
    return undefined
  }
  const letters = data.replace(/\s+/g, '')
  if (letters.length / 4 > limits.imageBytes / 3 + 1) return refuse(importReasons.pictureLarge(shortName(name)))
  if (!base64.test(letters)) return refuse(importReasons.pictureUnread(shortName(name)))
  const bytes = new Uint8Array(Buffer.from(letters, 'base64'))
  const same = draft.pictures.find((each) => each.name === name && Buffer.compare(each.bytes, bytes) === 0)
  if (same) return same
  const picture = { key: keyOf(draft.number, draft.pictures.length), name, bytes }
  draft.pictures.push(picture)
  return picture
}

/** Stands for a picture until it is stored. It follows from the picture's place, so that reading a file again gives the same key. */
const keyOf = (item: number, picture: number) =>
  `00000000-0000-4000-8000-${item.toString(16).padStart(8, '0')}${picture.toString(16).padStart(4, '0')}`
