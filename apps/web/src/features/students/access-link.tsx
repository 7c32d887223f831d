import { studentTexts } from '@escola/contract/student-texts'
import type { Student } from '@escola/contract/students.contract'
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useMakeLink } from './students.queries.ts'

export const newLinkLabel = 'Gerar novo link'

/**
 * Makes an access link. It can be shown only now, because the server keeps its hash alone.
 * @returns `link` is '' before one is made, and after `forget`
 */
export function useAccessLink(student: Student) {
  const { base_path } = useSchool()
  const { mutateAsync: makeLink } = useMakeLink(student.user_id)
  const { run, isPending } = useConfirmedChange()
  const [link, setLink] = useState('')
  const make = () =>
    run({
      question: makeDangerQuestion(studentTexts.linksEnd(student.name), newLinkLabel),
      change: async () => {
        const made = await makeLink()
        setLink(`${location.origin}${base_path}/login/${made.student.token}`)
      },
    })
  return { link, make, forget: () => setLink(''), isPending }
}

export const MadeLink = ({ student, link }: { student: Student; link: string }) => (
  <Stack>
    <Text size="sm">
      Quem abre este link entra na escola como {student.name}. Copie-o agora: ele não aparece de novo, e o próximo que
      for gerado ou enviado por SMS toma o lugar dele.
    </Text>
    <TextInput
      label={`Link de ${student.name}`}
      value={link}
      readOnly
      rightSection={<CopyIcon value={link} label="o link" />}
      rightSectionWidth={44}
      onFocus={(event) => event.currentTarget.select()}
    />
  </Stack>
)
