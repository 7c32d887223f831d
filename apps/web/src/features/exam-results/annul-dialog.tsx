import { type Annulment, annulments } from '@escola/contract/exam-content'
import { correctionTexts, describeEffect } from '@escola/contract/exam-correction-texts'
import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { examResultQueries, useAnnul } from './exam-results.queries.ts'

interface Props {
  question: { id: string; version: number; annulled: Annulment | null }
  onClose: () => void
}

const choices: Record<Annulment, { label: string; description: string }> = {
  all: { label: correctionTexts.annulAll, description: correctionTexts.annulAllText },
  out: { label: correctionTexts.annulOut, description: correctionTexts.annulOutText },
}

/** Annuls a question, after it has said what changes. */
export function AnnulDialog(props: Props) {
  const isPhone = usePhone()
  return (
    <Modal opened onClose={props.onClose} title={correctionTexts.annul} centered fullScreen={isPhone}>
      <AnnulForm {...props} />
    </Modal>
  )
}

function AnnulForm({ question: { id, version, annulled }, onClose }: Props) {
  const [points, setPoints] = useState<Annulment>(annulled === 'all' ? 'out' : 'all')
  const answer = { kind: 'annulled' as const, points }
  const preview = useQuery(examResultQueries.preview(useSchool().id, id, { version, answer }))
  const annul = useAnnul(id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The effect is read before it is confirmed.
    if (annul.isPending || annul.isSuccess || !preview.data) return
    annul.mutate({ version, answer }, { onSuccess: () => close() })
  }
  const close = () => {
    notifySuccess(correctionTexts.annulStarted)
    onClose()
  }
  return (
    <DialogForm
      sending={{ submit, pending: annul.isPending, failure: annul.error }}
      label={correctionTexts.annul}
      color="danger"
      disabled={!preview.data}
      onCancel={onClose}
    >
      <Text size="sm">{correctionTexts.annulText}</Text>
      <Radio.Group
        aria-label={correctionTexts.annul}
        value={points}
        onChange={(value) => setPoints(annulments.find((each) => each === value)!)}
      >
        <Stack gap="sm">
          {annulments.map((each) => (
            <Radio key={each} value={each} {...choices[each]} disabled={each === annulled} />
          ))}
        </Stack>
      </Radio.Group>
      {preview.error ? (
        <FailureAlert error={preview.error} />
      ) : (
        <Text role="status" fw={600}>
          {preview.data ? describeEffect(preview.data) : correctionTexts.counting}
        </Text>
      )}
    </DialogForm>
  )
}
