import type { Franchisor } from '@escola/contract/affiliates.contract'
import { countOf } from '@escola/contract/messages'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { listPostponed, postponeQuestions } from '../../session/postpone-questions.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useAnswerFranchisor } from './affiliates.queries.ts'
import { InvitationTerms } from './invitation-terms.tsx'

const nameOf = ({ id }: { id: string }) => `invitation-${id}`

/**
 * Asks the administrator for an answer to the invitation that waits longest. Those that are postponed wait on the page of franchises, and are asked
 * about again after the next sign-in.
 */
export function InvitationDialog({ pending }: { pending: Franchisor[] }) {
  const answer = useAnswerFranchisor()
  const [passed, setPassed] = useState(listPostponed)
  const franchisor = pending.findLast((each) => !passed.includes(nameOf(each)))
  const pass = () => {
    postponeQuestions(pending.map(nameOf))
    setPassed(listPostponed())
  }
  const send = (column: 'approved' | 'declined', done: string) => {
    if (!answer.isPending && franchisor)
      answer.mutate({ column, school_id: franchisor.id }, { onSuccess: () => notifySuccess(done) })
  }
  const isSending = (column: 'approved' | 'declined') => answer.isPending && answer.variables.column === column
  return (
    <Modal
      opened={franchisor !== undefined}
      onClose={pass}
      title="Convite de franquia"
      centered
      closeButtonProps={{ 'aria-label': 'Responder depois' }}
    >
      {franchisor && (
        <Stack>
          <Text>
            <b>{franchisor.name}</b> convida a sua escola a oferecer os cursos do plano “{franchisor.plan_title}”, que
            tem {countOf(franchisor.plan_degrees, 'curso', 'cursos')}.
          </Text>
          <InvitationTerms />
          {answer.error && (
            <Alert color="danger" variant="light" role="alert">
              {textOf(answer.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="subtle" color="gray" onClick={pass}>
              Depois
            </Button>
            <BusyButton
              variant="default"
              busy={isSending('declined')}
              onClick={() => send('declined', 'Convite recusado.')}
            >
              Recusar
            </BusyButton>
            <BusyButton
              busy={isSending('approved')}
              onClick={() => send('approved', 'Convite aprovado! Os cursos chegam em instantes.')}
            >
              Aprovar
            </BusyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
