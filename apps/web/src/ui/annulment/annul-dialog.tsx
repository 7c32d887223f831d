import { type Annulment, annulments } from '@escola/contract/exam-content'
import { correctionTexts, describeEffect } from '@escola/contract/exam-correction-texts'
import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { DialogForm } from '../forms/dialog-form.tsx'
import { usePhone } from '../lists/use-phone.ts'
import { notifySuccess } from '../notify.ts'
import { annulmentPreview, useAnnul } from './annulment.queries.ts'

/** Version of a question that attempts ask. */
export interface AnnullableQuestion {
  id: string
  version: number
  /** First words of its statement. */
  summary: string
  annulled: Annulment | null
}

interface Props {
  question: AnnullableQuestion
  onClose: () => void
}

const choices: Record<Annulment, { label: string; description: string }> = {
  all: { label: correctionTexts.annulAll, description: correctionTexts.annulAllText },
  out: { label: correctionTexts.annulOut, description: correctionTexts.annulOutText },
}

/** Label of the button that opens the dialog. */
export const annulLabel = (annulled: Annulment | null) =>
  annulled ? correctionTexts.changeAnnulment : correctionTexts.annul

/** Annuls a question, after it has said what changes. */
export function AnnulDialog(props: Props) {
  const isPhone = usePhone()
  return (
    <Modal opened onClose={props.onClose} title={correctionTexts.annul} centered fullScreen={isPhone}>
      <AnnulForm {...props} />
    </Modal>
  )
}

function AnnulForm({ question: { id, version, summary, annulled }, onClose }: Props) {
  const [points, setPoints] = useState<Annulment>(annulled === 'all' ? 'out' : 'all')
  const answer = { kind: 'annulled' as const, points }
  const preview = useQuery(annulmentPreview(useSchool().id, id, { version, answer }))
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
      <Text fw={600} lineClamp={3}>
        {summary || 'Sem texto'}
      </Text>
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
