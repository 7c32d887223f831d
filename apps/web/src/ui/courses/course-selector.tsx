import { Button, Input, Modal, Switch, Text } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { type CourseChoice, CourseChoices } from './course-choices.tsx'

interface ChosenCourses {
  all_degrees: boolean
  degrees: string[]
}

interface CourseFieldProps {
  label: string
  /** The chosen courses in a few words. */
  summary: string
  chosen: ChosenCourses
  courses: CourseChoice[]
  save: (chosen: ChosenCourses) => Promise<unknown>
  /** Courses that are not private are chosen by themselves, and `hint` says so. */
  hint?: string | undefined
}

/** Shows the courses of a class or a plan, and the way to change them. */
export function CourseField({ summary, ...props }: CourseFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Input.Wrapper label={props.label} labelElement="div">
      <Text c="dimmed" mb={8}>
        {summary}
      </Text>
      <Button variant="light" size="sm" leftSection={<IconBooks size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Escolher cursos
      </Button>
      <Modal opened={isOpen} onClose={close} title={props.label} centered>
        <CourseSelector {...props} onClose={close} />
      </Modal>
    </Input.Wrapper>
  )
}

function CourseSelector({
  chosen: saved,
  courses,
  save,
  hint,
  onClose,
}: Omit<CourseFieldProps, 'label' | 'summary'> & { onClose: () => void }) {
  const saving = useMutation({ mutationFn: save, onSuccess: onClose })
  const [all, setAll] = useState(saved.all_degrees)
  const [chosen, setChosen] = useState(saved.degrees)
  const choosable = hint ? courses.filter(({ id, is_private }) => is_private || saved.degrees.includes(id)) : courses
  const emptyText = hint && courses.length > 0 ? 'Sua escola não tem nenhum curso privado.' : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ all_degrees: all, degrees: chosen })
  }
  return (
    <DialogForm sending={{ submit: handleSubmit, pending: saving.isPending, failure: saving.error }} onCancel={onClose}>
      {hint === undefined ? (
        <Switch
          label="Todos os cursos"
          description="Também os que você criar depois."
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      ) : (
        <Text>{hint}</Text>
      )}
      {(!all || hint !== undefined) && (
        <CourseChoices courses={choosable} chosen={chosen} onChange={setChosen} empty={emptyText} />
      )}
    </DialogForm>
  )
}
