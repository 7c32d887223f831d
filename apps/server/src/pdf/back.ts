import { formatWorkload } from '@escola/contract/workload'
import type { CertificateData, StudiedCourse } from './certificate-data.ts'
import type { FontName } from './fonts.ts'
import { formatHoursInWords } from './hours-in-words.ts'
import { ink, quiet } from './layouts/layout.ts'
import { type Fitted, fit, type Pen, page, write } from './pen.ts'

const margin = 48
const columns = 3
const gap = 26
const columnWidth = (page.width - 2 * margin - (columns - 1) * gap) / columns
const timeWidth = 52
const top = 92
const bottom = page.height - 44
/** Enough lines for the longest title. */
const anyLines = 12

/** A line of a column: its text, and the time beside it. */
interface Entry {
  tag: string
  fitted: Fitted
  time: Fitted | undefined
  color: string
  above: number
  below: number
  /** Whether the next one stays in the same column. */
  isHeading: boolean
}

/** The back: what was studied, course by course, in columns and on as many pages as that takes. */
export function drawBack(pen: Pen, data: CertificateData, accent: string): void {
  const entries = data.courses.flatMap((course) => listCourse(pen, course, data, accent))
  let column = columns
  let y = bottom
  let pages = 0
  for (const [index, entry] of entries.entries()) {
    const next = entry.isHeading ? entries[index + 1] : undefined
    const needed = heightOf(entry) + (next ? heightOf(next) : 0)
    if (y + needed > bottom) {
      column++
      y = top
      if (column >= columns) {
        pages++
        startPage(pen, data, accent, pages)
        column = 0
      }
    }
    if (y > top) y += entry.above
    const x = margin + column * (columnWidth + gap)
    const place = y
    pen.addRead(entry.tag, () => {
      write(pen, entry.fitted, { x, y: place, width: columnWidth, color: entry.color, align: 'left' })
      if (!entry.time) return
      const { width } = entry.time.lines[0]!
      write(pen, entry.time, { x: x + columnWidth - width, y: place, width, color: quiet, align: 'left' })
    })
    y += entry.fitted.height + entry.below
  }
}

const heightOf = ({ above, fitted, below }: Entry) => above + fitted.height + below

function startPage(pen: Pen, { studentName, title, code, verifyUrl }: CertificateData, accent: string, number: number) {
  pen.doc.addPage()
  pen.addSeen(() => {
    pen.doc.rect(0, 0, page.width, 8).fill(accent)
    pen.doc.lineWidth(0.5).strokeColor('#D8D4DC')
    for (let column = 1; column < columns; column++) {
      const x = margin + column * (columnWidth + gap) - gap / 2
      pen.doc.moveTo(x, top).lineTo(x, bottom).stroke()
    }
  })
  const width = page.width - 2 * margin
  const writeLine = (tag: string, text: string, font: FontName, color: string, size: number, y: number) => {
    const fitted = fit(pen, text, font, { maxSize: size, minSize: 6, maxWidth: width, maxLines: 1 })
    const draw = () => write(pen, fitted, { x: margin, y, width, color, align: 'left' })
    // Heads of later pages repeat the first one, which alone is read.
    if (number === 1) pen.addRead(tag, draw)
    else pen.addSeen(draw)
  }
  writeLine('H2', 'Conteúdo estudado', 'display', accent, 20, 28)
  writeLine('P', `${studentName} · ${title}`, 'text', ink, 9.5, 58)
  writeLine('P', `Código ${code} · ${verifyUrl}`, 'text', quiet, 7.5, page.height - 30)
}

function listCourse(pen: Pen, course: StudiedCourse, { hasSyllabus }: CertificateData, accent: string): Entry[] {
  const lessons = course.modules.flatMap((module) => module.lessons)
  const entries = [
    makeEntry(pen, { tag: 'H3', text: course.title, font: 'strong', size: 11.5, color: accent, above: 14 }),
  ]
  const facts = [
    course.fromSchool && `Curso de ${course.fromSchool}`,
    course.workloadMinutes > 0 && `Carga horária: ${formatHoursInWords(course.workloadMinutes)}`,
    hasSyllabus && lessons.length > 0 && describeStudied(lessons),
  ]
  for (const text of facts)
    if (text) entries.push(makeEntry(pen, { tag: 'P', text, font: 'text', size: 8.5, color: quiet, above: 1 }))
  if (!hasSyllabus) return entries
  for (const module of course.modules) {
    const seconds = sumSeconds(module.lessons)
    const heading = { tag: 'H4', text: module.title, font: 'strong', size: 9, color: ink, above: 9, seconds } as const
    entries.push(makeEntry(pen, heading))
    for (const { title, seconds } of module.lessons)
      entries.push(makeEntry(pen, { tag: 'P', text: title, font: 'text', size: 8.2, color: ink, above: 0, seconds }))
  }
  return entries
}

function describeStudied(lessons: { seconds: number }[]): string {
  const count = lessons.length === 1 ? '1 aula estudada' : `${lessons.length} aulas estudadas`
  const seconds = sumSeconds(lessons)
  return seconds > 0 ? `${count}, ${formatSeconds(seconds)} de gravações` : count
}

const sumSeconds = (lessons: { seconds: number }[]) => lessons.reduce((sum, { seconds }) => sum + seconds, 0)
const formatSeconds = (seconds: number) => formatWorkload(Math.max(1, Math.round(seconds / 60)))

interface EntryText {
  tag: string
  text: string
  font: FontName
  size: number
  color: string
  above: number
  seconds?: number
}

function makeEntry(pen: Pen, { tag, text, font, size, color, above, seconds = 0 }: EntryText): Entry {
  const limits = { maxSize: size, minSize: size, maxLines: anyLines }
  const time =
    seconds > 0
      ? fit(pen, formatSeconds(seconds), 'text', { ...limits, maxSize: 7.5, minSize: 5, maxWidth: timeWidth })
      : undefined
  const fitted = fit(pen, text, font, { ...limits, maxWidth: columnWidth - (time ? timeWidth + 4 : 0) })
  return { tag, fitted, time, color, above, below: 2, isHeading: tag !== 'P' }
}
