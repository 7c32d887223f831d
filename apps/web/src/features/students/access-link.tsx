import { type Student, studentTexts } from '@escola/contract/students.contract'
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useMakeLink } from './students.queries.ts'

const label = 'Gerar novo link'

/** Makes an access link and shows it once: the school keeps only what recognises it. */
export function AccessLinkButton({ student }: { student: Student }) {
  const { base_path } = useSchool()
  const { mutateAsync: makeLink } = useMakeLink(student.user_id)
  const { run, isPending } = useConfirmedChange()
  const [link, setLink] = useState('')
  const [isOpen, setOpen] = useState(false)
  const handleMake = () =>
    run({
      question: makeDangerQuestion(studentTexts.linksEnd(student.name), label),
      change: async () => {
        const made = await makeLink()
        setLink(`${location.origin}${base_path}/login/${made.student.token}`)
        setOpen(true)
      },
    })
  const handleClose = () => {
    setLink('')
    setOpen(false)
  }
  return (
    <>
      <BusyButton
        variant="light"
        leftSection={<IconLink size={18} aria-hidden />}
        busy={isPending}
        onClick={handleMake}
      >
        {label}
      </BusyButton>
      <Modal opened={isOpen} onClose={handleClose} title="Link de acesso" centered>
        <Stack>
          <Text size="sm">
            Quem abre este link entra na escola como {student.name}. Copie-o agora: ele não aparece de novo, e o próximo
            que for gerado ou enviado por SMS toma o lugar dele.
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
      </Modal>
    </>
  )
}
