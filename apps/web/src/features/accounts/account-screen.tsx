import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import classes from './account-screen.module.css'
import { Tiles } from './tiles.tsx'

interface AccountScreenProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A card with the form on one side and the school's colours on the other. */
export function AccountScreen({ title, text, children }: AccountScreenProps) {
  const { school } = useAppContext()
  useDocumentTitle(title)
  return (
    <div className={classes.card}>
      <Stack gap="lg" className={classes.form}>
        <div>
          <Title order={1}>{title}</Title>
          {text && (
            <Text c="dimmed" mt={6}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
      <div className={classes.art}>
        <Tiles />
        <p className={classes.motto}>{school ? school.name : 'A sua escola, no ar hoje.'}</p>
        <p className={classes.pitch}>
          {school
            ? 'Seus cursos, seu progresso e seus certificados em um só lugar.'
            : 'Publique cursos, receba alunos e emita certificados, sem precisar de ninguém de tecnologia.'}
        </p>
      </div>
    </div>
  )
}
