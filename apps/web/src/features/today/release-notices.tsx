import {
  type ReleaseNotice,
  type ReleaseNoticeKind,
  releaseNoticeRights,
  releaseNoticeTexts,
} from '@escola/contract/release-notices.contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useReadReleaseNotice } from './today.queries.ts'

/** Tells what a release changed in the school, until an administrator has read it. */
export function ReleaseNotices({ notices }: { notices: ReleaseNotice[] }) {
  const { may } = useRights()
  const shown = notices.filter(({ kind }) => may(releaseNoticeRights[kind]))
  if (shown.length === 0) return null
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} title={releaseNoticeTexts.title}>
      <Stack gap="md">
        {shown.map((notice) => (
          <Notice key={notice.kind} notice={notice} />
        ))}
      </Stack>
    </Alert>
  )
}

function Notice({ notice: { kind, count, subject_id } }: { notice: ReleaseNotice }) {
  const { mutateAsync: read } = useReadReleaseNotice(kind)
  const { run, isPending } = useConfirmedChange()
  const { describe, action } = releaseNoticeTexts.of[kind]
  return (
    <div>
      <Text size="sm" mb="sm">
        {describe(count)}
      </Text>
      <Group gap="xs">
        <Button size="sm" renderRoot={(look) => links[kind](look, subject_id)}>
          {action}
        </Button>
        <BusyButton
          size="sm"
          variant="default"
          busy={isPending}
          aria-label={`${releaseNoticeTexts.read}: ${action}`}
          onClick={() => run({ change: () => read(), done: 'Aviso lido.' })}
        >
          {releaseNoticeTexts.read}
        </BusyButton>
      </Group>
    </div>
  )
}

type LinkTo = (look: Record<string, unknown>, subjectId: string | null) => ReactNode
const links: Record<ReleaseNoticeKind, LinkTo> = {
  public_class: (look, id) =>
    id === null ? (
      <Link {...look} to="/turmas" />
    ) : (
      <Link {...look} to="/turma/$cohortId" params={{ cohortId: id }} search={{ tab: 'cursos' }} />
    ),
  sums: (look, id) =>
    id === null ? (
      <Link {...look} to="/certificados" />
    ) : (
      <Link {...look} to="/certificado/$certificateId" params={{ certificateId: id }} />
    ),
  phones: (look) => <Link {...look} to="/alunos" search={{ phone: 'unknown' }} />,
  address: (look) => <Link {...look} to="/config" />,
}
