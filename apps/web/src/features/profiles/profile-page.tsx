import type { Profile } from '@escola/contract/profiles.contract'
import { formatDate } from '@escola/contract/time'
import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import { useSchool, useUser } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ProfileDescription } from './profile-description.tsx'
import classes from './profile-page.module.css'
import { profileQueries } from './profiles.queries.ts'
import { StudiedCourses } from './studied-courses.tsx'

const nothing = {
  own: {
    title: 'Suas conquistas aparecem aqui',
    text: 'Conclua a primeira aula de um curso e ele já aparece no seu perfil.',
  },
  // Administrators finish no lessons.
  admin: {
    title: 'É assim que os alunos veem você',
    text: 'O seu nome, a sua foto e a sua descrição dizem a eles quem cuida da escola.',
  },
  other: { title: 'Nenhum curso por aqui ainda' },
}

/** Shows a user's profile to those who may see the school. */
export function ProfilePage({ link }: { link: string }) {
  const school = useSchool()
  const { data: profile } = usePrefetchedQuery(profileQueries.one(school.id, link))
  const { user, awards, progress } = profile
  const isOwn = useUser()?.user_id === user.user_id
  const isOwnAdmin = isOwn && school.role.includes('admin')
  useDocumentTitle(user.name)
  return (
    <div className={classes.page}>
      <ProfileHead profile={profile} isOwn={isOwn} since={isOwnAdmin ? 'Na escola desde' : 'Aluno desde'} />
      <StudiedCourses title="Conquistas" degrees={awards.degrees} certificates={profile.certificates} />
      <StudiedCourses title="Em progresso" degrees={progress.degrees} certificates={profile.certificates} />
      {awards.degrees.length + progress.degrees.length === 0 && (
        <EmptyState drawing="papers" {...(isOwnAdmin ? nothing.admin : isOwn ? nothing.own : nothing.other)} />
      )}
    </div>
  )
}

interface HeadProps {
  profile: Profile
  isOwn: boolean
  /** Label of the date on which they came. */
  since: string
}

function ProfileHead({ profile: { user, school_gateways }, isOwn, since }: HeadProps) {
  return (
    <Paper component="section" className={classes.head}>
      <Avatar user={user} w={480} />
      <div className={classes.who}>
        <Title order={1}>{user.name}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          {since} {formatDate(user.utc_created_on)}
        </Text>
        {school_gateways.length > 0 && (
          <Group component="ul" gap={8} className={classes.cohorts} aria-label="Turmas">
            {school_gateways.map((title, index) => (
              <li key={index}>
                <Badge variant="light" size="lg" tt="none" fw={600}>
                  {title}
                </Badge>
              </li>
            ))}
          </Group>
        )}
        <ProfileDescription user={user} isOwn={isOwn} />
      </div>
    </Paper>
  )
}
