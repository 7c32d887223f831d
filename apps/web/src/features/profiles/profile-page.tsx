import type { Profile } from '@escola/contract/profiles.contract'
import { formatDate } from '@escola/contract/time'
import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import { IconAward } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSchool, useUser } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ProfileDescription } from './profile-description.tsx'
import classes from './profile-page.module.css'
import { profileQueries } from './profiles.queries.ts'
import { StudiedCourses } from './studied-courses.tsx'

/** What somebody shows of themselves to whoever may see the school. */
export function ProfilePage({ link }: { link: string }) {
  const { data: profile } = useSuspenseQuery(profileQueries.one(useSchool().id, link))
  const { user, awards, progress } = profile
  const isOwn = useUser()?.user_id === user.user_id
  useDocumentTitle(user.name)
  return (
    <div className={classes.page}>
      <ProfileHead profile={profile} isOwn={isOwn} />
      <StudiedCourses title="Conquistas" degrees={awards.degrees} certificates={profile.certificates} />
      <StudiedCourses title="Em progresso" degrees={progress.degrees} certificates={profile.certificates} />
      {awards.degrees.length + progress.degrees.length === 0 && (
        <EmptyState
          icon={IconAward}
          title={isOwn ? 'Suas conquistas aparecem aqui' : 'Nenhum curso por aqui ainda'}
          text={isOwn ? 'Conclua a primeira aula de um curso e ele já aparece no seu perfil.' : undefined}
        />
      )}
    </div>
  )
}

function ProfileHead({ profile: { user, school_gateways }, isOwn }: { profile: Profile; isOwn: boolean }) {
  return (
    <Paper withBorder radius="lg" component="section" className={classes.head}>
      <Avatar user={user} w={480} />
      <div className={classes.who}>
        <Title order={1}>{user.name}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          Aluno desde {formatDate(user.utc_created_on)}
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
