import { limits } from '@escola/contract/limits'
import { type Student, students } from '@escola/contract/students.contract'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { useSchool } from '../../session/context.ts'
import { Section } from './section.tsx'
import { studentQueries } from './students.queries.ts'

const longest = 20_000

export function StudentNotes({ student }: { student: Student & { notes: string } }) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const save = async (notes: string) => {
    await api(students.updateNotes, { params: { schoolId, link: student.link }, body: { notes } })
    client.setQueryData(
      studentQueries.one(schoolId, student.link).queryKey,
      (known) => known && { ...known, student: { ...known.student, notes } },
    )
  }
  const notes = useSavedText({
    thing: `notes.${student.link}`,
    value: student.notes,
    save,
    delayMs: limits.notesSaveMs,
  })
  return (
    <Section title="Anotações" aside={<SavedTextStatus field={notes} />}>
      <StaleText field={notes} label="Anotações" />
      <Textarea
        aria-label={`Anotações sobre ${student.name}`}
        placeholder="Só os administradores da escola veem estas anotações."
        autosize
        minRows={4}
        maxRows={16}
        maxLength={longest}
        value={notes.text}
        onChange={(event) => notes.type(event.currentTarget.value)}
        onBlur={() => void notes.flush()}
      />
    </Section>
  )
}
