import { limits } from '@escola/contract/limits'
import type { Student } from '@escola/contract/students.contract'
import { Textarea } from '@mantine/core'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { Section } from '../../ui/section.tsx'
import { useSaveNotes } from './students.queries.ts'

export function StudentNotes({ student }: { student: Student & { notes: string } }) {
  const save = useSaveNotes(student.link)
  const notes = useSavedText({
    thing: `notes.${student.link}`,
    value: student.notes,
    save: save.mutateAsync,
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
        maxLength={limits.notesMax}
        value={notes.text}
        onChange={(event) => notes.type(event.currentTarget.value)}
        onBlur={() => void notes.flush()}
      />
    </Section>
  )
}
