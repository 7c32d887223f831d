import { ownDataTitle, pageTitles } from '@escola/contract/titles'
import { Group, Paper, Stack, Text } from '@mantine/core'
import {
  IconCertificate,
  IconChevronRight,
  IconFileDownload,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import { AccountForm } from './account-form.tsx'
import classes from './account-page.module.css'
import { AvatarArea } from './avatar-area.tsx'

/** @param email section that changes the user's own e-mail */
export function AccountPage({ email }: { email: ReactNode }) {
  const { user, school } = useAppContext()
  const { routesByPath } = useRouter()
  if (!user) return null
  const belongs = school !== null && school.role.length > 0 && !school.platform_view && !school.is_blocked
  const isOutside = !school || (school.is_blocked && !school.platform_view)
  const links = [
    { label: 'Segurança', to: '/minha-conta/seguranca', icon: IconShieldLock, isShown: true },
    { label: ownDataTitle, to: '/minha-conta/dados', icon: IconFileDownload, isShown: true },
    { label: pageTitles.certificates, to: '/minha-conta/certificados', icon: IconCertificate, isShown: isOutside },
    { label: 'Meu perfil público', to: '/perfil', icon: IconUserCircle, isShown: belongs },
  ].filter(({ to, isShown }) => isShown && to in routesByPath)
  return (
    <Page title={pageTitles.account} description={user.email}>
      <div className={classes.columns}>
        <Stack>
          <Paper p="lg">
            {belongs ? (
              <AvatarArea user={user} />
            ) : (
              <Text size="sm" c="dimmed">
                Cada escola guarda a sua foto: entre em uma delas para escolher.
              </Text>
            )}
          </Paper>
          {links.map(({ label, to, icon: Icon }) => (
            <Link key={to} to={to as '/'} className={classes.link}>
              <Group gap="sm" wrap="nowrap">
                <Icon size={20} stroke={1.7} aria-hidden />
                {label}
              </Group>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          ))}
        </Stack>
        <Stack>
          <AccountForm user={user} />
          {email}
        </Stack>
      </div>
    </Page>
  )
}
