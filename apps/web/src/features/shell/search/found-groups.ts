import type { Found } from '@escola/contract/search.contract'
import { courseTitle, lessonTitle, newCohortTitle, pageTitles, salesTitle } from '@escola/contract/titles'
import {
  type Icon,
  IconArrowRight,
  IconBook2,
  IconPlayerPlay,
  IconPlus,
  IconReceipt,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { acts, adminPlaces, findPlaces, ownPlaces, type Place } from './places.ts'

export interface Item {
  key: string
  label: string
  description?: string | undefined
  icon: Icon
  to: string
  params?: Record<string, string>
  search?: Record<string, string>
}

interface ItemGroup {
  label: string
  items: Item[]
}

const itemsOf = (places: (Place & { icon?: Icon })[], icon = IconArrowRight): Item[] =>
  places.map((place) => ({
    key: `${place.label} ${place.to}`,
    label: place.label,
    description: place.description,
    icon: place.icon ?? icon,
    to: place.to,
    ...(place.params && { params: place.params }),
  }))

/** Groups what the server has found, each thing with the page that it opens. */
const groupFound = (
  { students, purchases, degrees, contents, school_gateways }: Found,
  opensStudents: boolean,
): ItemGroup[] => [
  {
    label: pageTitles.students,
    items: students.map(({ link, name, email }) => ({
      key: `student ${link}`,
      label: name,
      description: email,
      icon: IconUser,
      to: '/aluno/$link',
      params: { link },
    })),
  },
  {
    label: salesTitle,
    items: purchases.map(({ transaction, buyer_name, student_link }) => ({
      key: `purchase ${transaction}`,
      label: transaction,
      description: buyer_name,
      icon: IconReceipt,
      ...(student_link && opensStudents
        ? { to: '/aluno/$link', params: { link: student_link } }
        : { to: '/vendas', search: { search: transaction } }),
    })),
  },
  {
    label: 'Cursos',
    items: degrees.map((degree) => ({
      key: `course ${degree.link}`,
      label: courseTitle(degree),
      icon: IconBook2,
      to: '/c/$link',
      params: { link: degree.link },
    })),
  },
  {
    label: 'Aulas',
    items: contents.map((content) => ({
      key: `lesson ${content.degree_link}/${content.link}`,
      label: lessonTitle(content),
      description: courseTitle({ title: content.degree_title }),
      icon: IconPlayerPlay,
      to: '/c/$link/$classLink',
      params: { link: content.degree_link, classLink: content.link },
    })),
  },
  {
    label: pageTitles.cohorts,
    items: school_gateways.map(({ id, title }) => ({
      key: `class ${id}`,
      label: title.trim() || newCohortTitle,
      icon: IconUsersGroup,
      to: '/turma/$cohortId',
      params: { cohortId: id },
    })),
  },
]

interface Sought {
  text: string
  isAdmin: boolean
  /** Entries of the menu. */
  entries: (Place & { icon: Icon })[]
  found: Found | undefined
  isOpen: (place: Place) => boolean
  /** The user may open a student's page. */
  opensStudents: boolean
}

/** Groups all that a text finds; before there is one, what a user opens most. */
export function groupItems({ text, isAdmin, entries, found, isOpen, opensStudents }: Sought): ItemGroup[] {
  const pages = [...entries, ...(isAdmin ? adminPlaces : []), ...ownPlaces].filter(isOpen)
  // A page that the menu names, too, is found by the words of both and shown once.
  const known = new Set<string>()
  const once = findPlaces(pages, text).filter(({ to }) => !known.has(to) && known.add(to))
  const shownActs = isAdmin ? findPlaces(acts.filter(isOpen), text) : []
  const isBegun = text !== ''
  return [
    ...(found && isBegun ? groupFound(found, opensStudents) : []),
    { label: 'Fazer', items: itemsOf(shownActs, IconPlus) },
    { label: 'Páginas', items: itemsOf(isBegun ? once : entries) },
  ].filter(({ items }) => items.length > 0)
}
