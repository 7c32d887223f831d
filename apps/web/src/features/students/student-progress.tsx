import { issueMessages } from '@escola/contract/certificate-issues.contract'
import { countOf, messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { Student, students } from '@escola/contract/students.contract'
import { compareTitles } from '@escola/contract/text'
import { formatAgo } from '@escola/contract/time'
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { RevocationButton } from '../../ui/certificates/certificate-revocation.tsx'
import lists from '../../ui/lists/lists.module.css'
import { CourseProgress } from '../../ui/progress.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import classes from './student-page.module.css'
import { useReissueCertificate } from './students.queries.ts'

interface Actions {
  actionOf: (degree: Degree) => ReactNode
}
type Degree = ResponseOf<typeof students.get>['degrees'][number]

const complete = '100.00'
const certificateStates = {
  queued: 'Certificado em preparo',
  ready: 'Certificado emitido',
  failed: 'O certificado não pôde ser gerado',
  revoked: 'Certificado revogado',
} as const

/** Says how many lessons are done, and where and when a student who is not at the end stopped. */
function describeProgress({ completed, lessons, last_lesson, utc_stopped_on, progress }: Degree) {
  const ago = utc_stopped_on ? `, ${formatAgo(utc_stopped_on)}` : ''
  return [
    `${completed} de ${countOf(lessons, 'aula', 'aulas')}`,
    progress !== complete && last_lesson && `parou em “${last_lesson}”${ago}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The furthest first, then by title. */
export function StudentProgress({ student, degrees, actionOf }: { student: Student; degrees: Degree[] } & Actions) {
  const sorted = degrees.toSorted((a, b) => Number(b.progress) - Number(a.progress) || compareTitles(a.title, b.title))
  const hasBegun = ({ progress, certificate, last_lesson }: Degree) =>
    Number(progress) > 0 || certificate !== null || last_lesson !== ''
  const begun = sorted.filter(hasBegun)
  const waiting = sorted.filter((degree) => !hasBegun(degree))
  return (
    <Section title="Cursos em andamento">
      {sorted.length === 0 ? (
        <Text c="dimmed">Este aluno ainda não tem acesso a nenhum curso.</Text>
      ) : (
        <>
          {begun.length === 0 && <Text c="dimmed">Nenhum curso começado ainda.</Text>}
          <ul className={lists.ruled}>
            {begun.map((degree) => (
              <li key={degree.id}>
                <Stack gap={6}>
                  <Group justify="space-between" gap="xs">
                    <Text fw={600}>{degree.title}</Text>
                    {actionOf(degree)}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {describeProgress(degree)}
                  </Text>
                  <CourseProgress value={degree.progress} label={`Progresso em ${degree.title}`} />
                  {(degree.progress === complete || degree.certificate) && (
                    <CertificateRow student={student} degree={degree} />
                  )}
                </Stack>
              </li>
            ))}
          </ul>
          {waiting.length > 0 && <NotBegun degrees={waiting} actionOf={actionOf} />}
        </>
      )}
    </Section>
  )
}

/** Courses without progress stay folded until the administrator opens them. */
function NotBegun({ degrees, actionOf }: { degrees: Degree[] } & Actions) {
  return (
    <details className={classes.fold}>
      <summary>{countOf(degrees.length, 'curso não começado', 'cursos não começados')}</summary>
      <ul className={lists.ruled}>
        {degrees.map((degree) => (
          <li key={degree.id}>
            <Group justify="space-between" gap="xs">
              {degree.title}
              {actionOf(degree)}
            </Group>
          </li>
        ))}
      </ul>
    </details>
  )
}

function CertificateRow({ student, degree }: { student: Student; degree: Degree }) {
  const reissue = useReissueCertificate(student.user_id)
  const { certificate } = degree
  const { run, isPending } = useConfirmedChange()
  const givesCertificates = useSchool().has_certificate
  const isRevoked = certificate?.status === 'revoked'
  const handleClick = () =>
    run({
      question: {
        title: messages.areYouSure,
        text: `Um novo certificado de “${degree.title}” será emitido para ${student.name}. O anterior fica registrado como substituído.`,
        confirmLabel: 'Regerar certificado',
      },
      change: () => reissue.mutateAsync(degree.id),
      done: messages.certificateReissued(student.name),
    })
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {(isRevoked && issueMessages.stateRevoked(certificate.revoked_why ?? '')) ||
          certificate?.failure ||
          (certificate
            ? `${certificateStates[certificate.status]}${certificate.number > 1 ? ` (${certificate.number}ª via)` : ''}`
            : degree.certificate_held_why || 'Sem certificado')}
      </Text>
      <Need right="certificates">
        <Group gap="xs">
          {certificate && <RevocationButton certificate={certificate} course={degree.title} />}
          {!isRevoked && (certificate || givesCertificates) && (
            <BusyButton
              variant="light"
              size="xs"
              aria-label={`Regerar certificado de ${degree.title}`}
              busy={isPending}
              onClick={handleClick}
            >
              Regerar certificado
            </BusyButton>
          )}
        </Group>
      </Need>
    </Group>
  )
}
