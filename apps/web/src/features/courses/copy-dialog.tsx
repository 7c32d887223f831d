import type { Degree } from '@escola/contract/courses.contract'
import { courseTitle } from '@escola/contract/titles'
import { Modal, NativeSelect, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { getModuleName } from './course-editor/outline.ts'
import { courseQueries } from './courses.queries.ts'

export interface CopyTarget {
  to_degree_id: string
  to_module_id: string
}

interface CopyDialogProps {
  title: string
  /** The course that has what is copied. */
  course: Degree
  /** The module that has it; undefined when a module is copied itself, which needs no other one. */
  moduleId?: string | undefined
  /** Copies, and says so. */
  onCopy: (target: CopyTarget) => Promise<unknown>
  isOpen: boolean
  onClose: () => void
}

/** Asks to which course of the school a copy goes, and to which of its modules. */
export const CopyDialog = ({ title, isOpen, onClose, ...form }: CopyDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={title} centered>
    <CopyForm {...form} onClose={onClose} />
  </Modal>
)

function CopyForm({ course, moduleId, onCopy, onClose }: Omit<CopyDialogProps, 'title' | 'isOpen'>) {
  const schoolId = useSchool().id
  const [chosenCourse, setChosenCourse] = useState(course.id)
  const [chosenModule, setChosenModule] = useState<string>()
  const board = useQuery(courseQueries.categories(schoolId))
  const others = board.data?.categories.flatMap(({ degrees }) => degrees).filter(({ id }) => id !== course.id) ?? []
  const isHere = chosenCourse === course.id
  const link = others.find(({ id }) => id === chosenCourse)?.link ?? course.link
  const other = useQuery({ ...courseQueries.course(schoolId, link), enabled: !isHere && moduleId !== undefined })
  const modules = isHere ? course.modules : (other.data?.degree.modules ?? [])
  const to_module_id = chosenModule ?? (isHere ? moduleId : modules[0]?.id) ?? ''
  const copy = useMutation({
    mutationFn: () => onCopy({ to_degree_id: chosenCourse, to_module_id }),
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!copy.isPending) copy.mutate()
  }
  const isWaiting = moduleId !== undefined && !isHere && other.isPending
  const hasNoModule = moduleId !== undefined && !isWaiting && modules.length === 0
  return (
    <DialogForm
      sending={{ submit, pending: copy.isPending, failure: copy.error ?? board.error ?? other.error }}
      label="Copiar"
      disabled={isWaiting || hasNoModule}
      onCancel={onClose}
    >
      <NativeSelect
        label="Curso"
        value={chosenCourse}
        data={[
          { value: course.id, label: `${courseTitle(course)} (este curso)` },
          ...others.map((each) => ({ value: each.id, label: courseTitle(each) })),
        ]}
        onChange={(event) => {
          setChosenCourse(event.currentTarget.value)
          setChosenModule(undefined)
        }}
      />
      {isWaiting && <Skeleton height={64} radius="md" aria-busy aria-label="Carregando" />}
      {moduleId !== undefined && !isWaiting && (
        <NativeSelect
          label="Módulo"
          value={to_module_id}
          error={hasNoModule && 'Este curso não tem módulos ainda'}
          data={modules.map((module, at) => ({ value: module.id, label: getModuleName(module, at) }))}
          onChange={(event) => setChosenModule(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
