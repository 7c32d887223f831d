import { mergeTexts } from '@escola/contract/merges.contract'
import { newestFirst } from '@escola/contract/sorts'
import { noStudentFilter, type Student } from '@escola/contract/students.contract'
import { Alert, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { MergePreviewList } from './merge-preview-list.tsx'
import { mergeQueries, useMergeStudent } from './merges.queries.ts'
import classes from './student-page.module.css'
import { studentQueries } from './students.queries.ts'

export const mergeLabel = 'Juntar com outro aluno'
type Other = Pick<Student, 'name' | 'email'>

export function StudentMerge({ student, onClose }: { student: Student; onClose: () => void }) {
  const [other, setOther] = useState<Other>()
  if (other) return <Preview student={student} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
  return <Search student={student} onChoose={setOther} />
}

function Search({ student, onChoose }: { student: Student; onChoose: (other: Other) => void }) {
  const [search, setSearch] = useState('')
  const query = { page: 1, search, sort: newestFirst, ...noStudentFilter }
  const { data } = useQuery({ ...studentQueries.list(useSchool().id, query), enabled: search !== '' })
  const found = data?.students.list.filter(({ user_id }) => user_id !== student.user_id)
  return (
    <Stack>
      <Text size="sm">
        A mesma pessoa entrou com dois e-mails? Procure o cadastro que deve passar para {student.name} ({student.email}
        ).
      </Text>
      <SearchBox label="Procurar o outro aluno" placeholder="Nome ou e-mail" search={search} onSearch={setSearch} />
      {search !== '' && !found && <Skeleton height={44} role="status" aria-label="Procurando" />}
      {found?.length === 0 && <Text c="dimmed">Nenhum outro aluno com este nome, e-mail ou telefone.</Text>}
      <ul className={classes.choices} aria-label="Alunos encontrados">
        {found?.map(({ user_id, name, email }) => (
          <li key={user_id}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose({ name, email })}>
              {name}
              <Text span c="dimmed" size="sm" display="block">
                {email}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

interface PreviewProps {
  student: Student
  other: Other
  onBack: () => void
  onClose: () => void
}

function Preview({ student, other, onBack, onClose }: PreviewProps) {
  const { data, error } = useQuery(mergeQueries.preview(useSchool().id, student.link, other.email))
  const { mutateAsync: merge } = useMergeStudent(student.link)
  const { run, isPending } = useConfirmedChange()
  const handleMerge = () =>
    run({
      change: async () => {
        await merge(other.email)
        onClose()
      },
      done: mergeTexts.merged,
    })
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {mergeTexts.question(`${other.name} (${other.email})`, `${student.name} (${student.email})`)}
      </Text>
      {error && (
        <Alert color="danger" variant="light" role="alert">
          {textOf(error)}
        </Alert>
      )}
      {!data && !error && <Skeleton height={80} role="status" aria-label="Contando o que vem junto" />}
      {data && (
        <>
          <MergePreviewList preview={data.preview} />
          <Text size="sm">
            {mergeTexts.does(student.name)} {mergeTexts.undoable}
          </Text>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
        <BusyButton disabled={!data} busy={isPending} onClick={handleMerge}>
          Juntar cadastros
        </BusyButton>
      </Group>
    </Stack>
  )
}
