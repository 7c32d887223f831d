import { describeAudience } from '@escola/contract/audience'
import type { CourseCohorts, Degree } from '@escola/contract/courses.contract'
import { courseTitle } from '@escola/contract/titles'
import { Anchor, Button, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconBrandWhatsapp, IconCheck, IconCopy, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { AddToCohort } from './add-to-cohort.tsx'
import { courseCohortsQuery } from './courses.queries.ts'
import { countStudents, nextStepOf } from './published-course.ts'
import classes from './published-dialog.module.css'

interface PublishedDialogProps {
  course: Degree
  isOpen: boolean
  onClose: () => void
}

/** Follows a course's first publication: its link, its classes, and what brings the first students. */
export const PublishedDialog = ({ course, isOpen, onClose }: PublishedDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="Curso publicado!" centered>
    <PublishedCourse course={course} onClose={onClose} />
  </Modal>
)

function PublishedCourse({ course, onClose }: Omit<PublishedDialogProps, 'isOpen'>) {
  const { data, isPending } = useQuery(courseCohortsQuery(useSchool().id, course.link))
  const hasOwnCohort = data?.gatewayList.some(({ is_public, has_degree }) => has_degree && !is_public) ?? true
  const step = nextStepOf(course, data ?? { gatewayList: [], sells: true })
  return (
    <Stack gap="lg">
      <ShareLink course={course} />
      {isPending && <Skeleton height={88} radius="md" aria-busy aria-label="Carregando" />}
      {data && <Cohorts course={course} audience={data} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Continuar editando
        </Button>
        <Button
          // Without a class of the school's own, the step is to choose one.
          variant={hasOwnCohort ? 'filled' : 'default'}
          loading={isPending}
          renderRoot={(props) => <Link {...props} to={step.to} params={step.params} search={step.search} />}
        >
          {step.label}
        </Button>
      </div>
    </Stack>
  )
}

function ShareLink({ course }: { course: Degree }) {
  const { base_path } = useSchool()
  const address = `${window.location.origin}${base_path}/c/${course.link}`
  const title = courseTitle(course)
  const text = encodeURIComponent(`${title}: ${address}`)
  // A user who closes the device's own sheet has not been refused anything.
  const share = () => void navigator.share({ title, url: address }).catch(() => undefined)
  return (
    <Stack gap="xs">
      <TextInput
        label="Link para compartilhar"
        description="Quem está em uma turma com este curso cai direto nele."
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              size="sm"
              data-autofocus
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copiado' : 'Copiar link'}
            </Button>
          )}
        </CopyButton>
        {'share' in navigator ? (
          <Button variant="light" size="sm" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
            Compartilhar
          </Button>
        ) : (
          <Button
            variant="light"
            size="sm"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
            component="a"
            href={`https://wa.me/?text=${text}`}
            target="_blank"
            rel="noreferrer"
          >
            Enviar pelo WhatsApp
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Cohorts({ course, audience }: { course: Degree; audience: CourseCohorts }) {
  const { gatewayList: cohorts } = audience
  const heading = useRef<HTMLHeadingElement>(null)
  const openers = cohorts.filter(({ has_degree }) => has_degree)
  const others = cohorts.filter(({ is_public, has_degree, is_archived }) => !is_public && !has_degree && !is_archived)
  return (
    <Stack gap="xs">
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        Quem já pode estudar
      </Title>
      {openers.length > 0 && <Text>{describeAudience(audience)}</Text>}
      {openers.length > 0 ? (
        <ul className={classes.list}>
          {openers.map(({ id, title, totalStudents }) => (
            <li key={id}>
              <Anchor
                underline="always"
                renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId: id }} />}
              >
                {title}
              </Anchor>
              <Text span c="dimmed" size="sm">
                {countStudents(totalStudents)}
              </Text>
            </li>
          ))}
        </ul>
      ) : (
        <Text c="dimmed">Este curso ainda não está em nenhuma turma.</Text>
      )}
      {!openers.some(({ is_public }) => !is_public) && (
        // The form goes with the first class, and with it what had the focus.
        <AddToCohort course={course} cohorts={others} onAdded={() => heading.current?.focus()} />
      )}
    </Stack>
  )
}
