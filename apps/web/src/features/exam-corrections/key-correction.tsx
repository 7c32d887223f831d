import {
  correctionTexts,
  describeAnswer,
  describeEffect,
  describeRegrading,
  describeUndo,
} from '@escola/contract/exam-correction-texts'
import { type QuestionCorrections, undoEnd } from '@escola/contract/exam-corrections.contract'
import { formatDate } from '@escola/contract/time'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { AnnulDialog, annulLabel } from '../../ui/annulment/annul-dialog.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { Section } from '../../ui/section.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { examCorrectionQueries, isRunning, useCorrections } from './exam-corrections.queries.ts'

/** Key by which attempts at a question are marked: shown where it differs from the bank's, and after a correction. */
export function KeyCorrection({ id }: { id: string }) {
  const corrections = useQuery(examCorrectionQueries.one(useSchool().id, id)).data
  const refresh = useRefresh('examQuestions', 'examResults', 'students', 'learning')
  useAtEnd(isRunning(corrections) ? corrections?.regrading?.id : undefined, () => void refresh())
  if (!corrections || !hasSomething(corrections)) return null
  return (
    <Section title={correctionTexts.title}>
      <Marking id={id} corrections={corrections} />
      {!isRunning(corrections) && <Offer id={id} corrections={corrections} />}
      {!isRunning(corrections) && <Made id={id} corrections={corrections} />}
      {!isRunning(corrections) && <OfferToAnnul id={id} corrections={corrections} />}
    </Section>
  )
}

interface Props {
  id: string
  corrections: QuestionCorrections
}

const hasSomething = (corrections: QuestionCorrections) =>
  corrections.asked !== null ||
  corrections.outdated !== null ||
  isShown(corrections.regrading) ||
  undoable(corrections) !== null

/** The newest correction, while it can be undone. */
const undoable = ({ latest }: QuestionCorrections) =>
  latest && Date.now() < undoEnd(new Date(latest.utc_corrected_on)).getTime() ? latest : null

/** The summary stays for those who left the page and come back soon. */
const summaryMs = 600_000
const isShown = (regrading: QuestionCorrections['regrading']) =>
  regrading !== null &&
  (regrading.utc_ended_on === null ||
    regrading.is_stopped ||
    Date.now() - Date.parse(regrading.utc_ended_on) < summaryMs)

/** Shows how far the marking is, and its summary at the end. */
function Marking({ id, corrections: { regrading } }: Props) {
  const { resume } = useCorrections(id)
  const { run, isPending } = useConfirmedChange()
  if (!regrading || !isShown(regrading)) return null
  if (regrading.utc_ended_on === null)
    return (
      <RunProgress
        text={correctionTexts.progress}
        done={regrading.done}
        total={regrading.total}
        unit={correctionTexts.unit}
      />
    )
  if (regrading.is_stopped)
    return (
      <Alert variant="light" color="ambar" role="status">
        <Group justify="space-between">
          {correctionTexts.stopped}
          <BusyButton variant="default" busy={isPending} onClick={() => run({ change: resume })}>
            {correctionTexts.resume}
          </BusyButton>
        </Group>
      </Alert>
    )
  return (
    <Alert variant="light" color="teal" role="status">
      {describeRegrading(regrading)}
    </Alert>
  )
}

/** Offers to correct the key of attempts that are marked by another key than the bank's. */
function Offer({ id, corrections }: Props) {
  const { outdated, answer, last } = corrections
  const { preview, start } = useCorrections(id)
  const { run, isPending } = useConfirmedChange()
  if (!outdated) return null
  const asked = { version: outdated.version, answer, last }
  const correct = async () => {
    const text = describeEffect(await preview(asked))
    if (!(await confirm({ title: correctionTexts.question, text, confirmLabel: correctionTexts.confirm }))) return
    await start(asked)
    notifySuccess(correctionTexts.started)
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Text role="status">
        {correctionTexts.offer(describeAnswer(outdated.wrong, corrections), describeAnswer(answer, corrections))}
      </Text>
      {outdated.is_other_statement && (
        <Text size="sm" c="dimmed">
          {correctionTexts.otherStatement}
        </Text>
      )}
      <BusyButton busy={isPending} onClick={() => run({ change: correct })}>
        {correctionTexts.correct}
      </BusyButton>
    </Stack>
  )
}

/** Says how a key that attempts have is corrected, and offers to annul the question. */
function OfferToAnnul({ id, corrections: { asked, outdated } }: Props) {
  const [isAnnulling, setAnnulling] = useState(false)
  if (!asked) return null
  return (
    <Stack gap="sm" align="flex-start">
      {!asked.annulled && !outdated && <Text size="sm">{correctionTexts.asked}</Text>}
      <Button variant="default" onClick={() => setAnnulling(true)}>
        {annulLabel(asked.annulled)}
      </Button>
      {isAnnulling && <AnnulDialog question={{ id, ...asked }} onClose={() => setAnnulling(false)} />}
    </Stack>
  )
}

/** The newest correction, with its undo. */
function Made({ id, corrections }: Props) {
  const { undo } = useCorrections(id)
  const { run, isPending } = useConfirmedChange()
  const latest = undoable(corrections)
  if (!latest) return null
  const on = new Date(latest.utc_corrected_on)
  const isAnnulment = latest.answer.kind === 'annulled'
  const undoLabel = isAnnulment ? correctionTexts.undoAnnulment : correctionTexts.undo
  const question = {
    title: isAnnulment ? correctionTexts.undoAnnulmentQuestion : correctionTexts.undoQuestion,
    text: describeUndo(latest),
    confirmLabel: undoLabel,
    danger: true,
  }
  const moments = { day: formatDate(latest.utc_corrected_on), until: formatDate(undoEnd(on)) }
  const after = describeAnswer(latest.answer, corrections)
  return (
    <Group justify="space-between" align="flex-start">
      <Text size="sm" c="dimmed" flex={1} miw={200}>
        {isAnnulment
          ? correctionTexts.annulled(moments, after)
          : correctionTexts.corrected(moments, describeAnswer(latest.wrong, corrections), after)}
      </Text>
      <BusyButton
        variant="default"
        busy={isPending}
        onClick={() =>
          run({
            question,
            change: () => undo(latest.id),
            done: isAnnulment ? correctionTexts.undoAnnulmentStarted : correctionTexts.undoStarted,
          })
        }
      >
        {undoLabel}
      </BusyButton>
    </Group>
  )
}
