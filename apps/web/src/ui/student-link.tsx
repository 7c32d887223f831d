import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRights } from '../session/rights.ts'

/** A student's name, which leads those who may to the page about them. */
export function StudentLink({ name, link }: { name: string; link: string }) {
  if (!useRights().may('students')) return name
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/aluno/$link" params={{ link }} />}>
      {name}
    </Anchor>
  )
}
