import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** A student's name, which leads to the page about them. */
export function StudentLink({ name, link }: { name: string; link: string }) {
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/aluno/$link" params={{ link }} />}>
      {name}
    </Anchor>
  )
}
