import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAppContext } from '../session/context.ts'
import classes from './page.module.css'

interface Back {
  to: string
  params?: Record<string, string>
  /** Search of the link; true keeps the current one. */
  search?: Record<string, unknown> | true
  label?: string
}

export interface PageProps {
  title: string
  /** Field in which the title is written where it is read, with the heading of the page. */
  titleField?: ReactNode
  /** Heading of the page with all that stands beside it, in the place of title, description and actions. */
  head?: ReactNode
  /** A line under the title. */
  description?: ReactNode
  /** Target of the arrow above the title. */
  back?: Back | string
  /** Actions of the page, at most one of them primary. */
  actions?: ReactNode
  narrow?: boolean
  /** The title is not known yet: it only says that something comes. */
  isLoading?: boolean
  children: ReactNode
}

export function useDocumentTitle(title: string) {
  const { school } = useAppContext()
  const place = school?.name ?? 'Escola'
  useEffect(() => {
    document.title = title === place ? place : `${title} · ${place}`
  }, [title, place])
}

function BackLink({ back }: { back: Back | string }) {
  const { to, params, search, label = 'Voltar' }: Back = typeof back === 'string' ? { to: back } : back
  return (
    <Link to={to as '/'} params={params as never} search={search as never} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {label}
    </Link>
  )
}

const TitleSkeleton = ({ title }: { title: string }) => (
  <>
    <VisuallyHidden component="span">{title}</VisuallyHidden>
    <Skeleton component="span" display="block" height="1.2em" width="min(60vw, 24rem)" />
  </>
)

export function Page({ title, titleField, head, description, back, actions, narrow, isLoading, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <Stack gap="lg" className={classes.page} data-narrow={narrow || undefined}>
      <div>
        {back && <BackLink back={back} />}
        {!head && (
          <Group justify="space-between" align="flex-end" gap="sm">
            <div className={classes.heading}>
              {titleField ?? <Title order={1}>{isLoading ? <TitleSkeleton title={title} /> : title}</Title>}
              {description && (
                <Text c="dimmed" mt={4}>
                  {description}
                </Text>
              )}
            </div>
            {actions && <Group gap="xs">{actions}</Group>}
          </Group>
        )}
      </div>
      {head}
      {children}
    </Stack>
  )
}
