import { firstName } from '@escola/contract/people'
import type { User } from '@escola/contract/schools.contract'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { contextQuery } from '../session/context.ts'
import { coverPage } from '../session/page-cover.ts'
import { watchOwner as watch } from '../session/page-owner.ts'
import { queryClient } from '../session/query-client.ts'
import classes from './state.module.css'

/** Stands in place of a page after another user has signed in in this browser. */
function AnotherUser({ user: { name } }: { user: User }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The element that had the focus is gone, and a keyboard would begin at the browser's own bar.
    heading.current?.focus()
    // The pages are gone by now, so nothing asks again for what they have shown.
    queryClient.setQueryData(contextQuery.queryKey, (context) => context && { ...context, user: null, schools: [] })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== contextQuery.queryKey[0] })
    document.title = 'Escola'
  }, [])
  return (
    <Stack component="main" align="center" gap="xs" className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconUserCircle size={30} stroke={1.5} aria-hidden />
      </span>
      <Title ref={heading} tabIndex={-1} order={1} size="h3" ta="center">
        Você entrou como {name} em outra aba
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        Esta página era de outra conta, por isso não mostra mais nada.
      </Text>
      <Button className={classes.action} onClick={() => location.reload()}>
        Continuar como {firstName(name)}
      </Button>
    </Stack>
  )
}

/** Empties the page as soon as another user has signed in in this browser. */
export const watchOwner = (router: RegisteredRouter) =>
  watch({ router, onOther: (user) => coverPage(<AnotherUser user={user} />) })
