import { formatCellphone } from '@escola/contract/people'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { whatsappLink } from '../../ui/whatsapp-link.ts'
import { AccountScreen } from './account-screen.tsx'

/** How to reach a school; all that is left of one that is blocked. */
export function ContactPage() {
  const school = useSchool()
  const text = school.is_blocked
    ? 'Esta escola está bloqueada no momento. Fale com quem cuida dela:'
    : 'Fale com quem cuida desta escola:'
  const isHidden = school.is_private && school.role.length === 0
  const whatsapp = whatsappLink(school.cellphone, `Olá! Escrevo sobre a escola ${school.name}.`)
  return (
    <AccountScreen title="Contato" text={text}>
      <Stack gap="sm">
        {school.email && (
          <Group gap={8} wrap="nowrap">
            <IconMail size={18} aria-hidden />
            <Anchor href={`mailto:${school.email}`}>{school.email}</Anchor>
          </Group>
        )}
        {whatsapp ? (
          <Group gap={8} wrap="nowrap">
            <IconBrandWhatsapp size={18} aria-hidden />
            <Anchor href={whatsapp} target="_blank" rel="noopener">
              {formatCellphone(school.cellphone)}
            </Anchor>
          </Group>
        ) : (
          school.cellphone && <Text>{school.cellphone}</Text>
        )}
        {isHidden && (
          <Text>
            O contato é só para quem faz parte da escola.{' '}
            <Anchor component={Link} to="/login" underline="always">
              Entre na sua conta
            </Anchor>{' '}
            para ver.
          </Text>
        )}
        {!isHidden && !school.email && !school.cellphone && (
          <Text c="dimmed">A escola ainda não informou um contato.</Text>
        )}
      </Stack>
    </AccountScreen>
  )
}
