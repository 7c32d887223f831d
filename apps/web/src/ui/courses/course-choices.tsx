import { compareTitles, withoutAccents } from '@escola/contract/text'
import { courseTitle, looseCategoryTitle } from '@escola/contract/titles'
import { Badge, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './course-choices.module.css'

export interface CourseChoice {
  id: string
  title: string
  published: boolean
  is_private: boolean
  /** Title of its category; '' without one. */
  category: string
  /** Name of the school that made an edition; '' for a course of the school's own. */
  franchisor: string
}

interface Props {
  courses: CourseChoice[]
  chosen: string[]
  onChange: (ids: string[]) => void
  /** Words for a list without a course to choose. */
  empty?: string | undefined
}

const fold = (text: string) => withoutAccents(text).toLowerCase()

/** Courses to tick, under their categories and found by a part of their title. */
export function CourseChoices({ courses, chosen, onChange, empty = 'Sua escola ainda não tem nenhum curso.' }: Props) {
  const [search, setSearch] = useState('')
  if (courses.length === 0) return <Text c="dimmed">{empty}</Text>
  const found = courses
    .filter((course) => fold(courseTitle(course)).includes(fold(search.trim())))
    .toSorted((a, b) => compareTitles(courseTitle(a), courseTitle(b)))
  const groups = Map.groupBy(found, groupOf)
  return (
    <>
      <TextInput
        aria-label="Buscar curso"
        placeholder="Buscar curso"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah="45dvh" type="auto" scrollbars="y" offsetScrollbars>
        <Checkbox.Group value={chosen} onChange={onChange} aria-label="Cursos">
          <Stack gap="sm" py={4}>
            {groupsInOrder(courses).map((title) => (
              <Category key={title} title={title} courses={groups.get(title) ?? []} />
            ))}
            {found.length === 0 && <Text c="dimmed">Nenhum curso encontrado.</Text>}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </>
  )
}

/** Editions stand under their school and its category, so that equal titles of several schools are told apart. */
const groupOf = ({ category, franchisor }: CourseChoice) =>
  [franchisor && `Cursos de ${franchisor}`, franchisor ? category : category || looseCategoryTitle]
    .filter(Boolean)
    .join(' · ')
const groupsInOrder = (courses: CourseChoice[]) => [...new Set(courses.map(groupOf))]

const Category = ({ title, courses }: { title: string; courses: CourseChoice[] }) =>
  courses.length > 0 && (
    <Stack gap="sm" component="section" aria-label={title}>
      <Text size="sm" fw={600} c="dimmed">
        {title}
      </Text>
      {courses.map((course) => (
        <Group key={course.id} justify="space-between" wrap="nowrap" gap="xs">
          <Checkbox className={classes.choice} value={course.id} label={courseTitle(course)} />
          <Badge variant="light" color={course.published ? 'teal' : 'ambar'} tt="none" fw={600} flex="none">
            {course.published ? 'publicado' : 'rascunho'}
          </Badge>
        </Group>
      ))}
    </Stack>
  )
