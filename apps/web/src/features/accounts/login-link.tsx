import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'

/** Leads a user who has an account to the login, and in a school back to the sign-up, where a button lets them in. */
export function LoginLink(props: AnchorProps & { children: string }) {
  const { school } = useAppContext()
  const search = school ? { redirect: '/cadastro' } : {}
  return <Anchor underline="always" {...props} renderRoot={(root) => <Link {...root} to="/login" search={search} />} />
}
