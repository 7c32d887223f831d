import type { Cohort } from '@escola/contract/cohorts.contract'
import { Button, Input, Modal, Text } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useState } from 'react'
import type { CourseChoice } from '../../ui/course-choices.tsx'
import type { CohortId } from './cohorts.queries.ts'
import { CourseSelector } from './course-selector.tsx'
import { summarizeCourses } from './courses-summary.ts'

interface Props {
  cohort: Cohort
  idOf: CohortId
  courses: CourseChoice[]
}

/** Shows the courses that the class opens, and the way to change them. */
export function CohortCourses({ cohort, idOf, courses }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const chosen = courses.filter((course) => cohort.degrees.includes(course.id))
  return (
    <Input.Wrapper label="Cursos da turma" labelElement="div">
      <Text c="dimmed" mb={8}>
        {summarizeCourses(
          cohort,
          chosen.map(({ title }) => title),
        )}
      </Text>
      <Button variant="light" size="sm" leftSection={<IconBooks size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Escolher cursos
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Cursos da turma"
        centered
        closeButtonProps={{ 'aria-label': 'Fechar' }}
      >
        <CourseSelector cohort={cohort} idOf={idOf} courses={courses} onClose={close} />
      </Modal>
    </Input.Wrapper>
  )
}
