import type { Cohort } from '@escola/contract/cohorts.contract'
import { compareTitles, withoutAccents } from '@escola/contract/text'
import { courseTitle, looseCategoryTitle } from '@escola/contract/titles'
import { Badge, Checkbox, Group, ScrollArea, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import classes from './cohort-page.module.css'
import { type CohortId, useUpdateCohort } from './cohorts.queries.ts'

export interface CourseChoice {
  id: string
  title: string
  published: boolean
  /** Title of its category; '' without one. */
  category: string
}

interface CourseSelectorProps {
  cohort: Cohort
  idOf: CohortId
  courses: CourseChoice[]
  onClose: () => void
}

const fold = (text: string) => withoutAccents(text).toLowerCase()

export function CourseSelector({ cohort, idOf, courses, onClose }: CourseSelectorProps) {
  const update = useUpdateCohort(idOf)
  const [all, setAll] = useState(cohort.all_degrees)
  const [chosen, setChosen] = useState(cohort.degrees)
  const [search, setSearch] = useState('')
  const found = courses
    .filter((course) => fold(courseTitle(course)).includes(fold(search.trim())))
    .toSorted((a, b) => compareTitles(courseTitle(a), courseTitle(b)))
  const categories = [...new Set(courses.map(({ category }) => category))]

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!update.isPending) update.mutate({ all_degrees: all, degrees: chosen }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={handleSubmit}>
      <Stack>
        <Switch
          label="Todos os cursos"
          description="Também os que você criar depois."
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        {!all && courses.length > 0 && (
          <>
            <TextInput
              aria-label="Buscar curso"
              placeholder="Buscar curso"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <ScrollArea.Autosize mah="45dvh" type="auto" scrollbars="y" offsetScrollbars>
              <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Cursos">
                <Stack gap="sm" py={4}>
                  {categories.map((category) => (
                    <Category
                      key={category}
                      title={category || looseCategoryTitle}
                      courses={found.filter((course) => course.category === category)}
                    />
                  ))}
                  {found.length === 0 && <Text c="dimmed">Nenhum curso encontrado.</Text>}
                </Stack>
              </Checkbox.Group>
            </ScrollArea.Autosize>
          </>
        )}
        {!all && courses.length === 0 && <Text c="dimmed">Sua escola ainda não tem nenhum curso.</Text>}
        <FormFoot failure={update.error} pending={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

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
