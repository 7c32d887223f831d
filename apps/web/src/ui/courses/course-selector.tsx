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
  onClose,
}: Omit<CourseFieldProps, 'label' | 'summary'> & { onClose: () => void }) {
  const saving = useMutation({ mutationFn: save, onSuccess: onClose })
  const [all, setAll] = useState(saved.all_degrees)
  const [chosen, setChosen] = useState(saved.degrees)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ all_degrees: all, degrees: chosen })
  }
  return (
    <DialogForm sending={{ submit: handleSubmit, pending: saving.isPending, failure: saving.error }} onCancel={onClose}>
      <Switch
        label="Todos os cursos"
        description="Também os que você criar depois."
        checked={all}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      {!all && <CourseChoices courses={courses} chosen={chosen} onChange={setChosen} />}
    </DialogForm>
  )
}
